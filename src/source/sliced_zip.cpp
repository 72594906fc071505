#include "source/sliced_zip.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace ludex {

namespace {

// Opening costs time for each entry, and more damage is near where there is some.
constexpr std::size_t kEntriesAfterDamage = 16;

}  // namespace

// Whatever throws here must have moved on before: the caller asks again.
bool SlicedZip::next() {
  if (!std::exchange(searched_, true)) find_directory();
  while (!archive_ || !archive_->next()) {
    if (!directory_ || !open_next_part()) return false;
  }
  return true;
}

// Without a directory the zip is cut; the headers in front of the files tell what is left.
void SlicedZip::find_directory() {
  directory_ = ZipDirectory::find(*zip_);
  if (directory_ && open_rest_of_slice(ZipDirectory::kSliceEntries)) return;
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
