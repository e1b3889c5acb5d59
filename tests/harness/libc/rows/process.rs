//! The process: its environment, numbers, signals and limits, and the end of it.

use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

/// A set with one signal in it.
const SET: &str = "sigset_t s; sigemptyset(&s); sigaddset(&s, 10);";

pub const ROWS: &[Row] = &[
    row("getpid getppid gettid", &[], Answer::Number).possible(),
    row("getuid geteuid getgid getegid getpgrp getpagesize getdtablesize", &[], Answer::Number).possible(),
    row("sysconf", &[Of(&["_SC_PAGESIZE", "_SC_NPROCESSORS_ONLN", "_SC_OPEN_MAX", "-1"])], Answer::Number).possible(),
    row("getenv", &[], Answer::Is("result ? result[0] : -1"))
        .machine("setenv(\"HOME\", \"x\", 1);")
        .call("$f(\"HOME\")")
        .possible(),
    row("getenv", &[], Answer::Is("result ? result[0] : -1")).call("$f(\"NOT_SET_ANYWHERE\")").possible(),
    row("secure_getenv", &[], Answer::Is("result ? result[0] : -1"))
        .machine("setenv(\"HOME\", \"x\", 1);")
        .call("$f(\"HOME\")")
        .possible(),
    row("setenv", &[Of(&["\"A\"", "\"\"", "\"A=B\"", "0"]), Of(&["\"x\"", "\"\""]), Between(0, 1)], Answer::Number)
        .possible(),
    row("unsetenv", &[Of(&["\"A\"", "\"\"", "\"A=B\"", "0"])], Answer::Number).possible(),
    row("atexit at_quick_exit", &[], Answer::Number).call("$f(nothing)"),
    row("getpriority", &[Of(&["0", "99"]), Of(&["0", "-1"])], Answer::Number).possible(),
    row("nice", &[Of(&["0"])], Answer::Number).possible(),
    row("getpgid getsid", &[Of(&["0", "-1"])], Answer::Number).possible(),
    row("gethostname", &[Buffer(3), Size(3)], Answer::Number).possible(),
    row("getrlimit", &[Of(&["RLIMIT_CORE", "RLIMIT_NOFILE", "99"])], Answer::Number)
        .before("struct rlimit r = {1, 2};")
        .call("$f($0, &r)")
        .sees(&["r.rlim_cur", "r.rlim_max"])
        .possible(),
    row("setrlimit", &[Of(&["RLIMIT_CORE", "99"])], Answer::Number)
        .before("struct rlimit r = {0, 0};")
        .call("$f($0, &r)")
        .possible(),
    row("sched_getparam", &[Of(&["0", "-1"])], Answer::Number)
        .before("struct sched_param p = {5};")
        .call("$f($0, &p)")
        .sees(&["p.sched_priority"])
        .possible(),
    row("sched_setparam", &[Of(&["0", "-1"]), Between(0, 1)], Answer::Number)
        .before("struct sched_param p = {$1};")
        .call("$f($0, &p)")
        .possible(),
    row("sched_setscheduler", &[Of(&["0", "-1"]), Of(&["0", "99"])], Answer::Number)
        .before("struct sched_param p = {0};")
        .call("$f($0, $1, &p)")
        .possible(),
    row(
        "sched_getscheduler sched_get_priority_max sched_get_priority_min",
        &[Of(&["0", "1", "99", "-1"])],
        Answer::Number,
    )
    .possible(),
    // Signals.
    row("sigemptyset sigfillset", &[], Answer::Number).before(SET).call("$f(&s)").sees(&[
        "sigismember(&s, 1)",
        "sigismember(&s, 10)",
        "sigismember(&s, 31)",
        "sigismember(&s, 64)",
    ]),
    row("sigfillset", &[], Answer::Number)
        .before(SET)
        .call("$f(&s)")
        .sees(&["sigismember(&s, 32)", "sigismember(&s, 33)"]),
    row("sigaddset sigdelset", &[Of(&["-1", "0", "1", "9", "10", "31", "32", "33", "34", "64", "65"])], Answer::Number)
        .before(SET)
        .call("$f(&s, $0)")
        .sees(&["sigismember(&s, 10)", "sigismember(&s, $0)"]),
    row("sigismember", &[Of(&["-1", "0", "1", "9", "10", "31", "32", "33", "34", "64", "65"])], Answer::Number)
        .before(SET)
        .call("$f(&s, $0)"),
    row("sigprocmask pthread_sigmask", &[Of(&["0", "1", "2", "99"])], Answer::Number)
        .before(SET)
        .call("$f($0, &s, 0)")
        .possible(),
    row("raise", &[Of(&["0", "17", "18", "23", "28"])], Answer::Number),
    row("kill", &[Of(&["0", "17", "28"])], Answer::Number).call("$f(getpid(), $0)"),
    row("alarm", &[Of(&["0", "100"])], Answer::Number).possible(),
    row("sigtimedwait", &[Of(&["0", "-1", "1000000000"])], Answer::Number)
        .before("sigset_t s; sigemptyset(&s); sigaddset(&s, 10); sigprocmask(0, &s, 0); struct timespec t = {0, $0};")
        .call("$f(&s, 0, &t)")
        .sees(&["10"])
        .possible(),
    row("signal", &[Of(&["1", "15", "17"]), Of(&["SIG_IGN", "SIG_DFL"])], Answer::Is("result == SIG_DFL")).possible(),
];
