#pragma once

#include "conjac/bench.h"
#include "conjac/error.h"
#include "conjac/machine.h"
#include "conjac/mesh_info.h"
#include "conjac/recording.h"
#include "conjac/scene_spec.h"
#include "conjac/simulation.h"
#include "conjac/step_options.h"
#include "conjac/step_report.h"
#include "conjac/threads.h"
#include "conjac/tune.h"
#include "conjac/view.h"
