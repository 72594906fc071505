#include "formats/sgf_translation.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/text_lines.hpp"
#include "formats/values/game_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

/// UTF-16 as UTF-8, everything else as it is.
std::string_view narrow(std::string_view text, TextForm form, std::string& copy) {
  if (!is_wide(form)) return text;
  utf16_to_utf8(text, form == TextForm::utf16be, copy);
  return copy;
}

class TranslatingReader final : public RecordReader {
 public:
  TranslatingReader(const ReadOptions& options, SgfTranslate translate)
      : charset_(options.charset),
        translate_(translate),
        reader_(make_sgf_reader({.charset = {}, .memory_bytes = options.memory_bytes})) {}

  std::optional<Problem> read(const RecordText& record) override {
    told_.clear();
    told_.context = record.context;
    const bool wide = is_wide(record.form);
    const std::string_view text = narrow(record.text, record.form, copy_);
    auto problem = translate_(text, wide ? std::optional(Charset::utf8) : charset_, told_);
    if (problem) return problem;
    if (auto reject = reader_->read({.text = told_.sgf})) {
      reject->offset_bytes = told_.record_offset(reject->offset_bytes);
      return reject;
    }
    fill_info();
    if (wide) reader_->info(0).charset = charset_name(*wide_charset(record.form));
    return std::nullopt;
  }

  const std::vector<Problem>& text_problems() const override { return told_.problems; }
  GameInfo& info(std::size_t index) override { return reader_->info(index); }

  void compile(std::size_t index, ReplayScript& script, std::vector<PositionKey>* keys) override {
    reader_->compile(index, script, keys);
    place(script.problems);
  }
  std::vector<MoveNote> notes(std::size_t index) override { return reader_->notes(index); }
  std::vector<NodeComment> comments(std::size_t index) override { return reader_->comments(index); }
  void append_node_text(std::size_t index, std::string& text) override {
    reader_->append_node_text(index, text);
  }
  std::vector<NodeMark> marks(std::size_t index) override { return reader_->marks(index); }
  std::vector<NodeMark> marks_at(std::size_t index, std::uint32_t ply) override {
    return reader_->marks_at(index, ply);
  }

 private:
  void fill_info() {
    GameInfo& info = reader_->info(0);
    info.charset = told_.charset;
    if (!told_.date_raw.empty()) info.date_raw = told_.date_raw;
    if (!told_.result_raw.empty()) info.result_raw = told_.result_raw;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (!told_.rank_raw[seat].empty()) info.seats[seat].rank = told_.rank_raw[seat];
    }
    info.properties = std::move(told_.properties);
    place(info.problems);
  }

  void place(std::vector<Problem>& problems) const {
    for (Problem& problem : problems) {
      problem.offset_bytes = told_.record_offset(problem.offset_bytes);
    }
  }

  std::optional<Charset> charset_;
  SgfTranslate translate_;
  std::unique_ptr<RecordReader> reader_;
  std::string copy_;
  SgfTranslation told_;
};

class TranslatingWriter final : public RecordWriter {
 public:
  explicit TranslatingWriter(SgfTranslate translate) : translate_(translate) {}

  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override {
    return write_with({}, text, form, charset, out);
  }

  std::optional<Problem> write_with(std::string_view context, std::string_view text, TextForm form,
                                    Charset charset, std::string& out) override {
    told_.clear();
    told_.context = context;
    if (auto problem = translate_(narrow(text, form, copy_), charset, told_)) return problem;
    if (auto problem = rewrite_sgf(told_.sgf, out)) return problem;
    untold_ += told_.untold;
    return std::nullopt;
  }

  [[nodiscard]] std::vector<WriterLoss> losses() const override {
    if (untold_ == 0) return {};
    return {{untold_, "field", "left out that SGF has no place for"}};
  }

 private:
  SgfTranslate translate_;
  std::string copy_;
  SgfTranslation told_;
  std::uint64_t untold_ = 0;  // of all records
};

/// Without what stands around a rank: "7D*", "22K*", "7단(P)", "(2D)".
std::string_view bare_rank(std::string_view rank) {
  constexpr std::string_view kMarks[] = {"(P)", "*", "?", "(", ")", "P", "p"};
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view mark : kMarks) {
      if (rank.size() <= mark.size() || !rank.ends_with(mark)) continue;
      rank.remove_suffix(mark.size());
      cut = true;
    }
  }
  return rank;
}

/// An identifier of FF[4] that no text gives a meaning.
bool is_private_ident(std::string_view name) {
  constexpr std::size_t kMostLetters = 64;
  return !name.empty() && name.size() <= kMostLetters && std::ranges::all_of(name, is_upper) &&
         find_sgf_id(name) == SgfId::unknown;
}

