#include "games/api/picture.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace ludex {
namespace {

struct InkColours {
  Ink ink;
  std::string_view light, dark;
};

// In the order of Ink.
constexpr InkColours kColours[] = {
    {Ink::page, "#ffffff", "#16181c"},           {Ink::text, "#222222", "#e8e8e8"},
    {Ink::faint_text, "#555b66", "#a8adb7"},     {Ink::coordinate, "#4a3613", "#e8d6b0"},
    {Ink::wood, "#e3b565", "#6e5329"},           {Ink::wood_line, "#5b4218", "#d2b682"},
    {Ink::felt, "#47a974", "#1f5a3c"},           {Ink::felt_line, "#0b3a22", "#86c5a2"},
    {Ink::paper, "#f3eee2", "#2b2f36"},          {Ink::paper_line, "#80765f", "#8b929e"},
    {Ink::black, "#1b1b1b", "#0c0c0c"},          {Ink::black_rim, "#000000", "#c4c4c4"},
    {Ink::white, "#fbfbf7", "#f2f0e8"},          {Ink::white_rim, "#4a3613", "#2a2011"},
    {Ink::on_black, "#ffffff", "#ffffff"},       {Ink::on_white, "#111111", "#111111"},
    {Ink::last_on_black, "#ff6b6b", "#ff6b6b"},  {Ink::last_on_white, "#c4161c", "#c4161c"},
    {Ink::last, "#a3101a", "#ffb4a8"},           {Ink::last_square, "#f4d98b", "#a37f35"},
    {Ink::mark, "#003f7d", "#a8d4ff"},           {Ink::mark_text, "#ffffff", "#06182b"},
    {Ink::felt_mark, "#0a2540", "#cfe6ff"},      {Ink::felt_mark_text, "#ffffff", "#06182b"},
    {Ink::felt_last, "#6b0a10", "#ffb4a8"},      {Ink::region, "#6f0c66", "#ffb8f4"},
    {Ink::piece, "#f9e7bf", "#e6cb96"},          {Ink::piece_rim, "#5b4218", "#241a08"},
    {Ink::piece_text, "#1a1208", "#1a1208"},     {Ink::piece_promoted, "#b3161b", "#8e0f14"},
    {Ink::square, "#ece6d8", "#343941"},         {Ink::square_line, "#80765f", "#8b929e"},
    {Ink::tile, "#f2d8a2", "#dfc188"},           {Ink::tile_rim, "#7a5a1e", "#f6e3bb"},
    {Ink::tile_text, "#1d1405", "#1d1405"},      {Ink::tile_blank, "#a3101a", "#8a0c14"},
    {Ink::new_tile, "#ffc23d", "#ffc857"},       {Ink::double_letter, "#bfe0f5", "#274a63"},
    {Ink::triple_letter, "#1f5f9e", "#7fb9ea"},  {Ink::quadruple_letter, "#4b2c8c", "#b79cf0"},
    {Ink::double_word, "#f9c6c6", "#6b2f35"},    {Ink::triple_word, "#b3202a", "#f08a8f"},
    {Ink::quadruple_word, "#6b1248", "#ef8fc6"}, {Ink::on_pale, "#26221a", "#f0ece2"},
    {Ink::on_deep, "#ffffff", "#14161a"},
};

constexpr bool is_in_order() {
  std::size_t at = 0;
  for (const InkColours& colours : kColours) {
    if (colours.ink != static_cast<Ink>(at++)) return false;
  }
  return true;
}
static_assert(is_in_order());

/// At most two decimals.
void append_number(double value, std::string& out) {
  const auto hundredths = std::lround(value * 100);
  const auto left = std::abs(hundredths);
  if (hundredths < 0) out += '-';
  if (left < 100 && left > 0) {
    out += left % 10 == 0 ? fmt::format(".{}", left / 10) : fmt::format(".{:02}", left);
    return;
  }
  out += fmt::format_int(left / 100).c_str();
  if (left % 100 != 0) {
    out += left % 10 == 0 ? fmt::format(".{}", left / 10 % 10) : fmt::format(".{:02}", left % 100);
  }
}

/// Takes a character off the front; U+FFFD for a byte that is no UTF-8.
std::pair<utf8proc_int32_t, std::string_view> take_character(std::string_view& text) {
  utf8proc_int32_t code = -1;
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                      static_cast<utf8proc_ssize_t>(text.size()), &code);
  const auto size = static_cast<std::size_t>(std::max<utf8proc_ssize_t>(bytes, 1));
  const std::string_view character = bytes > 0 ? text.substr(0, size) : "\xEF\xBF\xBD";
  text.remove_prefix(size);
  return {bytes > 0 ? code : 0xFFFD, character};
}

