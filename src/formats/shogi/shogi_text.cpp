#include "formats/shogi/shogi_text.hpp"

#include "formats/charset/shift_jis.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace ludex {
namespace {

/// Bytes of a record as UTF-8, and the charset that they were read in.
struct DecodedText {
  std::string_view utf8;
  Charset charset = Charset::utf8;
  std::size_t bad_bytes = 0;
};

/// Tries UTF-8, Shift_JIS and EUC-JP; where bytes mean nothing in any of them, the one with the
/// fewest such bytes. \param buffer  holds the copy, if there is one
DecodedText decode(std::string_view record, const ShogiReadOptions& options, std::string& buffer) {
  const auto read_in = [&](Charset charset) {
    buffer.clear();
    const std::size_t bad = append_utf8(charset, record, buffer);
    return DecodedText{buffer, charset, bad};
  };
  if (options.charset) return read_in(*options.charset);
  if (is_ascii(record)) return {record, Charset::ascii, 0};
  if (is_utf8(record)) return {record, Charset::utf8, 0};
  DecodedText best = read_in(Charset::shift_jis);
  if (best.bad_bytes == 0) return best;
  for (const Charset charset : {Charset::euc_jp, Charset::utf8}) {
    const DecodedText other = read_in(charset);
    if (other.bad_bytes < best.bad_bytes) best = other;
  }
  return read_in(best.charset);
}

/// Turns offsets in the UTF-8 copy of a record into those of the record.
class OffsetMap {
 public:
  OffsetMap(std::string_view record, const DecodedText& text)
      : record_(record), text_(text), copy_lines_(text.utf8), lines_(record) {}

  /// \pre offsets never go down
  std::uint64_t of(std::uint64_t offset) {
    while ((!is_begun_ || offset > copy_end_) && !copy_lines_.at_end() && !lines_.at_end()) {
      take_line();
    }
    while (at_ < end_) {
      const Character next = character_at(at_);
      if (copy_at_ + next.copy_bytes > offset) break;
      at_ += next.bytes;
      copy_at_ += next.copy_bytes;
    }
    return at_;
  }

 private:
  struct Character {
    std::size_t bytes, copy_bytes;
  };

  void take_line() {
    const std::string_view copy = copy_lines_.take(), line = lines_.take();
    copy_at_ = static_cast<std::size_t>(copy.data() - text_.utf8.data());
    copy_end_ = copy_at_ + copy.size();
    at_ = static_cast<std::size_t>(line.data() - record_.data());
    end_ = at_ + line.size();
    is_begun_ = true;
  }

  /// A byte that means nothing is one, too: the copy shows it as \xE9.
  Character character_at(std::size_t at) {
    const auto byte = static_cast<unsigned char>(record_[at]);
    if (byte < 0x80) return {1, 1};
    const std::string_view copy = text_.utf8.substr(copy_at_, copy_end_ - copy_at_);
    const char shown[] = {'\\', 'x', hex_digit(byte >> 4U), hex_digit(byte & 0xFU)};
    if (copy.starts_with(std::string_view(shown, std::size(shown)))) return {1, std::size(shown)};
    const std::size_t copy_bytes = bytes_of_utf8(copy.empty() ? '\0' : copy.front());
    switch (text_.charset) {
      case Charset::utf8:
        return {copy_bytes, copy_bytes};
      case Charset::shift_jis:
        return {is_shift_jis_lead(record_[at]) ? 2U : 1U, copy_bytes};
      case Charset::euc_jp:
        return {byte == 0x8F ? 3U : byte == 0x8E || byte > 0xA0 ? 2U : 1U, copy_bytes};
      default:
        return decoded_character_at(at);
    }
  }

  Character decoded_character_at(std::size_t at) {
    const std::size_t most = std::min(kMostBytes, end_ - at);
    if (most >= 2 && decode_part(at, 2) == 0 && is_one_character(decoded_))
      return {2, decoded_.size()};
    for (std::size_t bytes = 1; bytes <= most; ++bytes) {
      if (decode_part(at, bytes) == 0) return {bytes, decoded_.size()};
    }
    (void)decode_part(at, 1);
    return {1, decoded_.size()};
  }

