#pragma once

#include "cli/exit_status.hpp"
#include "store/text_ids.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex::cli {

/// The command line of `ludex alias`, as typed.
struct AliasOptions {
  std::string database;
  std::string action;
  std::vector<std::string> operands;
  std::string kind_name = "player";
  NameKind kind = NameKind::player;
  std::string format = "text";
  std::optional<std::string> person;
  std::optional<std::int64_t> game, seat;
  bool seats = false;
  std::optional<double> least_score;
};

/// `player`, `event`, `place`. \throws UsageError
[[nodiscard]] NameKind parse_alias_kind(const std::string& name);

/// The actions. \pre their options and operands are checked.
ExitStatus add_alias_names(const AliasOptions& options);
ExitStatus remove_alias_names(const AliasOptions& options);
ExitStatus list_alias_names(const AliasOptions& options);
ExitStatus suggest_alias_names(const AliasOptions& options);
ExitStatus import_alias_names(const AliasOptions& options);
ExitStatus export_alias_names(const AliasOptions& options);

}  // namespace ludex::cli
