#include "split/foreign_text.hpp"

#include "split/cgp_detection.hpp"
#include "split/csa_detection.hpp"
#include "split/gcg_lines.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr std::size_t kReach = 4096;  // what detection looks at

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// "(;GM[": as far as a comment of another format will not go.
bool starts_tree(std::string_view line) {
  if (!line.starts_with("(;")) return false;
  const std::size_t end =
      std::min(line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2), line.size());
  return end > 2 && end < line.size() && is_upper(line[2]) && line[end] == '[';
}

std::optional<Format> format_of_line(std::string_view rest, Format own) {
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
  if (line.empty()) return std::nullopt;
  if (own != Format::sgf && starts_tree(line)) return Format::sgf;
  if (own != Format::cgp && holds_cgp(line)) return Format::cgp;
  if (own != Format::gcg && (line.front() == '#' || line.front() == '>') && holds_gcg(line)) {
    return Format::gcg;
  }
  constexpr std::string_view kCsaStarts = "VNP$+-";
  if (own != Format::csa && kCsaStarts.find(line.front()) != std::string_view::npos &&
      holds_csa(rest)) {
    return Format::csa;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ForeignText> find_foreign_text(std::string_view text, Format own) {
  for (std::size_t at = text.find_first_not_of("\r\n"); at < text.size();
       at = text.find_first_not_of("\r\n", std::min(text.find_first_of("\r\n", at), text.size()))) {
    if (const auto format = format_of_line(text.substr(at, kReach), own)) {
      return ForeignText{*format, at};
    }
  }
  return std::nullopt;
}

}  // namespace ludex
