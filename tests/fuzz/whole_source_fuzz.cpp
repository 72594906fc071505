// Any bytes as a whole source, as `check` and `index` read it: the records, what is said of them,
// and what a database of them holds do not depend on how few bytes come at a time, on how many
// threads read, or on a compression around them.
#include "formats/record_check.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "pipeline/member_records.hpp"
#include "source/byte_stream.hpp"
#include "source/content_type.hpp"
#include "source/source_reader.hpp"
#include "support/packing.hpp"
#include "support/temporary_folder.hpp"

#include "fuzz_input.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace ludex;
using fuzz::FuzzInput;
using fuzz::require;

namespace {

constexpr std::size_t kMaxRecordBytes = 4096;
constexpr std::size_t kMostMembers = 50;

/// Gives few bytes at a time.
class SlowStream final : public ByteStream {
 public:
  SlowStream(std::string bytes, std::size_t most) : bytes_(std::move(bytes)), most_(most) {}
  std::size_t read(std::span<char> buffer) override {
    return bytes_.read(buffer.first(std::min(buffer.size(), most_)));
  }

 private:
  MemoryStream bytes_;
  std::size_t most_;
};

/// What a reading found, as text.
class Seen final : public MemberEvents, public RecordSink {
 public:
  void chunk(std::string_view more) override { bytes_ += more.size(); }
  void damaged(const SourceDamage& damage) override {
    log_ += "damaged: " + damage.reason() + '\n';
  }
  void record(const FoundRecord& found) override {
    note("record", found.offset_bytes, found.text.size());
    log_ += std::string(found.text) + (found.unclosed ? " unclosed\n" : "\n");
    covered_ += found.text.size();
    for (const Finding& finding : check_.findings_of(found, format)) {
      require(is_utf8(finding.problem.message));
      log_ += std::to_string(finding.problem.offset_bytes) + finding.rule + '\n';
    }
  }
  void oversize_piece(std::string_view piece, std::uint64_t, bool last) override {
    covered_ += piece.size();
    if (last) log_ += "oversize\n";
  }
  void junk(std::uint64_t offset, std::uint64_t bytes) override {
    note("junk", offset, bytes);
    covered_ += bytes;
  }
  void foreign(Format looks_like, std::uint64_t offset, std::uint64_t bytes) override {
    note("foreign", offset + static_cast<std::uint64_t>(looks_like), bytes);
  }
  void note(std::string_view what, std::uint64_t offset, std::uint64_t bytes) {
    log_ += std::string(what) + ' ' + std::to_string(offset) + '+' + std::to_string(bytes) + '\n';
  }
  /// Every byte was handed over once.
  void end_member() {
    require(covered_ == bytes_);
    covered_ = bytes_ = 0;
  }
  [[nodiscard]] const std::string& log() const { return log_; }

  Format format{};

 private:
  RecordCheck check_{ReadOptions{}};
  std::string log_;
  std::uint64_t bytes_ = 0, covered_ = 0;
};

std::string read(const std::string& bytes, std::size_t most) {
  SourceReader source({.path = "games"}, std::make_unique<SlowStream>(bytes, most),
                      {.memory_bytes = 16 << 20, .max_expansion = 100});
  Seen seen;
  MemberRecords records(
      source, {.source_name = "games", .max_record_bytes = kMaxRecordBytes, .is_file = false},
      seen);
  for (std::size_t i = 0; i < kMostMembers && source.next_member(); ++i) {
    records.read_head();
    const auto format = records.format();
    if (!format) continue;
    seen.format = *format;
    if (!records.start(*format)) continue;
    records.split(seen);
    seen.end_member();
  }
  return seen.log();
}

/// \returns the signature of a database of this source, which adds up.
std::string indexed(const test::TemporaryFolder& folder, const std::string& bytes, int threads) {
  const std::string database = folder.path("games.db");
  std::filesystem::remove(database);
  Archive archive(database);
  const auto index = [&] {
    return archive.index({.sources = {folder.add_file("source", bytes)},
                          .threads = threads,
                          .memory_bytes = 64ULL << 20});
  };
  const IndexReport report = index();
  const DatabaseInfo info = archive.info();
  require(info.totals.reconcile());
  require(static_cast<std::uint64_t>(info.totals.games) == report.games);
  for (const Game& game : archive.games(Query{})) (void)archive.details(game.id());
  return archive.signature();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const std::size_t choice = input.byte();
  const bool is_indexed = choice % 4 == 2;  // it takes a tenth of a second
  const std::size_t most = 1 + choice / 4;
  const std::string bytes(input.rest());
  const std::string seen = read(bytes, 1 << 20);
  require(seen == read(bytes, 1));
  require(seen == read(bytes, most));
  if (!is_indexed) return 0;
  static const test::TemporaryFolder folder;
  try {
    const std::string signature = indexed(folder, bytes, 1);
    require(signature == indexed(folder, bytes, 3));
    // What is packed already may be one layer too deep with another around it.
    const std::span<const char> head(bytes.data(), std::min(bytes.size(), kContentHeadBytes));
    if (content_type_of(head) != ContentType::plain) return 0;
    require(signature == indexed(folder, test::compress(test::Codec::gzip, bytes), 2));
  } catch (const Error&) {  // nothing in it is a record
  }
  return 0;
}
