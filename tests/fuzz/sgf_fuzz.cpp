// Splits any bytes, in two chunk sizes, and parses, writes and parses again what comes out.
#include "ludex/parse/sgf_parser.hpp"
#include "ludex/parse/sgf_writer.hpp"

#include "split/collected_records.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

// Bytes above ASCII become "?": no charset is tried here.
std::string to_ascii(std::string_view raw) {
  std::string text(raw);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  return text;
}

// Pair-aware records are left out: "?" for a lead byte would free its trail byte.
void parse_and_write(const ludex::CutRecord& record) {
  ludex::SgfTree tree;
  ludex::SgfTree again;
  if (ludex::parse_sgf(record.text, record.form, tree)) return;
  if (record.form == ludex::TextForm::pair_aware) return;
  const std::string written = ludex::write_sgf(tree, to_ascii);
  expect(!ludex::parse_sgf(written, ludex::TextForm::bytes, again));
  expect(again.nodes.size() == tree.nodes.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    expect(again.nodes[i].parent == tree.nodes[i].parent);
    expect(again.nodes[i].next_sibling == tree.nodes[i].next_sibling);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ludex::Cut cut = ludex::cut_in_chunks_of(4096, text, 4096);
  expect(cut == ludex::cut_in_chunks_of(7, text, 4096));  // chunking must not change the answer
  expect(ludex::coverage_fault(cut, text).empty());
  for (const ludex::CutRecord& record : cut.records) parse_and_write(record);
  return 0;
}
