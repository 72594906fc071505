#include "pipeline/source_scan.hpp"

#include "formats/format.hpp"
#include "formats/splitter.hpp"
#include "pipeline/reading_limits.hpp"
#include "source/source_reader.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kChunkBytes = 256 * 1024;

/// Reads one source into a builder.
class SourceScan {
 public:
  SourceScan(const SourcePlan& plan, const ScanOptions& options, const std::atomic<bool>& stop,
             BatchBuilder& builder)
      : plan_(plan),
        options_(options),
        stop_(stop),
        builder_(builder),
        limits_(limits_of(plan, options)),
        reader_(plan.name, {limits_.decoder_bytes, limits_.max_expansion, &stop}),
        hash_(XXH3_createState(), &XXH3_freeState),
        buffer_(kChunkBytes) {
    XXH3_128bits_reset(hash_.get());
  }

  void run() {
    if (reader_.is_archive()) begin_source();
    for (std::int64_t ordinal = 0; reader_.next_member(); ++ordinal) {
      if (ordinal < plan_.row.resume_member) {
        pass_over();
      } else {
        scan_member(ordinal);
      }
      if (stop_) return;
    }
    if (stop_) return;  // the archive may go on
    end_source();
  }

 private:
  /// An interrupted reading is resumed with the limits it began with: they decide which members an
  /// archive gives, and members are identified by their ordinals.
  static ReadingLimits limits_of(const SourcePlan& plan, const ScanOptions& options) {
    const SourceRow& row = plan.row;
    const bool goes_on = row.id != SourceId::none && row.state == SourceState::loading;
    if (goes_on && row.limits.decoder_bytes > 0) return row.limits;
    return {options.memory_bytes, effective_expansion(options.max_expansion)};
  }

  void begin_source() {
    if (std::exchange(begun_, true)) return;
    builder_.add(SourceBegin{&plan_, limits_});
  }

  void end_source() {
    if (!begun_) return;
    SourceEnd item;
    item.resumable = !reader_.is_archive() && !plan_.name.is_stream();
    item.unclosed = item.resumable && builder_.last_open();
    item.last_offset_bytes = builder_.last_offset_bytes();
    const bool is_whole = plan_.row.resume_member == 0 && plan_.row.resume_offset == 0;
    if (plan_.name.is_stream() && is_whole) item.content_hash = content_hash();
    builder_.add(std::move(item));
  }

  [[nodiscard]] std::string content_hash() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(hash_.get());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

  void scan_member(std::int64_t ordinal) {
    const bool resumes = ordinal == plan_.row.resume_member;
    const auto start = resumes ? static_cast<std::uint64_t>(plan_.row.resume_offset) : 0;
    std::optional<Damage> damage = caught([&] { fill_buffer(); });
    if (stop_) return;
    const auto format = filled_ == 0 ? Format::sgf : wanted_format({buffer_.data(), filled_});
    if (!format) return skip_member(ordinal, damage);
    const auto splitter =
        make_splitter(*format, {start, options_.max_record_bytes}, {buffer_.data(), filled_});
    const bool reached = skip_to(start, damage);
    begin_member(ordinal, resumes && reached);
    builder_.set_format(*format);
    split_member(ordinal, *splitter, damage);
  }

  /// Reads a member of an archive as the previous run did: what an archive gives after damage
  /// depends on what was read of it, and members are identified by their ordinals.
  void pass_over() {
    if (!plan_.row.damaged_at) return;
    if (caught([&] { fill_buffer(); }) || !wanted_format({buffer_.data(), filled_})) return;
    (void)caught([&] {
      while (!stop_ && reader_.read(buffer_) > 0) {
      }
    });
  }

  void begin_member(std::int64_t ordinal, bool resumes_here = false) {
    begin_source();
    builder_.add(MemberBegin{ordinal, reader_.member(), resumes_here});
  }

  void end_member(std::int64_t ordinal, std::optional<Damage> damage) {
    builder_.add(MemberEnd{.ordinal = ordinal,
                           .name = reader_.member(),
                           .junk_bytes = builder_.take_junk(),
                           .resumable = !reader_.is_archive(),
                           .damage = std::move(damage),
                           .foreign = builder_.take_foreign()});
  }

