#include "formats/ugf/ugf_translation.hpp"

#include "core/ascii.hpp"
#include "formats/line_record.hpp"
#include "formats/text_lines.hpp"
#include "formats/values/date_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kMostUgfProblems = 100;
constexpr int kMostUgfNesting = 100'000;

/// A line of the game, or the brackets around a variation.
struct UgfNode {
  enum class Kind { move, opens, closes } kind = Kind::move;
  bool is_black = true;
  int column = 0, row = 0;  // from 1; off the board: a pass
  std::size_t number = 0;
  std::size_t offset_bytes = 0;
};

struct UgfField {
  std::string_view name, raw;
};

/// Takes what stands before the next comma.
std::string_view take_item(std::string_view& list) {
  const std::size_t end = std::min(list.find(','), list.size());
  const std::string_view item = trimmed_text(list.substr(0, end));
  list.remove_prefix(std::min(end + 1, list.size()));
  return item;
}

class UgfReader {
 public:
  UgfReader(std::string_view record, std::optional<Charset> charset, SgfTranslation& out)
      : record_(record),
        forced_(charset),
        out_(out),
        reports_(record, kMostUgfProblems, out.problems) {}

  std::optional<Problem> read() {
    for (TextLines lines(record_); !lines.at_end();) read_line(lines.take());
    if (fields_.empty()) return Problem{ProblemKind::no_node, -1, 0, "no [Header]"};
    const std::string_view crypt = raw("Crypt");
    if (!crypt.empty() && crypt.find("PLAIN") == crypt.npos) {
      return Problem{ProblemKind::bad_value, -1, reports_.offset_of(crypt),
                     "the record is encrypted"};
    }
    const auto size = find_number<int>(trimmed_text(raw("Size")));
    side_ = size.value_or(19);
    if (side_ < 2 || side_ > 26) {
      return Problem{ProblemKind::bad_size, -1, reports_.offset_of(raw("Size")), "Size"};
    }
    choose();
    write();
    return std::nullopt;
  }

 private:
  // The text of a comment may begin with a bracket: only known names are sections.
  void read_line(std::string_view line) {
    const std::string_view text = trimmed(line);
    constexpr std::string_view kSections[] = {"[Header]",        "[Data]",  "[ReviewNode]",
                                              "[ReviewComment]", "[Files]", "[Figure]"};
    if (std::ranges::find(kSections, text) != std::end(kSections)) {
      section_ = text;
      comment_ = nullptr;
      return;
    }
    if (section_ == "[ReviewComment]") return read_comment(line, text);
    if (text.empty()) return;
    if (section_ == "[Header]") {
      read_field(text);
    } else if (section_ == "[Data]") {
      read_move(text);
    } else if (section_ == "[ReviewNode]") {
      read_node(text);
    } else if (section_.empty()) {
      reports_.add(ProblemKind::stray_text, text, "a line before [Header]");
    }
  }

