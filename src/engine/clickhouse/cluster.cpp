#include "engine/clickhouse/cluster.hpp"

#include "engine/clickhouse/cluster_tables.hpp"
#include "ludex/error.hpp"

#include <algorithm>
#include <charconv>
#include <thread>

namespace ludex::clickhouse {
namespace {

const std::string kLayoutColumns = "SELECT version, shard, shards, games_per_batch FROM ";
constexpr std::size_t kLayoutWidth = 4;

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::string sql_text(std::string_view text) {
  std::string sql = "'";
  for (const char c : text) {
    if (c == '\0') {
      sql += "\\0";
      continue;
    }
    if (c == '\\' || c == '\'') sql += '\\';
    sql += c;
  }
  return sql + '\'';
}

std::uint64_t number_of(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Error(fmt::format("a server answered '{}' where a number was expected", text));
  }
  return number;
}

Cluster::Cluster(const ClusterAddress& address, std::int64_t games_per_batch) : Cluster(address) {
  games_per_batch_ = games_per_batch;
  if (find_layouts()) return;
  check_servers();
  (void)has_tables();
}

Cluster::Cluster(const ClusterAddress& address) : database_(address.database), games_per_batch_(1) {
  for (const ServerAddress& server : address.servers) {
    servers_.emplace_back(server, address.user, address.password);
    beside_.emplace_back(server, address.user, address.password);
  }
}

void Cluster::check_servers() {
  for (ServerConnection& server : servers_) server.check_version();
}

bool Cluster::find_layouts() {
  std::vector<Rows> layouts(servers_.size());
  const auto ask = [&](std::size_t shard) {
    try {
      layouts[shard] = servers_[shard].rows(kLayoutColumns + table("layout"), kLayoutWidth);
    } catch (const Error&) {  // whoever looks closer will say why
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t shard = 1; shard < servers_.size(); ++shard) others.emplace_back(ask, shard);
    ask(0);
  }
  const auto is_layout = [](const Rows& rows) {
    return !rows.empty() && std::ranges::all_of(rows, [](const auto& row) {
      return row.size() == kLayoutWidth && std::ranges::all_of(row, is_number);
    });
  };
  if (!std::ranges::all_of(layouts, is_layout)) return false;
  for (std::size_t shard = 0; shard < servers_.size(); ++shard) {
    accept(shard, layouts[shard]);
  }
  has_all_tables_ = true;
  return true;
}

bool Cluster::has_layout(std::size_t shard) {
  const auto answer = servers_[shard].rows(
      fmt::format("SELECT count() FROM system.tables WHERE database = '{}' AND name = 'layout'",
                  database_),
      1);
  return !answer.empty() && answer[0][0] != "0" &&
         !servers_[shard].rows("SELECT 1 FROM " + table("layout") + " LIMIT 1", 1).empty();
}

void Cluster::accept(std::size_t shard, const Rows& layouts) {
  for (const auto& row : layouts) {
    accept(shard, {number_of(row.at(0)), number_of(row.at(1)), number_of(row.at(2)),
                   number_of(row.at(3))});
  }
}

void Cluster::accept(std::size_t shard, const Layout& layout) {
  const auto refuse = [&](const std::string& what) {
    throw Error(fmt::format("{}/{}: {}", servers_[shard].address().text(), database_, what));
  };
  if (layout.version != kLayoutVersion) {
    refuse(
        fmt::format("its tables have version {}, this program knows {}; publish into another "
                    "database",
                    layout.version, kLayoutVersion));
  }
  if (layout.shards != servers_.size() || layout.shard != shard) {
    refuse(
        fmt::format("it is server {} of {}, but the URL names it as server {} of {}; name the "
                    "same servers in the same order, or another database",
                    layout.shard + 1, layout.shards, shard + 1, servers_.size()));
  }
  games_per_batch_ = static_cast<std::int64_t>(layout.games_per_batch);
}

void Cluster::read_layout(std::size_t shard) {
  const Rows layouts = servers_[shard].rows(kLayoutColumns + table("layout"), kLayoutWidth);
  if (layouts.empty())
    throw DatabaseError("a server has no table 'layout'; run ludex publish again");
  accept(shard, layouts);
}

bool Cluster::has_tables() {
  if (has_all_tables_) return true;
  bool all = true;
  for (std::size_t shard = 0; shard < servers_.size(); ++shard) {
    if (has_layout(shard)) {
      accept(shard, servers_[shard].rows(kLayoutColumns + table("layout"), kLayoutWidth));
    } else {
      all = false;
    }
  }
  return all;
}

void Cluster::make(const std::string& cluster_name) {
  for (std::size_t shard = 0; shard < servers_.size(); ++shard) {
    for (const std::string& statement : make_tables(database_, cluster_name)) {
      servers_[shard].run(statement);
    }
    // Last: a server that has it has all tables.
    if (has_layout(shard)) continue;
    servers_[shard].run(fmt::format("INSERT INTO {} VALUES ({}, {}, {}, {}, 'ludex {}')",
                                    table("layout"), kLayoutVersion, shard, servers_.size(),
                                    games_per_batch_, LUDEX_VERSION));
  }
}

std::optional<std::uint16_t> Cluster::find_database(const std::string& uuid) {
  const auto answer =
      servers_[0].rows(fmt::format("SELECT min(db) FROM {} WHERE uuid = {} GROUP BY uuid",
                                   table("databases"), sql_text(uuid)),
                       1);
  if (answer.empty()) return std::nullopt;
  return static_cast<std::uint16_t>(number_of(answer[0][0]));
}

std::uint16_t Cluster::add_database(const std::string& uuid, const std::string& name) {
  constexpr std::uint64_t kMostDatabases = 65'000;
  const auto answer = servers_[0].rows(
      fmt::format("SELECT if(count() = 0, 0, max(db) + 1) FROM {}", table("databases")), 1);
  const std::uint64_t db = number_of(answer.at(0).at(0));
  if (db >= kMostDatabases) {
    throw Error(
        fmt::format("the cluster already holds {} databases, the most it can; publish to another "
                    "database",
                    kMostDatabases));
  }
  servers_[0].run(fmt::format("INSERT INTO {} SELECT toUInt16({}), {}, {}, now()",
                              table("databases"), db, sql_text(uuid), sql_text(name)));
  return static_cast<std::uint16_t>(db);
}

}  // namespace ludex::clickhouse
