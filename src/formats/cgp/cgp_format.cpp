#include "formats/cgp/cgp_format.hpp"

#include "core/ascii.hpp"
#include "formats/cgp/cgp_record_reader.hpp"
#include "formats/cgp/cgp_splitter.hpp"
#include "formats/position_readers.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <array>

namespace ludex {
namespace {

constexpr std::string_view kEndings[] = {".cgp"};
constexpr PositionNotation kPositions[] = {{nullptr, read_cgp}};

bool is_tile_character(char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; }

std::string_view take_word(std::string_view& line) {
  while (!line.empty() && is_space_or_tab(line.front())) line.remove_prefix(1);
  std::size_t end = 0;
  while (end < line.size() && !is_space_or_tab(line[end])) ++end;
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

/// Rows of letters and runs, some of them empty squares or all of them letters. `[+P]` is a piece
/// of shogi.
bool is_placement(std::string_view word) {
  bool in_brackets = false;
  for (const char c : word) {
    const bool plain = is_tile_character(c) || is_digit(c) || c == '/';
    if (c == '[' || c == ']') {
      if (in_brackets == (c == '[')) return false;
      in_brackets = !in_brackets;
    } else if (!plain && !in_brackets) {
      return false;
    }
  }
  return !in_brackets && word.find('/') != std::string_view::npos;
}

bool is_scores(std::string_view word) {
  const auto fits = [](char c) { return is_digit(c) || c == '/' || c == '-'; };
  return std::all_of(word.begin(), word.end(), fits) &&
         std::any_of(word.begin(), word.end(), is_digit);
}

bool is_cgp(std::string_view line) {
  std::array<std::string_view, 4> words;
  for (std::string_view& word : words) word = take_word(line);
  return is_placement(words[0]) && !words[1].empty() && is_scores(words[2]) && !words[3].empty() &&
         std::all_of(words[3].begin(), words[3].end(), is_digit);
}

}  // namespace

CgpFormat::CgpFormat()
    : FormatRoom({.name = "cgp",
                  .title = "CGP",
                  .endings = kEndings,
                  .evidence = Evidence::first_line,
                  .line_mark = {"/", false},
                  .record_name = "a CGP record",
                  .output = Output::positions,
                  .positions = kPositions}) {}

/// The first line that is neither blank nor a comment has four fields that look like CGP's.
bool CgpFormat::holds(std::string_view head) const {
  while (!head.empty()) {
    std::string_view line = take_line(head);
    while (!line.empty() && is_space_or_tab(line.front())) line.remove_prefix(1);
    if (!line.empty() && line.front() != '#') return is_cgp(line);
  }
  return false;
}

bool CgpFormat::begins_record(std::string_view text, bool) const {
  return holds(text.substr(0, text.find_first_of("\r\n")));
}

std::unique_ptr<Splitter> CgpFormat::make_splitter(const SplitOptions& options,
                                                   std::string_view) const {
  return std::make_unique<CgpSplitter>(options.start_offset_bytes, options.max_record_bytes);
}
std::unique_ptr<RecordReader> CgpFormat::make_reader(const ReadOptions&) const {
  return std::make_unique<CgpRecordReader>();
}

const FormatRoom& cgp_format() {
  static const CgpFormat format;
  return format;
}

}  // namespace ludex
