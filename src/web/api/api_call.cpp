#include "web/api/api_call.hpp"

#include "ludex/error.hpp"
#include "ludex/row_text.hpp"
#include "options/option_table.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace ludex::web {
namespace {

constexpr std::int64_t kRows = 50;
constexpr std::size_t kPieceBytes = 64 * 1024;

std::string error_json(std::string_view code, std::string_view message,
                       std::string_view parameter) {
  JsonObject error;
  error.add("code", code).add("message", message);
  if (!parameter.empty()) error.add("parameter", parameter);
  return JsonObject().add_json("error", error.take()).take();
}

}  // namespace

Query ApiCall::query() const {
  if (!site.sql && parameters.text("where")) {
    throw ApiError(403, "sql_off",
                   "where: SQL is disabled on this server; start it with --sql to enable it",
                   "where");
  }
  return parameters.query();
}

std::int64_t ApiCall::limit() const { return parameters.whole("limit").value_or(kRows); }

Response ApiCall::finish(JsonObject& object, std::span<const std::string> notes) const {
  if (!notes.empty()) {
    JsonArray list;
    for (const std::string& note : notes) {
      list.add(options::with_parameter_names("`position`: " + note));
    }
    object.add_json("notes", list.take());
  }
  const std::string command = parameters.command_line(shown_name(site));
  if (!command.empty()) object.add("command", command);
  const auto spent = std::chrono::steady_clock::now() - start_;
  object.add("ms", std::chrono::duration<double, std::milli>(spent).count());
  return json_response(object.take());
}

RowText::RowText(Form form, std::vector<std::string> columns)
    : form_(form), columns_(std::move(columns)), names_(json_strings(columns_)) {}

std::string RowText::head() const {
  if (form_ != Form::csv) return {};
  std::string line;
  append_csv(std::vector<Value>(columns_.begin(), columns_.end()), line);
  return line + "\r\n";
}

void RowText::append(std::span<const Value> row, std::string& text, std::string_view more) const {
  if (form_ == Form::csv) {
    append_csv(row, text);
    text += "\r\n";
    return;
  }
  append_json(names_, row, text);
  if (!more.empty()) {
    text.pop_back();
    text.append(more).push_back('}');
  }
  text += '\n';
}

void RowList::add(std::span<const Value> row, std::string_view more) {
  if (size_++ > 0) text_ += ',';
  rows_.append(row, text_, more);
  text_.pop_back();
}

Response stream_rows(Form form, std::vector<std::string> columns, RowSource rows) {
  Response response;
  response.headers = {{"Content-Type", form == Form::csv ? "text/csv; charset=utf-8; header=present"
                                                         : "application/x-ndjson; charset=utf-8"}};
  response.stream = [form, columns = std::move(columns), rows = std::move(rows)](BodySink& sink) {
    const RowText text(form, columns);
    std::string piece = text.head();
    try {
      rows([&](std::span<const Value> row) {
        text.append(row, piece);
        if (piece.size() < kPieceBytes) return true;
        const bool goes_on = sink.write(piece);
        piece.clear();
        return goes_on;
      });
    } catch (const Error& error) {
      const std::string why = options::with_parameter_names(error.what());
      piece += form == Form::csv ? "error: " + why : error_json("cut_short", why, {});
      piece += '\n';
    }
    if (!piece.empty()) sink.write(piece);
  };
  return response;
}

Response stream_rows(Form form, std::vector<std::string> columns,
                     std::vector<std::vector<Value>> rows) {
  return stream_rows(form, std::move(columns), [rows = std::move(rows)](const auto& visit) {
    for (const std::vector<Value>& row : rows) {
      if (!visit(row)) return;
    }
  });
}

Response json_response(std::string json, int status) {
  Response response;
  response.status = status;
  response.headers = {{"Content-Type", "application/json; charset=utf-8"}};
  response.body = std::move(json);
  return response;
}

Response error_response(const ApiError& error) {
  return json_response(error_json(error.code, error.what(), error.parameter), error.status);
}

void add_left_out(const LeftOut& games, JsonObject& answer) {
  answer.add("undated", games.undated).add("silent", games.silent).add("copies", games.copies);
  answer.add("root_text", games.root_text);
}

void refuse_missing(const std::string& what) {
  throw ApiError(404, "not_found", fmt::format("there is no {}", what));
}

}  // namespace ludex::web
