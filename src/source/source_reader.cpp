#include "source/source_reader.hpp"

#include "source/content_type.hpp"
#include "source/file_stream.hpp"
#include "source/streamed_archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr int kMaxCodecLayers = 3;  // a.sgf.gz.xz.bz2: more is no accident
constexpr std::size_t kMaxArchiveLayers = 2;
constexpr std::size_t kSkippedBytes = 256 * 1024;

/// An archive that members are taken from.
struct ArchiveLayer {
  std::unique_ptr<ByteStream> input;  // null where the entries own it
  std::unique_ptr<EntryReader> entries;
  std::string name;        // as a member: "" or "inner.tar"
  std::string last_entry;  // the name of the file it is at
  std::uint64_t unpacked_bytes = 0;
};

/// The file that an archive layer is at.
class EntryStream final : public ByteStream {
 public:
  EntryStream(ArchiveLayer& layer, ExpansionLimit& limit) : layer_(layer), limit_(limit) {}
  std::size_t read(std::span<char> buffer) override {
    limit_.check(layer_.unpacked_bytes);
    const std::size_t got = layer_.entries->read(buffer);
    layer_.unpacked_bytes += got;
    return got;
  }

 private:
  ArchiveLayer& layer_;
  ExpansionLimit& limit_;
};

/// A stream with its compression taken off.
struct Content {
  std::unique_ptr<ByteStream> stream;
  ContentType type = ContentType::plain;
};

Content damaged_content(StreamDamage damage) {
  return {std::make_unique<DamagedStream>(std::move(damage)), ContentType::plain};
}

std::unique_ptr<ByteStream> open_source(const SourceName& name, const SourceOptions& options) {
  if (name.kind == SourceKind::standard_input) return FileStream::standard_input(options.stop);
  if (name.kind == SourceKind::stream) return FileStream::named_stream(name.path, options.stop);
  return std::make_unique<FileStream>(name.path);
}

/// \throws StreamDamage if there is more than `limit_bytes`.
std::unique_ptr<ByteStream> read_into_memory(ByteStream& stream, std::uint64_t limit_bytes) {
  std::string bytes;
  while (true) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kSkippedBytes);
    const std::size_t got = stream.read({bytes.data() + before, kSkippedBytes});
    bytes.resize(before + got);
    if (got == 0) return std::make_unique<MemoryStream>(std::move(bytes));
    if (bytes.size() > limit_bytes) {
      throw StreamDamage(fmt::format("a compressed 7z archive must fit into memory, and this one "
                                     "is larger than {} MiB; unpack it first",
                                     limit_bytes >> 20U),
                         DamageCause::limit);
    }
  }
}

/// Leaves the stream at its start. \throws StreamDamage if the archive takes more.
void check_memory_of_seven_zip(ByteStream& archive, std::uint64_t most_bytes) {
  const std::uint64_t bytes = seven_zip_memory_bytes(archive, most_bytes);
  if (bytes > most_bytes) {
    throw StreamDamage(fmt::format("unpacking this 7z archive needs {} MiB of memory; the limit is "
                                   "{} MiB (index --memory raises it)",
                                   whole_mib(bytes), most_bytes >> 20U),
                       DamageCause::limit);
  }
  archive.seek(0);
}

}  // namespace

class SourceReader::Impl {
 public:
  Impl(std::string path, std::unique_ptr<ByteStream> bytes, const SourceOptions& options)
      : path_(std::move(path)),
        options_(options),
        progress_(bytes->size_bytes()),
        limit_(progress_, options.max_expansion) {
    content_ = take_off_compression(
        std::make_unique<CountedStream>(std::move(bytes), progress_, options.stop));
    is_archive_ = ludex::is_archive(content_.type);
  }

  bool next_member() {
    stream_.reset();
    member_.clear();
    if (content_.stream) {
      Content content = std::exchange(content_, {});
      if (!ludex::is_archive(content.type) || !enter_archive(content)) {
        start_member(std::move(content.stream));
        return true;
      }
    }
    while (!archives_.empty() && !limit_.was_exceeded()) {
      if (next_entry(*archives_.back())) return true;
    }
    return false;
  }

  std::size_t read(std::span<char> buffer) {
    assert(stream_ && !buffer.empty());
    try {
      const std::size_t got = stream_->read(buffer);
      offset_bytes_ += got;
      return got;
    } catch (const StreamDamage& damage) {
      throw_damage(damage);
    }
  }

