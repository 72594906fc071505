#pragma once

#include "formats/format.hpp"
#include "formats/game_info.hpp"
#include "formats/splitter.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// A record's 128-bit hash (XXH3), big-endian.
using RecordHash = std::array<std::uint8_t, 16>;

/// One game, ready to be stored: everything that workers prepare without the database.
struct GameRow {
  GameRow() = default;
  explicit GameRow(GameInfo&& about) : info(std::move(about)) {}

  GameInfo info;
  std::vector<std::uint16_t> script;
  /// Go: the chains that its moves captured (games/api/captures.hpp).
  std::optional<std::vector<std::uint8_t>> captures;
  std::uint32_t moves = 0;
  std::uint32_t main_positions = 0;
  std::uint32_t total_positions = 0;
  std::uint32_t branches = 0;
  std::int32_t first_illegal_ply = -1;
  std::string swap;  ///< "none", "pieces", ...; empty if the game has no swap
  std::uint64_t content_hash = 0;
  std::string properties_json;   ///< empty if there are none
  bool has_node_text = false;    ///< its words are also those of the comments of all nodes
  std::uint32_t first_text = 0;  ///< of BatchTexts::places()
};

/// The place of a game, and whether queries can see it.
struct GamePlace {
  RecordId record = RecordId::none;
  std::int64_t member = 0;
  std::uint64_t offset_bytes = 0;  ///< of the record in its member
  std::uint64_t length_bytes = 0;
  RecordHash hash{};
  SourceId source = SourceId::none;
  bool hidden = false;  ///< its source is not complete yet and replaces another
  bool variations_indexed = false;
};

/// One record as it is stored. `text_begin` is its place in the text block of its batch.
struct RecordRow {
  std::uint64_t offset_bytes = 0;
  std::uint64_t length_bytes = 0;
  Format format{};
  TextForm form = TextForm::bytes;
  RecordHash hash{};
  std::int64_t text_block = 0;  ///< 0: stored without text
  std::uint64_t text_begin = 0;
  std::optional<Problem> reject;
};

}  // namespace ludex