/// Controls, what XML has no place for, and what turns the direction of other text.
bool is_dropped(utf8proc_int32_t code) {
  if (code >= ' ' && code < 0x7F) return false;
  const auto category = utf8proc_category(code);
  const bool is_direction = code == 0x061C || code == 0x200E || code == 0x200F ||
                            (code >= 0x202A && code <= 0x202E) ||
                            (code >= 0x2066 && code <= 0x2069);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP || is_direction || (code & 0xFFFE) == 0xFFFE;
}

double character_width(utf8proc_int32_t code) {
  if (code >= 0x80) return is_dropped(code) ? 0 : utf8proc_charwidth(code) * 0.52;
  const char c = static_cast<char>(code);
  if (std::string_view("ijlIt.,:;'|!()[]- ").find(c) != std::string_view::npos) return 0.34;
  if (std::string_view("mwMW@%").find(c) != std::string_view::npos) return 0.92;
  return (c >= 'A' && c <= 'Z') || c == '+' || c == '=' ? 0.7 : 0.58;
}

}  // namespace

std::string_view colour_of(Ink ink, PictureTheme theme) {
  const InkColours& colours = kColours[static_cast<std::size_t>(ink)];
  return theme == PictureTheme::light ? colours.light : colours.dark;
}

PicturePath& PicturePath::command(char letter, std::initializer_list<double> numbers) {
  text_ += letter;
  bool is_first = true;
  for (const double number : numbers) {
    if (!is_first && number >= 0) text_ += ' ';
    append_number(number, text_);
    is_first = false;
  }
  return *this;
}

PicturePath& PicturePath::circle(Place middle, double radius) {
  const double r = radius;
  move({middle.x - r, middle.y}).command('a', {r, r, 0, 1, 0, 2 * r, 0});
  return command('a', {r, r, 0, 1, 0, -2 * r, 0}).close();
}

PicturePath& PicturePath::polygon(std::initializer_list<Place> corners) {
  bool is_first = true;
  for (const Place& corner : corners) is_first ? move(corner) : line(corner), is_first = false;
  return close();
}

void append_escaped(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const auto [code, character] = take_character(text);
    if (is_dropped(code)) continue;
    switch (code) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += character;
    }
  }
}

double text_width(std::string_view utf8) {
  double width = 0;
  while (!utf8.empty()) width += character_width(take_character(utf8).first);
  return width;
}

std::string fitted_text(std::string_view utf8, double width) {
  constexpr double kDots = 1;
  constexpr std::size_t kMostBytes = 400;  // marks that take no room are no end
  double used = 0;
  std::size_t bytes = 0;  // with room for dots after them
  for (std::string_view left = utf8; !left.empty();) {
    used += character_width(take_character(left).first);
    const std::size_t end = utf8.size() - left.size();
    if (used <= width - kDots && end <= kMostBytes) bytes = end;
    if (used > width || end > kMostBytes) return std::string(utf8.substr(0, bytes)) + "…";
  }
  return std::string(utf8);
}

void PictureCanvas::attribute(std::string_view name, double value) {
  body_ += name;
  append_number(value, body_);
  body_ += '"';
}

void PictureCanvas::colours(const Look& look) {
  const auto colour = [&](std::optional<Ink> ink) {
    return ink ? colour_of(*ink, theme_) : std::string_view("none");
  };
  if (look.fill || look.stroke)
    fmt::format_to(std::back_inserter(body_), " fill=\"{}\"", colour(look.fill));
  if (look.stroke) {
    fmt::format_to(std::back_inserter(body_), " stroke=\"{}\"", colour(look.stroke));
    if (look.width != 1) attribute(" stroke-width=\"", look.width);
  }
  body_ += look.more;
}

