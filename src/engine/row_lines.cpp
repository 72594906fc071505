#include "ludex/engine.hpp"
#include "ludex/error.hpp"

#include <optional>
#include <utility>

namespace ludex {
namespace {

/// The lines of rows that were read as values.
class LinesOfRows final : public RowLines {
 public:
  LinesOfRows(GameRange rows, LineFormat format)
      : RowLines(rows.columns()),
        rows_(std::move(rows)),
        format_(format),
        names_(json_strings(columns())) {}

  std::string_view next() override {
    row_ ? ++*row_ : row_.emplace(rows_.begin());
    line_.clear();
    if (*row_ == rows_.end()) return {};
    append((**row_).row());
    return line_;
  }

 private:
  void append(std::span<const Value> row) {
    switch (format_) {
      case LineFormat::csv:
        append_csv(row, line_);
        line_ += '\r';
        break;
      case LineFormat::tsv:
        append_tsv(row, line_);
        break;
      case LineFormat::json:
        append_json(names_, row, line_);
        break;
    }
    line_ += '\n';
  }

  GameRange rows_;
  LineFormat format_;
  std::vector<std::string> names_;
  std::optional<GameRange::Iterator> row_;
  std::string line_;
};

}  // namespace

std::unique_ptr<RowLines> Engine::lines(const GameSet& games, Listing listing, LineFormat format,
                                        Call call) {
  return std::make_unique<LinesOfRows>(rows(games, std::move(listing), std::move(call)), format);
}

}  // namespace ludex
