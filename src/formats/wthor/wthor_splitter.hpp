#pragma once

#include "formats/splitter.hpp"
#include "formats/text_splitter.hpp"
#include "formats/wthor/wthor_file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// What a splitter knows of a game beside its bytes: lines of KEY=VALUE in UTF-8.
struct WthorContext {
  std::string made;           ///< "2005-10-08": the header's date
  int year = 0;               ///< 0: unknown
  int depth = 0;              ///< see WthorHeader
  bool has_names = false;     ///< the .jou was there
  bool has_events = false;    ///< the .trn was there
  std::string black, white;   ///< empty: unknown
  std::string event;          ///< empty: unknown
  std::optional<int> beyond;  ///< stands after the games that the header counts: so many

  [[nodiscard]] static WthorContext read(std::string_view lines);
  [[nodiscard]] std::string lines() const;
};

/// Cuts a .wtb into games. Other files, also .jou and .trn, are all junk. A game that the end of
/// the stream cuts short is given as it is; the last of fewer games than the header says is
/// unclosed.
class WthorSplitter final : public WindowSplitter {
 public:
  /// \param head  the first bytes of the stream, if it does not start there
  WthorSplitter(const SplitOptions& options, std::string_view head);
  void finish(RecordSink& sink) override;

 private:
  std::size_t advance(std::string_view window, bool final, RecordSink& sink) override;
  void read_header(std::string_view head);
  void give(std::string_view game, bool is_last, RecordSink& sink);
  [[nodiscard]] std::string context_of(std::string_view game) const;

  std::optional<WthorNames> players_, events_;
  std::optional<WthorHeader> header_;  // none: there are no games
  std::string made_;
};

/// True if the bytes are the start of one of the three files, not of a file of solitaires.
[[nodiscard]] bool is_wthor(std::string_view head);

}  // namespace ludex
