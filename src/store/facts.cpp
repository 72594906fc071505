#include "store/facts.hpp"

#include "core/parallel_work.hpp"
#include "core/refused_database.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

namespace ludex {
namespace {

constexpr char kFactFormat = 1;
constexpr std::int64_t kLeastRowBytes = 8;   // in SQLite's file
constexpr std::size_t kFactHeaderBytes = 4;  // format, width, count (u16)

[[noreturn]] void refuse_facts() { refuse_database("a block of facts is damaged"); }

int width_for(std::uint64_t span) {
  if (span == 0) return 0;
  if (span <= 0xFF) return 1;
  if (span <= 0xFFFF) return 2;
  return span <= 0xFFFF'FFFF ? 4 : 8;
}

/// Without branches on the values: minmax_element() has two for each.
FactRange range_of(std::span<const std::int64_t> values) {
  FactRange range{values.empty() ? 0 : values.front(), values.empty() ? 0 : values.front()};
  for (const std::int64_t value : values) {
    range.minimum = std::min(range.minimum, value);
    range.maximum = std::max(range.maximum, value);
  }
  return range;
}

std::int64_t row_of(Fact fact, std::int64_t chunk) {
  return static_cast<std::int64_t>(fact) << 32 | chunk;
}

constexpr const char* kReplaceBlock = "INSERT OR REPLACE INTO fact_block VALUES (?, ?, ?, ?)";

/// \param replace  kReplaceBlock
void put_visibility(SqlStatement& replace, std::int64_t chunk,
                    std::span<const std::int64_t> flags) {
  std::vector<std::int64_t> values(flags.begin(), flags.end());
  for (std::int64_t& value : values) value &= kVisibilityFlags;
  const FactRange range = range_of(values);
  replace.run(row_of(Fact::visibility, chunk), range.minimum, range.maximum,
              SqlBlob{pack_facts(values)});
}

}  // namespace

std::string pack_facts(std::span<const std::int64_t> values) {
  std::string data;
  pack_facts(values, range_of(values), data);
  return data;
}

void pack_facts(std::span<const std::int64_t> values, const FactRange& range, std::string& data) {
  const std::int64_t minimum = range.minimum;
  const auto span = static_cast<std::uint64_t>(range.maximum) - static_cast<std::uint64_t>(minimum);
  const int width = width_for(span);
  data.assign({kFactFormat, static_cast<char>(width)});
  append_little(data, static_cast<std::uint16_t>(values.size()));
  data.resize(kFactHeaderBytes + static_cast<std::size_t>(width) * values.size());
  char* place = data.data() + kFactHeaderBytes;
  with_words({.width = width}, [&]<class Word>(Words<Word>) {
    for (const std::int64_t value : values) {
      store_little(place, static_cast<Word>(static_cast<std::uint64_t>(value) -
                                            static_cast<std::uint64_t>(minimum)));
      place += sizeof(Word);
    }
  });
}

PackedFacts read_packed_facts(std::string_view data, std::int64_t minimum) {
  const bool framed = data.size() >= kFactHeaderBytes;
  const auto count = framed ? load_little<std::uint16_t>(data.data() + 2) : std::uint16_t{0};
  const std::size_t width = framed ? static_cast<std::uint8_t>(data[1]) : 0;
  const bool known_width = width <= 2 || width == 4 || width == 8;
  if (!framed || data[0] != kFactFormat || !known_width ||
      data.size() != kFactHeaderBytes + count * width) {
    refuse_facts();
  }
  return {minimum, count, static_cast<int>(width), data.data() + kFactHeaderBytes};
}

void unpack_facts(const PackedFacts& packed, std::vector<std::int64_t>& values) {
  values.resize(packed.count);
  if (packed.width == 0) std::fill(values.begin(), values.end(), packed.minimum);
  with_words(packed, [&](auto words) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(packed.minimum) + words[i]);
    }
  });
}

void FactValues::assign(const PackedFacts& facts) {
  minimum_ = facts.minimum;
  count_ = facts.count;
  width_ = static_cast<std::size_t>(facts.width);
  mask_ = width_ == 0 ? 0 : ~std::uint64_t{0} >> (64 - 8 * width_);
  words_.clear();
  if (width_ != 0) words_.assign(facts.words, count_ * width_);
  words_.append(sizeof(std::uint64_t), '\0');
}

