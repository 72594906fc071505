#pragma once

#include "cli/byte_output.hpp"
#include "cli/option_values.hpp"
#include "ludex/index.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace ludex::cli {

/// What a command that adds games prints: messages as it works, and a summary as text or JSON.
class RunOutput {
 public:
  /// \param is_json  the summary and the sources are JSON, one object per line
  /// \throws UsageError if --quiet and --verbose are both given
  RunOutput(const OptionValues& options, bool is_json);

  [[nodiscard]] bool is_json() const { return is_json_; }
  [[nodiscard]] bool is_verbose() const { return is_verbose_; }
  [[nodiscard]] bool is_quiet() const { return is_quiet_; }
  /// The summary is for people to read.
  [[nodiscard]] bool is_terminal() const { return output_.is_terminal(); }
  [[nodiscard]] bool draws_progress() const { return draws_progress_; }

  /// With --quiet, errors only.
  void print(const IndexMessage& message) const;
  void print(const nlohmann::ordered_json& object);
  /// The end of the output. \param report  the summary as JSON
  void finish(bool interrupted, const nlohmann::ordered_json& report, const std::string& summary);

 private:
  bool is_json_;
  bool is_verbose_;
  bool is_quiet_;
  bool draws_progress_;
  ByteOutput output_;
};

}  // namespace ludex::cli
