#include "reduce/describe.h"

#include "reduce/adapt.h"
#include "reduce/condense.h"
#include "reduce/modes.h"

// What the next step depends on (core/archive.h).

namespace conjac {

void Adaptivity::describe(Archive& archive) {
  archive.section("Adaptivity");
  archive(capacity_, filled_, next_, past_, steps_, metric_, since_, awake_, standby_);
}

void Jacobian::describe(Archive& archive) {
  archive.section("Jacobian");
  int unknowns = unknowns_;
  archive(unknowns, columns_);
  if (archive.loading()) {
    Archive::fits(columns_.size() == rows_of_.size(), "it has other pieces");
    settle(unknowns);
    Archive::fits(start_.back() <= most_packed_ && rows() * Eigen::Index{width_} <= values_.size(),
                  "it has more columns");
  }
  archive.numbers(values_.data(), static_cast<std::int64_t>(rows()) * width_);
  archive.leave(unknowns_, width_, start_);              // settle()
  archive.leave(piece_of_row_, rows_of_, most_packed_);  // once per topology
  archive.leave(packed_, chunk_, square_);
}

/// The factor is made again, from the matrix it belongs to; so are S and what drive() makes.
/// J is kept, for its digits depend on what it was solved together with; so is J'AJ, to which others
/// may have added.
void Condensation::describe(Archive& archive, bool factored, bool driven) {
  archive.section("Condensation");
  archive(analyses_, factorizations_);
  if (!factored) return;
  archive(held_, shift_, any_keeps_shape_, shape_, drivers_, reduced_);
  archive.numbers(sub_.matrix().valuePtr(), sub_.matrix().nonZeros());
  for (Piece& piece : pieces_) {
    archive(piece.keeps_shape);
    archive.leave(piece.trailing);  // once per topology
    archive.leave(piece.driven, piece.asleep, piece.slot, piece.sleeping, piece.free, piece.rigid);
  }
  bool stale = jacobian_stale_;
  archive(stale);
  if (archive.loading()) {
    for (int k = 0; k < sub_.size(); k += stride_) prescribed_[k / stride_] = prescribed_row(k);
    const FactorStatus status = elimination_->factorize({sub_.matrix(), prescribed_, {}});
    Archive::fits(status == FactorStatus::ok, "a matrix has no factor");
    take_stiffness();
    const DriverMap drivers = drivers_;
    Archive::fits(!driven || drive(drivers), "the drivers do not pin the body");
  }
  if (driven) {
    archive(J_);
    archive.numbers(stiffness_.data(), std::int64_t{unknowns_} * unknowns_);
    jacobian_stale_ = stale;
  }
  archive.leave(stride_, full_size_, elimination_, trailing_,
                piece_of_trailing_);                                    // once per topology
  archive.leave(behind_);                                               // none is under way then
  archive.leave(S_, Xr_, unknowns_, free_stale_);                       // made again
  archive.leave(responses_, compliance_, work_, prescribed_, places_);  // of a try
}

void Modes::describe(Archive& archive) {
  archive.section("Modes");
  for (Piece& piece : pieces_) {
    archive(piece.modes, piece.rigid);
    archive.leave(piece.places);  // once per topology
    archive.leave(piece.turn, piece.squares, piece.old, piece.shapes);
  }
  archive(phi_, psi_, squares_, x_);
  if (archive.loading()) {
    Archive::fits(phi_.cols() == psi_.cols() && phi_.cols() <= squares_.size() &&
                      squares_.size() == capacity_,
                  "its modes are of another body");
    write_stiffness();
  }
  archive.leave(stride_, capacity_, widest_, place_, stiffness_);
  archive.leave(loads_, answers_, gram_, gram_stiffness_, half_, values_, vectors_, chunk_,
                other_chunk_, amounts_, relaxed_, momentum_);
}

}  // namespace conjac
