#include "web/api/answers.hpp"

namespace ludex::web {
namespace {

using options::OptionSpec;
using options::OptionType;

constexpr std::int64_t kMaxRows = 1000;  // of one answer in JSON
constexpr std::int64_t kMaxNumber = 1'000'000'000'000;

constexpr OptionSpec kLimit{OptionType::whole,
                            "--limit",
                            "N",
                            "maximum number of rows (default: 50; as csv or ndjson: all)",
                            {},
                            1,
                            kMaxRows};
constexpr OptionSpec kOffset{OptionType::whole, "--offset", "N", "number of rows to skip", {}, 0,
                             kMaxNumber};
constexpr OptionSpec kPosition{OptionType::text, "--position", "P",
                               "a position in any notation of --position", "position"};
constexpr OptionSpec kGame{OptionType::text, "--game", "GAME",
                           "the game, if the position does not say", "game"};
constexpr OptionSpec kSize{OptionType::text, "--size", "SIZE", "size of the board: 19, 13x9",
                           "size"};
constexpr OptionSpec kText{OptionType::flag, "--text", "", "add `text`: the board as rows of text"};
constexpr OptionSpec kPicture{OptionType::flag, "--svg", "", "add `svg`: the board as a picture"};
constexpr OptionSpec kTheme{OptionType::text, "--theme", "T", "colors of the picture: light, dark"};
constexpr OptionSpec kPieces{OptionType::text, "--pieces", "SET",
                             "pieces of shogi pictures: japanese, latin"};
constexpr OptionSpec kWidth{
    OptionType::whole, "--width", "N", "width of the picture in pixels", {}, 16, 10'000};
constexpr OptionSpec kCaption{OptionType::flag, "--caption", "", "names and result in the picture"};
constexpr OptionSpec kLast{
    OptionType::whole, "--last", "N", "number the last N moves", {}, 0, 10'000};
constexpr OptionSpec kPly{
    OptionType::whole, "--ply", "N", "position of the game (default: the last one)", {}, 0,
    kMaxNumber};

constexpr OptionSpec kGamesOwn[] = {
    kLimit, {OptionType::list, "--columns", "NAMES", "columns of the view games (default: all)"}};
constexpr OptionSpec kCopiesOwn[] = {kLimit};
constexpr OptionSpec kPage[] = {kLimit, kOffset};
constexpr OptionSpec kStatsOwn[] = {kOffset};
constexpr OptionSpec kExploreOwn[] = {kPicture, kTheme, kPieces};
constexpr OptionSpec kPositionOwn[] = {kPosition, kGame, kSize, kText, kPicture, kTheme, kPieces};
constexpr OptionSpec kPlayOwn[] = {
    kPosition, kGame,
    kSize,     {OptionType::text, "--move", "M", "a move in the game's own notation"},
    kPicture,  kTheme,
    kPieces,
};
constexpr OptionSpec kMovesOwn[] = {
    {OptionType::text, "--notation", "N",
     "how to write moves: native, board, sgf, usi, japanese (default: native)", "notation"}};
constexpr OptionSpec kGamePositionOwn[] = {kPicture, kTheme, kPieces, kLast};
constexpr OptionSpec kGamePictureOwn[] = {kPly, kTheme, kPieces, kLast, kWidth, kCaption};
constexpr OptionSpec kPictureOwn[] = {kPosition, kGame, kSize, kTheme, kPieces, kWidth};
constexpr OptionSpec kNamesOwn[] = {
    {OptionType::text, "--prefix", "TEXT", "the beginning of a word of the name"},
    {OptionType::text, "--kind", "KIND", "player, event, place (default: player)"},
    kLimit,
};
constexpr OptionSpec kSqlOwn[] = {
    {OptionType::text, "--sql", "SQL", "one statement that reads"},
};

constexpr std::string_view kStatsTaken =
    "by sort limit opening-moves length-step ratings history advantages drift min-games";

constexpr std::span<const OptionSpec> kNone = {};
constexpr std::string_view kPageKeys = "rows: array, total: integer, next_offset: integer?";

constexpr Route kRoutes[] = {
    {"info", "info", false, "", kNone, "What the database holds.",
     "name: string, games: integer, by_game: array, sources: integer?, "
     "records: integer?, rejects: integer?, bytes_read: integer?, "
     "last_added: string?, file_bytes: integer?, servers: integer?, version: string, sql: boolean",
     answer_info},
    {"games", "find", true, "sort offset all-hits variations", kGamesOwn, "Lists games.",
     "rows: array, total: integer, games: integer, hits: integer, "
     "next_offset: integer?, undated: integer, silent: integer, copies: integer, "
     "root_text: integer",
     answer_games},
    {"games/{id}", "", false, "", kNone, "One game: its row, players, properties, problems.",
     "game: object, players: array, properties: array, problems: array, "
     "bookmarks: array, last_ply: integer?",
     answer_game},
    {"games/{id}/moves", "", false, "", kMovesOwn,
     "Its positions with comments, including variations.", "rows: array, comments: array",
     answer_moves},
    {"games/{id}/positions/{ply}", "", false, "", kGamePositionOwn, "One of its positions.",
     "position: string, sfen: string?, game: string, width: integer, height: integer, "
     "to_move: string, unseen: string?, ply: integer, last_ply: integer, taken: array?, "
     "(svg): string",
     answer_game_position},
    {"games/{id}/board.svg", "", false, "", kGamePictureOwn, "A picture of a position.", "",
     answer_game_picture},
    {"games/{id}/record", "", false, "", kNone, "Its record, as found.", "", answer_record},
    {"games/{id}/copies", "", false, "", kCopiesOwn, "Other games that reach its last position.",
     "rows: array, total: integer", answer_copies},
    {"export", "export", true, "format positions variations", kNone,
     "Records or positions of games found, as a file. Only the command line reports what was left "
     "out or changed.",
     "", answer_export},
    {"explore", "explore", true, "depth limit sort min-games variations notation", kExploreOwn,
     "Counts the next moves at a position.",
     "rows: array, games: integer, (visits): integer, (hits): integer, "
     "searched: integer, of: integer, without_positions: integer, undated: integer, "
     "silent: integer, copies: integer, root_text: integer, has_colors: boolean, "
     "(position): string, (sfen): string?, (game): string, (width): integer, (height): integer, "
     "(to_move): string, (unseen): string?, (names): array, (svg): string",
     answer_explore},
    {"position", "", false, "", kPositionOwn, "Reads a position.",
     "position: string, sfen: string?, game: string, width: integer, height: integer, "
     "to_move: string, unseen: string?, names: array, (text): string, (svg): string",
     answer_position},
    {"play", "", false, "", kPlayOwn, "A position after a move.",
     "position: string, sfen: string?, game: string, width: integer, height: integer, "
     "to_move: string, unseen: string?, names: array, move: string, points: array, (svg): string",
     answer_play},
    {"position.svg", "", false, "", kPictureOwn, "A picture of a position.", "",
     answer_position_picture},
    {"stats", "stats", true, kStatsTaken, kStatsOwn, "Counts games, or rates players.",
     "columns: array, keys: integer, rows: array, total: integer, undated: integer, "
     "silent: integer, copies: integer, root_text: integer, (rated): integer, "
     "(players): integer, (groups): integer",
     answer_stats},
    {"players", "", false, "", kNamesOwn, "Completes names; those with most games first.",
     "rows: array, names: integer", answer_names},
    {"duplicates", "duplicates", true, "", kPage, "Lists clusters of duplicate games.",
     "rows: array, total: integer, clusters: integer", answer_duplicates},
    {"problems", "", false, "", kPage, "Lists the problems of games.", kPageKeys, answer_problems},
    {"rejects", "rejects", false, "", kPage, "Lists the records that were rejected.", kPageKeys,
     answer_rejects},
    {"sources", "", false, "", kPage, "Lists the indexed sources.", kPageKeys, answer_sources},
    {"sql", "", false, "", kSqlOwn, "Runs an SQL statement that only reads.",
     "columns: array, rows: array, truncated: boolean", answer_sql},
    {"openapi.json", "", false, "", kNone, "This description.", "", answer_openapi},
};

}  // namespace

std::span<const Route> all_routes() { return kRoutes; }

}  // namespace ludex::web
