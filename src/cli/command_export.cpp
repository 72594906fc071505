#include "cli/byte_output.hpp"
#include "cli/message.hpp"
#include "cli/open_archive.hpp"
#include "cli/option_values.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "ludex/export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace ludex::cli {
namespace {

/// The template in a file name: `{date}-{black}` of `games/{date}-{black}.sgf`. Empty if there is
/// none, or only `{}`.
std::string name_template(const std::string& pattern) {
  const std::size_t first = pattern.find('{'), last = pattern.rfind('}');
  if ((first == std::string::npos) != (last == std::string::npos)) {
    throw UsageError(fmt::format("-o: {}: unmatched brace", pattern));
  }
  if (first == std::string::npos || last == std::string::npos || last <= first + 1) return {};
  std::string name = pattern.substr(first, last + 1 - first);
  if (name.find('/') != std::string::npos) {
    throw UsageError(
        fmt::format("-o: {}: braces can be used only in file names, not in folders", name));
  }
  return name;
}

/// \throws UsageError if the format needs files beside its own, and the output is a stream
void refuse_stream(const std::string& format, const std::string& output) {
  if (!output.empty() && output != "-") return;
  for (const RecordFormat& known : record_formats()) {
    if (known.name != format || known.companions.empty()) continue;
    throw UsageError(fmt::format("--format {} also writes files {}: it needs -o FILE", format,
                                 fmt::join(known.companions, " and ")));
  }
}

ExportOptions export_options(const OptionValues& options) {
  const auto positions = options.text("positions");
  ExportOptions what;
  what.format = options.text("format", positions ? "cgp" : "original");
  what.variations = options.flag("variations");
  if (positions) what.positions = PlyRange{};
  what.charset = options.text("charset", "");
  check(what);
  if (!positions && what.variations) throw UsageError("--variations needs --positions");
  for (const RecordFormat& format : record_formats()) {
    if (format.versions.size() < 2) continue;
    ExportOptions one;
    one.format = format.name;
    one.version = options.text(one.format + "-version", "");
    check(one);
    if (one.format == what.format) what.version = one.version;
  }
  refuse_stream(what.format, options.text("output", ""));
  if (positions) what.positions = parse_plies(*positions);
  what.limit = options.whole("limit").value_or(what.limit);
  if (const auto split = options.text("split-by")) {
    what.split = parse_split(*split);
    const std::string output = options.text("output", "");
    if (output.empty() || output == "-") {
      throw UsageError(
          "--split-by needs -o: a folder, or a file name with {} such as games-{}.sgf");
    }
    const std::string name = name_template(output);
    if (!name.empty() && what.split->key != SplitBy::Key::game) {
      throw UsageError(fmt::format("-o: {} needs --split-by game", name));
    }
    if (!name.empty()) what.split->name = name;
  }
  return what;
}

/// The output must not overwrite a database: its own, or another that was named by mistake.
void refuse_database(const std::filesystem::path& database, const std::string& output) {
  std::error_code ignored;
  if (std::filesystem::equivalent(database, output, ignored)) {
    throw UsageError(fmt::format("--output: {} is the database itself", output));
  }
  if (is_ludex_database(output)) {
    throw UsageError(
        fmt::format("--output: {} is another database; name another file, or remove it", output));
  }
}

/// The start of the ending of a file name, ".sgf" or ".sgf.gz"; its end if there is none.
std::size_t ending_of(std::string_view path) {
  const std::size_t first = path.find_last_of('/') + 1;  // npos + 1 is 0
  std::size_t end = path.size();
  for (const std::string_view packing : {".gz", ".bz2", ".xz", ".zst"}) {
    if (path.ends_with(packing) && end - packing.size() > first) end -= packing.size();
  }
  const std::size_t dot = path.substr(first, end - first).find_last_of('.');
  return dot == std::string_view::npos || dot == 0 ? end : first + dot;
}

/// The name of a file that belongs to all parts: `games.jou.gz` for `games.wtb.gz`, `WTHOR.jou`
/// where each part has its own name.
std::string beside_name(const std::string& pattern, bool is_split, std::string_view extension) {
  const std::size_t ending = ending_of(pattern);
  const std::string_view name = std::string_view(pattern).substr(pattern.find_last_of('/') + 1);
  std::error_code ignored;
  const bool is_folder =
      ending == pattern.size() || std::filesystem::is_directory(pattern, ignored);
  const bool has_own_names = is_split && (is_folder || pattern.find("{}") != std::string::npos);
  const std::string stem(has_own_names ? "WTHOR"
                                       : name.substr(0, name.size() - (pattern.size() - ending)));
  std::string_view packing;
  for (const std::string_view one : {".gz", ".bz2", ".xz", ".zst"}) {
    if (!is_folder && pattern.ends_with(one)) packing = one;
  }
  return fmt::format("{}.{}{}", stem, extension, packing);
}

/// Writes an export to one output, or to a file for each part. No part stays open: a packed file
/// has several members, which unpack as one.
class ExportOutput final : public ExportSink {
 public:
  /// \param output  file or "-"; of a split export a pattern: split_path()
  ExportOutput(std::filesystem::path database, std::string output, bool is_split)
      : database_(std::move(database)), pattern_(std::move(output)), is_split_(is_split) {}

