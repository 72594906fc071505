#include "ludex/record.hpp"

#include "core/call_scope.hpp"
#include "formats/format.hpp"
#include "formats/record_reader.hpp"
#include "ludex/error.hpp"
#include "pipeline/member_records.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace ludex {
namespace {

RecordGame game_of(GameInfo& info) {
  RecordGame game;
  game.type = info.game;
  game.kind = info.kind;
  game.size = info.size;
  for (SeatInfo& seat : info.seats) game.players.push_back(std::move(seat.name));
  game.event = std::move(info.event);
  game.round = std::move(info.round);
  game.place = std::move(info.place);
  game.date = std::move(info.date_raw);
  game.days = info.date;
  game.result = info.result;
  game.problems = std::move(info.problems);
  return game;
}

/// The state of one call of for_each_record().
class RecordVisit final : public RecordSink, private MemberEvents {
 public:
  RecordVisit(const RecordOptions& options, const std::function<bool(const Record&)>& visit)
      : visit_(visit) {
    if (!options.format.empty()) {
      format_ = find_format(options.format);
      if (!format_) throw UsageError(fmt::format("`format`: no format '{}'", options.format));
    }
    if (!options.charset.empty()) {
      reading_.charset = find_charset(options.charset);
      if (!reading_.charset) {
        throw UsageError(fmt::format("`charset`: no charset '{}'", options.charset));
      }
    }
  }

  void read(const SourceName& name) {
    SourceReader source(name);
    MemberRecords records(
        source, {.source_name = name.path, .format = format_, .is_file = !name.is_stream()}, *this);
    while (!over_ && source.next_member()) {
      records.read_head();
      const auto format = records.format();
      if (!format) continue;
      found_format_ = *format;
      origin_ = {name.path, source.member(), 0, 0};
      records.start(found_format_);
      records.split(*this);
    }
  }
  [[nodiscard]] bool is_over() const { return over_; }

  void record(const FoundRecord& found) override {
    if (over_) return;
    check_call();
    auto& reader = readers_[static_cast<std::size_t>(found_format_)];
    if (!reader) reader = make_record_reader(found_format_, reading_);
    origin_.offset_bytes = found.offset_bytes;
    origin_.length_bytes = found.text.size();
    over_ = !visit_({format_name(found_format_), found.text, origin_, found.unclosed,
                     games_of(*reader, {found.text, found.form, found.context})});
  }
  void oversize_piece(std::string_view /*piece*/, std::uint64_t record_offset_bytes,
                      bool last) override {
    if (over_ || !last) return;
    origin_.offset_bytes = record_offset_bytes;
    over_ = !visit_({format_name(found_format_),
                     {},
                     origin_,
                     false,
                     Problem{ProblemKind::record_too_large, -1, 0, {}}});
  }
  void junk(std::uint64_t /*offset_bytes*/, std::uint64_t /*length_bytes*/) override {}

 private:
  void chunk(std::string_view /*bytes*/) override {}
  void damaged(const SourceDamage& damage) override { throw damage; }

  static Expected<std::vector<RecordGame>, Problem> games_of(RecordReader& reader,
                                                             const RecordText& text) {
    if (auto reject = reader.read(text)) return std::move(*reject);
    std::vector<RecordGame> games;
    for (std::size_t i = 0; i < reader.game_count(); ++i) games.push_back(game_of(reader.info(i)));
    return games;
  }

  const std::function<bool(const Record&)>& visit_;
  std::optional<Format> format_;  // asked for
  ReadOptions reading_;
  Format found_format_{};
  Origin origin_;
  std::array<std::unique_ptr<RecordReader>, kFormatCount> readers_;
  bool over_ = false;
};

}  // namespace

void for_each_record(const std::string& source, const std::function<bool(const Record&)>& visit,
                     const RecordOptions& options) {
  const CallScope scope(options.call);
  RecordVisit records(options, visit);
  for (const SourceName& name : list_sources(std::span(&source, 1))) {
    if (!records.is_over()) records.read(name);
  }
}

}  // namespace ludex
