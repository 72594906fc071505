#include "cli/csv_reader.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ludex::cli {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class CsvText {
 public:
  explicit CsvText(std::string_view text) : rest_(text) {
    if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
  }

  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  CsvLine next_line() {
    CsvLine line{number_, {}};
    do line.fields.push_back(next_field());
    while (take(","));
    if (!take("\r\n") && !take("\n") && !at_end()) refuse("a quote inside an unquoted field");
    ++number_;
    return line;
  }

 private:
  std::string next_field() { return take("\"") ? quoted_field() : plain_field(); }

  std::string plain_field() {
    const std::size_t end = std::min(rest_.find_first_of(",\"\r\n"), rest_.size());
    return take_text(end);
  }

  std::string quoted_field() {
    std::string field;
    for (;;) {
      const std::size_t quote = rest_.find('"');
      if (quote == std::string_view::npos) refuse("a quote is not closed");
      field += take_text(quote);
      (void)take("\"");
      if (!take("\"")) break;
      field += '"';
    }
    for (const char c : field) number_ += c == '\n' ? 1 : 0;
    return field;
  }

  std::string take_text(std::size_t size) {
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }

  bool take(std::string_view mark) {
    if (!rest_.starts_with(mark)) return false;
    rest_.remove_prefix(mark.size());
    return true;
  }

  [[noreturn]] void refuse(std::string_view what) const {
    throw UsageError(fmt::format("line {}: {}", number_, what));
  }

  std::string_view rest_;
  std::size_t number_ = 1;
};

}  // namespace

std::vector<CsvLine> read_csv(std::string_view text) {
  std::vector<CsvLine> lines;
  for (CsvText rest(text); !rest.at_end();) {
    CsvLine line = rest.next_line();
    const bool empty = line.fields.size() == 1 && line.fields[0].empty();
    if (!empty) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace ludex::cli
