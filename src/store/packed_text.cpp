#include "store/packed_text.hpp"

#include "core/little_endian.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace ludex {
namespace {

/// Level 1 packs Go records tighter than level 3 does, at three times the speed (bench/README.md).
constexpr int kTextLevel = 1;
constexpr std::size_t kMoveBytes = 6;  // ";B[pd]"
constexpr std::size_t kLeastRun = 4;   // moves
constexpr std::size_t kMoveBits = 9;
constexpr unsigned kLines = 19;
constexpr char kOtherColor = 'B' ^ 'W';

constexpr std::size_t bytes_of_moves(std::size_t moves) { return (moves * kMoveBits + 7) / 8; }

constexpr bool is_line(char letter) { return letter >= 'a' && letter < char{'a' + kLines}; }

constexpr bool is_move(const char* at) {
  return at[0] == ';' && (at[1] == 'B' || at[1] == 'W') && at[2] == '[' && is_line(at[3]) &&
         is_line(at[4]) && at[5] == ']';
}

/// The moves at the front whose colors alternate.
std::string_view run_at(std::string_view text) {
  std::size_t end = 0;
  while (text.size() - end >= kMoveBytes && is_move(text.data() + end)) {
    if (end > 0 && text[end + 1] == text[end + 1 - kMoveBytes]) break;
    end += kMoveBytes;
  }
  return text.substr(0, end);
}

/// The letters of a move by its number.
constexpr auto kLetters = [] {
  std::array<std::array<char, 2>, std::size_t{kLines} * kLines> letters{};
  for (unsigned i = 0; i < letters.size(); ++i) {
    letters[i] = {static_cast<char>('a' + i / kLines), static_cast<char>('a' + i % kLines)};
  }
  return letters;
}();

bool unpack_frame(std::string_view frame, std::size_t bytes, std::string& text) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // writers end blocks at some MiB
  if (bytes > kMostBytes || ZSTD_getFrameContentSize(frame.data(), frame.size()) != bytes) {
    return false;
  }
  text.resize(bytes);
  const std::size_t size = ZSTD_decompress(text.data(), text.size(), frame.data(), frame.size());
  return ZSTD_isError(size) == 0 && size == text.size();
}

/// The moves of a block, one after the other.
class PackedMoves {
 public:
  explicit PackedMoves(std::string_view bytes) : bytes_(bytes) {}

  /// Writes a run of `count` moves; false if a number is no move's. \pre the bytes hold as many
  bool write(std::size_t count, char color, char* to) {
    for (; count > 0; --count, to += kMoveBytes, color = static_cast<char>(color ^ kOtherColor)) {
      const std::size_t number = next();
      if (number >= kLetters.size()) return false;
      const char move[kMoveBytes] = {';', color, '[', kLetters[number][0], kLetters[number][1],
                                     ']'};
      std::memcpy(to, move, kMoveBytes);
    }
    return true;
  }

 private:
  std::size_t next() {
    const std::size_t byte = at_bit_ / 8;
    const auto word = load_little<std::uint16_t>(bytes_.data() + byte);
    const std::size_t number = word >> (at_bit_ % 8) & ((1U << kMoveBits) - 1);
    at_bit_ += kMoveBits;
    return number;
  }

  std::string_view bytes_;
  std::size_t at_bit_ = 0;
};

}  // namespace

TextPacker::TextPacker() : zstd_(ZSTD_createCCtx(), &ZSTD_freeCCtx) {}
TextPacker::~TextPacker() = default;

void TextPacker::pack(std::string_view text, std::string& packed) {
  packed.clear();
  if (text.empty()) return;
  if (!take_apart(text)) return append_frame(text, packed);
  packed.assign(4, '\0');
  packed[0] = kMovesApart;
  append_little(packed, static_cast<std::uint32_t>(move_count_));
  append_little(packed, static_cast<std::uint32_t>(literals_.size()));
  append_little(packed, static_cast<std::uint32_t>(runs_.size()));
  packed.append(moves_.data(), bytes_of_moves(move_count_));
  literals_ += runs_;
  append_frame(literals_, packed);
}

