#include "ludex/error.hpp"
#include "options/option_table.hpp"
#include "web/api/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ludex::web {
namespace {

struct ReaderIsGone {};

/// Sends an export, which is one file, to a client.
class ExportStream final : public ExportSink {
 public:
  explicit ExportStream(BodySink& sink) : sink_(sink) {}
  [[nodiscard]] bool tells_formats_apart() const override { return false; }
  void write(std::string_view, std::string_view, std::string_view text, bool) override {
    if (!sink_.write(text)) throw ReaderIsGone();
  }
  void note(const std::string&) override {}

 private:
  BodySink& sink_;
};

ExportOptions export_options(const ApiCall& call) {
  const auto positions = call.parameters.text("positions");
  ExportOptions what;
  const std::string_view usual = call.form == Form::csv      ? "csv"
                                 : call.form == Form::ndjson ? "json"
                                 : positions                 ? "cgp"
                                                             : "original";
  what.format = call.parameters.text("format", usual);
  what.variations = call.parameters.flag("variations");
  if (positions) what.positions = parse_plies(*positions);
  if (!positions && what.variations) {
    throw ApiError(400, "bad_parameter", "variations needs positions", "variations");
  }
  check(what);
  for (const RecordFormat& format : record_formats()) {
    if (format.name != what.format || format.companions.empty()) continue;
    throw ApiError(400, "bad_parameter",
                   "this format is written to several files, but an answer is one", "format");
  }
  const bool shows_sources = !positions && (what.format == "csv" || what.format == "json");
  if (shows_sources && call.site.hide_paths) {
    throw ApiError(403, "paths_hidden",
                   "these rows would show the paths of sources; use games.csv instead");
  }
  return what;
}

/// The ending of file names for such records, from the first record: "sgf".
std::string ending_of_records(ApiCall& call, const GameSet& found) {
  const std::vector<std::string> known = export_formats();
  for (const Game& game :
       call.archive().games(found, {.columns = {"member", "source"}, .limit = 1}, call.call)) {
    const bool is_member = !game.text("member").empty();
    std::filesystem::path path(game.text(is_member ? "member" : "source"));
    for (; path.has_extension(); path = path.stem()) {  // games.sgf.gz
      const std::string ending = path.extension().string().substr(1);
      if (std::ranges::find(known, ending) != known.end()) return ending;
    }
  }
  return "txt";
}

std::vector<Field> headers_of(const std::string& format, const std::string& extension) {
  std::string type = "text/plain; charset=utf-8";
  if (format == "original") type = "text/plain";
  if (format == "csv") type = "text/csv; charset=utf-8; header=present";
  if (format == "json") type = "application/x-ndjson; charset=utf-8";
  return {{"Content-Type", type},
          {"Content-Disposition", fmt::format("attachment; filename=\"games.{}\"", extension)}};
}

}  // namespace

Response answer_export(ApiCall& call) {
  const ExportOptions what = export_options(call);
  const auto found =
      std::make_shared<GameSet>(call.archive().find(call.query(), kAllGames, call.call));
  call.wait_for_reader();
  Response response;
  response.headers = headers_of(
      what.format, what.format == "original" ? ending_of_records(call, *found) : what.format);
  Archive& archive = call.archive();
  response.stream = [&archive, found, what, how = call.call](BodySink& sink) {
    ExportStream stream(sink);
    try {
      archive.engine().export_games(*found, what, stream, how);
    } catch (const ReaderIsGone&) {
      return;
    } catch (const UsageError& error) {  // records of several formats, say
      throw StreamRefused{error_response(
          {400, "bad_export", options::with_parameter_names(error.what()), "format"})};
    }
  };
  return response;
}

}  // namespace ludex::web
