#include "core/ascii.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_info_reader.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/sgf/sgf_text.hpp"
#include "formats/values/game_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::int32_t kNobody = -1;
constexpr std::int32_t kShared = -2;
// A game takes a kilobyte, a node of its line some 14 bytes.
constexpr std::size_t kMostGames = 10'000;
constexpr std::size_t kMinSharedNodes = 500'000;
constexpr std::size_t kMinSharedBytes = std::size_t{8} << 20;  // texts that each game repeats

void add_first_children(const SgfTree& tree, std::int32_t from, std::vector<std::uint32_t>& line) {
  for (std::int32_t at = from; at >= 0; at = tree.nodes[static_cast<std::size_t>(at)].first_child) {
    line.push_back(static_cast<std::uint32_t>(at));
  }
}

/// The nodes above `start`, root first.
void add_path_to(const SgfTree& tree, std::uint32_t start, std::vector<std::uint32_t>& line) {
  for (std::int32_t at = tree.nodes[start].parent; at >= 0;
       at = tree.nodes[static_cast<std::size_t>(at)].parent) {
    line.push_back(static_cast<std::uint32_t>(at));
  }
  std::ranges::reverse(line);
}

/// What the nodes take in the record.
std::size_t text_bytes(const SgfTree& tree, std::span<const std::uint32_t> nodes) {
  std::size_t bytes = 0;
  for (const std::uint32_t node : nodes) {
    if (node + 1 < tree.nodes.size()) {
      bytes += tree.nodes[node + 1].offset_bytes - tree.nodes[node].offset_bytes;
    }
  }
  return bytes;
}

/// Lays out the one game of a tree without variations.
std::size_t lay_out_line(const SgfTree& tree, std::vector<SgfGame>& out) {
  out.resize(1);
  out[0].nodes.resize(tree.nodes.size());
  std::iota(out[0].nodes.begin(), out[0].nodes.end(), 0U);
  out[0].main_nodes = static_cast<std::uint32_t>(tree.nodes.size());
  return 1;
}

/// Lays out a game for each node of `starts`: its main line runs from the root through that node
/// and then through first children; its variations are the other nodes below that node. Nodes that
/// are neither below a start nor above one are variations of the first game. \param starts
/// ascending, none below another. \returns       how many starts got a game: at most 10,000, and
///                fewer where the paths that they share, which are written for each, come to more
///                than twice the nodes and 500,000, or their texts to more than twice those of the
///                tree and 8 MiB. The nodes of the others are variations of the first game.
std::size_t lay_out_games(const SgfTree& tree, std::span<const std::uint32_t> starts,
                          std::vector<SgfGame>& out) {
  if (tree.is_one_line && starts.size() == 1) return lay_out_line(tree, out);
  const std::size_t most_shared = std::max(kMinSharedNodes, 2 * tree.nodes.size());
  std::vector<std::int32_t> owner(tree.nodes.size(), kNobody);
  std::vector<std::size_t> next_main;  // of each game: the first node of its line not yet met below
  const std::size_t most_bytes =
      std::max<std::size_t>(kMinSharedBytes, 2 * std::size_t{tree.nodes.back().offset_bytes});
  std::size_t shared = 0;
  std::size_t shared_bytes = 0;
  std::size_t games = 0;
  for (const std::uint32_t start : starts.first(std::min(starts.size(), kMostGames))) {
    out.resize(std::max(out.size(), games + 1));
    SgfGame& game = out[games];
    game.nodes.clear();
    add_path_to(tree, start, game.nodes);
    shared += game.nodes.size();
    shared_bytes += text_bytes(tree, game.nodes);
    if ((shared > most_shared || shared_bytes > most_bytes) && games > 0) break;
    for (const std::uint32_t above : game.nodes) owner[above] = kShared;
    next_main.push_back(game.nodes.size());
    add_first_children(tree, static_cast<std::int32_t>(start), game.nodes);
    game.main_nodes = static_cast<std::uint32_t>(game.nodes.size());
    owner[start] = static_cast<std::int32_t>(games++);
  }
  out.resize(games);
  if (out[0].main_nodes == tree.nodes.size()) return games;  // no variations
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    if (owner[i] == kShared) continue;
    const std::int32_t parent = tree.nodes[i].parent;
    if (owner[i] == kNobody && parent >= 0 && owner[static_cast<std::size_t>(parent)] >= 0) {
      owner[i] = owner[static_cast<std::size_t>(parent)];
    }
    const auto number = static_cast<std::size_t>(std::max(owner[i], 0));
    SgfGame& game = out[number];
    std::size_t& next = next_main[number];
    if (next < game.main_nodes && game.nodes[next] == i) {
      ++next;
    } else {
      game.nodes.push_back(i);
    }
  }
  return games;
}

