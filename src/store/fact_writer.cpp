#include "store/fact_writer.hpp"

#include <algorithm>

namespace ludex {

FactWriter::FactWriter(SqlConnection& sql, std::int64_t next_game)
    : sql_(sql),
      replace_(sql, "INSERT OR REPLACE INTO fact_block VALUES (?, ?, ?, ?)"),
      chunk_((next_game - 1) / kFactChunkGames) {
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

void FactWriter::write_chunk() {
  for (int fact = 1; fact <= kFactCount; ++fact) {
    put(static_cast<Fact>(fact), chunk_, columns_[static_cast<std::size_t>(fact - 1)]);
  }
}

void FactWriter::put(Fact fact, std::int64_t chunk, std::span<const std::int64_t> values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const std::string data = pack_facts(values);
  replace_.reset();
  replace_.bind(1, static_cast<std::int64_t>(fact) << 32 | chunk);
  replace_.bind(2, *low);
  replace_.bind(3, *high);
  replace_.bind_blob(4, data);
  replace_.run();
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
    put(fact, chunk, values);
    if (chunk == chunk_) columns_[fact_index(fact)] = values;
  }
}

}  // namespace ludex
