#pragma once

#include "ludex/error.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace ludex::cli {

/// The reader of standard output has closed it (`| head`): the program ends quietly.
class OutputClosed : public Error {
 public:
  OutputClosed() : Error("standard output was closed") {}
};

/// The output of a command: standard output or a file. One thread; buffers at most 256 KiB.
class ByteOutput {
 public:
  /// Standard output.
  ByteOutput();
  /// A new file, compressed if its name ends in .gz, .bz2, .xz or .zst. "-": standard output. To
  /// append to a packed file makes another member of it.
  /// \throws Error if it cannot be written.
  enum class Mode { anew, append };
  explicit ByteOutput(const std::string& path, Mode mode = Mode::anew);
  /// Discards what close() has not written.
  ~ByteOutput();
  ByteOutput(ByteOutput&&) noexcept;
  ByteOutput& operator=(ByteOutput&&) noexcept;

  /// On a terminal, as TerminalText shows it.
  /// \throws Error if the disk is full, OutputClosed if the reader closed it.
  void write(std::string_view bytes);
  /// The same for text of printable() with colors around it: it goes to a terminal as it is.
  void write_harmless(std::string_view bytes);
  /// Flushes, as far as the compression allows. \throws like write().
  void flush();
  /// Ends the output; must be called, or the end is missing. \throws like write().
  void close();

  /// True if it is a terminal.
  [[nodiscard]] bool is_terminal() const;
  /// As in terminal.hpp; 0: no limit.
  [[nodiscard]] std::size_t line_columns() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ludex::cli