void PictureCanvas::open(std::string_view name, const Look& look) {
  fmt::format_to(std::back_inserter(body_), "<g class=\"{}\"", name);
  colours(look);
  body_ += ">\n";
}

void PictureCanvas::open_texts(std::string_view name, Ink ink, double size, std::string_view more) {
  fmt::format_to(std::back_inserter(body_), "<g class=\"{}\" fill=\"{}\"", name,
                 colour_of(ink, theme_));
  attribute(" font-size=\"", size);
  if (more.find("text-anchor") == std::string_view::npos) body_ += " text-anchor=\"middle\"";
  body_ += more;
  body_ += ">\n";
  text_size_ = size;
}

void PictureCanvas::close() { body_ += "</g>\n"; }

void PictureCanvas::circle(Place centre, double radius) {
  attribute("<circle cx=\"", centre.x);
  attribute(" cy=\"", centre.y);
  attribute(" r=\"", radius);
  body_ += "/>\n";
}

void PictureCanvas::circle(Place centre, double radius, std::string_view move,
                           std::string_view title) {
  attribute("<circle cx=\"", centre.x);
  attribute(" cy=\"", centre.y);
  attribute(" r=\"", radius);
  body_ += " data-move=\"";
  append_escaped(move, body_);
  body_ += "\"><title>";
  append_escaped(title, body_);
  body_ += "</title></circle>\n";
}

void PictureCanvas::rect(Place corner, double width, double height, double round) {
  body_ += "<rect";
  if (corner.x != 0) attribute(" x=\"", corner.x);
  if (corner.y != 0) attribute(" y=\"", corner.y);
  attribute(" width=\"", width);
  attribute(" height=\"", height);
  if (round != 0) attribute(" rx=\"", round);
  body_ += "/>\n";
}

void PictureCanvas::path(const PicturePath& path) {
  if (path.empty()) return;
  body_ += "<path d=\"";
  body_ += path.text();
  body_ += "\"/>\n";
}

void PictureCanvas::text(Place middle, std::string_view text, double size) {
  constexpr double kBaseline = 0.35;  // below the middle of capitals and digits
  attribute("<text x=\"", middle.x);
  attribute(" y=\"", middle.y + kBaseline * size);
  if (size != text_size_) attribute(" font-size=\"", size);
  body_ += '>';
  append_escaped(text, body_);
  body_ += "</text>\n";
}

void PictureCanvas::use(std::string_view id, Place place, std::string_view more) {
  fmt::format_to(std::back_inserter(body_), "<use href=\"#{}\"", id);
  attribute(" x=\"", place.x);
  attribute(" y=\"", place.y);
  body_ += more;
  body_ += "/>\n";
}

void PictureCanvas::define(std::string_view id, std::string_view content) {
  fmt::format_to(std::back_inserter(definitions_), "<g id=\"{}\">{}</g>\n", id, content);
}

std::string PictureCanvas::finish(const Frame& frame) {
  std::string body = std::move(body_);
  body_.clear();
  attribute("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", frame.width);
  body_.back() = ' ';
  append_number(frame.height, body_);
  body_ += '"';
  if (frame.pixels) {
    const double scale = *frame.pixels / frame.width;
    attribute(" width=\"", *frame.pixels);
    attribute(" height=\"", std::round(frame.height * scale));
  }
  body_ += frame.attributes;
  body_ += " role=\"group\" font-family=\"sans-serif\">\n<title>";
  append_escaped(frame.title, body_);
  body_ += "</title>\n<desc>";
  append_escaped(frame.description, body_);
  body_ += "</desc>\n";
  if (!definitions_.empty()) body_ += "<defs>\n" + definitions_ + "</defs>\n";
  definitions_.clear();
  open("page", {.fill = Ink::page});
  rect({}, frame.width, frame.height);
  close();
  std::string document = std::move(body_) + body + "</svg>\n";
  body_.clear();
  return document;
}

}  // namespace ludex