  bool skip(std::uint64_t bytes) {
    assert(stream_);
    if (stream_->can_seek()) return skip_by_seeking(bytes);
    std::vector<char> scratch(std::min<std::uint64_t>(bytes, kSkippedBytes));
    while (bytes > 0) {
      const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, scratch.size()));
      const std::size_t got = read({scratch.data(), wanted});
      if (got == 0) return false;
      bytes -= got;
    }
    return true;
  }

  /// Null before the first member.
  [[nodiscard]] const ByteStream* stream() const { return stream_.get(); }
  [[nodiscard]] const std::string& member() const { return member_; }
  [[nodiscard]] const SourceProgress& progress() const { return progress_; }
  [[nodiscard]] bool is_archive() const { return is_archive_; }

 private:
  /// For the stream of the source itself, and for all that lies in it.
  [[nodiscard]] std::uint64_t outer_memory_bytes() const { return options_.memory_bytes / 4 * 3; }
  [[nodiscard]] std::uint64_t inner_memory_bytes() const { return options_.memory_bytes / 4; }

  Content take_off_compression(std::unique_ptr<ByteStream> stream) {
    for (int layers = 0;; ++layers) {
      auto peeked = std::make_unique<PeekedStream>(std::move(stream), kContentHeadBytes);
      if (is_zeros(peeked->head())) {
        peeked = std::make_unique<PeekedStream>(std::move(peeked), kLargestEmptyTarBytes + 1);
      }
      const ContentType type = content_type_of(peeked->head());
      if (!is_codec(type)) return {std::move(peeked), type};
      if (layers == kMaxCodecLayers) {
        return damaged_content(
            StreamDamage(fmt::format("compressed more than {} times over", kMaxCodecLayers)));
      }
      const bool is_outer = archives_.empty() && layers == 0;
      const std::uint64_t memory_bytes = is_outer ? outer_memory_bytes() : inner_memory_bytes();
      stream = decode(type, std::move(peeked), memory_bytes, limit_);
    }
  }

  std::unique_ptr<ArchiveLayer> open_archive(Content content) const {
    auto layer = std::make_unique<ArchiveLayer>();
    layer->name = member_;
    if (content.type == ContentType::zip && content.stream->can_seek()) {
      layer->entries = open_zip(std::move(content.stream));
      return layer;
    }
    ArchiveForm form = ArchiveForm::tar;
    if (content.type == ContentType::zip) form = ArchiveForm::zip_streamed;
    if (content.type == ContentType::seven_zip) {
      form = ArchiveForm::seven_zip;
      if (content.stream->can_seek()) {
        check_memory_of_seven_zip(*content.stream,
                                  archives_.empty() ? outer_memory_bytes() : inner_memory_bytes());
      } else if (progress_.size_bytes() == 0) {
        throw StreamDamage("a 7z archive cannot be read from a pipe; give it as a file");
      } else {
        content.stream = read_into_memory(*content.stream, inner_memory_bytes());
        check_memory_of_seven_zip(*content.stream, inner_memory_bytes());
      }
    }
    layer->input = std::move(content.stream);
    layer->entries = std::make_unique<StreamedArchive>(form, *layer->input);
    return layer;
  }

  // False: it cannot be opened, and `content` says why.
  bool enter_archive(Content& content) {
    if (archives_.size() == kMaxArchiveLayers) {
      content = damaged_content(StreamDamage(
          fmt::format("archives nested more than {} deep are not opened", kMaxArchiveLayers)));
      return false;
    }
    try {
      archives_.push_back(open_archive(std::move(content)));
      return true;
    } catch (const StreamDamage& damage) {
      content = damaged_content(damage);
      return false;
    }
  }

  // True: a member has started; else the innermost archive has changed.
  bool next_entry(ArchiveLayer& layer) {
    member_ = layer.name;
    try {
      if (!layer.entries->next()) {
        archives_.pop_back();
        return false;
      }
    } catch (const StreamDamage& damage) {
      const std::string where =
          layer.last_entry.empty() ? "" : fmt::format(", in or after {}", layer.last_entry);
      start_member(
          std::make_unique<DamagedStream>(StreamDamage(damage.what() + where, damage.cause())));
      return true;
    }
    layer.last_entry = layer.entries->name();
    if (!member_.empty()) member_ += '!';
    member_ += layer.last_entry;
    Content content = take_off_compression(std::make_unique<EntryStream>(layer, limit_));
    if (ludex::is_archive(content.type) && enter_archive(content)) return false;
    start_member(std::move(content.stream));
    return true;
  }

  bool skip_by_seeking(std::uint64_t bytes) {
    try {
      const std::uint64_t passed = stream_->skip(bytes);
      offset_bytes_ += passed;
      return passed == bytes;
    } catch (const StreamDamage& damage) {
      throw_damage(damage);
    }
  }

  void start_member(std::unique_ptr<ByteStream> stream) {
    stream_ = std::move(stream);
    offset_bytes_ = 0;
  }

  [[noreturn]] void throw_damage(const StreamDamage& damage) {
    stream_ = std::make_unique<DamagedStream>(damage);  // for later reads
    throw SourceDamage({path_, member_, offset_bytes_, 0}, damage.what(), damage.cause());
  }

  std::string path_;
  SourceOptions options_;
  SourceProgress progress_;
  ExpansionLimit limit_;
  bool is_archive_ = false;
  Content content_;                                      // of the source, until the first member
  std::vector<std::unique_ptr<ArchiveLayer>> archives_;  // outermost first
  std::unique_ptr<ByteStream> stream_;                   // of the current member
  std::string member_;
  std::uint64_t offset_bytes_ = 0;  // in the current member
};

SourceReader::SourceReader(const SourceName& name, const SourceOptions& options)
    : SourceReader(name, open_source(name, options), options) {}

SourceReader::SourceReader(const SourceName& name, std::unique_ptr<ByteStream> bytes,
                           const SourceOptions& options)
    : impl_(std::make_unique<Impl>(name.path, std::move(bytes), options)) {}

SourceReader::~SourceReader() = default;

bool SourceReader::next_member() { return impl_->next_member(); }
const std::string& SourceReader::member() const { return impl_->member(); }
std::size_t SourceReader::read(std::span<char> buffer) { return impl_->read(buffer); }
bool SourceReader::skip(std::uint64_t bytes) { return impl_->skip(bytes); }
bool SourceReader::can_seek() const {
  return impl_->stream() != nullptr && impl_->stream()->can_seek();
}
std::uint64_t SourceReader::size_bytes() const { return impl_->stream()->size_bytes(); }
std::size_t SourceReader::read_at(std::uint64_t offset_bytes, std::span<char> buffer) const {
  return impl_->stream()->read_at(offset_bytes, buffer);
}
std::uint64_t SourceReader::source_bytes_read() const { return impl_->progress().used_bytes(); }
bool SourceReader::is_archive() const { return impl_->is_archive(); }

}  // namespace ludex
