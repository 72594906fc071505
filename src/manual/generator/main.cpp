// Writes the manual and the scripts of completion. Run by the build:
// ludex-manual FOLDER_OF_SOURCES FOLDER_OF_OUTPUT VERSION

#include "manual/generator/completion.hpp"
#include "manual/generator/html.hpp"
#include "manual/generator/page.hpp"
#include "manual/generator/roff.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ludex::manual {
namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
}

/// The day of the newest release: that of the first heading of changes.md which has one, as
/// `[0.1.0] - 2026-11-23`.
std::string day_of_release(const std::vector<Page>& pages) {
  for (const Page& page : pages) {
    if (page.name != "changes") continue;
    for (const Block& block : page.blocks) {
      const std::size_t place = block.text.find("] - ");
      if (block.kind == Block::Kind::section && place != std::string::npos) {
        return block.text.substr(place + 4);
      }
    }
  }
  throw std::runtime_error("changes.md: no release has a date");
}

void generate(const std::filesystem::path& sources, const std::filesystem::path& out,
              const std::string& version) {
  const std::vector<Page> pages = read_pages(sources);
  const Edition edition{version, day_of_release(pages)};
  for (const Page& page : pages) {
    if (!page.section.empty()) write_file(out / "man" / page.file_name(), roff_of(page, edition));
  }
  write_file(out / "embedded_manual.cpp", embedded_pages(pages));
  write_file(out / "completion" / "ludex", bash_completion());
  write_file(out / "completion" / "_ludex", zsh_completion());
  write_file(out / "completion" / "ludex.fish", fish_completion());
}

}  // namespace
}  // namespace ludex::manual

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: ludex-manual SOURCES OUTPUT VERSION\n", stderr);
    return 2;
  }
  try {
    ludex::manual::generate(argv[1], argv[2], argv[3]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ludex-manual: %s\n", error.what());
    return 1;
  }
  return 0;
}