FactCounts::FactCounts(SqlConnection& sql)
    : select_flags_(sql, "SELECT data FROM fact_block WHERE id = ?") {
  SqlStatement last(sql, "SELECT max(id) FROM fact_block WHERE id BETWEEN ? AND ?");
  if (!last.find(row_of(Fact::flags, 0), row_of(Fact::flags, 0xFFFF'FFFF)) || last.is_null(0)) {
    return;
  }
  chunks_ = (last.integer(0) & 0xFFFF'FFFF) + 1;
  // Each chunk has a row of every fact: a number beyond would keep readers busy for hours.
  const std::int64_t bytes =
      sql.first_integer("PRAGMA main.page_count") * sql.first_integer("PRAGMA main.page_size");
  if (chunks_ - 1 > bytes / (kFactCount * kLeastRowBytes)) refuse_facts();
}

std::size_t FactCounts::games(std::int64_t chunk) {
  if (chunk < chunks_ - 1) return static_cast<std::size_t>(kFactChunkGames);
  // A writer may have filled the last chunk and begun others.
  std::size_t count = 0;
  if (select_flags_.find(row_of(Fact::flags, chunk))) {
    count = read_packed_facts(select_flags_.bytes(0), 0).count;
  }
  select_flags_.reset();
  if (count > static_cast<std::size_t>(kFactChunkGames)) refuse_facts();
  return count;
}

PackedFacts FactCounts::read(std::int64_t chunk, std::string_view data, std::int64_t minimum) {
  const PackedFacts packed = read_packed_facts(data, minimum);
  if (packed.count != games(chunk)) refuse_facts();
  return packed;
}

FactReader::FactReader(SqlConnection& sql)
    : select_(sql, "SELECT minimum, data FROM fact_block WHERE id = ?"),
      select_range_(sql, "SELECT minimum, maximum FROM fact_block WHERE id = ?"),
      counts_(sql),
      cache_(kFactCount + 1) {}

void FactReader::read(Fact fact, std::int64_t chunk, std::vector<std::int64_t>& values) {
  values.clear();
  const bool found = select_.find(row_of(fact, chunk));
  unpack_facts(
      found ? counts_.read(chunk, select_.bytes(1), select_.integer(0)) : counts_.missing(chunk),
      values);
  select_.reset();
}

void FactReader::read(Fact fact, std::int64_t chunk, FactValues& values) {
  const bool found = select_.find(row_of(fact, chunk));
  values.assign(found ? counts_.read(chunk, select_.bytes(1), select_.integer(0))
                      : counts_.missing(chunk));
  select_.reset();
}

FactReader::Range FactReader::range(Fact fact, std::int64_t chunk) {
  if (!select_range_.find(row_of(fact, chunk))) return {0, 0};
  const Range range{select_range_.integer(0), select_range_.integer(1)};
  select_range_.reset();
  return range;
}

std::int64_t FactReader::value(Fact fact, GameId game) {
  const std::int64_t index = raw(game) - 1;
  Cached& cached = cache_[static_cast<std::size_t>(fact)];
  if (cached.chunk != index / kFactChunkGames) {
    const std::int64_t chunk = index / kFactChunkGames;
    const bool found = select_.find(row_of(fact, chunk));
    cached.values.assign(found ? counts_.read(chunk, select_.bytes(1), select_.integer(0))
                               : PackedFacts{});
    cached.chunk = chunk;
    select_.reset();
  }
  const auto place = static_cast<std::size_t>(index % kFactChunkGames);
  return place < cached.values.size() ? cached.values[place] : 0;
}

FactColumn::FactColumn(SqlConnection& sql, Fact fact)
    : fact_(fact),
      select_(sql, "SELECT id, minimum, maximum, data FROM fact_block WHERE id BETWEEN ? AND ?"),
      counts_(sql) {}

bool FactColumn::go_to(std::int64_t chunk) {
  if (chunk_ == chunk) return true;
  if (chunk_ < 0 || chunk_ + 1 != chunk) {
    select_.start(row_of(fact_, chunk), row_of(fact_, 0xFFFF'FFFF));
  }
  const bool found = select_.step() && select_.integer(0) == row_of(fact_, chunk);
  chunk_ = found ? chunk : -1;
  return found;
}

FactReader::Range FactColumn::range(std::int64_t chunk) {
  if (!go_to(chunk)) return {0, 0};
  return {select_.integer(1), select_.integer(2)};
}

PackedFacts FactColumn::packed(std::int64_t chunk) {
  if (!go_to(chunk)) return counts_.missing(chunk);
  return counts_.read(chunk, select_.bytes(3), select_.integer(1));
}

void add_visibility(SqlConnection& sql) {
  FactReader reader(sql);
  SqlStatement replace(sql, kReplaceBlock);
  std::vector<std::int64_t> flags;
  for (std::int64_t chunk = 0; chunk < reader.chunk_count(); ++chunk) {
    reader.read(Fact::flags, chunk, flags);
    if (!flags.empty()) put_visibility(replace, chunk, flags);
  }
}

FactWriter::FactWriter(SqlConnection& sql, std::int64_t next_game)
    : sql_(sql), replace_(sql, kReplaceBlock), chunk_((next_game - 1) / kFactChunkGames) {
  for (auto& column : columns_) column.reserve(kFactChunkGames);
  load_open_chunk();
}

void FactWriter::load_open_chunk() {
  FactReader reader(sql_);
  for (int fact = 1; fact <= kFactCount; ++fact) {
    reader.read(static_cast<Fact>(fact), chunk_, columns_[static_cast<std::size_t>(fact - 1)]);
  }
}

void FactWriter::append(const FactRow& row) {
  for (std::size_t i = 0; i < row.size(); ++i) columns_[i].push_back(row[i]);
  changed_ = true;
  end_chunk_if_full();
}

void FactWriter::append(const FactsOfGames& some) {
  for (std::size_t done = 0; done < some.games;) {
    const std::size_t room = static_cast<std::size_t>(kFactChunkGames) - columns_[0].size();
    const std::size_t count = std::min(room, some.games - done);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::int64_t* const first = some.columns[i].data() + done;
      columns_[i].insert(columns_[i].end(), first, first + count);
    }
    done += count;
    changed_ = true;
    end_chunk_if_full();
  }
}

void FactWriter::end_chunk_if_full() {
  if (columns_[0].size() < kFactChunkGames) return;
  write_chunk();
  ++chunk_;
  for (auto& column : columns_) column.clear();
  changed_ = false;
}

void FactWriter::flush() {
  if (changed_) write_chunk();
  changed_ = false;
}

/// Packs the columns on tasks of its own only, as GameWriter::prepare() does.
void FactWriter::write_chunk() {
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, columns_.size(), 8),
                      [&](const auto& some) {
                        const ParallelWork counted;
                        for (std::size_t i = some.begin(); i < some.end(); ++i)
                          packed_[i].pack(columns_[i]);
                      });
  });
  for (std::size_t i = 0; i < columns_.size(); ++i)
    put(static_cast<Fact>(i + 1), chunk_, packed_[i]);
  put_visibility(replace_, chunk_, columns_[fact_index(Fact::flags)]);
}

