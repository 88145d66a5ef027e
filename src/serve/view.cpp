#include "conjac/view.h"

#include <optional>

#include "conjac/machine.h"
#include "core/check.h"
#include "record/base64.h"
#include "record/files.h"
#include "serve/gate.h"
#include "serve/page.h"
#include "serve/playback.h"
#include "serve/server.h"

namespace conjac {
namespace {

using namespace serve;

constexpr std::size_t kShortestToken = 16;

/// The rules of docs/viewer-server.md about who may listen where.
ServerOptions server_options(const ViewOptions& options) {
  ServerOptions result;
  result.host = options.host == "localhost" ? "127.0.0.1" : options.host;
  result.port = options.port;
  const std::optional<bool> own = is_loopback(result.host);
  require(own.has_value(), "--host " + options.host + ": give a numeric address of this machine",
          ErrorKind::usage);
  require(result.host != "0.0.0.0" && result.host != "::",
          "--host " + options.host +
              ": name the one address by which others reach this machine; requests for any other "
              "are refused",
          ErrorKind::usage);
  require(*own || !options.token.empty(),
          "--host " + options.host +
              ": others can reach this address, so choose a secret with --token and tell it only "
              "to whom you trust (the connection is not encrypted)",
          ErrorKind::usage);
  for (char c : options.token)
    require(std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_',
            "--token: letters, digits, - and _ only", ErrorKind::usage);
  require(options.token.empty() || options.token.size() >= kShortestToken,
          "--token: at least 16 characters, so that nobody guesses it", ErrorKind::usage);
  result.token = options.token.empty() ? random_token() : options.token;
  return result;
}

void serve_until_interrupted(const ViewOptions& options, OnStage first) {
  const Repertoire repertoire({options.scene_folders, options.results_folder});
  Server server(server_options(options), std::move(first), repertoire);
  if (options.ready) options.ready(server.address());
  server.run({options.interrupted, options.overdue, options.leave_after});
}

}  // namespace

ViewSide view_side(const SceneSpec& scene) {
  ViewSide side{scene, method_label(scene.method)};
  // A pull that never waits, where there is a core for it: with two, which a step uses itself, an
  // armadillo that was pulled took 33 steps a second so, 44 without.
  std::optional<bool>& background = side.scene.method.background_factor;
  if (!background) background = this_machine().tbb_threads > 2;
  return side;
}

ViewSide with_other_method(const ViewSide& side) {
  ViewSide other = side;
  StepOptions& method = other.scene.method;
  method.method = method.method == Method::vanilla ? Method::conjac : Method::vanilla;
  method.beta.reset();
  method.integrator.reset();
  other.label = method_label(method);
  return other;
}

void view_gallery(const ViewOptions& options) {
  serve_until_interrupted(options, {});
}

void view_live(const std::vector<ViewSide>& sides, const ViewOptions& options) {
  require(!sides.empty() && sides.size() <= 2, "one or two scenes can be shown", ErrorKind::usage);
  server_options(options);  // before the scenes are built
  std::vector<LiveRun::Side> running;
  for (const ViewSide& side : sides) running.push_back({side.scene, side.label});
  OnStage stage;
  stage.live = std::make_shared<LiveRun>(running, options.results_folder);
  serve_until_interrupted(options, std::move(stage));
}

std::string view_state(const std::string& state, const ViewOptions& options) {
  server_options(options);
  const SceneSpec scene = Simulation::from_state(state).scene();
  OnStage stage;
  stage.live = std::make_shared<LiveRun>(
      std::vector<LiveRun::Side>{{scene, method_label(scene.method), state}},
      options.results_folder);
  const std::shared_ptr<LiveRun> live = stage.live;
  serve_until_interrupted(options, std::move(stage));
  return live->state_left();
}

void view_results(const std::vector<std::string>& folders, const ViewOptions& options) {
  server_options(options);
  OnStage stage;
  stage.recording = std::make_shared<const std::string>(combined_recording(folders));
  serve_until_interrupted(options, std::move(stage));
}

long long export_page(const std::vector<std::string>& folders, const std::string& file) {
  const std::string nonce = random_token();
  std::string page = page_for("embedded", nonce);
  const std::string packed = gzipped(combined_recording(folders));
  const std::string text = record::to_base64(std::as_bytes(std::span(packed)));
  const std::string policy =
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" + content_policy("", nonce) + "\">";
  const std::size_t head = page.find("<head>");
  if (head != std::string::npos) page.insert(head + 6, policy);
  const std::size_t end = page.rfind("</body>");
  require(end != std::string::npos, "the page of this program has no </body>; build it again");
  page.insert(end,
              "<script type=\"application/octet-stream\" id=\"recording\" "
              "data-encoding=\"gzip-base64\">" +
                  text + "</script>\n");
  record::write_atomically(file, page);
  return static_cast<long long>(page.size());
}

}  // namespace conjac
