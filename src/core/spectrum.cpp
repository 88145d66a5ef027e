#include "core/spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

namespace conjac {
namespace {

constexpr int kFiner = 16;             // frequencies looked at between two lines of the transform
constexpr double kFewestSwings = 1.5;  // in the time watched
constexpr double kNyquist = 0.95;      // of the highest frequency that can be told

/// |sum of values e^(-i angle k)|.
double magnitude(std::span<const double> values, double angle) {
  const std::complex<double> turn = std::polar(1.0, -angle);
  std::complex<double> sum = 0, at = 1;
  for (double value : values) {
    sum += value * at;
    at *= turn;
  }
  return std::abs(sum);
}

/// Vertex of the parabola through three neighbours, as an offset from the middle one.
double vertex(double left, double middle, double right) {
  const double bend = left - 2 * middle + right;
  return bend < 0 ? 0.5 * (left - right) / bend : 0.0;
}

}  // namespace

std::vector<SpectralPeak> spectral_peaks(std::span<const double> values, double interval, int most,
                                         double least) {
  const auto n = static_cast<int>(values.size());
  std::vector<SpectralPeak> peaks;
  if (n < 8 || !(interval > 0)) return peaks;
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  std::vector<double> seen(values.begin(), values.end());
  double weights = 0;
  for (int k = 0; k < n; ++k) {
    const double window = 0.5 - 0.5 * std::cos(2 * M_PI * (k + 0.5) / n);
    seen[k] = (seen[k] - mean) * window;
    weights += window;
  }
  const double line = 1 / (kFiner * n * interval);  // Hz
  std::vector<double> height(static_cast<std::size_t>(kNyquist * 0.5 / interval / line) + 1);
  for (std::size_t k = 0; k < height.size(); ++k)
    height[k] = 2 / weights * magnitude(seen, 2 * M_PI * line * interval * static_cast<double>(k));
  const auto first = static_cast<std::size_t>(kFewestSwings * kFiner);
  if (height.size() < first + 2) return peaks;
  const double floor =
      least * *std::max_element(height.begin() + static_cast<std::ptrdiff_t>(first), height.end());
  if (!(floor > 0)) return peaks;
  for (std::size_t k = first; k + 1 < height.size() && static_cast<int>(peaks.size()) < most; ++k)
    if (height[k] >= floor && height[k] > height[k - 1] && height[k] >= height[k + 1])
      peaks.push_back(
          {line * (static_cast<double>(k) + vertex(height[k - 1], height[k], height[k + 1])),
           height[k]});
  return peaks;
}

}  // namespace conjac
