//! The `raddle` command.

fn main() {}