  std::size_t decode_part(std::size_t at, std::size_t bytes) {
    decoded_.clear();
    return append_utf8(text_.charset, record_.substr(at, bytes), decoded_);
  }

  static char hex_digit(unsigned value) { return "0123456789ABCDEF"[value]; }

  /// By the first byte of a character.
  static std::size_t bytes_of_utf8(char first) {
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  }

  static bool is_one_character(std::string_view utf8) {
    return std::ranges::count_if(utf8, [](char c) { return (c & 0xC0) != 0x80; }) == 1;
  }

  static constexpr std::size_t kMostBytes = 4;  // of a character, in any charset

  std::string_view record_;
  const DecodedText& text_;
  TextLines copy_lines_, lines_;
  std::size_t copy_at_ = 0, copy_end_ = 0, at_ = 0, end_ = 0;
  bool is_begun_ = false;
  std::string decoded_;
};

void map_offsets(std::string_view record, const DecodedText& text, ShogiGame& game,
                 std::optional<Problem>& reject) {
  std::vector<Problem>& problems = game.info.problems;
  std::ranges::stable_sort(problems, {}, &Problem::offset_bytes);
  std::vector<std::uint64_t*> offsets;
  for (ShogiNode& node : game.nodes) offsets.push_back(&node.offset_bytes);
  for (Problem& problem : problems) offsets.push_back(&problem.offset_bytes);
  if (reject) offsets.push_back(&reject->offset_bytes);
  std::ranges::sort(offsets, {}, [](const std::uint64_t* offset) { return *offset; });
  OffsetMap map(record, text);
  for (std::uint64_t* const offset : offsets) *offset = map.of(*offset);
}

void note_charset(const DecodedText& text, std::string_view declared, ShogiGame& game) {
  GameInfo& info = game.info;
  info.charset = charset_name(text.charset);
  if (!declared.empty()) {
    const auto named = find_charset(declared);
    const std::string label = shogi_excerpt(declared);
    if (!named) {
      info.problems.push_back({ProblemKind::unknown_charset, kNoShogiNode, 0, label, {}});
    } else if (*named != text.charset && text.charset != Charset::ascii) {
      info.problems.push_back({ProblemKind::wrong_charset, kNoShogiNode, 0, label, {}});
    }
  }
  if (text.bad_bytes == 0) return;
  info.problems.push_back({ProblemKind::bad_charset,
                           kNoShogiNode,
                           0,
                           fmt::format("{} bytes mean nothing in {}", text.bad_bytes, info.charset),
                           {}});
}

}  // namespace

std::optional<Problem> read_decoded(std::string_view record, const ShogiReadOptions& options,
                                    ShogiGame& out, const DecodedReader& read) {
  std::string utf16, buffer;
  const std::optional<Charset> wide = wide_charset(options.form);
  if (wide) {
    utf16_to_utf8(record, wide == Charset::utf16be, utf16);
    record = utf16;
  }
  record = without_utf8_mark(record);
  DecodedText text = wide ? DecodedText{record, Charset::utf8, 0} : decode(record, options, buffer);
  std::string_view declared;
  std::optional<Problem> reject = read(text.utf8, declared);
  if (wide) text.charset = *wide;
  note_charset(text, wide ? std::string_view() : declared, out);
  if (text.utf8.data() != record.data()) map_offsets(record, text, out, reject);
  return reject;
}

std::string shogi_excerpt(std::string_view text) {
  constexpr std::size_t kMostBytes = 60;
  if (text.size() > kMostBytes) {
    text = text.substr(0, kMostBytes);
    text = text.substr(0, utf8_prefix(text));
  }
  return clean_text(text);
}

std::string clean_text(std::string_view text, bool keeps_lines) {
  std::string clean(text);
  std::ranges::replace_if(
      clean,
      [&](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && !(keeps_lines && c == '\n')) || c == '\x7F';
      },
      ' ');
  return clean;
}

}  // namespace ludex
