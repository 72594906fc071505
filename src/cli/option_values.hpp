#pragma once

#include "cli/command.hpp"
#include "cli/row_writer.hpp"
#include "ludex/game.hpp"
#include "ludex/notation.hpp"
#include "ludex/picture.hpp"
#include "ludex/query.hpp"

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace ludex::cli {

/// The values of a command line by the long names of options: "format", "DATABASE".
class OptionValues {
 public:
  /// Adds the options of a command to `app`. Both live until the command line is parsed.
  OptionValues(const options::CommandSpec& command, CLI::App& app);
  OptionValues(const OptionValues&) = delete;
  OptionValues& operator=(const OptionValues&) = delete;

  /// \throws UsageError for an option that was given several times but takes one value
  void check_counts() const;

  [[nodiscard]] bool flag(std::string_view name) const { return get(name).is_on; }
  [[nodiscard]] std::optional<bool> yes_no(std::string_view name) const { return get(name).wanted; }
  [[nodiscard]] bool is_given(std::string_view name) const { return count(get(name)) > 0; }
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise) const;
  [[nodiscard]] const std::vector<std::string>& texts(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view name) const;
  [[nodiscard]] std::optional<double> number(std::string_view name) const;

  /// The query of the filters; a position "-" is read from standard input.
  /// \throws UsageError naming the field that makes no sense
  [[nodiscard]] Query query() const;
  /// True if no filter except `but` selects games.
  [[nodiscard]] bool asks_nothing(std::string_view but = {}) const;
  /// The filters about players, or the others, as typed: `--game go --from 1990`.
  [[nodiscard]] std::string given_filters(bool about_players) const;

 private:
  struct Slot {
    OptionType type = OptionType::text;
    std::string name;                    // long, without "--"
    std::string field;                   // the field it sets
    const FilterSpec* filter = nullptr;  // of a filter
    CLI::Option* option = nullptr;
    std::string value;
    std::vector<std::string> values;
    bool repeats = false;
    bool is_on = false;
    std::optional<bool> wanted;
  };
  [[nodiscard]] static std::size_t count(const Slot& slot);
  void add(CLI::App& app, const OptionSpec& spec, const FilterSpec* filter);
  [[nodiscard]] const Slot& get(std::string_view name) const;
  [[nodiscard]] static std::vector<std::string> given(const Slot& slot);

  /// True if an option is given before another one, or the other one is not given.
  [[nodiscard]] bool comes_first(std::string_view name, std::string_view other) const;

  const CLI::App& app_;
  std::deque<Slot> slots_;
};

/// How many rows may be printed: --limit, or 40 where a person reads them; nothing: all.
[[nodiscard]] std::optional<std::int64_t> row_limit(const OptionValues& options,
                                                    const RowLayout& layout,
                                                    const ByteOutput& output);

/// How rows are printed: --format, --columns, --wide, --color.
/// \param others  as in parse_row_format()
[[nodiscard]] RowLayout row_layout(const OptionValues& options, std::string_view others = {});

/// --notation; where it is not given, that of players for people, the native one for programs.
[[nodiscard]] Notation notation_of(const OptionValues& options, const RowLayout& layout);

/// --wait
[[nodiscard]] std::chrono::seconds seconds_to_wait(const OptionValues& options);

/// How a picture is drawn: --theme, --pieces, --width, --coordinates, --caption.
[[nodiscard]] PictureOptions picture_options(const OptionValues& options);
/// \throws UsageError if one of them is given without --format svg
void check_picture_options(std::string_view format, const OptionValues& options);

/// Reports on standard error what an answer has left out.
void report_notes(const std::vector<std::string>& notes);
void report_left_out(const LeftOut& games, const Query& query);

}  // namespace ludex::cli
