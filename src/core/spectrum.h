#pragma once

#include <span>
#include <vector>

namespace conjac {

struct SpectralPeak {
  double frequency = 0;  // Hz, where values are `interval` seconds apart
  double amplitude = 0;  // of the swing, in the unit of the values
};

/// The lowest peaks in the spectrum of evenly spaced values: mean removed, under a Hann window,
/// between the grid lines of the discrete transform too, so that one tone is found to a hundredth of
/// a line. Peaks of less than `least` of the highest one are left out (the window's own side lobes
/// are below 0.03), and those of fewer than one and a half swings.
std::vector<SpectralPeak> spectral_peaks(std::span<const double> values, double interval, int most,
                                         double least = 0.1);

}  // namespace conjac
