#include "formats/sgf/sgf_node_notes.hpp"

#include "formats/sgf/sgf_property.hpp"
#include "formats/sgf/sgf_text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace ludex {
namespace {

/// Whether a property says something that ludex_marks() lists.
bool is_mark(SgfId id) {
  switch (info_of(id).property_class) {
    case SgfPropertyClass::markup:
    case SgfPropertyClass::timing:
      return true;
    case SgfPropertyClass::annotation:
      return id != SgfId::C && id != SgfId::N;
    default:
      return id == SgfId::FG || id == SgfId::MN || id == SgfId::PM || id == SgfId::VW;
  }
}

/// The values of a property that is written once, or of one that is repeated.
void append_line(const std::string& line, char between, std::string& text) {
  if (line.empty()) return;
  if (!text.empty()) text += between;
  text += line;
}

/// Kierulf: the points of L are lettered from "A" on, in the order of the list.
void letter(std::vector<NodeMark>& marks, std::size_t first) {
  constexpr std::size_t kLetters = 26;
  for (std::size_t i = first; i < marks.size() && i - first < kLetters; ++i) {
    if (marks[i].points) marks[i].text = static_cast<char>('A' + (i - first));
  }
}

bool is_point(const std::optional<PointRect>& rect) {
  return rect && rect->left == rect->right && rect->top == rect->bottom;
}

/// Before FF[4] VW gives "two corner points of a rectangular subsection" (Kierulf).
void join_corners(std::vector<NodeMark>& views) {
  if (views.size() != 2 || !is_point(views[0].points) || !is_point(views[1].points)) return;
  PointRect& part = *views[0].points;
  const PointRect& other = *views[1].points;
  part = {std::min(part.left, other.left), std::min(part.top, other.top),
          std::max(part.right, other.right), std::max(part.bottom, other.bottom)};
  views.pop_back();
}

}  // namespace

std::optional<std::uint32_t> SgfNodeNotes::ply_of(std::size_t n) const {
  return n < node_plies_.size() ? std::optional(node_plies_[n]) : std::nullopt;
}

std::vector<NodeComment> SgfNodeNotes::comments() {
  std::vector<NodeComment> comments;
  for (std::size_t n = 0; n < game_.nodes.size(); ++n) {
    NodeComment found;
    for (const SgfProperty& property : tree_.properties_of(node_at(n))) {
      if (property.id != SgfId::C && property.id != SgfId::N) continue;
      for (const std::string_view raw : tree_.values_of(property)) {
        if (property.id == SgfId::C) append_line(text_.text(raw), '\n', found.comment);
        if (property.id == SgfId::N) append_line(text_.simple_text(raw), ' ', found.name);
      }
    }
    if (found.comment.empty() && found.name.empty()) continue;
    found.node = static_cast<std::uint32_t>(n);
    found.ply = ply_of(n);
    comments.push_back(std::move(found));
  }
  return comments;
}

std::vector<NodeMark> SgfNodeNotes::marks() {
  std::vector<NodeMark> marks;
  for (std::size_t n = 0; n < game_.nodes.size(); ++n) {
    for (const SgfProperty& property : tree_.properties_of(node_at(n))) {
      if (is_mark(property.id)) append_marks(n, property, marks);
    }
  }
  return marks;
}

void SgfNodeNotes::append_marks(std::size_t n, const SgfProperty& property,
                                std::vector<NodeMark>& marks) {
  const SgfPropertyInfo& info = info_of(property.id);
  const std::size_t first = marks.size();
  for (const std::string_view raw : tree_.values_of(property)) {
    NodeMark& mark = marks.emplace_back();
    mark.node = static_cast<std::uint32_t>(n);
    mark.ply = ply_of(n);
    mark.ident = info.name;
    read_value(info, raw, mark);
  }
  if (property.id == SgfId::L) letter(marks, first);
}

void SgfNodeNotes::read_value(const SgfPropertyInfo& info, std::string_view raw, NodeMark& mark) {
  const bool has_point = info.type == SgfValueType::point || info.type == SgfValueType::move;
  const auto composed = info.second_type == SgfValueType::none ? std::nullopt : split_composed(raw);
  if (has_point && rules_ != nullptr) {
    mark.points = rules_->find_points(composed ? composed->first : raw, game_.info.size);
  }
  if (!mark.points) {
    mark.text = text_.simple_text(raw);
    return;
  }
  if (!composed) return;
  if (info.second_type == SgfValueType::point) {
    const auto end = rules_->find_points(composed->second, game_.info.size);
    if (is_point(end)) {
      mark.to_point = static_cast<Point>(end->top * game_.info.size.width + end->left);
      return;
    }
  }
  mark.text = text_.simple_text(composed->second);
}

/// Whether node n + 1 follows node n on the same line and leads to the same position.
bool SgfNodeNotes::goes_on(std::size_t n) const {
  return n + 1 < node_plies_.size() && node_plies_[n + 1] == node_plies_[n] &&
         node_at(n + 1).parent == static_cast<std::int32_t>(game_.nodes[n]);
}

std::vector<NodeMark> SgfNodeNotes::marks_at(std::uint32_t ply) {
  std::vector<NodeMark> marks;
  const auto found = std::ranges::find(node_plies_, ply);
  if (found == node_plies_.end()) return marks;
  auto n = static_cast<std::size_t>(found - node_plies_.begin());
  for (bool is_last = false; !is_last; ++n) {
    is_last = !goes_on(n);
    for (const SgfProperty& property : tree_.properties_of(node_at(n))) {
      const bool is_inherited = info_of(property.id).inherits;
      if (is_mark(property.id) && !is_inherited) append_marks(n, property, marks);
    }
  }
  append_inherited(SgfId::DD, n - 1, marks);
  append_inherited(SgfId::VW, n - 1, marks);
  return marks;
}

/// Adds the property of the node itself, or of the nearest node above it that has one (FF[4]:
/// inherit).
void SgfNodeNotes::append_inherited(SgfId id, std::size_t n, std::vector<NodeMark>& marks) {
  for (auto at = static_cast<std::int32_t>(game_.nodes[n]); at >= 0;) {
    const SgfNode& node = tree_.nodes[static_cast<std::size_t>(at)];
    for (const SgfProperty& property : tree_.properties_of(node)) {
      if (property.id != id) continue;
      const auto place = std::ranges::find(game_.nodes, static_cast<std::uint32_t>(at));
      std::vector<NodeMark> inherited;
      append_marks(static_cast<std::size_t>(place - game_.nodes.begin()), property, inherited);
      if (id == SgfId::VW && tree_.ff < 4) join_corners(inherited);
      std::ranges::move(inherited, std::back_inserter(marks));
      return;
    }
    at = node.parent;
  }
}

}  // namespace ludex
