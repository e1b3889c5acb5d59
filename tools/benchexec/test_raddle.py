"""The tool-info module on tasks that are made here: `python3 test_raddle.py COMMAND`. Ends with 0 if all answers are right."""

import os
import subprocess
import sys
import tempfile

from benchexec.tools.template import BaseTool2, ToolNotFoundException
from benchexec.util import ProcessExitCode

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "info"))
import raddle  # noqa: E402

TASKS = [
    # The formula, the program, the data model, the result.
    ("G ! call(reach_error())", "void reach_error(void); int main(void) { reach_error(); }", "LP64", "false(unreach-call)"),
    ("G ! call(reach_error())", "void reach_error(void); int main(void) { return 0; }", "LP64", "true"),
    (
        "G ! call(reach_error())",
        "void reach_error(void); int main(void) { if (sizeof(long) == 4) reach_error(); }",
        "ILP32",
        "false(unreach-call)",
    ),
    (
        "G ! data-race",
        "#include <pthread.h>\nint x; void *f(void *a) { x = 1; return a; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; return 0; }",
        "LP64",
        "false(no-data-race)",
    ),
    ("G ! overflow", "int main(void) { int x = 2147483647; x++; return x; }", "LP64", "false(no-overflow)"),
    ("G valid-deref", "int main(void) { int *p = 0; return *p; }", "LP64", "false(valid-deref)"),
    (
        "G valid-free",
        "#include <stdlib.h>\nint main(void) { char *p = malloc(1); free(p); free(p); return 0; }",
        "LP64",
        "false(valid-free)",
    ),
    ("G ! call(reach_error())", "int main(void) { return }", "LP64", "ERROR"),
]


class Output(list):
    """Lines as BenchExec gives them."""


class Run:
    def __init__(self, code, lines):
        self.exit_code = ProcessExitCode.create(value=code)
        self.output = Output(lines)
        self.was_timeout = False
        self.was_terminated = False


def main():
    command = os.path.abspath(sys.argv[1])
    tool = raddle.Tool()
    locator = BaseTool2.ToolLocator(os.path.dirname(command), False, False)
    executable = tool.executable(locator)
    assert tool.version(executable), "it has a version"
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for formula, program, model, expected in TASKS:
            file, prp = os.path.join(folder, "a.c"), os.path.join(folder, "p.prp")
            with open(file, "w") as out:
                out.write(program + "\n")
            with open(prp, "w") as out:
                out.write(f"CHECK( init(main()), LTL({formula}) )\n")
            task = BaseTool2.Task([file], None, prp, {"data_model": model})
            limits = BaseTool2.ResourceLimits(cputime=60, memory=2 * 10**9)
            line = tool.cmdline(executable, [], task, limits)
            done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            found = tool.determine_result(Run(done.returncode, done.stdout.splitlines(keepends=True)))
            if not found.startswith(expected):
                wrong += 1
                print(f"{formula}: {found}, expected {expected}\n{done.stdout}", file=sys.stderr)
    print(f"{len(TASKS) - wrong} of {len(TASKS)} results are right")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ToolNotFoundException as why:
        sys.exit(str(why))
