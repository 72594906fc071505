#pragma once

#include "index/segment_merge.hpp"
#include "ludex/types.hpp"
#include "store/database.hpp"
#include "store/sql/sql_connection.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// A database to be merged, open for reading in one state from beginning to end. One of an older
/// schema is copied, and the copy is upgraded; the file itself never changes.
class MergeInput {
 public:
  /// \param copy  where a copy is put if one is needed; deleted when this goes
  MergeInput(const std::filesystem::path& path, const std::filesystem::path& copy,
             std::uint64_t cache_bytes);
  MergeInput(MergeInput&&) noexcept = default;
  ~MergeInput();

  [[nodiscard]] const std::string& name() const { return name_; }
  /// Of the file.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] Database& database() { return *database_; }
  [[nodiscard]] SqlConnection& sql() { return database_->sql(); }

  NumberMap games;     ///< ids here to ids in the merged database
  NumberMap postings;  ///< posting numbers here to those there, of games that were copied
  /// Games copied whose positions no segment here has, by their ids there.
  std::vector<GameId> unposted;

 private:
  struct DeleteFile {
    void operator()(std::filesystem::path* path) const;
  };

  std::string name_;
  std::uint64_t bytes_ = 0;
  std::unique_ptr<std::filesystem::path, DeleteFile> copy_;  // deleted after the database closed
  std::optional<Database> database_;
  std::unique_ptr<ReadTransaction> state_;
};

/// Where copies of older databases go: `<merged>-merge-PROCESS-N`.
[[nodiscard]] std::filesystem::path copy_path(const std::filesystem::path& merged, std::size_t n);
/// Deletes the copies that a killed run left. Call it as the only writer of `merged`.
void remove_leftover_copies(const std::filesystem::path& merged);

}  // namespace ludex
