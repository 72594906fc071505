#pragma once

#include "cli/command.hpp"
#include "ludex/game.hpp"
#include "ludex/query.hpp"

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

/// What a command line says, by the long names of options: "format", "DATABASE".
class OptionValues {
 public:
  /// Adds the options of a command to `app`. Both live until the command line is parsed.
  OptionValues(const Command& command, CLI::App& app);
  OptionValues(const OptionValues&) = delete;
  OptionValues& operator=(const OptionValues&) = delete;

  [[nodiscard]] bool flag(std::string_view name) const { return get(name).is_on; }
  [[nodiscard]] std::optional<bool> yes_no(std::string_view name) const { return get(name).wanted; }
  [[nodiscard]] bool is_given(std::string_view name) const { return count(get(name)) > 0; }
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise) const;
  [[nodiscard]] const std::vector<std::string>& texts(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view name) const;
  [[nodiscard]] std::optional<double> number(std::string_view name) const;

  /// What the filters mean; a position "-" is read from standard input.
  /// \throws UsageError naming the field that makes no sense
  [[nodiscard]] Query query() const;
  /// Whether no filter but `but` says which games are meant.
  [[nodiscard]] bool asks_nothing(std::string_view but = {}) const;
  /// The filters about players, or the others, as typed: `--game go --from 1990`.
  [[nodiscard]] std::string given_filters(bool about_players) const;

 private:
  struct Slot {
    OptionType type = OptionType::text;
    std::string name;                    // long, without "--"
    std::string field;                   // what it sets
    const FilterSpec* filter = nullptr;  // of a filter
    CLI::Option* option = nullptr;
    std::string value;
    std::vector<std::string> values;
    bool is_on = false;
    std::optional<bool> wanted;
  };
  [[nodiscard]] static std::size_t count(const Slot& slot);
  void add(CLI::App& app, const OptionSpec& spec, const FilterSpec* filter);
  void add_columns(CLI::App& app, const FilterSpec& spec);
  void add_versions(CLI::App& app, const OptionSpec& spec);
  [[nodiscard]] const Slot& get(std::string_view name) const;
  [[nodiscard]] static std::vector<std::string> given(const Slot& slot);

  /// Whether an option is given before another one, which may not be given at all.
  [[nodiscard]] bool comes_first(std::string_view name, std::string_view other) const;

  const CLI::App& app_;
  std::deque<Slot> slots_;
};

/// A message of the library with the names of options in place of those of fields:
/// "`win_by` x: ..." becomes "--win-by x: ...".
[[nodiscard]] std::string with_option_names(std::string_view message);

/// Says on standard error what an answer has left out.
void report_notes(const std::vector<std::string>& notes);
void report_left_out(const LeftOut& games, const Query& query);

}  // namespace ludex::cli
