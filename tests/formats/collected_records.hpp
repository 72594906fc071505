#pragma once

#include "formats/sgf/sgf_splitter.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

struct CutRecord {
  std::string text;
  std::uint64_t offset_bytes = 0;
  TextForm form = TextForm::bytes;
  bool unclosed = false;
  bool oversize = false;
  std::string context;
  friend bool operator==(const CutRecord&, const CutRecord&) = default;
  friend std::ostream& operator<<(std::ostream& out, const CutRecord& record) {
    return out << "\n  at " << record.offset_bytes << " form " << int(record.form)
               << (record.unclosed ? " unclosed" : "") << (record.oversize ? " oversize" : "")
               << ": " << record.text << (record.context.empty() ? "" : " after ")
               << record.context;
  }
};

/// The output of a splitter; the pieces of an oversize record are joined.
struct Cut {
  std::vector<CutRecord> records;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> junk;  // offset, length
  friend bool operator==(const Cut&, const Cut&) = default;
};

class CollectingSink final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    cut.records.push_back({std::string(found.text), found.offset_bytes, found.form, found.unclosed,
                           false, std::string(found.context)});
  }
  void oversize_piece(std::string_view piece, std::uint64_t offset, bool last) override {
    if (!in_pieces_) {
      cut.records.push_back({"", offset, TextForm::bytes, false, true, ""});
    }
    cut.records.back().text += piece;
    in_pieces_ = !last;
  }
  void junk(std::uint64_t offset, std::uint64_t length) override {
    cut.junk.emplace_back(offset, length);
  }

  Cut cut;

 private:
  bool in_pieces_ = false;
};

template <class Splitter>
Cut cut_with(Splitter splitter, std::size_t chunk_bytes, std::string_view text) {
  CollectingSink sink;
  for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
    splitter.feed(text.substr(at, chunk_bytes), sink);
  }
  splitter.finish(sink);
  return sink.cut;
}

inline Cut cut_in_chunks_of(std::size_t chunk_bytes, std::string_view text,
                            std::size_t max_record_bytes = 16 * 1024 * 1024,
                            std::uint64_t start_offset_bytes = 0) {
  return cut_with(SgfSplitter(start_offset_bytes, max_record_bytes), chunk_bytes, text);
}

inline Cut cut_whole(std::string_view text) { return cut_in_chunks_of(text.size() + 1, text); }

inline std::vector<std::string> texts_of(const Cut& cut) {
  std::vector<std::string> texts;
  for (const CutRecord& record : cut.records) texts.push_back(record.text);
  return texts;
}

/// Empty if records and junk cover every byte once, in order; else what is wrong.
inline std::string coverage_fault(const Cut& cut, std::string_view text) {
  std::uint64_t at = 0;
  std::size_t junk = 0;
  const auto take_junk = [&] {
    while (junk < cut.junk.size() && cut.junk[junk].first == at) at += cut.junk[junk++].second;
  };
  take_junk();
  for (const CutRecord& record : cut.records) {
    if (record.offset_bytes != at) return "record at " + std::to_string(record.offset_bytes);
    if (text.substr(at, record.text.size()) != record.text) return "text at " + std::to_string(at);
    at += record.text.size();
    take_junk();
  }
  return at == text.size() ? "" : "ends at " + std::to_string(at);
}

}  // namespace ludex
