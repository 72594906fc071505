#pragma once

#include "ludex/export.hpp"
#include "query/filter/game_query.hpp"
#include "store/database.hpp"

namespace ludex {

/// See Engine::export_games().
void export_found(Database& database, const FoundGames& found, const ExportOptions& options,
                  ExportSink& sink);

}  // namespace ludex
