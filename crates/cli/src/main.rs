//! The `raddle` command.

/// Searches allocate and free states all the time; this allocator does it faster than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let exit = raddle_cli::run(std::env::args_os());
    // Runs that were given up may still have threads: they end here.
    std::process::exit(exit.code().into());
}
