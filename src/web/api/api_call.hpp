#pragma once

#include "ludex/archive.hpp"
#include "web/api/json.hpp"
#include "web/api/parameters.hpp"
#include "web/api/shared_database.hpp"
#include "web/site.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::web {

/// How rows are written.
enum class Form { json, csv, ndjson };

/// One question to the API while it is answered.
class ApiCall {
 public:
  ApiCall(const SiteOptions& site_options, WorkerDatabase& worker, Parameters given,
          Form wanted_form, std::vector<std::int64_t> path_numbers, Call how)
      : site(site_options),
        database(worker),
        parameters(std::move(given)),
        form(wanted_form),
        numbers(std::move(path_numbers)),
        call(std::move(how)) {}

  const SiteOptions& site;
  WorkerDatabase& database;
  Parameters parameters;
  Form form;
  std::vector<std::int64_t> numbers;  ///< in the path: the id of a game, a ply
  Call call;

  [[nodiscard]] GameId game() const { return GameId{numbers.at(0)}; }
  [[nodiscard]] Archive& archive() { return database.archive(); }
  /// The filters. \throws ApiError for `where` where SQL is not answered
  [[nodiscard]] Query query() const;
  /// `limit`, 50 by default.
  [[nodiscard]] std::int64_t limit() const;
  [[nodiscard]] std::int64_t offset() const { return parameters.whole("offset").value_or(0); }

  /// From now on the answer takes as long as its reader does: the server limits that.
  void wait_for_reader() { call.deadline = std::chrono::steady_clock::time_point::max(); }

  /// Ends an object with the members of every answer: ms, command, notes.
  [[nodiscard]] Response finish(JsonObject& object, std::span<const std::string> notes = {}) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Rows in the requested form, produced one by one.
class RowText {
 public:
  RowText(Form form, std::vector<std::string> columns);
  /// The text before the first row: the header line of csv.
  [[nodiscard]] std::string head() const;
  /// Appends a row. \param more  further members of its JSON object: `,"points":[]`
  void append(std::span<const Value> row, std::string& text, std::string_view more = {}) const;

 private:
  Form form_;
  std::vector<std::string> columns_;
  std::vector<std::string> names_;  // as JSON strings
};

/// Collects the rows of a JSON answer: `[{...},{...}]`.
class RowList {
 public:
  explicit RowList(std::vector<std::string> columns) : rows_(Form::ndjson, std::move(columns)) {}
  void add(std::span<const Value> row, std::string_view more = {});
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string take() { return std::move(text_ += ']'); }

 private:
  RowText rows_;
  std::string text_ = "[";
  std::size_t size_ = 0;
};

/// Shows rows to a visitor; what follows when that returns false is not needed.
using RowSource = std::function<void(const std::function<bool(std::span<const Value>)>& visit)>;

/// An answer of csv or ndjson, sent while its rows are made. A question that fails on the way ends
/// with a line `{"error":...}` (ndjson) or `error: ...` (csv).
[[nodiscard]] Response stream_rows(Form form, std::vector<std::string> columns, RowSource rows);

/// The same of rows that are there.
[[nodiscard]] Response stream_rows(Form form, std::vector<std::string> columns,
                                   std::vector<std::vector<Value>> rows);

[[nodiscard]] Response json_response(std::string json, int status = 200);
[[nodiscard]] Response error_response(const ApiError& error);

void add_left_out(const LeftOut& games, JsonObject& answer);

/// Ends with status 404. \param what  "game 17"
[[noreturn]] void refuse_missing(const std::string& what);

}  // namespace ludex::web