/// Fills literals_, runs_ and moves_. False, and less memory is used, if there are too few moves.
bool TextPacker::take_apart(std::string_view text) {
  literals_.clear();
  runs_.clear();
  move_count_ = 0;
  moves_.resize(text.size() / kMoveBytes * kMoveBits / 8 + 2 * sizeof(std::uint64_t));
  std::size_t begin = 0;  // of what stands before the next run
  for (std::size_t at = text.find(';'); at != std::string_view::npos; at = text.find(';', at)) {
    const std::string_view run = run_at(text.substr(at));
    if (run.size() >= kLeastRun * kMoveBytes) {
      add_run(text.substr(begin, at - begin), run);
      begin = at + run.size();
    }
    at += std::max<std::size_t>(run.size(), 1);
  }
  if (4 * move_count_ * kMoveBytes < text.size()) return false;
  literals_ += text.substr(begin);
  return true;
}

void TextPacker::add_run(std::string_view literal, std::string_view run) {
  const std::size_t moves = run.size() / kMoveBytes;
  literals_ += literal;
  append_varint(runs_, literal.size());
  append_varint(runs_, moves * 2 + (run[1] == 'W' ? 1 : 0));
  std::size_t at_bit = move_count_ * kMoveBits;
  std::uint64_t open = at_bit % 8 == 0 ? 0 : static_cast<std::uint8_t>(moves_[at_bit / 8]);
  for (std::size_t at = 0; at < run.size(); at += kMoveBytes) {
    const auto column = static_cast<unsigned>(run[at + 3] - 'a');
    const auto row = static_cast<unsigned>(run[at + 4] - 'a');
    const std::uint64_t word = open | std::uint64_t{column * kLines + row} << (at_bit % 8);
    store_little(moves_.data() + at_bit / 8, word);
    const std::size_t whole = at_bit / 8;
    at_bit += kMoveBits;
    open = word >> (8 * (at_bit / 8 - whole));
  }
  move_count_ += moves;
}

void TextPacker::append_frame(std::string_view text, std::string& packed) {
  frame_.resize(ZSTD_compressBound(text.size()));
  const std::size_t size = ZSTD_compressCCtx(zstd_.get(), frame_.data(), frame_.size(), text.data(),
                                             text.size(), kTextLevel);
  if (ZSTD_isError(size) != 0) {
    throw Error(fmt::format("cannot pack text: {}", ZSTD_getErrorName(size)));
  }
  packed.append(frame_.data(), size);
}

bool TextUnpacker::unpack(std::string_view packed, std::size_t bytes, std::string& text) {
  const bool is_apart = packed.size() >= kMovesApartHeader && packed[0] == kMovesApart;
  return is_apart ? join(packed, bytes, text) : unpack_frame(packed, bytes, text);
}

bool TextUnpacker::join(std::string_view packed, std::size_t bytes, std::string& text) {
  const auto word_at = [&](std::size_t at) {
    return std::size_t{load_little<std::uint32_t>(packed.data() + at)};
  };
  std::size_t moves = word_at(4);
  const std::size_t literal_bytes = word_at(8);
  const std::size_t list_bytes = word_at(12);
  packed.remove_prefix(kMovesApartHeader);
  const std::size_t move_bytes = bytes_of_moves(moves);
  if (literal_bytes + moves * kMoveBytes != bytes || move_bytes > packed.size()) return false;
  PackedMoves next(packed.substr(0, move_bytes));
  if (!unpack_frame(packed.substr(move_bytes), literal_bytes + list_bytes, rest_)) return false;
  std::string_view literals = std::string_view(rest_).substr(0, literal_bytes);
  std::string_view list = std::string_view(rest_).substr(literal_bytes);
  text.resize(bytes);
  char* to = text.data();
  const auto take_literals = [&](std::size_t count) {
    to = std::copy_n(literals.data(), count, to);
    literals.remove_prefix(count);
  };
  while (!list.empty()) {
    const auto before = take_varint(list);
    const auto run = take_varint(list);
    if (!before || !run || *before > literals.size() || *run / 2 > moves) return false;
    take_literals(*before);
    if (!next.write(*run / 2, *run % 2 == 0 ? 'B' : 'W', to)) return false;
    to += *run / 2 * kMoveBytes;
    moves -= *run / 2;
  }
  take_literals(literals.size());
  return moves == 0;
}

}  // namespace ludex
