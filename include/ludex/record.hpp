#pragma once

#include "ludex/call.hpp"
#include "ludex/expected.hpp"
#include "ludex/problem.hpp"
#include "ludex/types.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The game info of a record; moves are not replayed. Text is UTF-8, empty if not recorded.
struct RecordGame {
  GameType type = kDefaultGame;
  GameKind kind = GameKind::game;
  BoardSize size;                    ///< 0x0: unknown
  std::vector<std::string> players;  ///< by seat: Black, White
  std::string event, round, place;
  std::string date;  ///< as written
  DateRange days;    ///< the parsed date
  GameResult result;
  std::vector<Problem> problems;
};

/// A record as it was found. Valid during the call only.
struct Record {
  std::string_view format;  ///< a name from record_formats()
  std::string_view text;    ///< byte for byte
  Origin origin;
  bool unclosed = false;  ///< ended by the next record or by the end of the stream
  /// One game, several games of an SGF tree, or the reason why the record gave none.
  Expected<std::vector<RecordGame>, Problem> games;
};

struct RecordOptions {
  std::string format{};   ///< a name from record_formats(); empty: by content
  std::string charset{};  ///< read every record in it; empty: declared or guessed
  Call call{};
};

/// Reads the records of a file, folder or archive, without a database. `visit` returns false to
/// stop. Files of no known format are skipped. May be called from several threads at a time.
/// Memory: one record and the decoders' windows.
/// \throws SourceError if a source does not exist or is damaged, UsageError, Stopped
void for_each_record(const std::string& source, const std::function<bool(const Record&)>& visit,
                     const RecordOptions& options = {});

}  // namespace ludex
