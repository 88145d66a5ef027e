#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace conjac::mesher {

/// One stage of the work, from construction to done(). A terminal sees its name with the seconds
/// running; a file sees one line when it ends. After `limit` seconds the flag `out_of_time` rises,
/// which the refinement polls; a stage that does not hear it ends the program (exit code 3) after
/// twice that time, so that nothing ever hangs.
class Stage {
 public:
  Stage(std::string name, double limit, bool quiet);
  ~Stage();
  /// Ends the stage; the line then says `result`.
  void done(const std::string& result);

  std::atomic<bool> out_of_time = false;

 private:
  using Clock = std::chrono::steady_clock;
  void tick(double limit);
  double elapsed() const;

  std::string name_;
  bool quiet_, terminal_, ended_ = false;
  Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable wake_;
  std::thread ticker_;
};

}  // namespace conjac::mesher
