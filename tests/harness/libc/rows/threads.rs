//! Threads, their attributes, keys and cancellation: `<pthread.h>`, `<threads.h>`, `<sched.h>`.

use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

const ATTRIBUTES: &str = "pthread_attr_t t; pthread_attr_init(&t); int state = 7;";

pub const ROWS: &[Row] = &[
    row("pthread_attr_init pthread_attr_destroy", &[], Answer::Number).before(ATTRIBUTES).call("$f(&t)"),
    row("pthread_attr_setdetachstate", &[Between(-1, 2)], Answer::Number)
        .before(ATTRIBUTES)
        .call("$f(&t, $0)")
        .sees(&["pthread_attr_getdetachstate(&t, &state)", "state"]),
    row("pthread_attr_getdetachstate", &[], Answer::Number).before(ATTRIBUTES).call("$f(&t, &state)").sees(&["state"]),
    row("pthread_attr_setguardsize", &[Of(&["0", "1", "4096", "65536"])], Answer::Number)
        .before(ATTRIBUTES)
        .call("$f(&t, $0)"),
    row("pthread_attr_setinheritsched pthread_attr_setscope", &[Between(-1, 2)], Answer::Number)
        .before(ATTRIBUTES)
        .call("$f(&t, $0)"),
    row("pthread_attr_setschedpolicy", &[Between(-1, 4)], Answer::Number).before(ATTRIBUTES).call("$f(&t, $0)"),
    row("pthread_attr_setstacksize", &[Of(&["0", "16383", "16384", "1 << 20", "70000"])], Answer::Number)
        .before(ATTRIBUTES)
        .call("$f(&t, $0)"),
    row("pthread_attr_setstack", &[Of(&["0", "16383", "16384", "1 << 20"])], Answer::Number)
        .before("pthread_attr_t t; pthread_attr_init(&t); static char stack[1 << 20];")
        .call("$f(&t, stack, $0)"),
    row("pthread_attr_setschedparam", &[Between(-1, 1)], Answer::Number)
        .before("pthread_attr_t t; pthread_attr_init(&t); struct sched_param p = {$0};")
        .call("$f(&t, &p)")
        .possible(),
    row("pthread_setconcurrency", &[Of(&["0", "1", "8", "-1"])], Answer::Number),
    row(
        "pthread_setname_np",
        &[Of(&["\"\"", "\"worker\"", "\"fifteen_letters\"", "\"sixteen__letters\""])],
        Answer::Number,
    )
    .call("$f(pthread_self(), $0)"),
    row("pthread_setaffinity_np", &[Of(&["0", "3"])], Answer::Number)
        .before("cpu_set_t s; CPU_ZERO(&s); if ($0) CPU_SET(0, &s);")
        .call("$f(pthread_self(), sizeof s, &s)")
        .possible(),
    row("pthread_getaffinity_np", &[Of(&["sizeof s", "1"])], Answer::Number)
        .before("cpu_set_t s;")
        .call("$f(pthread_self(), $0, &s)")
        .possible(),
    row("pthread_setschedparam", &[Of(&["0", "1", "99"]), Of(&["0", "1", "-1"])], Answer::Number)
        .before("struct sched_param p = {$1};")
        .call("$f(pthread_self(), $0, &p)")
        .possible(),
    row("pthread_getschedparam", &[], Answer::Number)
        .before("struct sched_param p = {5}; int policy = 8;")
        .call("$f(pthread_self(), &policy, &p)")
        .sees(&["policy", "p.sched_priority"])
        .possible(),
    row("pthread_self", &[], Answer::Is("pthread_equal(result, pthread_self()) != 0")),
    row("pthread_equal", &[], Answer::Truth).call("$f(pthread_self(), pthread_self())"),
    row("pthread_kill", &[], Answer::Number).call("$f(pthread_self(), 0)").possible(),
    row("sched_yield pthread_yield", &[], Answer::Number),
    row("thrd_yield", &[], Answer::Void),
    row("thrd_current", &[], Answer::Is("thrd_equal(result, thrd_current()) != 0")),
    row("thrd_equal", &[], Answer::Truth).call("$f(thrd_current(), thrd_current())"),
    // Threads.
    row("pthread_create", &[], Answer::Number)
        .before("pthread_t t; void *value = 0;")
        .call("$f(&t, 0, same, (void *)5)")
        .sees(&["pthread_join(t, &value)", "(long)value"]),
    row("pthread_join", &[], Answer::Number)
        .before("pthread_t t; void *value = 0; pthread_create(&t, 0, same, (void *)7);")
        .call("$f(t, &value)")
        .sees(&["(long)value"]),
    row("pthread_join", &[], Answer::Number).call("$f(pthread_self(), 0)"),
    row("pthread_tryjoin_np", &[], Answer::Number)
        .before("pthread_t t; pthread_create(&t, 0, same, 0);")
        .call("$f(t, 0)")
        .possible(),
    row("pthread_timedjoin_np", &[], Answer::Number)
        .before("pthread_t t; struct timespec d = {1, 0}; pthread_create(&t, 0, same, 0);")
        .call("$f(t, 0, &d)")
        .possible(),
    row("pthread_clockjoin_np", &[], Answer::Number)
        .before("pthread_t t; struct timespec d = {1, 0}; pthread_create(&t, 0, same, 0);")
        .call("$f(t, 0, CLOCK_MONOTONIC, &d)")
        .possible(),
    row("pthread_detach", &[], Answer::Number).before("pthread_t t; pthread_create(&t, 0, same, 0);").call("$f(t)"),
    row("thrd_create", &[], Answer::Number)
        .before("thrd_t t; int value = 0;")
        .call("$f(&t, seven, 0)")
        .sees(&["thrd_join(t, &value)", "value"]),
    row("thrd_join", &[], Answer::Number)
        .before("thrd_t t; int value = 0; thrd_create(&t, seven, 0);")
        .call("$f(t, &value)")
        .sees(&["value"]),
    row("thrd_detach", &[], Answer::Number).before("thrd_t t; thrd_create(&t, seven, 0);").call("$f(t)"),
    // Once and keys.
    row("pthread_once", &[], Answer::Number)
        .before("pthread_once_t o = PTHREAD_ONCE_INIT; calls_of_count = 0;")
        .call("$f(&o, count)")
        .sees(&["calls_of_count", "pthread_once(&o, count)", "calls_of_count"]),
    row("call_once", &[], Answer::Void)
        .before("once_flag o = ONCE_FLAG_INIT; calls_of_count = 0;")
        .call("$f(&o, count)")
        .sees(&["calls_of_count", "(call_once(&o, count), calls_of_count)"]),
    row("pthread_key_create", &[Of(&["0", "no_destructor"])], Answer::Number)
        .before("pthread_key_t k;")
        .call("$f(&k, $0)")
        .sees(&["pthread_getspecific(k) == 0", "pthread_setspecific(k, &k)", "pthread_getspecific(k) == &k"]),
    row("pthread_key_delete", &[], Answer::Number).before("pthread_key_t k; pthread_key_create(&k, 0);").call("$f(k)"),
    row("pthread_setspecific", &[Of(&["k", "1000", "1024", "5000"])], Answer::Number)
        .before("pthread_key_t k; pthread_key_create(&k, 0);")
        .call("$f($0, &k)"),
    row("pthread_getspecific", &[Of(&["k", "1000", "1024", "5000"])], Answer::Is("result == &k"))
        .before("pthread_key_t k; pthread_key_create(&k, 0); pthread_setspecific(k, &k);")
        .call("$f($0)"),
    row("tss_create", &[], Answer::Number).before("tss_t k;").call("$f(&k, 0)").sees(&[
        "tss_get(k) == 0",
        "tss_set(k, &k)",
        "tss_get(k) == &k",
    ]),
    row("tss_set", &[Of(&["k", "1000"])], Answer::Number).before("tss_t k; tss_create(&k, 0);").call("$f($0, &k)"),
    row("tss_get", &[Of(&["k", "1000"])], Answer::Is("result == &k"))
        .before("tss_t k; tss_create(&k, 0); tss_set(k, &k);")
        .call("$f($0)"),
    row("tss_delete", &[], Answer::Void).before("tss_t k; tss_create(&k, 0);").call("$f(k)"),
    // Cancellation.
    row("pthread_setcancelstate", &[Between(-1, 2)], Answer::Number)
        .before("int old = 7; pthread_setcancelstate(0, 0);")
        .call("$f($0, &old)")
        .sees(&["old", "pthread_setcancelstate(0, &old)", "old"]),
    row("pthread_setcanceltype", &[Of(&["-1", "0", "2"])], Answer::Number)
        .before("int old = 7;")
        .call("$f($0, &old)")
        .sees(&["old"]),
    row("pthread_testcancel", &[], Answer::Void),
];