/// Ends the main line at `node`, one of the game's: what leads to it was played, all other nodes
/// are variations in file order.
void end_main_line_at(const SgfTree& tree, std::uint32_t node, SgfGame& game) {
  std::vector<std::uint32_t> line;
  add_path_to(tree, node, line);
  line.push_back(node);
  std::vector<std::uint32_t> all = std::move(game.nodes);
  std::ranges::sort(all);  // file order: children come after their parents
  game.main_nodes = static_cast<std::uint32_t>(line.size());
  game.nodes = std::move(line);
  const std::vector<std::uint32_t> played = game.nodes;
  std::set_difference(all.begin(), all.end(), played.begin(), played.end(),
                      std::back_inserter(game.nodes));
}

/// The relevant classes of a property during the scan of a tree.
enum Trait : std::uint8_t {
  kGameInfo = 1,   // FF[4] game info, or what stands in for it
  kNamesGame = 2,  // game info that identifies one game
  kNamesPlayer = 4,
  kMove = 8,
  kStones = 16,
  kWhiteStones = 32,
  kPuzzle = 64,
  kRootOnly = 128,
};

std::uint8_t traits_from_class(SgfId id) {
  const SgfPropertyClass property_class = info_of(id).property_class;
  if (property_class == SgfPropertyClass::game_info) return kGameInfo;
  if (property_class == SgfPropertyClass::root) return kRootOnly;
  return 0;
}

constexpr std::size_t kMaxIds = 256;

const std::array<std::uint8_t, kMaxIds>& traits() {
  static const auto table = [] {
    std::array<std::uint8_t, kMaxIds> all{};
    for (const SgfPropertyInfo& info : all_sgf_properties()) {
      all.at(static_cast<std::size_t>(info.id)) = traits_from_class(info.id);
    }
    const auto add = [&](SgfId id, int more) {
      auto& entry = all[static_cast<std::size_t>(id)];
      entry = static_cast<std::uint8_t>(entry | more);
    };
    for (const SgfId id : {SgfId::EV, SgfId::GN, SgfId::RE, SgfId::DT, SgfId::RO, SgfId::PC}) {
      add(id, kNamesGame);
    }
    for (const SgfId id : {SgfId::PB, SgfId::PW}) add(id, kNamesGame | kNamesPlayer);
    for (const SgfId id : {SgfId::B, SgfId::W}) add(id, kMove);
    add(SgfId::AB, kStones);
    add(SgfId::AW, kStones | kWhiteStones);
    add(SgfId::PZ, kPuzzle);
    return all;
  }();
  return table;
}

std::uint8_t traits_of(const SgfTree& tree, std::size_t first, std::size_t count) {
  const auto& table = traits();
  std::uint8_t seen = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    seen |= table[static_cast<std::size_t>(tree.properties[i].id)];
  }
  return seen;
}

std::uint8_t traits_of(const SgfTree& tree, const SgfNode& node) {
  return traits_of(tree, node.first_property, node.property_count);
}

/// One record on its way to games.
class Extraction {
 public:
  Extraction(const SgfTree& tree, std::string_view record, TextForm form,
             const ExtractOptions& options)
      : tree_(tree), record_(record), form_(form) {
    const SgfNode& root = tree.nodes.front();
    at_root_ = traits_of(tree, root);
    below_ = traits_of(tree, root.property_count, tree.properties.size() - root.property_count);
    choose_charset_of_record(options);
  }

  void lay_out(std::vector<SgfGame>& out) {
    if ((below_ & kNamesGame) != 0 && (at_root_ & kNamesPlayer) == 0) {
      const std::vector<std::uint32_t> starts = find_starts();
      games_left_out_ = starts.size() - lay_out_games(tree_, starts, out);
    } else {
      lay_out_games(tree_, std::array{std::uint32_t{0}}, out);
    }
  }

  /// For the first game of a tree.
  void report_games_left_out(SgfGame& first) const {
    if (games_left_out_ == 0) return;
    first.info.problems.push_back(
        {ProblemKind::too_many_games, -1, 0,
         fmt::format("{} more games stand in this tree; their nodes are variations of this one",
                     games_left_out_)});
  }

