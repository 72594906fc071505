#pragma once

#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"
#include "ludex/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// Where a server puts the third handicap stone.
enum class ThirdStone : std::uint8_t { lower_right, upper_left };

/// A record of another format as SGF, and what SGF has no place for. Reused from record to record.
struct SgfTranslation {
  std::string_view context;  ///< given by the caller: FoundRecord::context
  std::string sgf;           ///< one game, UTF-8
  std::string charset;       ///< in which the record was read
  /// As the record writes them, where `sgf` has another form; empty: as in `sgf`.
  std::string date_raw, result_raw;
  std::array<std::string, 2> rank_raw;
  /// What no column prints back, by the record's own names.
  std::vector<std::pair<std::string, std::string>> properties;
  /// Those of `properties` that `sgf` tells neither in its own words nor by their names.
  std::uint64_t untold = 0;
  std::vector<Problem> problems;
  struct Place {
    std::size_t sgf = 0;
    std::size_t record = 0;
  };
  std::vector<Place> places;  ///< where nodes come from, ascending

  void clear() { *this = {}; }
  /// Where in the record something in `sgf` comes from.
  [[nodiscard]] std::uint64_t record_offset(std::uint64_t sgf_offset) const;

  // Writing `sgf`.

  /// Begins a node. \param offset_bytes  where in the record it comes from
  void node(std::size_t offset_bytes);
  /// Nothing if the value is empty. \param text  UTF-8, escaped here
  void property(std::string_view ident, std::string_view text);
  /// "B[dd]". \param point  two letters, or empty for a pass
  void move(bool is_black, std::string_view point);
  /// Adds to `properties` what `sgf` tells in other words.
  void keep_told(std::string_view name, std::string text);
  /// Adds to `properties` what write_kept() writes under its own name. Counts it as untold if SGF
  /// cannot have a property of that name. Nothing if `text` is empty.
  void keep(std::string_view name, std::string text);
  /// Writes into the node what keep() was given, several values of a name as one property.
  void write_kept();
  /// HA, and stones on the points that servers give them on.
  void handicap_stones(int stones, int side, ThirdStone third);

 private:
  void value(std::string_view text);

  std::vector<std::pair<std::string, std::string>> kept_;
};

/// Two SGF letters of a point, 0, 0 the upper left one. \pre both in [0, 26)
[[nodiscard]] std::string sgf_point(int column, int row);

/// The points of handicap stones as SGF letters, in the order in which servers fill them; none if
/// the board has no such points.
[[nodiscard]] std::vector<std::string> handicap_points(int stones, int side, ThirdStone third);

/// Removes a rank from the end of `name`, in brackets or after a blank: "yunmi89 (13K)",
/// "LQC         9DP". \returns it as written; empty where none stands there
[[nodiscard]] std::string take_rank(std::string& name);
/// A rank as SGF writes it: "9DP" is "9p", "7D*" is "7d"; none if it is not understood.
[[nodiscard]] std::optional<std::string> sgf_rank(std::string_view rank);

/// Translates a record, and says why if that gave nothing. \param record  bytes; UTF-16 came as
/// UTF-8. \param out  cleared before
using SgfTranslate = std::optional<Problem> (*)(std::string_view record,
                                                std::optional<Charset> charset,
                                                SgfTranslation& out);

/// Reads records as the SGF that they are translated to.
[[nodiscard]] std::unique_ptr<RecordReader> make_translating_reader(const ReadOptions& options,
                                                                    SgfTranslate translate);
/// Writes them as SGF.
[[nodiscard]] std::unique_ptr<RecordWriter> make_translating_writer(SgfTranslate translate);

}  // namespace ludex
