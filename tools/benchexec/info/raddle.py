# Raddle for BenchExec: which command runs a task, and what its answer means.
#
# With tools/benchexec on PYTHONPATH a benchmark definition says <benchmark tool="info.raddle" ...>, and
# `python3 -m benchexec.test_tool_info info.raddle --no-container` shows what it does.

import json

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.template import UnsupportedFeatureException

# What a property that is violated is called there.
RESULTS = {
    "assertions": result.RESULT_FALSE_REACH,
    "data-race": result.RESULT_FALSE_DATARACE,
    "deadlock": result.RESULT_FALSE_DEADLOCK,
    "overflow": result.RESULT_FALSE_OVERFLOW,
    "leaks": result.RESULT_FALSE_MEMCLEANUP,
    "termination": result.RESULT_FALSE_TERMINATION,
}

# Violations of memory that are no access.
FREES = ("double-free", "invalid-free")


class Tool(benchexec.tools.template.BaseTool2):
    """Raddle verifies multi-threaded C programs that use POSIX threads."""

    REQUIRED_PATHS = ["raddle"]

    def name(self):
        return "Raddle"

    def executable(self, tool_locator):
        return tool_locator.find_executable("raddle")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="raddle")

    def cmdline(self, executable, options, task, rlimits):
        if not task.property_file:
            raise UnsupportedFeatureException("raddle is given a property file")
        arguments = ["check", "--format", "json", "-p", task.property_file]
        model = task.options.get("data_model") if isinstance(task.options, dict) else None
        if model:
            if model not in ("ILP32", "LP64"):
                raise UnsupportedFeatureException(f"raddle has no data model {model}")
            arguments += ["--data-model", model.lower()]
        if rlimits.cputime:
            # Time to answer UNKNOWN, and to write a witness, is left.
            arguments += ["--timeout", f"{max(1, rlimits.cputime - 5)}s"]
        if rlimits.memory:
            arguments += ["--memory", f"{max(64, rlimits.memory * 9 // 10 // 2**20)}M"]
        return [executable] + arguments + list(options) + [task.single_input_file]

    def determine_result(self, run):
        for line in reversed(list(run.output)):
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if isinstance(said, dict) and said.get("tool") == "raddle":
                return self._result_of(said)
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        return result.RESULT_ERROR

    def _result_of(self, said):
        verdict = said.get("verdict")
        if verdict == "SAFE":
            return result.RESULT_TRUE_PROP
        if verdict == "UNSAFE":
            violated = [it for it in said["properties"] if it["verdict"] == "UNSAFE"]
            return self._violation(violated[0])
        if said.get("exit_code") == 124:
            return result.RESULT_TIMEOUT
        if said.get("exit_code") in (3, 70):
            return f"{result.RESULT_ERROR} ({said.get('reason')})"
        return result.RESULT_UNKNOWN

    def _violation(self, violated):
        name = violated["property"]
        if name == "memory":
            kind = violated["trace"]["violation"]["kind"]
            return result.RESULT_FALSE_FREE if kind in FREES else result.RESULT_FALSE_DEREF
        return RESULTS.get(name, result.RESULT_FALSE_PROP)

    def get_value_from_output(self, output, identifier):
        """A counter of the answer (`states`), or what it used (`peak_memory_bytes`)."""
        for line in reversed(list(output)):
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if isinstance(said, dict):
                known = {**said.get("statistics", {}), **said.get("resources", {})}
                if identifier in known:
                    return str(known[identifier])
        return None
