//! The reference interpreter on small programs: statements, threads, atomics, library, replays and their minimization.

mod atomics;
mod common;
mod lassos;
mod library;
mod minimize;
mod replays;
mod statements;
mod threads;