/// "5d", "7단", `초단`: a rank and not just a number, or a word.
bool is_rank(std::string_view text) { return sgf_rank(text).has_value(); }

}  // namespace

std::uint64_t SgfTranslation::record_offset(std::uint64_t sgf_offset) const {
  const auto after = std::ranges::upper_bound(places, sgf_offset, {}, &Place::sgf);
  return after == places.begin() ? 0 : std::prev(after)->record;
}

void SgfTranslation::node(std::size_t offset_bytes) {
  places.push_back({sgf.size(), offset_bytes});
  sgf += ';';
}

void SgfTranslation::property(std::string_view ident, std::string_view text) {
  if (text.empty()) return;
  sgf += ident;
  value(text);
}

void SgfTranslation::value(std::string_view text) {
  sgf += '[';
  for (const char c : text) {
    if (c == '\\' || c == ']') sgf += '\\';
    sgf += c;
  }
  sgf += ']';
}

void SgfTranslation::move(bool is_black, std::string_view point) {
  ((sgf += is_black ? "B[" : "W[") += point) += ']';
}

void SgfTranslation::keep_told(std::string_view name, std::string text) {
  properties.emplace_back(name, std::move(text));
}

void SgfTranslation::keep(std::string_view name, std::string text) {
  if (text.empty()) return;
  if (is_private_ident(name)) {
    kept_.emplace_back(name, text);
  } else {
    ++untold;
  }
  properties.emplace_back(name, std::move(text));
}

void SgfTranslation::write_kept() {
  std::ranges::stable_sort(kept_, {}, &std::pair<std::string, std::string>::first);
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (i == 0 || kept_[i].first != kept_[i - 1].first) sgf += kept_[i].first;
    value(kept_[i].second);
  }
}

void SgfTranslation::handicap_stones(int stones, int side, ThirdStone third) {
  property("HA", std::to_string(stones));
  const auto points = handicap_points(stones, side, third);
  if (points.empty()) return;
  sgf += "AB";
  for (const std::string& point : points) ((sgf += '[') += point) += ']';
}

std::string sgf_point(int column, int row) {
  return {static_cast<char>('a' + column), static_cast<char>('a' + row)};
}

std::vector<std::string> handicap_points(int stones, int side, ThirdStone third) {
  constexpr int kMostStones = 9;
  if (stones < 2 || stones > kMostStones || side < 7 || side > 26) return {};
  const int near = side < 13 ? 2 : 3;
  const int far = side - 1 - near;
  const int middle = side / 2;
  std::vector<std::string> points = {sgf_point(far, near), sgf_point(near, far)};
  const auto add = [&](int column, int row) { points.push_back(sgf_point(column, row)); };
  const bool is_lower_right = third == ThirdStone::lower_right;
  if (stones >= 3) is_lower_right ? add(far, far) : add(near, near);
  if (stones >= 4) is_lower_right ? add(near, near) : add(far, far);
  if (stones >= 6) add(near, middle), add(far, middle);
  if (stones >= 8) add(middle, near), add(middle, far);
  if (stones >= 5 && stones % 2 == 1) add(middle, middle);
  return points;
}

std::string take_rank(std::string& name) {
  const std::string_view whole = trimmed_text(name);
  std::size_t open = whole.ends_with(')') ? whole.rfind('(') : std::string_view::npos;
  if (open != std::string_view::npos && whole.substr(open) == "(P)") open = std::string_view::npos;
  std::string rank;
  if (open != std::string_view::npos) {
    rank = trimmed_text(whole.substr(open + 1, whole.size() - open - 2));
  } else if (open = whole.find_last_of(" \t"); open != std::string_view::npos) {
    rank = whole.substr(open + 1);
  }
  if (open == std::string_view::npos || open == 0 || !is_rank(rank)) return {};
  name = std::string(trimmed_text(whole.substr(0, open)));
  return rank;
}

std::optional<std::string> sgf_rank(std::string_view rank) {
  const std::string_view bare = bare_rank(rank);
  const bool is_professional =
      rank.size() > bare.size() && rank.substr(bare.size()).find_first_of("Pp") != rank.npos;
  const auto order = parse_rank_order(bare.empty() ? rank : bare);
  if (!order) return std::nullopt;
  constexpr int kFirstProfessional = 100;
  const bool raised = is_professional && *order > 0 && *order < kFirstProfessional;
  return rank_text(raised ? *order + kFirstProfessional : *order);
}

std::unique_ptr<RecordReader> make_translating_reader(const ReadOptions& options,
                                                      SgfTranslate translate) {
  return std::make_unique<TranslatingReader>(options, translate);
}

std::unique_ptr<RecordWriter> make_translating_writer(SgfTranslate translate) {
  return std::make_unique<TranslatingWriter>(translate);
}

}  // namespace ludex
