//! Sockets, and addresses as text.

use super::super::arguments::Argument;
use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

/// A connected socket, a file that is none, and no file.
const SOCKET: Argument = Of(&["20", "20", "0", "99"]);
const SOCKETS: &str = "sockets_at(20, 21, \"hi\");";
const ADDRESS: &str = "struct sockaddr s; memset(&s, 0, sizeof s); socklen_t n = 4;";

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
    row("getrandom", &[Buffer(2), Size(2), Of(&["0", "1", "99"])], Answer::Number).possible(),
];
