#include "formats/foreign_text.hpp"

#include "core/ascii.hpp"
#include "formats/cgp/cgp_detection.hpp"
#include "formats/csa/csa_detection.hpp"
#include "formats/gcg/gcg_lines.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kReach = 4096;  // what detection looks at
constexpr std::string_view kCsaStarts = "VNP$+-";

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
  if (own != Format::csa && kCsaStarts.find(line.front()) != std::string_view::npos &&
      holds_csa(rest)) {
    return Format::csa;
  }
  return std::nullopt;
}

/// Finds the lines that hold a byte without which no other format's line is one. A game of CSA has
/// hardly any.
class SuspectLines {
 public:
  SuspectLines(std::string_view text, Format own) : text_(text) {
    constexpr std::pair<Format, std::string_view> kMarks[] = {
        {Format::sgf, "("}, {Format::cgp, "/"}, {Format::gcg, "#>"}, {Format::csa, kCsaStarts}};
    for (const auto& [format, bytes] : kMarks) {
      if (format == own) continue;
      for (const char byte : bytes) marks_.push_back({byte, text.find(byte)});
    }
  }

  /// Where the next of them starts, at `from` or behind it; the text's size where there is none.
  /// \param from  the start or the end of a line
  std::size_t next(std::size_t from) {
    std::size_t first = std::string_view::npos;
    for (Mark& mark : marks_) {
      if (mark.at < from) mark.at = text_.find(mark.byte, from);
      first = std::min(first, mark.at);
    }
    if (first == std::string_view::npos) return text_.size();
    return text_.find_last_of("\r\n", first) + 1;  // npos + 1 is 0
  }

 private:
  struct Mark {
    char byte;
    std::size_t at;
  };

  std::string_view text_;
  std::vector<Mark> marks_;
};

/// Behind the "]" that ends the value begun at `open`; npos: nothing ends it.
std::size_t behind_value(std::string_view text, std::size_t open) {
  std::size_t at = open + 1;
  while ((at = text.find_first_of("]\\", at)) != std::string_view::npos) {
    if (text[at] == ']') return at + 1;
    at += 2;
  }
  return at;
}

}  // namespace

std::optional<ForeignText> find_foreign_text(std::string_view text, Format own) {
  SuspectLines lines(text, own);
  for (std::size_t at = lines.next(0); at < text.size();) {
    if (const auto format = format_of_line(text.substr(at, kReach), own)) {
      return ForeignText{*format, at};
    }
    at = lines.next(std::min(text.find_first_of("\r\n", at), text.size()));
  }
  return std::nullopt;
}

std::optional<ForeignText> find_foreign_in_open_tree(std::string_view tree) {
  constexpr std::string_view kBreaks = "\r\n";
  for (std::size_t at = 0; at < tree.size();) {
    const std::size_t open = std::min(tree.find('[', at), tree.size());
    const std::size_t behind = open < tree.size() ? behind_value(tree, open) : tree.size();
    const bool value_ends = behind != std::string_view::npos;
    if (!value_ends || tree.substr(at, open - at).find_first_of(kBreaks) != tree.npos) {
      // The last line goes on behind its "[": CGP has brackets too.
      const std::size_t end = value_ends ? tree.find_first_of(kBreaks, open) : tree.npos;
      if (const auto found = find_foreign_text(tree.substr(at, end - at), Format::sgf)) {
        return ForeignText{found->format, at + found->offset};
      }
    }
    at = value_ends ? behind : tree.size();
  }
  return std::nullopt;
}

std::optional<Format> foreign_format_in_cgp(std::string_view line) {
  constexpr std::string_view kStarts = "(#>VNP$+-";
  if (line.empty() || kStarts.find(line.front()) == std::string_view::npos) return std::nullopt;
  if (is_csa_head_line(line)) return Format::csa;
  return format_of_line(line.substr(0, kReach), Format::cgp);
}

}  // namespace ludex
