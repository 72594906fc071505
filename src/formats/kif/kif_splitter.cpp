#include "formats/kif/kif_splitter.hpp"

#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"
#include "formats/charset/shift_jis.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <span>

namespace ludex {
namespace {

/// Longer runs of headers belong to the game before them.
constexpr std::size_t kLongestHeadRun = 64 * 1024;
/// How many bytes of a line show its kind.
constexpr std::size_t kLineHead = 96;

struct InBoth {
  std::string_view utf8, shift_jis;
  [[nodiscard]] bool begins(std::string_view line) const {
    return line.starts_with(utf8) || line.starts_with(shift_jis);
  }
};

/// Headers that begin a game.
constexpr InBoth kFirstHeaders[] = {
    {"先手：", "\x90\xE6\x8E\xE8\x81\x46"},
    {"後手：", "\x8C\xE3\x8E\xE8\x81\x46"},
    {"下手：", "\x89\xBA\x8E\xE8\x81\x46"},
    {"上手：", "\x8F\xE3\x8E\xE8\x81\x46"},
    {"手合割：", "\x8E\xE8\x8D\x87\x8A\x84\x81\x46"},
    {"開始日時：", "\x8A\x4A\x8E\x6E\x93\xFA\x8E\x9E\x81\x46"},
    {"終了日時：", "\x8F\x49\x97\xB9\x93\xFA\x8E\x9E\x81\x46"},
    {"対局日：", "\x91\xCE\x8B\xC7\x93\xFA\x81\x46"},
    {"棋戦：", "\x8A\xFB\x90\xED\x81\x46"},
    {"表題：", "\x95\x5C\x91\xE8\x81\x46"},
    {"場所：", "\x8F\xEA\x8F\x8A\x81\x46"},
    {"持ち時間：", "\x8E\x9D\x82\xBF\x8E\x9E\x8A\xD4\x81\x46"},
    {"対局ID：", "\x91\xCE\x8B\xC7\x49\x44\x81\x46"},
    {"記録ID：", "\x8B\x4C\x98\x5E\x49\x44\x81\x46"},
    {"先手の持駒：", "\x90\xE6\x8E\xE8\x82\xCC\x8E\x9D\x8B\xEE\x81\x46"},
    {"後手の持駒：", "\x8C\xE3\x8E\xE8\x82\xCC\x8E\x9D\x8B\xEE\x81\x46"},
    {"下手の持駒：", "\x89\xBA\x8E\xE8\x82\xCC\x8E\x9D\x8B\xEE\x81\x46"},
    {"上手の持駒：", "\x8F\xE3\x8E\xE8\x82\xCC\x8E\x9D\x8B\xEE\x81\x46"},
    {"作品名：", "\x8D\xEC\x95\x69\x96\xBC\x81\x46"},
    {"作品番号：", "\x8D\xEC\x95\x69\x94\xD4\x8D\x86\x81\x46"},
    {"作者：", "\x8D\xEC\x8E\xD2\x81\x46"},
};
constexpr InBoth kSeparatorLine = {"手数--", "\x8E\xE8\x90\x94\x2D\x2D"};
constexpr InBoth kVariationLine = {"変化", "\x95\xCF\x89\xBB"};
constexpr InBoth kSummaryLine = {"まで", "\x82\xDC\x82\xC5"};
constexpr InBoth kBlank = {"　", "\x81\x40"};
constexpr InBoth kMarks[] = {
    {"▲", "\x81\xA3"},
    {"△", "\x81\xA2"},
    {"▼", "\x81\xA5"},
    {"▽", "\x81\xA4"},
};

bool begins_with_any(std::string_view line, std::span<const InBoth> words) {
  return std::ranges::any_of(words, [&](const InBoth& word) { return word.begins(line); });
}

constexpr InBoth kColon = {"：", "\x81\x46"};

/// True for well-formed UTF-8. \param is_cut  the last character may be incomplete
bool is_utf8_text(std::string_view text, bool is_cut) {
  const std::string_view rest = text.substr(utf8_prefix(text));
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  return rest.empty() ||
         (is_cut && rest.size() < 4 && static_cast<unsigned char>(rest[0]) >= 0xC2 &&
          std::ranges::all_of(rest.substr(1), continues));
}

/// True if a word and a full-width colon stand in front. Bytes of Shift_JIS count in pairs.
bool resembles_header(std::string_view line) {
  constexpr std::size_t kLongestKey = 48;
  const std::size_t front = static_cast<unsigned char>(line.front());
  if (front < 0x80 && !is_letter(line.front()) && line.front() != '$') return false;
  const std::string_view key = line.substr(0, kLongestKey);
  if (const std::size_t colon = key.find(kColon.utf8); colon != key.npos && colon > 0) return true;
  if (is_utf8_text(key, line.size() > key.size())) return false;
  for (std::size_t at = 0; at < key.size(); at += is_shift_jis_lead(key[at]) ? 2 : 1) {
    if (at > 0 && key.substr(at).starts_with(kColon.shift_jis)) return true;
  }
  return false;
}

/// The number of a move in front of a line; 0: none.
std::uint32_t number_of(std::string_view line) {
  while (!line.empty() && (is_space_or_tab(line.front()) || kBlank.begins(line))) {
    const std::size_t bytes = is_space_or_tab(line.front())   ? 1
                              : line.starts_with(kBlank.utf8) ? kBlank.utf8.size()
                                                              : kBlank.shift_jis.size();
    line.remove_prefix(bytes);
  }
  std::uint32_t number = 0;
  std::size_t digits = 0;
  for (; digits < line.size() && digits < 9 && is_digit(line[digits]); ++digits) {
    number = number * 10 + static_cast<std::uint32_t>(line[digits] - '0');
  }
  const bool ends =
      digits < line.size() && (is_space_or_tab(line[digits]) || kBlank.begins(line.substr(digits)));
  return digits > 0 && ends ? number : 0;
}

}  // namespace

KifSplitter::KifSplitter(Format format, const SplitOptions& options, std::string_view head)
    : TextSplitter(format, options.start_offset_bytes, options.max_record_bytes, head) {}

void KifSplitter::begin_record() {
  scanned_ = 0;
  run_ = kNone;
  in_line_ = has_lines_ = has_moves_ = has_numbers_ = in_variation_ = run_was_too_long_ = false;
}

std::size_t KifSplitter::take_record(std::string_view bytes, bool final, RecordSink& sink) {
  const bool found = find_next_game(bytes, final);
  // Before the end is known: what surely belongs to the record.
  const std::size_t end = found ? run_ : final ? bytes.size() : std::min(run_, scanned_);
  if (end > max_record_bytes_) {
    if (found) {  // to be found again
      scanned_ = run_;
      in_line_ = false;
      run_ = kNone;
    }
    begin_oversize(sink);
    return 0;
  }
  if (!found && !final) return 0;
  const TextWindow window(bytes, form());
  const bool odd = bytes.size() % window.width_bytes() != 0;
  const std::size_t length =
      !found && odd
          ? bytes.size()
          : window.without_trailing_blanks(end / window.width_bytes()) * window.width_bytes();
  give_record({.text = bytes.substr(0, length), .open_end = !found}, sink);
  return end_record(found ? end : bytes.size());
}

std::size_t KifSplitter::take_oversize(std::string_view bytes, bool final, RecordSink& sink) {
  const bool found = find_next_game(bytes, final);
  const std::size_t end = std::min(run_, scanned_);
  scanned_ -= end;
  if (run_ != kNone) run_ -= end;
  return give_oversize(bytes, end, found, final, sink);
}

// Goes on with the lines of a record. At the next game, run_ is where that starts.
bool KifSplitter::find_next_game(std::string_view bytes, bool final) {
  if (is_wide(form())) {
    scanned_ = bytes.size();
    return false;
  }
  std::size_t lf = 0;  // the next line feed
  while (scanned_ < bytes.size()) {
    if ((lf < scanned_ || lf == 0) && lf != bytes.npos) lf = bytes.find('\n', scanned_);
    const std::size_t cr = bytes.substr(0, lf).find('\r', scanned_);
    const std::size_t end = std::min(lf, cr);
    if (!in_line_) {
      const std::size_t known = std::min(end, bytes.size()) - scanned_;
      if (end == bytes.npos && known < kLineHead && !final) return false;
      if (run_ != kNone && scanned_ - run_ > kLongestHeadRun) {
        run_ = kNone;
        run_was_too_long_ = true;
      }
      if (starts_game(bytes.substr(scanned_, std::min(known, kLineHead)))) {
        if (run_ == kNone) run_ = scanned_;
        return true;
      }
      in_line_ = has_lines_ = true;
    }
    scanned_ = std::min(end, bytes.size());
    if (end == bytes.npos) return false;
    ++scanned_;
    in_line_ = false;
  }
  return false;
}

bool KifSplitter::starts_game(std::string_view line) {
  if (line.empty()) return false;
  if (line.size() == 1 && line.front() == kRecordSeparator) {
    run_ = scanned_;
    return has_lines_;
  }
  if (line.front() == '#') {
    if (run_ == kNone && has_lines_ && !run_was_too_long_) run_ = scanned_;
    return false;
  }
  if (const std::uint32_t ply = number_of(line); ply > 0) return starts_game_as_number(ply);
  bool is_of_game = false;  // surely of this one
  if (static_cast<unsigned char>(line.front()) >= 0x80) {
    const bool is_separator = kSeparatorLine.begins(line);
    if (has_moves_ && (is_separator || begins_with_any(line, kFirstHeaders))) return true;
    in_variation_ = kVariationLine.begins(line);
    is_of_game =
        in_variation_ || is_separator || kSummaryLine.begins(line) || begins_with_any(line, kMarks);
    has_moves_ = has_moves_ || is_of_game;
  }
  if (has_moves_ && !is_of_game && resembles_header(line)) {
    if (run_ == kNone && !run_was_too_long_) run_ = scanned_;
    return false;
  }
  end_run();
  return false;
}

bool KifSplitter::starts_game_as_number(std::uint32_t ply) {
  const bool is_new = ply == 1 && has_numbers_ && !in_variation_;
  if (is_new) return true;
  in_variation_ = false;
  has_moves_ = has_numbers_ = true;
  end_run();
  return false;
}

void KifSplitter::end_run() {
  run_ = kNone;
  run_was_too_long_ = false;
}

}  // namespace ludex
