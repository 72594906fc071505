#include "source/sliced_zip.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace ludex {

namespace {

// Opening costs time for each entry, and damaged entries often stand together.
constexpr std::size_t kEntriesAfterDamage = 16;
// After so many damaged entries and no file, the directory is ignored.
constexpr int kDamagesBeforeAFile = 3;

}  // namespace

// The caller asks again after damage, so each step moves on before it may throw.
bool SlicedZip::next() {
  try {
    if (!std::exchange(searched_, true)) find_directory();
    if (!directory_) return archive_ && archive_->next();
    const bool is_of_use = gave_file_ || damages_ < kDamagesBeforeAFile;
    if (is_of_use && next_by_directory()) return gave_file_ = true;
  } catch (const StreamDamage& damage) {
    damages_ += damage.cause() == DamageCause::content ? 1 : 0;
    throw;
  }
  directory_.reset();
  if (gave_file_ || damages_ == 0) return false;
  go_by_local_headers();
  return archive_->next();
}

bool SlicedZip::next_by_directory() {
  while (!archive_ || !next_of_archive()) {
    if (!open_next_part()) return false;
  }
  return true;
}

// libarchive refuses all entries if the record of one is damaged, so it gets half as many each time
// until the damaged one is alone.
bool SlicedZip::next_of_archive() {
  while (true) {
    try {
      return archive_->next();
    } catch (const StreamDamage& damage) {
      const bool at_first_entry = archive_->is_dead() && archive_->files_tried() <= 1;
      if (damage.cause() != DamageCause::content || !at_first_entry || opened_ == 1) throw;
    }
    open_rest_of_slice(opened_ / 2);
  }
}

// A zip without a directory is cut; the headers in front of the files show what is left.
void SlicedZip::find_directory() {
  directory_ = ZipDirectory::find(*zip_);
  if (directory_ && open_rest_of_slice(ZipDirectory::kSliceEntries)) return;
  directory_.reset();
  go_by_local_headers();
}

void SlicedZip::go_by_local_headers() {
  zip_->seek(0);
  archive_ = std::make_unique<StreamedArchive>(ArchiveForm::zip_streamed, *zip_);
}

bool SlicedZip::open_next_part() {
  if (!archive_) return open_rest_of_slice(ZipDirectory::kSliceEntries);
  const bool damaged = archive_->is_dead();
  slice_used_ += damaged ? std::max<std::size_t>(archive_->files_tried(), 1) : opened_;
  return open_rest_of_slice(damaged ? kEntriesAfterDamage : opened_ * 2);
}

bool SlicedZip::open_rest_of_slice(std::size_t most_entries) {
  if (slice_used_ >= slice_.size()) {
    slice_ = directory_->next_slice(*zip_);
    slice_used_ = 0;
    if (slice_.empty()) return false;
  }
  const auto rest = std::span<const ZipDirectory::Entry>(slice_).subspan(slice_used_);
  opened_ = std::min(rest.size(), most_entries);
  auto slice_zip = directory_->zip_of(*zip_, rest.first(opened_));
  archive_ = std::make_unique<StreamedArchive>(ArchiveForm::zip_directory, *slice_zip);
  slice_zip_ = std::move(slice_zip);
  return true;
}

}  // namespace ludex
