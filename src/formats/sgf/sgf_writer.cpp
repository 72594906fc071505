#include "formats/sgf/sgf.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_game_evidence.hpp"
#include "formats/sgf/sgf_text.hpp"
#include "formats/values/game_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kLineBytes = 78;  // a node that starts after it starts a new line

/// A property as FF[4] has it; values decoded, escaped.
struct ModernProperty {
  std::string ident;
  std::vector<std::string> values;
};

// A value that ends where it should: any loose "]" escaped, any backslash that was data doubled.
std::string as_ff4(const std::string& text, SgfEscapes escapes) {
  std::string out;
  out.reserve(text.size() + 2);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ']') {
      out += "\\]";
    } else if (c != '\\') {
      out += c;
    } else if (at + 1 < text.size() &&
               (escapes == SgfEscapes::any || text[at + 1] == ']' || text[at + 1] == '\\')) {
      out += c;
      out += text[++at];
    } else {
      out += "\\\\";
    }
  }
  return out;
}

constexpr std::pair<SgfId, SgfId> kStandIns[] = {
    {SgfId::TE, SgfId::EV}, {SgfId::KO, SgfId::KM}, {SgfId::RD, SgfId::DT}};

bool is_game_info(const SgfProperty& property) {
  return info_of(property.id).property_class == SgfPropertyClass::game_info;
}

