#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "record/history.h"
#include "record/reader.h"
#include "record/summary.h"
#include "support/expect_error.h"
#include "support/scratch_folder.h"

namespace conjac::record {
namespace {

using testing::expect_error;
using testing::ScratchFolder;

StepReport sample_report() {
  StepReport report;
  report.time = 0.005;
  report.energy = {1.0 / 3.0, 2e-300, -7.5, 0.25};
  report.scripted_work = 1e-17;
  report.residual = 12345.678901234567;
  report.stages = {0.004, 0.0075, 0.001, 0.0005};
  report.factorizations = 2;
  report.undone = 1;
  report.substeps = 4;
  report.active_nodes = 3;
  return report;
}

TEST(History, HasTheDocumentedHeaderAndRow) {
  const ScratchFolder folder;
  History history(folder / "history.csv", {"metric_0", "active_0"});
  const double extra[] = {0.02, 1};
  StepReport report = sample_report();
  report.energy = {0.5, 0.25, -1, 0};
  report.scripted_work = 0.125;
  report.books = {0.0625, 0.03125, 0, -0.001};
  report.residual = 2e-9;
  report.unbalanced = 1e-5;
  report.stages = {0.25, 0.5, 0.125, 0.0625};
  history.append(report, extra);
  EXPECT_EQ(read_whole(folder / "history.csv"),
            "step,time,kinetic,elastic,gravity,contact,total_energy,scripted_work,dissipated,"
            "viscous,impact,relief,owed,imbalance,residual,unbalanced,fill_ms,factor_ms,solve_ms,"
            "other_ms,"
            "total_ms,factorizations,undone,substeps,active_nodes,metric_0,active_0\n"
            "1,0.005,0.5,0.25,-1,0,-0.25,0.125,0.0625,0,0,0.03125,0,-0.001,2e-09,1e-05,"
            "250,500,125,62.5,937.5,2,1,4,3,0.02,1\n");
}

TEST(History, LeavesWholeRowsWhileItRuns) {
  const ScratchFolder folder;
  History history(folder / "history.csv");
  for (int i = 1; i <= 50; ++i) {
    history.append(sample_report());
    const std::string text = read_whole(folder / "history.csv");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), i + 1);
    EXPECT_EQ(text.back(), '\n');
  }
}

TEST(History, ReadsBackToTheSameBits) {
  const ScratchFolder folder;
  History history(folder / "history.csv", {"metric_0"});
  const StepReport report = sample_report();
  const double metric[] = {0.1 + 0.2};
  history.append(report, metric);
  history.append(report, metric);
  const HistoryTable table = read_history(folder / "history.csv");
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.column("step")[1], 2);
  EXPECT_EQ(table.column("kinetic")[0], 1.0 / 3.0);
  EXPECT_EQ(table.column("elastic")[0], 2e-300);
  EXPECT_EQ(table.column("total_energy")[0], report.energy.total());
  EXPECT_EQ(table.column("residual")[0], report.residual);
  EXPECT_EQ(table.column("factor_ms")[0], report.stages.factor * 1e3);
  EXPECT_EQ(table.column("metric_0")[1], 0.1 + 0.2);
  EXPECT_TRUE(table.has("undone"));
  EXPECT_FALSE(table.has("metric_1"));
  expect_error(ErrorKind::bad_input, "metric_0", [&] { table.column("metric_1"); });
}

TEST(History, RefusesNamesAndCountsThatBreakTheTable) {
  const ScratchFolder folder;
  expect_error(ErrorKind::bad_input, "a,b", [&] { History(folder / "h.csv", {"a,b"}); });
  History history(folder / "history.csv", {"metric_0"});
  expect_error(ErrorKind::bad_input, "1 extra columns", [&] { history.append(sample_report()); });
  expect_error(ErrorKind::io, "absent", [&] { History(folder / "absent/history.csv"); });
}

TEST(History, ReaderForgivesOnlyAnUnfinishedLastLine) {
  const ScratchFolder folder;
  folder.put("unfinished.csv", "step,time\n1,0.5\n2,0.");
  EXPECT_EQ(read_history(folder / "unfinished.csv").rows(), 1u);
  folder.put("short.csv", "step,time\n1\n2,0.5\n");
  expect_error(ErrorKind::bad_input, "short.csv:2", [&] { read_history(folder / "short.csv"); });
  folder.put("word.csv", "step,time\n1,0.5\n2,soon\n");
  expect_error(ErrorKind::bad_input, "word.csv:3: 'soon'",
               [&] { read_history(folder / "word.csv"); });
  folder.put("empty.csv", "");
  expect_error(ErrorKind::bad_input, "header", [&] { read_history(folder / "empty.csv"); });
}

TEST(Summary, HoldsWhatItWasGiven) {
  const ScratchFolder folder;
  RunSummary summary;
  summary.status = "interrupted";
  summary.message = "stopped \"by hand\"";
  summary.scene = "twist";
  summary.options = {{"beta", "0.5"}, {"guard", "true"}};
  summary.vertices = 1029;
  summary.mean_stages = {0.004, 0.0075, 0.001, 0.0005};
  summary.median_stages = {0.003, 0.007, 0.002, 0.0004};
  summary.median_total = 0.012;
  summary.energy = {1, 2, 3, 4};
  summary.residual = std::numeric_limits<double>::infinity();
  summary.extra = {
      {"frames", 31LL}, {"rest_distance", 1.5e-9}, {"machine", std::string("two cores")}};
  summary.notices = {"unused vertices: 3"};
  write_summary(folder / "summary.json", summary);

  const auto json = nlohmann::json::parse(read_whole(folder / "summary.json"));
  EXPECT_EQ(json["status"], "interrupted");
  EXPECT_EQ(json["message"], "stopped \"by hand\"");
  EXPECT_EQ(json["options"]["beta"], "0.5");
  EXPECT_EQ(json["vertices"], 1029);
  EXPECT_DOUBLE_EQ(json["ms_per_step"]["factor"], 7.5);
  EXPECT_DOUBLE_EQ(json["ms_per_step"]["total"], 13);
  EXPECT_DOUBLE_EQ(json["ms_per_step_median"]["total"], 12);
  EXPECT_EQ(json["energy"]["total"], 10);
  EXPECT_TRUE(json["residual"].is_null());
  EXPECT_EQ(json["frames"], 31);
  EXPECT_EQ(json["rest_distance"], 1.5e-9);
  EXPECT_EQ(json["machine"], "two cores");
  EXPECT_EQ(json["notices"].size(), 1u);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"summary.json"});
}

TEST(Summary, SurvivesANameThatIsNotText) {
  RunSummary summary;
  summary.scene = "bad \xff byte";
  EXPECT_TRUE(nlohmann::json::accept(summary_text(summary)));
}

}  // namespace
}  // namespace conjac::record
