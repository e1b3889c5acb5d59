//! Integers: `<stdlib.h>`, `<inttypes.h>`, byte orders, builtins of GNU C on bits and on overflow.

use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

pub const ROWS: &[Row] = &[
    row("atoi atol atoll", &[Digits], Answer::Number),
    row("strtol strtoll strtoul strtoull strtoimax strtoumax", &[Digits, End(0), Base], Answer::Number),
    row(
        "strtol strtoll strtoul strtoull strtoimax strtoumax",
        &[Digits, End(0), Of(&["1", "37", "-1"])],
        Answer::Number,
    )
    .possible(),
    row("abs", &[Number], Answer::Number),
    row("labs llabs imaxabs", &[Long], Answer::Number),
    row("div", &[Number, Of(&["1", "-1", "7", "-3", "1000"])], Answer::Is("result.quot")).sees(&["result.rem"]),
    row("ldiv lldiv imaxdiv", &[Long, Of(&["1", "-1", "7", "-3", "1000"])], Answer::Is("result.quot"))
        .sees(&["result.rem"]),
    row("htons ntohs htobe16 htole16 be16toh le16toh", &[Short], Answer::Number),
    row("htonl ntohl htobe32 htole32 be32toh le32toh", &[Unsigned], Answer::Number),
    row("htobe64 htole64 be64toh le64toh", &[UnsignedLong], Answer::Number),
    row("ffs ffsl ffsll", &[Long], Answer::Number),
    row("bsearch", &[OneNumber, Numbers(5), Size(5)], Answer::Is("result ? *(int *)result : -1"))
        .before("qsort(a1, 5, sizeof(int), by_size);")
        .call("$f($0, $1, $2, sizeof(int), by_size)"),
    row("qsort", &[Numbers(6), Size(6)], Answer::Void).call("$f($0, $1, sizeof(int), by_size)"),
    row("lfind", &[OneNumber, Numbers(5), Size(5)], Answer::Place(1))
        .before("size_t count = $2;")
        .call("$f($0, $1, &count, sizeof(int), by_size)")
        .sees(&["count"]),
    row("lsearch", &[OneNumber, Numbers(5), Size(4)], Answer::Place(1))
        .before("size_t count = $2;")
        .call("$f($0, $1, &count, sizeof(int), by_size)")
        .sees(&["count"]),
    row("rand random", &[], Answer::Number).possible(),
    row("rand_r", &[Unsigned], Answer::Number)
        .before("unsigned seed = $0;")
        .call("$f(&seed)")
        .sees(&["seed"])
        .possible(),
    row("srand srandom", &[Unsigned], Answer::Void),
    // Bits.
    row("__builtin_popcount __builtin_parity __builtin_ffs", &[Unsigned], Answer::Number),
    row("__builtin_popcountl __builtin_popcountll", &[UnsignedLong], Answer::Number),
    row("__builtin_parityl __builtin_parityll", &[UnsignedLong], Answer::Number),
    row("__builtin_ffsl __builtin_ffsll", &[UnsignedLong], Answer::Number),
    row("__builtin_clz __builtin_ctz", &[Unsigned], Answer::Number).call("$f($0 | 4)"),
    row("__builtin_clzl __builtin_clzll __builtin_ctzl __builtin_ctzll", &[UnsignedLong], Answer::Number)
        .call("$f($0 | 4)"),
    row("__builtin_clrsb", &[Number], Answer::Number),
    row("__builtin_clrsbl __builtin_clrsbll", &[Long], Answer::Number),
    row("__builtin_bswap16", &[Short], Answer::Number),
    row("__builtin_bswap32", &[Unsigned], Answer::Number),
    row("__builtin_bswap64", &[UnsignedLong], Answer::Number),
    row("__builtin_expect", &[Long, Long], Answer::Number),
    // Overflow.
    row("__builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow", &[Number, Number], Answer::Number)
        .before("int r = 5;")
        .call("$f($0, $1, &r)")
        .sees(&["r"]),
    row("__builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow", &[Long, Number], Answer::Number)
        .before("unsigned char r = 5;")
        .call("$f($0, $1, &r)")
        .sees(&["r"]),
    row("__builtin_sadd_overflow __builtin_ssub_overflow __builtin_smul_overflow", &[Number, Number], Answer::Number)
        .before("int r = 5;")
        .call("$f($0, $1, &r)")
        .sees(&["r"]),
    row("__builtin_saddl_overflow __builtin_ssubl_overflow __builtin_smull_overflow", &[Long, Long], Answer::Number)
        .before("long r = 5;")
        .call("$f($0, $1, &r)")
        .sees(&["r"]),
    row("__builtin_saddll_overflow __builtin_ssubll_overflow __builtin_smulll_overflow", &[Long, Long], Answer::Number)
        .before("long long r = 5;")
        .call("$f($0, $1, &r)")
        .sees(&["r"]),
    row(
        "__builtin_uadd_overflow __builtin_usub_overflow __builtin_umul_overflow",
        &[Unsigned, Unsigned],
        Answer::Number,
    )
    .before("unsigned r = 5;")
    .call("$f($0, $1, &r)")
    .sees(&["r"]),
    row(
        "__builtin_uaddl_overflow __builtin_usubl_overflow __builtin_umull_overflow",
        &[UnsignedLong, UnsignedLong],
        Answer::Number,
    )
    .before("unsigned long r = 5;")
    .call("$f($0, $1, &r)")
    .sees(&["r"]),
    row("__builtin_add_overflow_p __builtin_sub_overflow_p __builtin_mul_overflow_p", &[Long, Long], Answer::Number)
        .call("$f($0, $1, (int)0)"),
];