bool is_blank(std::string_view value) {
  return value.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// "RD[][2010.7.27]": the first value that is not blank counts.
void drop_blanks(std::vector<std::string>& values) {
  if (!std::ranges::all_of(values, is_blank)) std::erase_if(values, is_blank);
}

// "GM[1]GaMe[1]" is the same value twice. Different values are kept.
void write_once(std::vector<std::string>& values) {
  const auto same = [&](const std::string& value) { return value == values.front(); };
  if (values.size() > 1 && std::ranges::all_of(values, same)) values.resize(1);
}

/// Brings the properties of one tree's nodes up to date.
class SgfModerniser {
 public:
  SgfModerniser(const SgfTree& tree, const SgfDecoder& decode) : tree_(tree), decode_(decode) {
    for (const auto& [id, standard] : kStandIns) find_stand_in(id, standard);
    has_time_of_unknown_unit_ = !tree.ff_declared && has_time_of_unknown_unit();
  }

  [[nodiscard]] std::vector<ModernProperty> properties_of(const SgfNode& node) const {
    std::vector<ModernProperty> properties;
    const bool is_root = &node == tree_.nodes.data();
    if (is_root && !has_time_of_unknown_unit_) properties.push_back({"FF", {"4"}});
    if (is_root) properties.push_back({"CA", {"UTF-8"}});
    for (const SgfProperty& property : tree_.properties_of(node)) {
      if (is_root && (property.id == SgfId::FF || property.id == SgfId::CA)) continue;
      properties.push_back(modern(property, node));
    }
    return properties;
  }

 private:
  [[nodiscard]] ModernProperty modern(const SgfProperty& property, const SgfNode& node) const {
    ModernProperty out{fold_sgf_ident(property.ident), {}};
    for (const std::string_view raw : tree_.values_of(property)) {
      out.values.push_back(as_ff4(decode_(raw), tree_.escapes));
    }
    const SgfPropertyInfo& info = info_of(property.id);
    const bool is_root = info.property_class == SgfPropertyClass::root;
    if (info.shape == SgfValueShape::one && (is_root || is_game_info(property))) {
      drop_blanks(out.values);
    }
    if (is_root && info.shape == SgfValueShape::one) write_once(out.values);
    for (const auto& [stand_in, standard] : stand_ins_) {
      if (stand_in == &property) out.ident = info_of(standard).name;
    }
    switch (property.id) {
      case SgfId::M:
        if (!has(node, SgfId::MA)) out.ident = "MA";
        break;
      case SgfId::L:
        if (!has(node, SgfId::LB) && letters_to_labels(out)) out.ident = "LB";
        break;
      case SgfId::KI:
        if (!has(node, SgfId::KM) && half_points_to_komi(out)) out.ident = "KM";
        break;
      case SgfId::VW:
        if (tree_.has_corner_views()) corners_to_rectangle(out);
        break;
      case SgfId::TM:
        time_to_seconds(out);
        break;
      default:
        break;
    }
    return out;
  }

  [[nodiscard]] bool has(const SgfNode& node, SgfId id) const {
    const auto properties = tree_.properties_of(node);
    return std::ranges::find(properties, id, &SgfProperty::id) != properties.end();
  }

  // Kierulf: "a sequence of letters is shown on the points given in the list, starting with A".
  static bool letters_to_labels(ModernProperty& property) {
    constexpr std::size_t kLetters = 26;
    if (property.values.size() > kLetters) return false;
    const auto is_point = [](const std::string& value) { return parse_point(value).has_value(); };
    if (!std::ranges::all_of(property.values, is_point)) return false;
    char letter = 'A';
    for (std::string& value : property.values) (value += ':') += letter++;
    return true;
  }

  static bool half_points_to_komi(ModernProperty& property) {
    if (property.values.size() != 1) return false;
    const auto half_points = find_number<std::int64_t>(property.values.front());
    if (!half_points || *half_points < 0) return false;
    property.values.front() =
        std::to_string(*half_points / 2) + (*half_points % 2 == 0 ? "" : ".5");
    return true;
  }

  static void corners_to_rectangle(ModernProperty& property) {
    if (property.values.size() != 2) return;
    if (!parse_point(property.values[0]) || !parse_point(property.values[1])) return;
    property.values = {property.values[0] + ":" + property.values[1]};
  }

  // A time with its unit, as "10 min", means the same in every version and stays.
  void time_to_seconds(ModernProperty& property) const {
    if (time_unit_of_version(tree_) != TimeUnit::minutes) return;
    for (std::string& value : property.values) {
      const std::string text = unescape_simpletext(value);
      const auto meant = parse_time_limit(text, TimeUnit::minutes).seconds;
      if (meant == parse_time_limit(text, TimeUnit::seconds).seconds) continue;
      value = fmt::format("{}", std::round(*meant * 1000) / 1000);
    }
  }

  [[nodiscard]] std::string text_of(std::string_view raw) const {
    return unescape_simpletext(as_ff4(decode_(raw), tree_.escapes));
  }

  // FF[4] would make it seconds.
  [[nodiscard]] bool has_time_of_unknown_unit() const {
    const auto is_unknown = [this](std::string_view raw) {
      const TimeLimit limit = parse_time_limit(text_of(raw), TimeUnit::unknown);
      return limit.bare_number && !limit.seconds;
    };
    return std::ranges::any_of(tree_.properties, [&](const SgfProperty& property) {
      return property.id == SgfId::TM && std::ranges::any_of(tree_.values_of(property), is_unknown);
    });
  }

  // SgfInfoReader reads the root and the nodes of the main line that hold game info, and takes the
  // first TE, KO and RD there for EV, KM and DT that are missing.
  void find_stand_in(SgfId id, SgfId standard) {
    const SgfProperty* first = nullptr;
    for (std::int32_t i = tree_.nodes.empty() ? -1 : 0; i >= 0;) {
      const SgfNode& node = tree_.nodes[static_cast<std::size_t>(i)];
      const auto properties = tree_.properties_of(node);
      if (i == 0 || std::ranges::any_of(properties, is_game_info)) {
        if (has(node, standard)) return;
        const auto found = std::ranges::find(properties, id, &SgfProperty::id);
        const bool none_yet = first == nullptr || is_blank(tree_.value_of(*first));
        if (none_yet && found != properties.end()) first = &*found;
      }
      i = node.first_child;
    }
    if (first != nullptr && may_be(standard, *first)) stand_ins_.emplace_back(first, standard);
  }

  [[nodiscard]] bool may_be(SgfId standard, const SgfProperty& property) const {
    const auto values = tree_.values_of(property);
    if (values.size() - static_cast<std::size_t>(std::ranges::count_if(values, is_blank)) != 1) {
      return false;
    }
    const std::string text = text_of(tree_.value_of(property));
    return may_stand_in(text) && (standard != SgfId::KM || parse_komi(text));
  }

  const SgfTree& tree_;
  const SgfDecoder& decode_;
  std::vector<std::pair<const SgfProperty*, SgfId>> stand_ins_;  // and what each is taken for
  bool has_time_of_unknown_unit_ = false;
};

/// Goes over the tree in file order and sets parentheses where branches are.
class SgfTreeWriter {
 public:
  SgfTreeWriter(const SgfTree& tree, const SgfDecoder& decode)
      : tree_(tree), moderniser_(tree, decode) {}

  std::string write() {
    if (tree_.nodes.empty()) return {};
    for (std::int32_t index = 0; index >= 0;) {
      if (starts_branch(index)) out_ += '(';
      write_node(node_at(index));
      const std::int32_t child = node_at(index).first_child;
      index = child >= 0 ? child : close_branches(index);
    }
    return std::move(out_ += '\n');
  }

 private:
  void write_node(const SgfNode& node) {
    if (out_.size() - line_start_ > kLineBytes && out_.back() != '(') {
      out_ += '\n';
      line_start_ = out_.size();
    }
    out_ += ';';
    for (const ModernProperty& property : moderniser_.properties_of(node)) {
      out_ += property.ident;
      for (const std::string& value : property.values) {
        out_ += '[';
        out_ += value;
        out_ += ']';
      }
    }
  }

  [[nodiscard]] const SgfNode& node_at(std::int32_t index) const {
    return tree_.nodes[static_cast<std::size_t>(index)];
  }

  [[nodiscard]] bool starts_branch(std::int32_t index) const {
    const SgfNode& node = node_at(index);
    if (node.parent < 0) return true;
    return node.next_sibling >= 0 || node_at(node.parent).first_child != index;
  }

  // Climbs to the next branch in file order; -1 if there is none.
  std::int32_t close_branches(std::int32_t leaf) {
    for (std::int32_t index = leaf; index >= 0; index = node_at(index).parent) {
      if (starts_branch(index)) out_ += ')';
      if (node_at(index).next_sibling >= 0) return node_at(index).next_sibling;
    }
    return -1;
  }

  const SgfTree& tree_;
  SgfModerniser moderniser_;
  std::string out_;
  std::size_t line_start_ = 0;
};

}  // namespace

std::string write_sgf(const SgfTree& tree, const SgfDecoder& decode) {
  return SgfTreeWriter(tree, decode).write();
}

std::optional<Problem> rewrite_sgf(std::string_view utf8, std::string& out) {
  SgfTree tree;
  if (auto problem = parse_sgf(utf8, TextForm::bytes, tree)) return problem;
  out = write_sgf(tree, [](std::string_view value) { return std::string(value); });
  return std::nullopt;
}

}  // namespace ludex