  void fill(SgfGame& game) const {
    GameInfo& info = game.info;
    info = GameInfo{};
    info.charset = charset_name(shown_charset_);
    SgfTextReader text(tree_, form_, choice_.charset);
    read_sgf_info(tree_, record_, text, find_game_info(game), info);
    info.kind = kind_of(info);
    report_info_of_variations(game);
    end_at_current_position(game);
    if (info.result_raw.empty()) find_resignation(game);
    report(text, info);
    check_game_page(tree_, record_, game);
  }

 private:
  void choose_charset_of_record(const ExtractOptions& options) {
    if (const auto wide = wide_charset(form_)) {  // the tree's copy is UTF-8
      choice_.charset = Charset::utf8;
      shown_charset_ = *wide;
      return;
    }
    if (options.charset) {
      choice_.charset = *options.charset;
    } else if (!is_valid_as_a_whole()) {
      choice_ = choose_charset(tree_.values, declared_charset());
    } else if (is_ascii(record_)) {
      choice_ = choose_charset(std::span(&record_, 1), declared_charset());
    } else {  // its label, if it has one, says so, too
      choice_.charset = Charset::utf8;
    }
    shown_charset_ = choice_.charset;
  }

  /// True if the record is UTF-8, and no label can say otherwise: then every value is, too. In a
  /// charset of pairs the last byte of a value would pair with its bracket.
  [[nodiscard]] bool is_valid_as_a_whole() const {
    if (!is_utf8(record_)) return false;
    const auto label = declared_charset();
    return !label || find_charset(*label) == Charset::utf8 || is_ascii(record_);
  }

  [[nodiscard]] std::optional<std::string_view> declared_charset() const {
    for (const SgfProperty& property : tree_.properties_of(tree_.nodes.front())) {
      if (property.id == SgfId::CA && property.value_count != 0) return tree_.value_of(property);
    }
    return std::nullopt;
  }

  /// The first node on each path that names a game.
  [[nodiscard]] std::vector<std::uint32_t> find_starts() const {
    std::vector<std::uint32_t> starts;
    std::vector<bool> below_start(tree_.nodes.size());
    for (std::uint32_t i = 1; i < tree_.nodes.size(); ++i) {
      const SgfNode& node = tree_.nodes[i];
      below_start[i] = below_start[static_cast<std::size_t>(node.parent)];
      if (below_start[i] || (traits_of(tree_, node) & kNamesGame) == 0) continue;
      below_start[i] = true;
      starts.push_back(i);
    }
    return starts;
  }

  /// The nodes of the main line below the root that hold game info.
  [[nodiscard]] std::vector<std::uint32_t> find_game_info(const SgfGame& game) const {
    std::vector<std::uint32_t> found;
    if ((below_ & kGameInfo) == 0) return found;
    for (const std::uint32_t id : std::span(game.nodes).subspan(1, game.main_nodes - 1)) {
      if ((traits_of(tree_, tree_.nodes[id]) & kGameInfo) != 0) found.push_back(id);
    }
    return found;
  }

  /// A game of its own begins only where nothing above names one.
  void report_info_of_variations(SgfGame& game) const {
    if ((below_ & kNamesGame) == 0 || games_left_out_ > 0) return;
    const auto variations = std::span(game.nodes).subspan(game.main_nodes);
    const auto names_game = [&](std::uint32_t id) {
      return (traits_of(tree_, tree_.nodes[id]) & kNamesGame) != 0;
    };
    const auto first = std::ranges::find_if(variations, names_game);
    if (first == variations.end()) return;
    game.info.problems.push_back(
        {ProblemKind::misplaced_property, -1, tree_.nodes[*first].offset_bytes,
         fmt::format("game info in variations is not read; nodes that have some: {}",
                     std::ranges::count_if(variations, names_game))});
  }

  /// IP of Hex and Twixt: the game ends there, and analysis follows. Both pages allow one; the
  /// first counts.
  void end_at_current_position(SgfGame& game) const {
    const std::vector<std::uint32_t> nodes = find_current_positions(game);
    if (nodes.size() > 1) {
      const std::uint64_t offset = tree_.nodes[nodes[1]].offset_bytes;
      game.info.problems.push_back({ProblemKind::misplaced_property, -1, offset,
                                    "a second IP; what was played is taken to end at the first",
                                    "IP"});
    }
    if (!nodes.empty()) end_main_line_at(tree_, nodes.front(), game);
  }

