#include "draw/plot_beside.h"

#include "draw/plot.h"

namespace conjac::draw {

PlotBeside::PlotBeside(record::HistoryTable history, std::vector<std::string> columns)
    : history_(std::move(history)), columns_(std::move(columns)) {
  for (const std::string& name : columns_) history_.column(name);
}

Image PlotBeside::add_to(const Image& picture, int width, double time) const {
  LinePlot plot;
  plot.width = width - picture.width();
  plot.height = picture.height();
  plot.x_label = "time [s]";
  const auto times = history_.column("time");
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const auto values = history_.column(columns_[k]);
    Series whole, done;
    whole.x.assign(times.begin(), times.end());
    whole.y.assign(values.begin(), values.end());
    done.name = columns_[k];
    done.color = series_color(static_cast<int>(k));
    for (std::size_t i = 0; i < times.size() && times[i] <= time + 1e-12; ++i)
      done.x.push_back(times[i]), done.y.push_back(values[i]);
    whole.color = mix(done.color, {1, 1, 1}, 0.75f);
    whole.width = 1;
    plot.series.push_back(std::move(whole));
    plot.series.push_back(std::move(done));
  }
  const Image drawn = draw_plot(plot);
  Image all(width, picture.height());
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) all.at(x, y) = picture.at(x, y);
    for (int x = 0; x < drawn.width(); ++x) all.at(picture.width() + x, y) = drawn.at(x, y);
  }
  return all;
}

}  // namespace conjac::draw
