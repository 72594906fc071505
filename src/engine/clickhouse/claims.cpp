#include "engine/clickhouse/claims.hpp"

#include "ludex/error.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <exception>
#include <random>

namespace ludex::clickhouse {
namespace {

/// The machine, as far as process ids go: containers have processes of their own.
std::string machine_name() {
  std::array<char, 256> text{};
  std::string name = gethostname(text.data(), text.size() - 1) == 0 ? text.data() : "unknown";
  text.fill(0);
  if (readlink("/proc/self/ns/pid", text.data(), text.size() - 1) > 0) {
    name += std::string("/") + text.data();
  }
  std::ranges::replace_if(
      name, [](char c) { return c == '\'' || c == '\\' || c == ' '; }, '_');
  return name;
}

/// "MACHINE PROCESS"
bool is_dead(const std::string& owner) {
  const std::size_t blank = owner.find(' ');
  if (blank == std::string::npos || owner.substr(0, blank) != machine_name()) return false;
  pid_t process = 0;
  std::from_chars(owner.data() + blank + 1, owner.data() + owner.size(), process);
  return process > 0 && kill(process, 0) != 0 && errno == ESRCH;
}

}  // namespace

Claims::Claims(Cluster& cluster)
    : cluster_(cluster), owner_(machine_name() + ' ' + std::to_string(getpid())) {
  std::random_device random;
  id_ = std::uint64_t{random()} << 32 | random();
}

Claims::~Claims() {
  if (step_ == 0) return;
  for (std::size_t i = 0; i < cluster_.shards(); ++i) {
    try {
      cluster_.shard(i).run(
          fmt::format("ALTER TABLE {} DROP PARTITION {}", cluster_.table("claims"), id_));
    } catch (const std::exception&) {  // no memory for it, either: the claims end by themselves
    }
  }
}

bool Claims::take(std::uint16_t db, std::uint32_t batch) {
  ServerConnection& server = cluster_.shard_of(db, batch);
  if (another_holds(server, db, batch)) return false;
  write(server, db, batch, false);
  if (!another_holds(server, db, batch)) return true;
  release(db, batch);
  return false;
}

void Claims::renew(std::uint16_t db, std::uint32_t batch) {
  if (std::chrono::steady_clock::now() - renewed_ > kLease / 6) renew_now(db, batch);
}

void Claims::renew_now(std::uint16_t db, std::uint32_t batch) {
  ServerConnection& server = cluster_.shard_of(db, batch);
  write(server, db, batch, false);
  if (another_holds(server, db, batch)) {
    throw Error(
        fmt::format("{}: batch {} took too long and was claimed by {}; run the same command again",
                    server.address().text(), batch, holder_));
  }
}

void Claims::release(std::uint16_t db, std::uint32_t batch) {
  write(cluster_.shard_of(db, batch), db, batch, true);
}

void Claims::forget_old() {
  constexpr int kOldSeconds = 24 * 60 * 60;
  for (std::size_t i = 0; i < cluster_.shards(); ++i) {
    ServerConnection& server = cluster_.shard(i);
    const auto old = server.rows(
        fmt::format("SELECT claim FROM {} GROUP BY claim HAVING max(until) < now() - {}",
                    cluster_.table("claims"), kOldSeconds),
        1);
    for (const auto& row : old) {
      server.run(fmt::format("ALTER TABLE {} DROP PARTITION {}", cluster_.table("claims"),
                             number_of(row.at(0))));
    }
  }
}

void Claims::write(ServerConnection& server, std::uint16_t db, std::uint32_t batch, bool ends) {
  renewed_ = std::chrono::steady_clock::now();
  server.run(fmt::format(
      "INSERT INTO {} SELECT toUInt16({}), toUInt32({}), toUInt64({}), '{}', toUInt32({}), now() + "
      "{}",
      cluster_.table("claims"), db, batch, id_, owner_, ++step_, ends ? 0 : kLease.count()));
}

bool Claims::another_holds(ServerConnection& server, std::uint16_t db, std::uint32_t batch) {
  const auto claims = server.rows(
      fmt::format("SELECT argMax(owner, step), argMax(until, step) > now() FROM {} WHERE db = {} "
                  "AND batch = {} AND claim != {} GROUP BY claim",
                  cluster_.table("claims"), db, batch, id_),
      2);
  for (const auto& claim : claims) {
    if (claim.at(1) != "1" || is_dead(claim[0])) continue;
    holder_ = claim[0];
    return true;
  }
  return false;
}

}  // namespace ludex::clickhouse
