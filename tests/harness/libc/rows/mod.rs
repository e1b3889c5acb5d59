//! The functions that are compared: one table for each part of the library, one row for functions that are called in the same way.

mod atomic;
mod characters;
mod files;
mod formats;
mod locks;
mod memory;
mod network;
mod numbers;
mod process;
mod real;
mod streams;
mod text;
mod threads;
mod time;
mod wide;

use super::row::Row;

/// All functions. A new one needs a row in one of the tables and nothing else.
pub const TABLES: &[&[Row]] = &[
    atomic::ROWS,
    characters::ROWS,
    files::ROWS,
    formats::ROWS,
    locks::ROWS,
    memory::ROWS,
    network::ROWS,
    numbers::ROWS,
    process::ROWS,
    real::ROWS,
    streams::ROWS,
    text::ROWS,
    threads::ROWS,
    time::ROWS,
    wide::ROWS,
];
