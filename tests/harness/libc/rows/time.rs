//! Clocks, dates and sleep: `<time.h>`, `<sys/time.h>`.

use super::super::arguments::Argument;
use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

const SECONDS: Argument = Of(&[
    "0L",
    "1L",
    "-1L",
    "86399L",
    "86400L",
    "951782400L",
    "951868800L",
    "1709164800L",
    "4102444800L",
    "-2208988800L",
    "1234567890L",
    "-62135596800L",
    "253402300799L",
]);
const DATE: &str = "struct tm t; memset(&t, 0, sizeof t); t.tm_year = $0; t.tm_mon = $1; t.tm_mday = $2; t.tm_hour = $3; \
    t.tm_min = 61; t.tm_sec = -1;";
const DATE_AS_TEXT: &str = "struct tm t; memset(&t, 0, sizeof t); t.tm_wday = $0; t.tm_mon = $1; t.tm_mday = $2; \
    t.tm_year = $3; t.tm_hour = 7; t.tm_min = 59; t.tm_sec = 60;";
const OF_A_DATE: &[&str] = &[
    "t.tm_sec",
    "t.tm_min",
    "t.tm_hour",
    "t.tm_mday",
    "t.tm_mon",
    "t.tm_year",
    "t.tm_wday",
    "t.tm_yday",
    "t.tm_isdst",
];

pub const ROWS: &[Row] = &[
    row("time", &[], Answer::Number).before("long t = 3;").call("$f(&t)").sees(&["t == result"]).possible(),
    row("time", &[], Answer::Number).call("$f(0)").possible(),
    row("clock", &[], Answer::Number).possible(),
    row("clock_gettime", &[Of(&["0", "1", "2", "3", "4", "7", "11"])], Answer::Number)
        .before("struct timespec t = {1, 2};")
        .call("$f($0, &t)")
        .sees(&["t.tv_sec", "t.tv_nsec"])
        .possible(),
    row("clock_gettime clock_getres", &[Of(&["99", "-1", "12"])], Answer::Number)
        .before("struct timespec t = {1, 2};")
        .call("$f($0, &t)")
        .possible(),
    row("clock_getres", &[Of(&["0", "1"])], Answer::Number)
        .before("struct timespec t = {1, 2};")
        .call("$f($0, &t)")
        .sees(&["t.tv_sec", "t.tv_nsec"])
        .possible(),
    row("gettimeofday", &[], Answer::Number)
        .before("struct timeval t = {1, 2};")
        .call("$f(&t, 0)")
        .sees(&["t.tv_sec", "t.tv_usec"])
        .possible(),
    row("timespec_get", &[Of(&["1", "1", "0", "99"])], Answer::Number)
        .before("struct timespec t = {1, 2};")
        .call("$f(&t, $0)")
        .sees(&["t.tv_sec", "t.tv_nsec"])
        .possible(),
    row("times", &[], Answer::Nothing).before("struct tms t;").call("$f(&t)").sees(&["t.tms_cutime"]).possible(),
    row("getrusage", &[Of(&["0", "99"])], Answer::Number)
        .before("struct rusage u;")
        .call("$f($0, &u)")
        .sees(&["result ? 0 : u.ru_nswap"])
        .possible(),
    row("getitimer", &[Of(&["0", "1", "99"])], Answer::Number)
        .before("struct itimerval i;")
        .call("$f($0, &i)")
        .sees(&["result ? 0 : i.it_interval.tv_sec"])
        .possible(),
    row("sleep usleep", &[Of(&["0"])], Answer::Number),
    row("nanosleep", &[Of(&["0", "-1"]), Of(&["0", "1", "-1", "999999", "1000000000"])], Answer::Number)
        .before("struct timespec t = {$0, $1};")
        .call("$f(&t, 0)"),
    row("clock_nanosleep", &[Of(&["0", "-1"]), Of(&["0", "1", "-1", "999999", "1000000000"])], Answer::Number)
        .before("struct timespec t = {$0, $1};")
        .call("$f(CLOCK_MONOTONIC, 0, &t, 0)"),
    row("thrd_sleep", &[Of(&["0", "-1"]), Of(&["0", "1", "-1", "999999", "1000000000"])], Answer::Number)
        .before("struct timespec t = {$0, $1};")
        .call("$f(&t, 0)"),
    // Dates.
    row("strftime", &[Buffer(3), Size(3), Of(&["\"%y\"", "\"\"", "\"x\"", "\"%Y\""])], Answer::Number)
        .before("struct tm t; memset(&t, 0, sizeof t);")
        .call("$f((char *)a0, $1, $2, &t)")
        .possible(),
    row("difftime", &[SECONDS, SECONDS], Answer::Real),
    row("gmtime_r", &[SECONDS], Answer::Is("result == &t"))
        .before("struct tm t; long s = $0;")
        .call("$f(&s, &t)")
        .sees(OF_A_DATE),
    row("timegm", &[Between(-100, 300), Between(-15, 25), Between(-40, 70), Between(-30, 50)], Answer::Number)
        .before(DATE)
        .sees(OF_A_DATE)
        .call("$f(&t)"),
    row("gmtime", &[SECONDS], Answer::Is("(t = *result, 0)"))
        .before("struct tm t; long s = $0;")
        .call("$f(&s)")
        .sees(OF_A_DATE),
    row("localtime_r", &[Of(&["0L", "951782400L", "1709164800L"])], Answer::Is("result == &t"))
        .before("struct tm t; long s = $0;")
        .call("$f(&s, &t)")
        .sees(&["t.tm_year", "t.tm_sec"])
        .possible(),
    row("localtime", &[Of(&["0L", "951782400L"])], Answer::Is("result->tm_year"))
        .before("long s = $0;")
        .call("$f(&s)")
        .possible(),
    row(
        "mktime",
        &[Of(&["70", "124"]), Of(&["0", "12", "-1"]), Of(&["1", "29", "40"]), Of(&["0", "25"])],
        Answer::Number,
    )
    .before(DATE)
    .sees(OF_A_DATE)
    .call("$f(&t)")
    .possible(),
    row(
        "asctime_r",
        &[Between(-1, 7), Between(-1, 12), Between(0, 31), Of(&["70", "124", "8099", "8100", "-1000"]), Buffer(26)],
        Answer::Place(4),
    )
    .before(DATE_AS_TEXT)
    .call("$f(&t, (char *)a4)"),
    row(
        "asctime",
        &[Between(-1, 7), Between(-1, 12), Between(0, 31), Of(&["70", "124", "8100", "-1000"])],
        Answer::Is("result[24]"),
    )
    .before(DATE_AS_TEXT)
    .sees(&["result[0]", "result[4]", "result[8]", "result[9]", "result[23]"])
    .call("$f(&t)"),
    // The year must be among the inputs that the reference interpreter tries.
    row("ctime_r", &[Of(&["0L"])], Answer::Is("result[23]"))
        .before("long s = $0; char b[26];")
        .call("$f(&s, b)")
        .sees(&["70"])
        .possible(),
    row("ctime", &[Of(&["0L"])], Answer::Is("result[12]"))
        .before("long s = $0;")
        .call("$f(&s)")
        .sees(&["70"])
        .possible(),
];
