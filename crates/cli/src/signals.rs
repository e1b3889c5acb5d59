//! Requests to stop from outside: SIGTERM, SIGINT, SIGHUP and SIGXCPU become a reason to answer UNKNOWN.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXCPU};
use signal_hook::iterator::Signals;
use std::time::Duration;

use crate::exit::Exit;

/// A run ends this long after a request, whatever it is doing (blocked in a write, for instance).
const LAST_RESORT: Duration = Duration::from_millis(950);

/// Starts to listen. `tell` is called with the name of the first signal; a second one ends the process at once.
///
/// # Errors
/// What the system says if signals cannot be caught.
pub fn listen(tell: impl Fn(&'static str) + Send + 'static) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGXCPU])?;
    let listener = move || {
        let mut is_first = true;
        for signal in signals.forever() {
            if !is_first {
                std::process::exit(Exit::Unknown.code().into());
            }
            is_first = false;
            tell(name(signal));
            std::thread::spawn(|| {
                std::thread::sleep(LAST_RESORT);
                std::process::exit(Exit::Unknown.code().into());
            });
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(listener)?;
    Ok(())
}

fn name(signal: i32) -> &'static str {
    match signal {
        SIGTERM => "SIGTERM",
        SIGINT => "SIGINT",
        SIGHUP => "SIGHUP",
        SIGXCPU => "SIGXCPU",
        _ => "a signal",
    }
}
