//! The `raddle` command.

fn main() {
    let exit = raddle_cli::run(std::env::args_os());
    // Runs that were given up may still have threads: they end here.
    std::process::exit(exit.code().into());
}
