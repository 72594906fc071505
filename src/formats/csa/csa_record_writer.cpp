#include "formats/csa/csa_record_writer.hpp"

#include "formats/csa/csa.hpp"
#include "formats/csa/csa_conversion.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

/// V2 repeats its head with every game, V3 has it once.
class CsaRecordWriter final : public RecordWriter {
 public:
  CsaRecordWriter(ShogiParse parse, CsaVersion version) : version_(version) {
    if (parse != nullptr) other_.emplace(parse);
  }

  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override {
    if (auto problem = read(text, form, charset)) return problem;
    CsaLosses losses;
    out = version_ == CsaVersion::v3 ? "" : csa_head(version_);
    out += write_csa(game_, version_, &losses);
    losses_.rounded_times += losses.rounded_times;
    losses_.hidden_lines += losses.hidden_lines;
    losses_.cut_lines += losses.cut_lines;
    return std::nullopt;
  }

  [[nodiscard]] std::string_view file_head() const override {
    return version_ == CsaVersion::v3 ? csa_head(version_) : "";
  }

  [[nodiscard]] std::vector<WriterLoss> losses() const override {
    const bool is_v3 = version_ == CsaVersion::v3;
    std::vector<WriterLoss> losses;
    const auto add = [&](std::uint64_t count, std::string_view noun, std::string what) {
      if (count > 0) losses.push_back({count, noun, std::move(what)});
    };
    add(losses_.rounded_times, "time",
        is_v3 ? "rounded to three decimals, as V3 has them"
              : "rounded down to whole seconds, as V2.2 has them");
    add(losses_.hidden_lines, "line",
        fmt::format("kept in comments, since {} has no such line", is_v3 ? "V3" : "V2.2"));
    add(losses_.cut_lines, "line",
        "kept in comments, since CSA would read a statement after a comma");
    add_left_out(shogi_losses_, losses);
    add(shogi_losses_.ends, "end", "written as %CHUDAN or %TORYO, since CSA has no other mark");
    add(shogi_losses_.mates, "end",
        "of a mate problem written as %TSUMI, which is a win in CSA where both kings stand");
    return losses;
  }

 private:
  std::optional<Problem> read(std::string_view text, TextForm form, Charset charset) {
    if (!other_) return parse_csa(text, {.form = form, .charset = charset}, game_);
    if (auto problem = other_->read(text, {.form = form, .charset = charset})) return problem;
    return csa_of_shogi(other_->game(), game_, shogi_losses_);
  }

  CsaVersion version_;
  std::optional<ShogiRecord> other_;
  CsaGame game_;
  // Of all records:
  CsaLosses losses_;
  ShogiLosses shogi_losses_;
};

std::optional<CsaVersion> find_version(std::string_view name) {
  if (name.empty() || name == "2.2") return CsaVersion::v2_2;
  return name == "3" || name == "3.0" ? std::optional(CsaVersion::v3) : std::nullopt;
}

}  // namespace

std::unique_ptr<RecordWriter> make_csa_writer(ShogiParse parse, std::string_view version) {
  const auto found = find_version(version);
  return found ? std::make_unique<CsaRecordWriter>(parse, *found) : nullptr;
}

}  // namespace ludex
