#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/game_columns.hpp"
#include "store/sql/sql_statement.hpp"

#include <string>
#include <string_view>

namespace ludex {

/// Ids of a dictionary whose text matches. \pre a dictionary of names, phrases or sources. Cost: a
/// scan of its table, about 100 ns per row.
[[nodiscard]] IdSet matching_ids(SqlConnection& sql, const Dictionary& texts,
                                 const NameFilter& filter);
/// Ids of the phrases of kind `properties` that contain a matching pair of ident and value.
[[nodiscard]] IdSet matching_property_lists(SqlConnection& sql, const PropertyFilter& filter);

/// Where the value of a property is found if it is not among the stored properties because a column
/// contains it.
struct PropertyColumn {
  std::string sql;                     ///< over the view `games`; empty if there is no column
  const GameColumn* column = nullptr;  ///< with a fact that is the id of the text

  [[nodiscard]] bool needs_rows() const { return !sql.empty() && column == nullptr; }
};

/// \param ident  as FF[4] spells it.
[[nodiscard]] PropertyColumn column_of(std::string_view ident);

/// The games of `among` that have the property, in a column or among the stored properties.
/// \pre column_of(filter.ident).needs_rows(). Cost: a row of `game` for each of them.
[[nodiscard]] IdSet games_with_property(SqlConnection& sql, const PropertyFilter& filter,
                                        const IdSet& among);

}  // namespace ludex
