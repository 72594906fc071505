#include "formats/kif/kif_room.hpp"

namespace ludex {
namespace {

constexpr std::string_view kEndings[] = {".ki2", ".ki2u"};

/// Shogi, moves as people read them: without their origins.
class Ki2Format final : public KifRoom {
 public:
  Ki2Format()
      : KifRoom({.name = "ki2",
                 .title = "KI2",
                 .endings = kEndings,
                 .line_mark = {""},
                 .joining = {.runs_on = RunsOn::always}},
                Format::ki2, KifDialect::ki2) {}
};

}  // namespace

const FormatRoom& ki2_format() {
  static const Ki2Format format;
  return format;
}

}  // namespace ludex