  [[nodiscard]] bool tells_formats_apart() const override {
    return is_split_ && split_path(pattern_, "x", "sgf") != split_path(pattern_, "x", "csa");
  }
  /// \throws UsageError if a part would overwrite the database.
  void write(std::string_view part, std::string_view extension, std::string_view text,
             bool begins) override {
    if (!is_split_) {
      if (begins) whole_.emplace(pattern_);
      return whole_->write(text);
    }
    const std::string path = split_path(pattern_, part, extension);
    if (begins) begin_part(path);
    ByteOutput output(path, ByteOutput::Mode::append);
    output.write(text);
    output.close();
  }
  /// In each folder that has parts.
  void write_beside(std::string_view extension, std::string_view bytes) override {
    if (!is_split_) folders_ = {std::filesystem::path(pattern_).parent_path()};
    for (const auto& folder : folders_) {
      const std::string path = (folder / beside_name(pattern_, is_split_, extension)).string();
      refuse_database(database_, path);
      ByteOutput output(path);
      output.write(bytes);
      output.close();
    }
  }
  void note(const std::string& line) override { print_message(options::with_option_names(line)); }
  /// Must be called.
  void close() {
    if (whole_) whole_->close();
  }

 private:
  void begin_part(const std::string& path) {
    refuse_database(database_, path);
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    const auto folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
    folders_.insert(folder);
  }

  std::filesystem::path database_;
  std::string pattern_;
  bool is_split_;
  std::optional<ByteOutput> whole_;          // of an export that is not split
  std::set<std::filesystem::path> folders_;  // of the parts
};

}  // namespace

std::string split_path(const std::string& pattern, std::string_view name,
                       std::string_view extension) {
  if (const std::size_t braces = pattern.find("{}"); braces != std::string::npos) {
    return std::string(pattern).replace(braces, 2, name);
  }
  std::error_code ignored;
  const std::size_t ending = ending_of(pattern);
  if (ending == pattern.size() || std::filesystem::is_directory(pattern, ignored)) {
    const std::string_view stem = name == extension ? "games" : name;
    return (std::filesystem::path(pattern) / fmt::format("{}.{}", stem, extension)).string();
  }
  return std::string(pattern).insert(ending, fmt::format("-{}", name));
}

ExitStatus run_export(const OptionValues& options) {
  const ExportOptions what = export_options(options);
  const Query query = options.query();
  const std::string database = options.text("DATABASE", "");
  std::string output = options.text("output", "");
  if (const std::string name = what.split ? name_template(output) : std::string(); !name.empty()) {
    output.replace(output.find(name), name.size(), "{}");
  }
  Archive archive = open_archive(database);
  refuse_database(database, output);
  const GameSet found = archive.find(query, what.limit);
  report_notes(found.notes);
  report_left_out(found, query);
  if (found.games == 0) print_message("no game matches; nothing was exported");
  ExportOutput sink(database, output, what.split.has_value());
  try {
    archive.engine().export_games(found, what, sink, {});
  } catch (const MixedFormats& mixed) {
    throw UsageError(
        fmt::format("{}; select games with --game, convert with --format {}, or write one file per "
                    "format with --split-by format -o FOLDER/",
                    mixed.what(), fmt::join(mixed.formats, "|")));
  }
  sink.close();
  return kDone;
}

}  // namespace ludex::cli