  [[nodiscard]] std::vector<std::uint32_t> find_current_positions(const SgfGame& game) const {
    std::vector<std::uint32_t> found;
    const bool is_known = sgf_traits_of(game.info.game).has_current_position;
    if (!is_known || ((at_root_ | below_) & kGameInfo) == 0) return found;
    const std::size_t nodes = (below_ & kGameInfo) != 0 ? game.nodes.size() : 1;
    for (const std::uint32_t id : std::span(game.nodes).first(nodes)) {
      const auto properties = tree_.properties_of(tree_.nodes[id]);
      const auto ip = std::ranges::find(properties, SgfId::IP, &SgfProperty::id);
      if (ip != properties.end()) found.push_back(id);
    }
    return found;
  }

  [[nodiscard]] GameKind kind_of(const GameInfo& info) const {
    const int all = at_root_ | below_;
    const bool nobody = info.seats[0].name.empty() && info.seats[1].name.empty();
    if ((all & kPuzzle) != 0) return GameKind::problem;
    if ((all & kMove) == 0 && (all & kStones) != 0) return GameKind::position;
    if ((at_root_ & kWhiteStones) != 0 && nobody && info.result_raw.empty()) {
      return GameKind::problem;
    }
    return GameKind::game;
  }

  /// "B[resign]" as the last node of the main line: the other one has won. Where players may swap,
  /// only a replay knows whose colour it is.
  void find_resignation(SgfGame& game) const {
    if (sgf_traits_of(game.info.game).has_swap) return;
    const SgfNode& last = tree_.nodes[game.nodes[game.main_nodes - 1]];
    for (const SgfProperty& property : tree_.properties_of(last)) {
      if (property.id != SgfId::B && property.id != SgfId::W) continue;
      const auto values = tree_.values_of(property);
      if (values.size() != 1 || (values[0] != "resign" && values[0] != "Resign")) continue;
      const Winner winner = property.id == SgfId::B ? Winner::second : Winner::first;
      game.info.result = {winner, WinBy::resign, std::nullopt, ResultFrom::resignation};
    }
  }

  void report(const SgfTextReader& text, GameInfo& info) const {
    const auto add = [&](ProblemKind kind, std::string message) {
      info.problems.push_back({kind, -1, 0, std::move(message)});
    };
    const std::string label(declared_charset().value_or("").substr(0, 40));
    if (choice_.label_unknown) add(ProblemKind::unknown_charset, visible(label));
    if (choice_.label_wrong) {
      add(ProblemKind::wrong_charset, fmt::format("{}, read as {}", visible(label), info.charset));
    }
    if (text.bad_bytes() > 0) {
      add(ProblemKind::bad_charset, fmt::format("{} bytes fit no character", text.bad_bytes()));
    }
    if ((below_ & kRootOnly) != 0) {
      add(ProblemKind::misplaced_property, "a root property stands below the root");
    }
  }

  [[nodiscard]] static std::string visible(std::string_view label) {
    std::string out;
    append_utf8(Charset::utf8, label, out);
    return out;
  }

  const SgfTree& tree_;
  std::string_view record_;
  TextForm form_;
  CharsetChoice choice_;
  Charset shown_charset_ = Charset::utf8;
  std::uint8_t at_root_ = 0;
  std::uint8_t below_ = 0;
  std::size_t games_left_out_ = 0;
};

}  // namespace

GameType find_game_type(const std::optional<std::string>& declared) {
  const auto is_of_word = [](char c) { return is_letter(c) || (c & 0x80) != 0; };
  if (!declared || declared->empty()) return kDefaultGame;
  const GameType type = parse_game_type(*declared);
  // Neither a number nor a word (a misplaced komi): it says nothing.
  const bool says_nothing =
      type == GameType{0} && std::none_of(declared->begin(), declared->end(), is_of_word);
  return says_nothing ? kDefaultGame : type;
}

void extract_sgf_games(const SgfTree& tree, std::string_view record, TextForm form,
                       const ExtractOptions& options, std::vector<SgfGame>& out) {
  if (tree.nodes.empty()) return out.clear();
  Extraction extraction(tree, record, form, options);
  extraction.lay_out(out);
  for (SgfGame& game : out) extraction.fill(game);
  extraction.report_games_left_out(out.front());
}

}  // namespace ludex
