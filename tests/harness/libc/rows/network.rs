//! Sockets, and addresses as text.

use super::super::arguments::Argument;
use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

/// A connected socket, a file that is none, and no file.
const SOCKET: Argument = Of(&["20", "20", "0", "99"]);
const SOCKETS: &str = "sockets_at(20, 21, \"hi\");";
const ADDRESS: &str = "struct sockaddr s; memset(&s, 0, sizeof s); socklen_t n = 4;";

/// Addresses of the Internet, and what nearly is one.
const ADDRESS_TEXT: Argument = Of(&[
    "\"127.0.0.1\"",
    "\"255.255.255.255\"",
    "\"256.0.0.1\"",
    "\"1.2.3\"",
    "\"1.2.65536\"",
    "\"1.2.65535\"",
    "\"1.16777215\"",
    "\"1.16777216\"",
    "\"4294967295\"",
    "\"4294967296\"",
    "\"010.0x1F.08.1\"",
    "\"010.0x1f.07.1\"",
    "\"0x.1\"",
    "\"1.2.3.4 x\"",
    "\"1.2.3.4x\"",
    "\"1..2.3\"",
    "\"1.2.3.\"",
    "\"1.2.3.4.5\"",
    "\"01.2.3.4\"",
    "\"0.0.0.0\"",
    "\" 1.2.3.4\"",
    "\"\"",
    "\"0\"",
    "\"x\"",
]);

pub const ROWS: &[Row] = &[
    row("socket", &[Of(&["1", "2", "99"]), Of(&["1", "2", "77"]), Of(&["0", "6"])], Answer::Number).possible(),
    row("listen shutdown", &[SOCKET, Between(0, 3)], Answer::Number).machine(SOCKETS).possible(),
    row("bind connect", &[SOCKET], Answer::Number)
        .machine(SOCKETS)
        .before(ADDRESS)
        .call("$f($0, &s, sizeof s)")
        .possible(),
    row("accept", &[SOCKET], Answer::Number).machine(SOCKETS).call("$f($0, 0, 0)").possible(),
    row("getsockname getpeername", &[SOCKET], Answer::Number)
        .machine(SOCKETS)
        .before(ADDRESS)
        .call("$f($0, &s, &n)")
        .sees(&["s.sa_family", "n"])
        .possible(),
    row("getsockopt", &[SOCKET, Of(&["1", "99"]), Of(&["3", "4", "99"])], Answer::Number)
        .machine(SOCKETS)
        .before("unsigned char b[4] = {9, 9, 9, 9}; socklen_t n = 4;")
        .call("$f($0, $1, $2, b, &n)")
        .sees(&["b[0]", "b[3]", "n"])
        .possible(),
    row("setsockopt", &[SOCKET, Of(&["1", "99"]), Of(&["2", "9", "99"])], Answer::Number)
        .machine(SOCKETS)
        .before("int one = 1;")
        .call("$f($0, $1, $2, &one, sizeof one)")
        .possible(),
    row("send", &[SOCKET, Letters(3), Size(3), Of(&["0"])], Answer::Number).machine(SOCKETS).possible(),
    row("recv", &[SOCKET, Buffer(3), Size(3), Of(&["0", "2"])], Answer::Number).machine(SOCKETS).possible(),
    row("sendto", &[SOCKET, Letters(3), Size(3)], Answer::Number)
        .machine(SOCKETS)
        .call("$f($0, $1, $2, 0, 0, 0)")
        .possible(),
    row("recvfrom", &[SOCKET, Buffer(3), Size(3)], Answer::Number)
        .machine(SOCKETS)
        .call("$f($0, $1, $2, 0, 0, 0)")
        .possible(),
    row("inet_aton", &[ADDRESS_TEXT], Answer::Truth)
        .before("struct in_addr a; memset(&a, 0, sizeof a);")
        .call("$f($0, &a)")
        .sees(&["a.s_addr"]),
    row("inet_addr", &[ADDRESS_TEXT], Answer::Number),
    row("inet_ntoa", &[Of(&["0", "1", "0xffffffff", "0x0a01a8c0", "0x6400640a"])], Answer::Is("strlen(result)"))
        .before("struct in_addr a; a.s_addr = $0;")
        .call("$f(a)")
        .sees(&["result[0]", "result[1]", "result[3]", "result[6]"]),
    row(
        "inet_ntop",
        &[Of(&["2", "2", "2", "77"]), Of(&["0", "0xffffffff", "0x0a01a8c0"]), Buffer(18), Between(0, 18)],
        Answer::Place(2),
    )
    .before("unsigned n = $1;")
    .call("$f($0, &n, (char *)a2, $3)"),
    row("inet_ntop", &[Of(&["10"]), Buffer(40), Of(&["40", "2", "0"])], Answer::Place(1))
        .before("unsigned char n[16] = {0};")
        .call("$f($0, n, (char *)a1, $2)")
        .possible(),
    row("inet_pton", &[Of(&["2", "2", "2", "77"]), ADDRESS_TEXT], Answer::Number)
        .before("unsigned n = 5;")
        .call("$f($0, $1, &n)")
        .sees(&["n"]),
    row("inet_pton", &[Of(&["10"]), Of(&["\"::1\"", "\"x\"", "\"1:2:3:4:5:6:7:8\"", "\"\""])], Answer::Number)
        .before("unsigned char n[16] = {0};")
        .call("$f($0, $1, n)")
        .sees(&["n[8]"])
        .possible(),
    row("getrandom", &[Buffer(2), Size(2), Of(&["0", "1", "99"])], Answer::Number).possible(),
];
