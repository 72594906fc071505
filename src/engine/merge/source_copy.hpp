#pragma once

#include "engine/merge/source_match.hpp"
#include "engine/merge/word_copy.hpp"
#include "ludex/merge.hpp"
#include "store/store_writer.hpp"
#include "store/stored_games.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// Copies what a merged database lacks of one input: sources, members, records with their text, and
/// games. Commits now and then.
class SourceCopy {
 public:
  SourceCopy(MergeInput& input, std::vector<SourceMatch>& matches, StoreWriter& store,
             MergeReport& report);

  /// \param go_on  called after some records; false ends the copy: what was copied is committed,
  /// and
  ///               its sources are not complete.
  /// \returns false if it was ended.
  bool run(const std::function<bool()>& go_on);

 private:
  using Clock = std::chrono::steady_clock;

  struct Member {
    std::int64_t id;
    std::int64_t ordinal;
    std::size_t match;
    bool is_there = false;
  };

  void read_members();
  void begin_sources();
  void copy_record(SqlStatement& line);
  void open_member(Member& member);
  void leave_source();
  [[nodiscard]] Member& member_of(std::int64_t id);
  [[nodiscard]] std::int64_t copy_text(std::int64_t block, std::uint64_t begin,
                                       std::uint64_t length);
  void copy_block(std::int64_t block);
  void copy_games(std::int64_t record);
  void finish_source(std::size_t place, std::span<Member*> members);
  void finish_sources();
  void commit_if_due();
  void commit();

  MergeInput& input_;
  std::vector<SourceMatch>& matches_;
  StoreWriter& store_;
  MergeReport& report_;
  StoredGames games_;
  WordCopy words_;
  StoredTexts texts_;
  SqlStatement select_block_;
  std::vector<Member> members_;  // by id
  Member* open_member_ = nullptr;
  std::int64_t next_game_ = 1;  // of the input
  std::int64_t unposted_from_;  // posting number of the input
  // The last text blocks copied: [first, end) here, consecutive in the merged database.
  std::int64_t first_block_ = 0, end_block_ = 0, copied_to_ = 0;
  std::vector<std::uint64_t> block_sizes_;
  std::size_t uncommitted_bytes_ = 0;
  Clock::time_point commit_time_ = Clock::now();
};

}  // namespace ludex
