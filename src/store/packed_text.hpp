#pragma once

#include "core/uninitialized.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CCtx_s;

namespace ludex {

/// A block of the table text_block is a zstd frame of the text, or, where moves of SGF are a
/// quarter of it and more, has them apart. Little-endian:
///   0  u8   kMovesApart, which begins no zstd frame
///   1  u8   0, three times
///   4  u32  moves
///   8  u32  bytes of text outside the runs of moves
///  12  u32  bytes of the list of runs
/// then the moves, 9 bits each, every byte filled from its lowest bit on: column * 19 + row, from
/// 0; then a zstd frame: the text outside the runs, and the list. A run is the moves
/// ";B[pd];W[dd]..." of colors that alternate, with letters from "a" to "s". The list has two
/// numbers for each, in seven-bit groups, lowest first: bytes of text since the run before; moves *
/// 2, plus one if White begins.
inline constexpr char kMovesApart = 1;
inline constexpr std::size_t kMovesApartHeader = 16;

/// Packs texts. Keeps its memory from one to the next. Cost: some 3 ns a move, and what zstd takes
/// for the rest.
class TextPacker {
 public:
  TextPacker();
  ~TextPacker();

  /// Replaces `packed`; by nothing if there is no text. \throws Error
  void pack(std::string_view text, std::string& packed);

 private:
  [[nodiscard]] bool take_apart(std::string_view text);
  void add_run(std::string_view literal, std::string_view run);
  void append_frame(std::string_view text, std::string& packed);

  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> zstd_;
  std::string literals_;
  std::string runs_;
  std::vector<char> moves_;
  std::size_t move_count_ = 0;
  UninitializedVector<char> frame_;
};

/// Unpacks what TextPacker packed.
class TextUnpacker {
 public:
  /// Replaces `text` by the `bytes` of text in a block. False if the block is damaged; never reads
  /// outside it.
  [[nodiscard]] bool unpack(std::string_view packed, std::size_t bytes, std::string& text);

 private:
  [[nodiscard]] bool join(std::string_view packed, std::size_t bytes, std::string& text);

  std::string rest_;
};

}  // namespace ludex
