#include "formats/sgf/sgf_value_check.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/sgf/sgf_text.hpp"
#include "formats/text_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace ludex {
namespace {

using enum ProblemKind;

/// Numbers of which FF[4] lists the values.
struct Range {
  SgfId id;
  int least, most;
};
constexpr Range kRanges[] = {{SgfId::FF, 1, 4}, {SgfId::ST, 0, 3}, {SgfId::PM, 0, 2}};

constexpr SgfId kSetup[] = {SgfId::AB, SgfId::AW, SgfId::AE};
constexpr SgfId kSigns[] = {SgfId::CR, SgfId::MA, SgfId::SL, SgfId::SQ, SgfId::TR};
constexpr SgfId kMoveAnnotations[] = {SgfId::BM, SgfId::DO, SgfId::IT, SgfId::TE};
constexpr SgfId kPositionAnnotations[] = {SgfId::DM, SgfId::GB, SgfId::GW, SgfId::UC};

template <std::size_t count>
bool is_one_of(const SgfId (&ids)[count], SgfId id) {
  return std::ranges::find(ids, id) != std::end(ids);
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::string_view without_sign(std::string_view text) {
  const bool is_signed = !text.empty() && (text.front() == '+' || text.front() == '-');
  return text.substr(is_signed ? 1 : 0);
}

bool is_whole_number(std::string_view text) { return is_digits(without_sign(text)); }

bool is_real_number(std::string_view text) {
  text = without_sign(text);
  const std::size_t dot = std::min(text.find('.'), text.size());
  return is_digits(text.substr(0, dot)) && (dot == text.size() || is_digits(text.substr(dot + 1)));
}

class ValueCheck {
 public:
  ValueCheck(const SgfTree& tree, std::string_view record, const SgfGame& game)
      : tree_(tree), size_(game.info.size), problems_(tree, record, found_) {
    const SgfRules* const rules = find_sgf_rules(game.info.game);
    if (rules != nullptr && rules->playable(size_)) rules_ = rules;
    is_go_ = game.info.game == GameType::go;
  }

  std::vector<Problem> check() {
    for (const SgfNode& node : tree_.nodes) check_node(node);
    problems_.finish();
    return std::move(found_.problems);
  }

 private:
  void check_node(const SgfNode& node) {
    bool is_annotated = false;
    bool is_judged = false;
    setup_.clear();
    signs_.clear();
    for (const SgfProperty& property : tree_.properties_of(node)) {
      for (const std::string_view value : tree_.values_of(property)) check_value(property, value);
      if (is_one_of(kSetup, property.id)) check_unique(property, "setup", setup_);
      if (is_one_of(kSigns, property.id)) check_unique(property, "markup", signs_);
      if (is_one_of(kMoveAnnotations, property.id)) check_alone(property, is_annotated);
      if (is_one_of(kPositionAnnotations, property.id)) check_alone(property, is_judged);
    }
  }

  void check_value(const SgfProperty& property, std::string_view raw) {
    const SgfPropertyInfo& info = info_of(property.id);
    const std::string_view value = trimmed(raw);
    const bool is_of_ff4 = (info.ff_versions & ff_bit(4)) != 0;
    if (!is_of_ff4) return;
    if (const auto* const range = std::ranges::find(kRanges, property.id, &Range::id);
        range != std::end(kRanges)) {
      const auto number = find_number<int>(value);
      if (!number || *number < range->least || *number > range->most) {
        report(bad_number, info.name, property, raw);
      }
      return;
    }
    if (property.id == SgfId::HA && is_go_) {
      const auto number = find_number<int>(value);
      if (number && *number < 2) report(bad_handicap, {}, property, raw);
    }
    const bool is_read_elsewhere = info.property_class == SgfPropertyClass::root ||
                                   info.property_class == SgfPropertyClass::game_info;
    if (is_read_elsewhere) return;
    check_type(info, property, raw, value);
  }

  void check_type(const SgfPropertyInfo& info, const SgfProperty& property, std::string_view raw,
                  std::string_view value) {
    switch (info.type) {
      case SgfValueType::number:
        if (info.second_type != SgfValueType::none) return check_figure(property, raw, value);
        if (!is_whole_number(value)) report(bad_number, {}, property, raw);
        return;
      case SgfValueType::real:
        if (!is_real_number(value)) report(bad_number, "real", property, raw);
        return;
      case SgfValueType::emphasis:
        if (value != "1" && value != "2") report(bad_value, "emphasis", property, raw);
        return;
      case SgfValueType::none:
        if (!value.empty()) report(bad_value, "none", property, raw);
        return;
      case SgfValueType::color:
        if (value != "B" && value != "W") report(bad_value, "color", property, raw);
        return;
      case SgfValueType::point:
        if (rules_ != nullptr && info.property_class != SgfPropertyClass::setup) {
          check_points(info, property, raw);
        }
        return;
      case SgfValueType::simpletext:
      case SgfValueType::text:
      case SgfValueType::move:
      case SgfValueType::stone:
        return;
    }
  }

  /// FG is the only number with a second half that is not read elsewhere.
  void check_figure(const SgfProperty& property, std::string_view raw, std::string_view value) {
    if (value.empty()) return;
    const auto halves = split_composed(raw);
    if (!halves) return report(bad_value, "figure", property, raw);
    if (!is_whole_number(trimmed(halves->first))) report(bad_number, {}, property, raw);
  }

  void check_points(const SgfPropertyInfo& info, const SgfProperty& property,
                    std::string_view raw) {
    const bool may_be_empty = info.shape == SgfValueShape::list_or_empty;
    if (may_be_empty && trimmed(raw).empty()) return;
    if (info.second_type == SgfValueType::none) {
      if (!rules_->find_points(raw, size_)) report(bad_point, {}, property, raw);
      return;
    }
    const auto halves = split_composed(raw);
    const bool is_line = info.second_type == SgfValueType::point;
    if (!halves) return report(bad_value, is_line ? "line" : "label", property, raw);
    const auto from = rules_->find_points(halves->first, size_);
    const auto to = is_line ? rules_->find_points(halves->second, size_) : from;
    if (!from || !to) return report(bad_point, {}, property, raw);
    if (is_line && *from == *to) report(bad_value, "line", property, raw);
  }

  /// Reports a property once that names a point again.
  void check_unique(const SgfProperty& property, std::string_view about, std::vector<bool>& taken) {
    if (rules_ == nullptr) return;
    taken.resize(static_cast<std::size_t>(size_.area()));
    for (const std::string_view raw : tree_.values_of(property)) {
      const auto rect = rules_->find_points(raw, size_);
      if (rect && !take(*rect, taken)) return report(repeated_value, about, property, raw);
    }
  }

  [[nodiscard]] bool take(const PointRect& rect, std::vector<bool>& taken) const {
    bool is_free = true;
    for (int row = rect.top; row <= rect.bottom; ++row) {
      for (int column = rect.left; column <= rect.right; ++column) {
        const auto point = static_cast<std::size_t>(row * size_.width + column);
        is_free = is_free && !taken[point];
        taken[point] = true;
      }
    }
    return is_free;
  }

  void check_alone(const SgfProperty& property, bool& has_one) {
    if (std::exchange(has_one, true)) {
      problems_.add(misplaced_property, "annotation", property, std::string(property.ident));
    }
  }

  void report(ProblemKind kind, std::string_view about, const SgfProperty& property,
              std::string_view raw) {
    problems_.add(kind, about, property, excerpt_of(property, raw));
  }

  const SgfTree& tree_;
  BoardSize size_;
  const SgfRules* rules_ = nullptr;  // null: nobody knows its points
  bool is_go_ = false;
  GameInfo found_;
  SgfPageProblems problems_;
  std::vector<bool> setup_, signs_;  // points of the node that have some
};

}  // namespace

std::vector<Problem> check_sgf_values(const SgfTree& tree, std::string_view record,
                                      const SgfGame& game) {
  constexpr int kCheckedVersion = 4;
  if (!tree.ff_declared || tree.ff < kCheckedVersion) return {};
  return ValueCheck(tree, record, game).check();
}

}  // namespace ludex
