#include "engine/clickhouse/published_state.hpp"

#include "core/call_scope.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

namespace ludex::clickhouse {
namespace {

/// What a server publishes, and with each row what its tables were made with.
std::string opening_question(const Cluster& cluster) {
  return fmt::format(
      "SELECT db, batch, positions_gen, games_gen, records_gen, positions, games, version, shard, "
      "shards, games_per_batch FROM {} ORDER BY db, batch, gen DESC LIMIT 1 BY db, batch",
      cluster.table("published"));
}

/// Questions that are asked at the same time, each on a connection of its own.
class Questions {
 public:
  /// Both must outlive it.
  Questions(const Call& call, ServerConnection::Reads reads) : call_(call), reads_(reads) {}

  /// \param sql  empty: nothing is asked, and the answer has no rows
  void add(ServerConnection& server, std::string sql) {
    questions_.push_back({server, std::move(sql), NativeAnswer(""), {}});
  }

  /// \returns the answers in the order of the questions
  std::vector<NativeAnswer> ask() {
    reads_ == ServerConnection::Reads::rows ? ask_in_turn() : ask_on_threads();
    std::vector<NativeAnswer> answers;
    for (Question& question : questions_) {
      if (question.error) std::rethrow_exception(question.error);
      answers.push_back(std::move(question.answer));
    }
    return answers;
  }

 private:
  struct Question {
    ServerConnection& server;
    std::string sql;
    NativeAnswer answer;
    std::exception_ptr error;
  };

  /// Sends all, then reads all: cheapest where the answers are small.
  void ask_in_turn() {
    const CallScope scope(call_);
    for_each([](Question& question) { question.server.start(); });
    for_each([this](Question& question) { question.server.send(question.sql, reads_); });
    for_each([this](Question& question) {
      question.answer = question.server.receive(question.sql, reads_);
    });
  }

  /// Each answer is read by a thread of its own, the first by this one.
  void ask_on_threads() {
    const auto ask = [this](Question& question) {
      const CallScope scope(call_);
      attempt(question, [this](Question& one) { one.answer = one.server.ask(one.sql, reads_); });
    };
    std::vector<std::jthread> others;
    Question* first = nullptr;
    for_each([&](Question& question) {
      if (first == nullptr) {
        first = &question;
      } else {
        others.emplace_back([&ask, &question] { ask(question); });
      }
    });
    if (first != nullptr) ask(*first);
  }

  /// The next step of those that did not fail.
  template <class Step>
  void for_each(const Step& step) {
    for (Question& question : questions_) {
      if (!question.sql.empty() && !question.error) attempt(question, step);
    }
  }
  template <class Step>
  static void attempt(Question& question, const Step& step) {
    try {
      step(question);
    } catch (...) {
      question.error = std::current_exception();
    }
  }

  const Call& call_;
  ServerConnection::Reads reads_;
  std::vector<Question> questions_;
};

}  // namespace

std::string shown_id(std::string_view column) {
  return fmt::format("toInt64(db) * {} + {}", std::int64_t{1} << ClusterId::kBits, column);
}

PublishedState::PublishedState(Cluster& cluster) {
  const std::string sql = opening_question(cluster);
  const auto answers = ask_all(
      cluster, {}, [&](std::size_t) { return sql; }, ServerConnection::Reads::rows);
  std::vector<std::uint64_t> seen;
  for (std::size_t shard = 0; shard < answers.size(); ++shard) {
    add(rows_of(cluster, shard, answers[shard]), seen);
  }
  version_ = static_cast<std::int64_t>(XXH3_64bits(seen.data(), seen.size() * sizeof(seen[0])));
}

/// The rows of batches, in order. Checks the layout.
std::vector<PublishedState::Row> PublishedState::rows_of(Cluster& cluster, std::size_t shard,
                                                         const NativeAnswer& answer) {
  std::vector<Row> rows;
  for (std::size_t row = 0; row < answer.rows(); ++row) {
    Row& numbers = rows.emplace_back();
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = answer.number(i, row);
    const auto made_with = [&](std::size_t i) { return answer.number(numbers.size() + i, row); };
    cluster.accept(shard, {made_with(0), made_with(1), made_with(2), made_with(3)});
  }
  if (rows.empty()) cluster.read_layout(shard);
  std::ranges::sort(rows);
  return rows;
}

void PublishedState::add(std::span<const Row> rows, std::vector<std::uint64_t>& seen) {
  auto& batches = batches_.emplace_back();
  auto& gens = gens_.emplace_back();
  for (const Row& row : rows) {
    batches.push_back({static_cast<std::uint16_t>(row[0]), static_cast<std::uint32_t>(row[1])});
    std::copy_n(row.begin() + 2, kParts, gens.emplace_back().begin());
    positions_ += row[2 + kParts];
    games_ += row[3 + kParts];
  }
  auto& conditions = conditions_.emplace_back();
  for (std::size_t part = 0; part < kParts; ++part) {
    for (const auto& of_batch : gens) seen.push_back(of_batch[part]);
    conditions[part] = condition(batches_.size() - 1, static_cast<Part>(part), batches);
  }
}

std::string PublishedState::condition(std::size_t shard, Part part,
                                      std::span<const Batch> batches) const {
  std::string list;
  for (const Batch& batch : batches) {
    const auto found = std::ranges::lower_bound(batches_[shard], batch);
    if (found == batches_[shard].end() || *found != batch) continue;
    const auto place = static_cast<std::size_t>(found - batches_[shard].begin());
    list += fmt::format("{}{}", list.empty() ? "" : ",",
                        gens_[shard][place][static_cast<std::size_t>(part)]);
  }
  return list.empty() ? "0" : fmt::format("gen IN ({})", list);
}

std::vector<NativeAnswer> ask_all(Cluster& cluster, const Call& call,
                                  const std::function<std::string(std::size_t)>& sql,
                                  ServerConnection::Reads reads) {
  Questions questions(call, reads);
  for (std::size_t shard = 0; shard < cluster.shards(); ++shard) {
    questions.add(cluster.shard(shard), sql(shard));
  }
  return questions.ask();
}

std::vector<NativeAnswer> ask_all_beside(Cluster& cluster, const Call& call,
                                         const std::function<std::string(std::size_t)>& sql,
                                         ServerConnection::Reads reads) {
  Questions questions(call, reads);
  for (std::size_t shard = 0; shard < cluster.shards(); ++shard) {
    questions.add(cluster.beside(shard), sql(shard));
  }
  return questions.ask();
}

std::array<std::vector<NativeAnswer>, 2> ask_two_of_all(
    Cluster& cluster, const Call& call, const std::function<TwoStatements(std::size_t)>& sql,
    ServerConnection::Reads reads) {
  Questions questions(call, reads);
  for (std::size_t shard = 0; shard < cluster.shards(); ++shard) {
    const TwoStatements statements = sql(shard);
    questions.add(cluster.shard(shard), statements[0]);
    questions.add(cluster.beside(shard), statements[1]);
  }
  std::array<std::vector<NativeAnswer>, 2> answers;
  std::size_t place = 0;
  for (NativeAnswer& answer : questions.ask()) answers[place++ % 2].push_back(std::move(answer));
  return answers;
}

}  // namespace ludex::clickhouse
