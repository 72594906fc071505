#include "cli/options.hpp"

namespace ludex::cli {

CLI::Option* add_database(CLI::App& app, std::string& path) {
  return app.add_option("DATABASE", path, "made by 'ludex index'")->required();
}

CLI::Option* add_text(CLI::App& app, const std::string& names, std::string& value,
                      const std::string& placeholder, const std::string& meaning) {
  return app.add_option(names, value, meaning)->option_text(placeholder);
}

}  // namespace ludex::cli
