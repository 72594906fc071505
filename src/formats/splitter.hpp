#pragma once

#include "formats/format.hpp"
#include "formats/record_sink.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace ludex {

/// Cuts a stream into the text of single records. One object per stream, one thread.
/// Chunks may end anywhere. The records depend on the bytes alone, and from the end of a record on
/// only on what follows: a splitter made with that offset goes on with the same records.
class Splitter {
 public:
  virtual ~Splitter() = default;

  /// Gives `sink` what ends inside `chunk`, in stream order. Views are valid during the call only.
  virtual void feed(std::string_view chunk, RecordSink& sink) = 0;

  /// Ends the stream. A record still open is given as it is, marked unclosed.
  virtual void finish(RecordSink& sink) = 0;

 protected:
  Splitter() = default;
  Splitter(const Splitter&) = default;
  Splitter& operator=(const Splitter&) = default;
  Splitter(Splitter&&) = default;
  Splitter& operator=(Splitter&&) = default;
};

/// What a splitter is told beside the bytes of its stream. Files that belong to the stream, as the
/// names of players beside binary records, are to come in here; a header comes as `head`, and goes
/// on to each record as FoundRecord::context.
struct SplitOptions {
  std::uint64_t start_offset_bytes = 0;  ///< where in the stream the first byte fed stands
  std::size_t max_record_bytes = 16 * 1024 * 1024;  ///< longer ones come in pieces
};

/// \param head  the first bytes of the stream, if it does not start there
[[nodiscard]] std::unique_ptr<Splitter> make_splitter(Format format,
                                                      const SplitOptions& options = {},
                                                      std::string_view head = {});

}  // namespace ludex