  void read_field(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      return reports_.add(ProblemKind::bad_syntax, text, "a line without its =");
    }
    fields_.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }

  /// "QP,B1,1,0": square, colour, number, seconds.
  void read_move(std::string_view text) {
    std::string_view rest = text;
    const std::string_view square = take_item(rest);
    const std::string_view color = take_item(rest);
    const auto number = find_number<std::size_t>(take_item(rest));
    const bool is_square = square.size() == 2 && is_upper(square[0]) && is_upper(square[1]);
    const bool is_color = !color.empty() && (color[0] == 'B' || color[0] == 'W');
    if (!is_square || !is_color || !number) {
      return reports_.add(ProblemKind::bad_syntax, text, "a move that cannot be read");
    }
    UgfNode node;
    node.is_black = color[0] == 'B';
    node.column = square[0] - 'A' + 1;
    node.row = square[1] - 'A' + 1;
    node.offset_bytes = reports_.offset_of(text);
    node.number = data_.size() + 2;
    (*number == 0 ? stones_ : data_).push_back(node);
  }

  /// "NODE,2,1,17,16": number, colour, column, row.
  void read_node(std::string_view text) {
    std::string_view rest = text;
    const std::string_view word = take_item(rest);
    UgfNode node;
    node.offset_bytes = reports_.offset_of(text);
    if (word == "VARIATION" || word == "VARIATIONEND") {
      depth_ += word == "VARIATION" ? 1 : -1;
      node.kind = word == "VARIATION" ? UgfNode::Kind::opens : UgfNode::Kind::closes;
      is_sound_ = is_sound_ && depth_ >= 0 && depth_ < kMostUgfNesting;
      review_.push_back(node);
      return;
    }
    const auto number = find_number<std::size_t>(take_item(rest));
    const auto color = find_number<int>(take_item(rest));
    const auto column = find_number<int>(take_item(rest));
    const auto row = find_number<int>(take_item(rest));
    if (word != "NODE" || !number || !color || !column || !row) {
      return reports_.add(ProblemKind::bad_syntax, text, "a node that cannot be read");
    }
    if (*color != 1 && *color != 2) return;  // the root, or where the review ends
    node.is_black = *color == 1;
    node.column = *column;
    node.row = *row;
    node.number = *number;
    review_.push_back(node);
    if (depth_ == 0) ++review_moves_;
  }

  void read_comment(std::string_view line, std::string_view text) {
    constexpr std::string_view kHead = ".Comment,";
    if (text.starts_with(kHead)) {
      const auto number = find_number<std::size_t>(text.substr(kHead.size()));
      comment_ = number ? &comments_[*number] : nullptr;
    } else if (comment_ != nullptr) {
      comment_->push_back(line);
    }
  }

  [[nodiscard]] std::string_view raw(std::string_view name) const {
    const auto found = std::ranges::find(fields_, name, &UgfField::name);
    return found == fields_.end() ? std::string_view{} : found->raw;
  }

  void choose() {
    std::vector<std::string_view> texts;
    for (const UgfField& field : fields_) texts.push_back(field.raw);
    for (const auto& [number, lines] : comments_) {
      texts.insert(texts.end(), lines.begin(), lines.end());
    }
    const std::string_view lang = trimmed_text(raw("Lang"));
    const auto label = lang.empty() ? std::nullopt : std::optional(lang);
    const bool is_plain = std::ranges::all_of(texts, is_utf8);
    const Charset charset =
        forced_ ? *forced_ : choose_charset(texts, is_plain ? std::nullopt : label).charset;
    text_ = RawTextReader(charset);
    out_.charset = charset_name(charset);
  }

  void write() {
    from_bottom_ = trimmed_text(raw("CoordinateType")) == "IGS";
    out_.sgf = "(";
    out_.node(0);
    out_.sgf += "GM[1]FF[4]CA[UTF-8]";
    out_.property("SZ", std::to_string(side_));
    out_.property("AP", text_.value(raw("Writer")));
    write_player("PB", "BR", "PlayerB", 0);
    write_player("PW", "WR", "PlayerW", 1);
    out_.property("EV", title());
    out_.property("PC", text_.value(raw("Place")));
    out_.property("RU", text_.value(raw("Rule")));
    write_date();
    write_result();
    write_start();
    out_.property("GC", text_.value(raw("Comment")));
    out_.property("C", take_comment(1));
    keep_others();
    if (!is_sound_ || depth_ != 0) {
      reports_.add(ProblemKind::bad_syntax, record_, "VARIATION without its VARIATIONEND");
    }
    const bool has_tree = is_sound_ && depth_ == 0 && review_moves_ == data_.size();
    if (!has_tree && !review_.empty()) {
      reports_.add(ProblemKind::bad_value, record_, "[ReviewNode] tells another game than [Data]");
    }
    write_nodes(has_tree ? review_ : data_);
    out_.sgf += ")\n";
    if (text_.bad_bytes() > 0) {
      reports_.add(ProblemKind::bad_charset, record_,
                   fmt::format("{} bytes mean nothing in {}", text_.bad_bytes(), out_.charset));
    }
  }

  /// "2019,PANDA-NET,": a year, and then the event. Some write the event first.
  [[nodiscard]] std::string title() {
    std::string_view rest = raw("Title");
    std::string title;
    const std::string_view first = take_item(rest);
    constexpr std::size_t kYearDigits = 4;
    const bool is_year = first.size() == kYearDigits && std::ranges::all_of(first, is_digit);
    RawTextReader text = text_;  // keep_others() counts what it cannot read
    if (!is_year) title = text.value(first);
    while (!rest.empty()) join_line(title, text.value(take_item(rest)), ' ');
    return title;
  }

  /// "name,rank,,mail": nothing is read after the rank.
  void write_player(std::string_view name_ident, std::string_view rank_ident,
                    std::string_view field, std::size_t seat) {
    std::string_view rest = raw(field);
    out_.property(name_ident, text_.value(take_item(rest)));
    std::string& rank = out_.rank_raw[seat];
    rank = text_.value(take_item(rest));
    out_.property(rank_ident, sgf_rank(rank).value_or(rank));
  }

  void write_date() {
    std::string_view rest = raw("Date");
    out_.date_raw = text_.value(rest);
    const DateRange date = parse_date(take_item(rest));
    if (date.known() && date.precision == DatePrecision::day) {
      out_.property("DT", to_iso(date.from));
    } else if (!out_.date_raw.empty()) {
      reports_.add(ProblemKind::bad_date, raw("Date"), "Date=" + out_.date_raw);
    }
  }

  /// "B,7.50", or a letter that says how it was won.
  void write_result() {
    std::string_view rest = raw("Winner");
    out_.result_raw = text_.value(rest);
    const std::string_view winner = take_item(rest);
    const std::string_view how = take_item(rest);
    if (winner != "B" && winner != "W") return;
    const auto points = find_number<double>(how);
    const std::string won_by = points && *points > 0 ? fmt::format("{}", *points)
                               : how == "T"          ? "T"
                                                     : "";
    out_.property("RE", fmt::format("{}+{}", winner, won_by));
  }

  /// "Hdcp=stones,komi"; the stones themselves are moves with number 0.
  void write_start() {
    std::string_view rest = raw("Hdcp");
    const auto stones = find_number<int>(take_item(rest));
    const std::string_view komi_text = take_item(rest);
    const auto komi = find_number<double>(komi_text);
    if (komi) out_.property("KM", fmt::format("{}", *komi));
    if (!komi && !komi_text.empty()) {
      reports_.add(ProblemKind::bad_komi, komi_text, "Hdcp=" + text_.value(raw("Hdcp")));
    }
    if (!stones_.empty()) {
      if (stones && *stones > 1) out_.property("HA", std::to_string(*stones));
      for (const bool is_black : {true, false}) write_stones(is_black);
    } else if (stones && *stones > 1 && *stones <= 25) {
      out_.handicap_stones(*stones, side_, ThirdStone::lower_right);
    }
  }

  void write_stones(bool is_black) {
    bool is_first = true;
    for (const UgfNode& stone : stones_) {
      const std::string point = point_of(stone);
      if (stone.is_black != is_black || point.empty()) continue;
      if (std::exchange(is_first, false)) out_.sgf += is_black ? "AB" : "AW";
      ((out_.sgf += '[') += point) += ']';
    }
  }

  /// With IGS coordinates rows count from the bottom.
  [[nodiscard]] std::string point_of(const UgfNode& node) const {
    if (node.column < 1 || node.column > side_ || node.row < 1 || node.row > side_) return {};
    return sgf_point(node.column - 1, from_bottom_ ? side_ - node.row : node.row - 1);
  }

  /// The comment of the first node that has this number: a second one would be a copy.
  [[nodiscard]] std::string take_comment(std::size_t number) {
    std::string comment;
    const auto found = comments_.extract(number);
    if (found.empty()) return comment;
    for (const std::string_view line : found.mapped()) {
      std::string text;
      text_.append_comment(trimmed(line), text);
      join_line(comment, text);
    }
    return comment;
  }

  void write_move(const UgfNode& node) {
    out_.node(node.offset_bytes);
    out_.move(node.is_black, point_of(node));
    out_.property("C", take_comment(node.number));
  }

  /// The lines of `nodes` as a tree; a variation stands before the move that it replaces.
  struct Tree {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::vector<std::size_t> next;                     // on the same line, by node
    std::vector<std::vector<std::size_t>> variations;  // first nodes of lines that replace it
    std::size_t first = kNone;
    std::vector<std::size_t> first_variations;
  };

  static Tree tree_of(const std::vector<UgfNode>& nodes) {
    Tree tree;
    tree.next.resize(nodes.size(), Tree::kNone);
    tree.variations.resize(nodes.size());
    struct Open {
      std::size_t parent;
      bool begins;  // the next node begins a variation of what follows the parent
    };
    std::vector<Open> open = {{Tree::kNone, false}};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      Open& line = open.back();
      if (nodes[i].kind == UgfNode::Kind::opens) {
        open.push_back({line.parent, true});
      } else if (nodes[i].kind == UgfNode::Kind::closes) {
        open.pop_back();
      } else {
        const bool is_first = line.parent == Tree::kNone;
        if (line.begins) {
          (is_first ? tree.first_variations : tree.variations[line.parent]).push_back(i);
        } else {
          (is_first ? tree.first : tree.next[line.parent]) = i;
        }
        line = {i, false};
      }
    }
    return tree;
  }

  /// SGF has the main line first, then its variations.
  void write_nodes(const std::vector<UgfNode>& nodes) {
    const Tree tree = tree_of(nodes);
    std::vector<std::size_t> waiting;  // first nodes of lines; kNone: a line ends
    const auto go_on = [&](std::size_t next, const std::vector<std::size_t>& variations) {
      if (variations.empty()) return next;
      for (std::size_t i = variations.size(); i-- > 0;) waiting.push_back(variations[i]);
      if (next != Tree::kNone) waiting.push_back(next);
      return Tree::kNone;
    };
    const auto write_from = [&](std::size_t node) {
      while (node != Tree::kNone) {
        write_move(nodes[node]);
        node = go_on(tree.next[node], tree.variations[node]);
      }
    };
    write_from(go_on(tree.first, tree.first_variations));
    std::vector<std::size_t> open;  // sizes of `waiting` at which a bracket closes
    while (!waiting.empty()) {
      const std::size_t node = waiting.back();
      waiting.pop_back();
      open.push_back(waiting.size());
      out_.sgf += '(';
      write_from(node);
      while (!open.empty() && waiting.size() == open.back()) {
        out_.sgf += ')';
        open.pop_back();
      }
    }
  }

  void keep_others() {
    constexpr std::string_view kColumns[] = {"Size", "Writer", "PlayerB", "PlayerW", "Place",
                                             "Rule", "Date",   "Winner",  "Comment"};
    // By other properties, or they say how the rest of the file is to be read.
    constexpr std::string_view kTold[] = {"Title", "Hdcp", "Copyright", "Moves",
                                          "Ver",   "Lang", "Crypt",     "CoordinateType"};
    std::string copyright;
    for (const UgfField& field : fields_) {
      if (std::ranges::find(kColumns, field.name) != std::end(kColumns)) continue;
      std::string text = text_.value(field.raw);
      if (field.name == "Copyright") join_line(copyright, text);
      if (std::ranges::find(kTold, field.name) == std::end(kTold)) {
        out_.keep(text_.value(field.name), std::move(text));
      } else if (!text.empty()) {
        out_.keep_told(field.name, std::move(text));
      }
    }
    if (!copyright.empty()) out_.property("CP", copyright);
    out_.write_kept();
  }

  std::string_view record_;
  std::optional<Charset> forced_;
  SgfTranslation& out_;
  LineReports reports_;
  RawTextReader text_{Charset::utf8};
  std::string_view section_;
  std::vector<UgfField> fields_;
  std::vector<UgfNode> data_, stones_, review_;
  std::size_t review_moves_ = 0;
  int depth_ = 0;
  bool is_sound_ = true;
  std::map<std::size_t, std::vector<std::string_view>> comments_;
  std::vector<std::string_view>* comment_ = nullptr;
  int side_ = 19;
  bool from_bottom_ = false;
};

}  // namespace

std::optional<Problem> translate_ugf(std::string_view record, std::optional<Charset> charset,
                                     SgfTranslation& out) {
  return UgfReader(record, charset, out).read();
}

}  // namespace ludex
