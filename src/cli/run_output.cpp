#include "cli/run_output.hpp"

#include "cli/message.hpp"
#include "ludex/error.hpp"

#include <nlohmann/json.hpp>

namespace ludex::cli {

RunOutput::RunOutput(const OptionValues& options, bool is_json)
    : is_json_(is_json),
      is_verbose_(options.flag("verbose")),
      is_quiet_(options.flag("quiet")),
      draws_progress_(options.yes_no("progress").value_or(stderr_is_terminal() && !is_quiet_)) {
  if (is_quiet_ && is_verbose_) throw UsageError("--quiet and --verbose cannot be combined");
}

void RunOutput::print(const IndexMessage& message) const {
  if (!is_quiet_ || message.level == IndexMessage::Level::error) print_message(message.text);
}

void RunOutput::print(const nlohmann::ordered_json& object) {
  output_.write(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                '\n');
}

void RunOutput::finish(bool interrupted, const nlohmann::ordered_json& report,
                       const std::string& summary) {
  if (interrupted) print_message("stopped; run the same command again to continue");
  if (is_json_) {
    print(report);
  } else if (!is_quiet_) {
    output_.write(summary + '\n');
  }
  output_.close();
}

}  // namespace ludex::cli
