#pragma once

#include "pipeline/indexer.hpp"
#include "query/info/database_info.hpp"
#include "store/database.hpp"
#include "store/sql/sql_statement.hpp"
#include "support/stored_rows.hpp"
#include "support/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ludex::test {

/// Indexes sources of a folder into a database there, and asks it.
class IndexerTest : public testing::Test {
 protected:
  void TearDown() override {
    if (!std::filesystem::exists(database())) return;
    Database opened = Database::open_for_reading(database());
    expect_blocks_of_the_tables(opened);
  }

  std::string add_source(const std::string& name, const std::string& bytes) {
    return folder_.add_file(name, bytes);
  }

  IndexReport index(const std::vector<std::string>& sources) {
    options_.sources = sources;
    messages_.clear();
    const auto listen = [&](const IndexMessage& message) { messages_ += message.text + "\n"; };
    return index_sources(database(), options_, progress_, listen, stop_);
  }

  [[nodiscard]] std::filesystem::path database() const { return folder_.path(database_); }

  std::string ask(const std::string& sql) {
    Database opened = Database::open_for_reading(database());
    SqlStatement select(opened.sql(), sql);
    std::string rows;
    while (select.step()) {
      for (int i = 0; i < select.columns(); ++i) {
        rows += (i == 0 ? "" : "|") + select.string(i);
      }
      rows += "\n";
    }
    return rows;
  }

  std::string signature_now() {
    Database opened = Database::open_for_reading(database());
    EXPECT_TRUE(read_info(opened, false).totals.reconcile());
    return signature(opened);
  }

  std::string signature_of(const std::vector<std::string>& sources, const IndexOptions& options) {
    options_ = options;
    database_ = fmt::format("fresh-{}.db", ++fresh_);
    index(sources);
    return signature_now();
  }

  TemporaryFolder folder_;
  std::string database_ = "games.db";
  IndexOptions options_;
  std::function<void(const IndexProgress&)> progress_;
  std::atomic<bool> stop_{false};
  std::string messages_;
  int fresh_ = 0;
};

}  // namespace ludex::test
