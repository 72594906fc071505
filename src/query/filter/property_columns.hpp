#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_ids.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Where the value of a property went that is not among the stored properties, since a column
/// prints it back.
struct PropertyColumn {
  std::string_view sql;  ///< an expression over the view `games`; empty if there is no column
  std::optional<Fact> fact;
  std::optional<NameKind> name_kind;      ///< the fact is the id of such a name
  std::optional<PhraseKind> phrase_kind;  ///< or of such a phrase

  [[nodiscard]] bool needs_rows() const { return !sql.empty() && !fact; }
};

/// \param ident  as FF[4] spells it.
[[nodiscard]] PropertyColumn column_of(std::string_view ident);

/// Those of `among` that have the property, in a column or among the stored properties.
/// \pre column_of(filter.ident).needs_rows(). Cost: a row of `game` for each of them.
[[nodiscard]] IdSet games_with_property(SqlConnection& sql, const PropertyFilter& filter,
                                        const IdSet& among);

}  // namespace ludex
