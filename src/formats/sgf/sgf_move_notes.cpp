#include "formats/sgf/sgf_move_notes.hpp"

#include "formats/sgf/sgf_text_reader.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {
namespace {

std::optional<double> find_number(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const char* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [rest, error] = std::from_chars(begin, end, number);
  return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

void append_annotation(const SgfProperty& property, const std::string& value, MoveNote& note) {
  if (!note.annotations.empty()) note.annotations += ' ';
  note.annotations.append(info_of(property.id).name);
  if (!value.empty()) note.annotations.append("[").append(value).append("]");
}

void append_comment(const std::string& text, MoveNote& note) {
  if (!note.comment.empty()) note.comment += '\n';
  note.comment += text;
}

void read_property(const SgfProperty& property, std::string_view raw, SgfTextReader& text,
                   MoveNote& note) {
  switch (property.id) {
    case SgfId::N:
      note.name = text.simple_text(raw);
      break;
    case SgfId::C:
      append_comment(text.text(raw), note);
      break;
    case SgfId::V:
      note.value = find_number(text.simple_text(raw));
      break;
    case SgfId::BL:
    case SgfId::WL:
      note.seconds_left = find_number(text.simple_text(raw));
      break;
    case SgfId::BM:
    case SgfId::DO:
    case SgfId::IT:
    case SgfId::TE:
    case SgfId::DM:
    case SgfId::GB:
    case SgfId::GW:
    case SgfId::HO:
    case SgfId::UC:
    case SgfId::CH:
    case SgfId::SI:
      append_annotation(property, text.simple_text(raw), note);
      break;
    default:
      break;
  }
}

bool is_empty(const MoveNote& note) {
  return !note.seconds_left && !note.value && note.name.empty() && note.comment.empty() &&
         note.annotations.empty();
}

/// Of both clocks in one node the mover's counts.
bool is_other_clock(const SgfTree& tree, const SgfNode& node, SgfId id) {
  if (id != SgfId::BL && id != SgfId::WL) return false;
  const SgfId move = id == SgfId::BL ? SgfId::W : SgfId::B;
  for (const SgfProperty& property : tree.properties_of(node)) {
    if (property.id == move) return true;
  }
  return false;
}

}  // namespace

std::vector<MoveNote> read_move_notes(const SgfTree& tree, const SgfGame& game, TextForm form,
                                      Charset charset, std::span<const std::uint32_t> node_plies) {
  SgfTextReader text(tree, form, charset);
  std::vector<MoveNote> notes;
  for (std::size_t n = 1; n < node_plies.size(); ++n) {
    if (node_plies[n] == node_plies[n - 1]) continue;  // no move
    const SgfNode& node = tree.nodes[game.nodes[n]];
    MoveNote note;
    note.ply = node_plies[n];
    for (const SgfProperty& property : tree.properties_of(node)) {
      if (is_other_clock(tree, node, property.id)) continue;
      for (const std::string_view raw : tree.values_of(property)) {
        read_property(property, raw, text, note);
      }
    }
    if (!is_empty(note)) notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace ludex
