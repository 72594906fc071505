#include "formats/csa/csa_header_comments.hpp"

#include "formats/csa/csa_statement.hpp"

#include <algorithm>
#include <cstddef>

namespace ludex {
namespace {

template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  if (text.empty()) return;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visit(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

CsaSection section_of(std::string_view place) {
  if (place.empty()) return CsaSection::moves;
  if (place == "+") return CsaSection::turn;
  return place == "P" ? CsaSection::position : CsaSection::info;
}

}  // namespace

void append_csa_comments(std::string_view comments, std::string& out) {
  for_each_line(comments, [&](std::string_view line) {
    out += '\'';
    out += line;
    out += '\n';
  });
}

CsaHeaderComments::CsaHeaderComments(const CsaGame& game) {
  for_each_line(game.start_comment, [&](std::string_view line) {
    const std::size_t n = comments_.size();
    const bool known = n < game.comment_places.size();
    comments_.push_back({known ? std::string_view(game.comment_places[n]) : "", line});
  });
}

void CsaHeaderComments::write_at(std::string_view place, std::string& out) {
  const std::string_view wanted = csa_place_of(place);
  write([&](std::string_view one) { return one == wanted; }, out);
}

void CsaHeaderComments::write_before(CsaSection section, std::string& out) {
  write([&](std::string_view one) { return section_of(one) <= section; }, out);
}

template <class Belongs>
void CsaHeaderComments::write(const Belongs& belongs, std::string& out) {
  for (Comment& comment : comments_) {
    if (!comment.text || !belongs(comment.place)) continue;
    ((out += '\'') += *comment.text) += '\n';
    comment.text.reset();
  }
}

}  // namespace ludex