  /// Runs `read` and returns the damage that it throws. A read error ends the source, so that the
  /// next run resumes there: it is thrown on.
  template <class Read>
  std::optional<Damage> caught(const Read& read) const {
    try {
      read();
    } catch (const SourceDamage& error) {
      const bool read_nothing = !begun_ && filled_ == 0;
      if (error.cause() == DamageCause::read_error && (read_nothing || can_go_on_later())) throw;
      return Damage{error.offset_bytes(), error.reason(), error.cause()};
    }
    return std::nullopt;
  }

  /// A stream without a name is a new source each time.
  [[nodiscard]] bool can_go_on_later() const { return !plan_.row.path.empty(); }

  /// Skips to `start`; the buffer holds the first bytes of the member. False if damage came first.
  bool skip_to(std::uint64_t start, std::optional<Damage>& damage) {
    const auto dropped = std::min<std::uint64_t>(start, filled_);
    filled_ -= dropped;
    std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(dropped), filled_, buffer_.begin());
    if (start == dropped) return true;
    if (damage) return false;
    damage = caught([&] {
      if (!reader_.skip(start - dropped)) throw_short(start);
    });
    return !damage;
  }

  [[noreturn]] void throw_short(std::uint64_t start) {
    throw SourceDamage(
        {.source = plan_.name.path, .member = reader_.member(), .offset_bytes = start},
        "shorter than it was");
  }

  /// Reads until the buffer is full or the member ends: the format is detected on these bytes.
  void fill_buffer() {
    filled_ = 0;
    while (filled_ < buffer_.size()) {
      const std::size_t bytes = reader_.read(std::span(buffer_).subspan(filled_));
      if (bytes == 0) break;
      filled_ += bytes;
    }
  }

  [[nodiscard]] std::optional<Format> wanted_format(std::string_view head) const {
    if (!options_.format.empty()) return find_format(options_.format);
    if (!reader_.member().empty()) return detect_format(head, reader_.member());
    return detect_format(head, plan_.name.is_stream() ? plan_.row.name : plan_.name.path);
  }

  void skip_member(std::int64_t ordinal, const std::optional<Damage>& damage) {
    note_bytes_read();
    if (damage && reader_.is_archive()) {  // the archive may end here
      begin_member(ordinal);
      return end_member(ordinal, damage);
    }
    if (reader_.is_archive()) return builder_.add(MemberSkipped{ordinal});
    if (!plan_.name.named) return builder_.add(StrayFile{});
    builder_.add(SourceFailed{plan_.name.path +
                              ": no game records in it; name another file, or say --format"});
  }

  void split_member(std::int64_t ordinal, Splitter& splitter, std::optional<Damage> damage) {
    feed(splitter, filled_);
    while (!damage && !stop_) {
      std::size_t bytes = 0;
      damage = caught([&] { bytes = reader_.read(buffer_); });
      if (bytes == 0) break;
      feed(splitter, bytes);
    }
    if (stop_) return;
    splitter.finish(builder_);
    end_member(ordinal, std::move(damage));
  }

  void feed(Splitter& splitter, std::size_t bytes) {
    if (plan_.name.is_stream()) XXH3_128bits_update(hash_.get(), buffer_.data(), bytes);
    splitter.feed({buffer_.data(), bytes}, builder_);
    note_bytes_read();
  }

  void note_bytes_read() {
    const std::uint64_t now = reader_.source_bytes_read();
    builder_.note_source_bytes(now - std::exchange(noted_bytes_, now));
  }

  const SourcePlan& plan_;
  const ScanOptions& options_;
  const std::atomic<bool>& stop_;
  BatchBuilder& builder_;
  ReadingLimits limits_;
  SourceReader reader_;
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> hash_;
  std::vector<char> buffer_;
  std::size_t filled_ = 0;
  std::uint64_t noted_bytes_ = 0;
  bool begun_ = false;
};

}  // namespace

void scan_source(const SourcePlan& plan, const ScanOptions& options, const std::atomic<bool>& stop,
                 BatchBuilder& builder) {
  const auto fail = [&](const std::string& message) { builder.add(SourceFailed{message}); };
  if (plan.action == SourcePlan::Action::failed) return fail(plan.message);
  if (plan.action != SourcePlan::Action::read) return;
  try {
    SourceScan(plan, options, stop, builder).run();
  } catch (const SourceDamage& error) {
    builder.abandon_record();
    const char* what_now = plan.name.is_stream() ? "" : "; run the same command again to read on";
    if (!stop) fail(error.what() + std::string(what_now));
  } catch (const SourceError& error) {
    if (!stop) fail(error.what());
  }
}

}  // namespace ludex
