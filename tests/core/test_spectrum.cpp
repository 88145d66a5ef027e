#include "core/spectrum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace conjac {
namespace {

std::vector<double> tones(std::vector<std::pair<double, double>> list, double h, int n,
                          double decay = 0) {
  std::vector<double> values(n, 0.7);  // a mean that is no tone
  for (int k = 0; k < n; ++k)
    for (const auto& [frequency, amplitude] : list)
      values[k] +=
          amplitude * std::exp(-decay * k * h) * std::cos(2 * M_PI * frequency * k * h + 1);
  return values;
}

TEST(Spectrum, FindsATonesFrequencyBetweenTheLines) {
  // 0.8 s in steps of 5 ms: the lines of the transform are 1.25 Hz apart.
  for (double frequency : {3.1, 14.5, 14.9, 16.3, 70.0}) {
    const auto peaks = spectral_peaks(tones({{frequency, 0.01}}, 0.005, 160), 0.005, 3);
    ASSERT_EQ(peaks.size(), 1u) << frequency;
    // Where a tone has few swings its mirror image at the negative frequency leans on it.
    EXPECT_NEAR(peaks[0].frequency, frequency, frequency < 5 ? 0.1 : 0.02);
    EXPECT_NEAR(peaks[0].amplitude, 0.01, 0.0005);
  }
}

TEST(Spectrum, ListsTheLowestPeaksAboveTheShareAskedFor) {
  const auto values = tones({{12, 1}, {40, 0.3}, {61, 0.05}, {75, 0.5}}, 0.005, 200, 0.5);
  const auto peaks = spectral_peaks(values, 0.005, 5);
  ASSERT_EQ(peaks.size(), 3u);
  EXPECT_NEAR(peaks[0].frequency, 12, 0.05);
  EXPECT_NEAR(peaks[1].frequency, 40, 0.05);
  EXPECT_NEAR(peaks[2].frequency, 75, 0.05);
  EXPECT_EQ(spectral_peaks(values, 0.005, 2).size(), 2u);
}

TEST(Spectrum, NothingToFindIsNoPeak) {
  EXPECT_TRUE(spectral_peaks({}, 0.005, 3).empty());
  EXPECT_TRUE(spectral_peaks(std::vector<double>(100, 2.0), 0.005, 3).empty());
  EXPECT_TRUE(spectral_peaks(std::vector<double>(5, 2.0), 0.005, 3).empty());
}

}  // namespace
}  // namespace conjac
