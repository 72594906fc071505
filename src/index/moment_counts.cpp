#include "index/moment_counts.hpp"

#include "core/little_endian.hpp"

#include <xxhash.h>

#include <limits>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kMomentsAt = 4;
constexpr std::size_t kCountsChecksumAt = 8;
constexpr std::size_t kCountsHeaderBytes = 16;
constexpr std::size_t kFewestCellBytes = 11;  // each varint takes one at least
constexpr std::size_t kFewestVisitBytes = 2;

std::uint64_t counts_checksum(std::string_view bytes) {
  const std::string_view payload = bytes.substr(kCountsHeaderBytes);
  return XXH64(payload.data(), payload.size(), XXH64(bytes.data(), kCountsChecksumAt, 0));
}

/// Reads varints; what is not as expected breaks it.
class Varints {
 public:
  explicit Varints(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t next() {
    const auto number = take_varint(rest_);
    broken_ |= !number;
    return number.value_or(0);
  }
  /// \pre most < 2^63
  std::uint64_t at_most(std::uint64_t most) {
    const std::uint64_t number = next();
    broken_ |= number > most;
    return broken_ ? 0 : number;
  }
  /// How many items follow, which take this many bytes at least.
  std::size_t count(std::size_t fewest_bytes) { return at_most(rest_.size() / fewest_bytes); }
  [[nodiscard]] bool broken() const { return broken_; }
  [[nodiscard]] bool ended() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool broken_ = false;
};

constexpr std::uint64_t kMostNumber = std::uint64_t{1} << kMaxFieldBits;
constexpr std::uint64_t kMostDay = 1'0000'0000;
constexpr std::uint64_t kMostPly = std::numeric_limits<std::int32_t>::max();
constexpr std::uint64_t kMostOp = 0xFFFF;

void read_cells(Varints& varints, std::uint32_t moments, std::uint64_t first_number,
                MomentCounts& counts) {
  const std::size_t cells = varints.count(kFewestCellBytes);
  counts.cells.reserve(cells);
  counts.samples.reserve(cells);
  std::uint64_t place = 0;
  for (std::size_t i = 0; i < cells && !varints.broken(); ++i) {
    place += varints.at_most(2 * std::uint64_t{moments});
    if (place >= 2 * std::uint64_t{moments}) return void(varints.at_most(0));
    MomentCell& cell = counts.cells.emplace_back();
    cell.moment = static_cast<std::uint32_t>(place / 2);
    cell.seats_exchanged = place % 2 != 0;
    const auto games = [&] { return static_cast<std::int64_t>(varints.at_most(kMostNumber)); };
    cell.games = games();
    for (std::int64_t& wins : cell.wins) wins = games();
    cell.draws = games();
    cell.first_day = static_cast<Day>(varints.at_most(kMostDay));
    cell.last_day = static_cast<Day>(varints.at_most(kMostDay)) - 1;
    MomentCounts::Sample& sample = counts.samples.emplace_back();
    sample.number = first_number + varints.at_most(kMostNumber);
    cell.sample_ply = static_cast<std::uint32_t>(varints.at_most(kMostPly));
    sample.ops.resize(varints.count(1));
    for (std::uint16_t& op : sample.ops) op = static_cast<std::uint16_t>(varints.at_most(kMostOp));
  }
}

void read_board(Varints& varints, MomentCounts& counts) {
  constexpr std::uint64_t kMostSide = 1024;
  counts.game = static_cast<GameType>(varints.at_most(kMostPly));
  const auto width = static_cast<std::int16_t>(varints.at_most(kMostSide));
  const auto height = static_cast<std::int16_t>(varints.at_most(kMostSide));
  counts.size = {width, height};
}

void read_others(Varints& varints, std::uint32_t moments, std::uint64_t first_number,
                 MomentCounts& counts) {
  const std::size_t others = varints.count(kFewestVisitBytes);
  counts.others.reserve(others);
  std::uint64_t number = first_number;
  for (std::size_t i = 0; i < others && !varints.broken(); ++i) {
    number += varints.at_most(kMostNumber);
    const auto moment = static_cast<std::uint32_t>(varints.at_most(moments - std::uint64_t{1}));
    counts.others.push_back({number, moment});
  }
}

}  // namespace

std::string pack_moment_counts(const MomentCounts& counts, std::uint32_t moments,
                               std::uint64_t first_number) {
  std::string bytes(kCountsHeaderBytes, '\0');
  bytes[0] = static_cast<char>(kMomentCountsFormat);
  store_little(bytes.data() + kMomentsAt, moments);
  append_varint(bytes, static_cast<std::uint64_t>(counts.game));
  append_varint(bytes, static_cast<std::uint64_t>(counts.size.width));
  append_varint(bytes, static_cast<std::uint64_t>(counts.size.height));
  append_varint(bytes, counts.cells.size());
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < counts.cells.size(); ++i) {
    const MomentCell& cell = counts.cells[i];
    const std::uint64_t place = 2 * std::uint64_t{cell.moment} + (cell.seats_exchanged ? 1 : 0);
    append_varint(bytes, place - std::exchange(before, place));
    for (const std::int64_t number :
         {cell.games, cell.wins[0], cell.wins[1], cell.wins[2], cell.draws,
          std::int64_t{cell.first_day}, std::int64_t{cell.last_day} + 1}) {
      append_varint(bytes, static_cast<std::uint64_t>(number));
    }
    append_varint(bytes, counts.samples[i].number - first_number);
    append_varint(bytes, cell.sample_ply);
    append_varint(bytes, counts.samples[i].ops.size());
    for (const std::uint16_t op : counts.samples[i].ops) append_varint(bytes, op);
  }
  append_varint(bytes, counts.others.size());
  before = first_number;
  for (const MomentCounts::Visit& visit : counts.others) {
    append_varint(bytes, visit.number - std::exchange(before, visit.number));
    append_varint(bytes, visit.moment);
  }
  store_little(bytes.data() + kCountsChecksumAt, counts_checksum(bytes));
  return bytes;
}

BlockFault read_moment_counts(std::string_view bytes, std::uint32_t moments,
                              std::uint64_t first_number, MomentCounts& counts) {
  counts = {};
  if (bytes.size() < kCountsHeaderBytes) return BlockFault::too_short;
  if (static_cast<std::uint8_t>(bytes[0]) != kMomentCountsFormat) return BlockFault::unknown_format;
  if (load_little<std::uint64_t>(bytes.data() + kCountsChecksumAt) != counts_checksum(bytes)) {
    return BlockFault::bad_checksum;
  }
  Varints varints(bytes.substr(kCountsHeaderBytes));
  const bool fits =
      moments != 0 && load_little<std::uint32_t>(bytes.data() + kMomentsAt) == moments;
  if (fits) read_board(varints, counts);
  if (fits && !varints.broken()) read_cells(varints, moments, first_number, counts);
  if (fits && !varints.broken()) read_others(varints, moments, first_number, counts);
  if (fits && !varints.broken() && varints.ended()) return BlockFault::none;
  counts = {};
  return BlockFault::bad_payload;
}

}  // namespace ludex
