#pragma once

#include <functional>
#include <string>
#include <vector>

#include "draw/image.h"
#include "paper/results.h"

namespace conjac::paper {

enum class Verdict { not_run, holds, in_part, fails };

/// What the paper says, what came out here, and whether the one bears out the other.
struct Claim {
  std::string paper, ours;
  Verdict verdict = Verdict::not_run;
};

struct Picture {
  std::string file, caption;  // in pictures/ beside the page
};

/// One scene of the page.
struct Section {
  std::string scene;  // as in the table of cases
  std::string title, text;
  std::vector<Claim> claims;
  std::string table;  // Markdown, numbers behind the claims
  std::vector<Picture> pictures;
};

/// Drawings small enough for a page that is kept in the repository.
inline constexpr double kPictureScale = 0.62;

/// The results of all cases, and where pictures go.
class Study {
 public:
  Study(record::Path results, record::Path pictures)
      : results_(std::move(results)), pictures_(std::move(pictures)) {}

  CaseResult operator[](const std::string& name) const { return CaseResult(results_ / name); }
  /// Whether all these cases were run to their end, so that they can be measured.
  bool have(std::initializer_list<const char*> names) const;
  /// Writes a picture and adds it to the section.
  void add_picture(Section& section, const std::string& file, const draw::Image& image,
                   const std::string& caption) const;

 private:
  record::Path results_, pictures_;
};

// The scenes, each in a file of its own; what is not there yet is said to be missing.
Section twist_section(const Study& study);
Section hetero_section(const Study& study);
Section aniso_section(const Study& study);
Section dragon_section(const Study& study);
Section armadillo_section(const Study& study);
Section muscle_section(const Study& study);

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

std::string verdict_text(Verdict verdict);
/// `holds` as a verdict.
inline Verdict verdict(bool holds) {
  return holds ? Verdict::holds : Verdict::fails;
}

/// The page as Markdown.
std::string page_text(const std::vector<Section>& sections);

}  // namespace conjac::paper