void FactWriter::Packed::pack(std::span<const std::int64_t> values) {
  range = range_of(values);
  pack_facts(values, range, data);
}

void FactWriter::put(Fact fact, std::int64_t chunk, const Packed& packed) {
  replace_.run(row_of(fact, chunk), packed.range.minimum, packed.range.maximum,
               SqlBlob{packed.data});
}

void FactWriter::update(Fact fact, GameId first, GameId last,
                        const std::function<std::int64_t(GameId, std::int64_t)>& change) {
  FactReader reader(sql_);
  std::vector<std::int64_t> values;
  for (std::int64_t chunk = (raw(first) - 1) / kFactChunkGames;
       chunk <= (raw(last) - 1) / kFactChunkGames; ++chunk) {
    reader.read(fact, chunk, values);
    if (values.empty()) continue;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::int64_t id = chunk * kFactChunkGames + 1 + static_cast<std::int64_t>(i);
      if (id < raw(first) || id > raw(last)) continue;
      values[i] = change(static_cast<GameId>(id), values[i]);
    }
    Packed& packed = packed_[fact_index(fact)];
    packed.pack(values);
    put(fact, chunk, packed);
    if (fact == Fact::flags) put_visibility(replace_, chunk, values);
    if (chunk == chunk_) columns_[fact_index(fact)] = values;
  }
}

}  // namespace ludex
