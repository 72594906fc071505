#pragma once

#include "formats/format_room.hpp"
#include "formats/kif/kif.hpp"
#include "formats/shogi/shogi_conversion.hpp"

namespace ludex {

/// What the rooms of KIF and KI2 share: all but how moves are written.
class KifRoom : public FormatRoom, public ShogiOutput {
 public:
  [[nodiscard]] bool holds(std::string_view head) const override;
  [[nodiscard]] bool begins_record(std::string_view text, bool line_alone) const override;
  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override;
  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override;
  [[nodiscard]] std::unique_ptr<RecordWriter> make_writer(std::string_view version) const override;
  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(
      Format to, std::string_view version) const override;
  void write_game(const ShogiGame& game, std::string& out, ShogiLosses& losses) const override;
  [[nodiscard]] bool writes_in(Charset charset) const override;
  void write_game_in(Charset charset, const ShogiGame& game, std::string& out,
                     ShogiLosses& losses) const override;
  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope& scope) const override;

 protected:
  KifRoom(const FormatTraits& traits, Format format, KifDialect dialect)
      : FormatRoom(traits), format_(format), dialect_(dialect) {}

 private:
  Format format_;
  KifDialect dialect_;
};

}  // namespace ludex
