//! How long a program may take without `--timeout`.
//!
//! A person at a terminal waits for the first answer, and not for ever: without `--timeout` a program gets a minute, and after a
//! violation the remaining properties get some seconds more. `--timeout` lifts both. Everything else is a script, a pipe or a
//! benchmark: there the same input gives the same answer, so that without `--timeout` nothing is cut short.

use std::time::Duration;

use crate::options::{CheckOptions, Format};
use crate::output;
use crate::quantity::TimeLimit;

/// The time for a program at a terminal.
const AT_A_TERMINAL: Duration = Duration::from_secs(60);
/// The time for the remaining properties after the first violation, at a terminal.
const AFTER_A_VIOLATION: Duration = Duration::from_secs(10);

/// How long a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Patience {
    /// The limit for each program.
    pub(crate) timeout: Option<Duration>,
    /// Whether that limit was not asked for.
    pub(crate) is_default: bool,
    /// How long the run goes on after the first violation, if not until everything is decided.
    pub(crate) grace: Option<Duration>,
}

impl Patience {
    /// What a command line asks for, and whether its answer goes to a terminal.
    pub(crate) fn of(options: &CheckOptions) -> Patience {
        let is_read = output::answer_is_terminal() && options.format == Format::Human && options.emit.is_none();
        Patience::new(options.timeout, is_read)
    }

    fn new(timeout: Option<TimeLimit>, is_read: bool) -> Patience {
        match timeout {
            Some(TimeLimit::After(limit)) => Patience { timeout: Some(limit), is_default: false, grace: None },
            None if is_read => {
                Patience { timeout: Some(AT_A_TERMINAL), is_default: true, grace: Some(AFTER_A_VIOLATION) }
            }
            None | Some(TimeLimit::Never) => Patience { timeout: None, is_default: false, grace: None },
        }
    }
}

/// What an answer says that ran into the limit of a terminal.
pub(crate) const DEFAULT_LIMIT: &str = "No --timeout was given: at a terminal a program gets 60 s. --timeout 10m gives it more, --timeout none all it needs.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_terminal_without_a_limit_gets_one() {
        let minute = Patience::new(None, true);
        assert!(minute.is_default && minute.timeout == Some(AT_A_TERMINAL) && minute.grace == Some(AFTER_A_VIOLATION));
        for is_read in [true, false] {
            let asked = Patience::new(Some(TimeLimit::After(Duration::from_secs(3))), is_read);
            assert_eq!(asked, Patience { timeout: Some(Duration::from_secs(3)), is_default: false, grace: None });
            assert_eq!(Patience::new(Some(TimeLimit::Never), is_read).timeout, None);
        }
        assert_eq!(Patience::new(None, false), Patience { timeout: None, is_default: false, grace: None });
        assert!(DEFAULT_LIMIT.contains(&format!("{} s", AT_A_TERMINAL.as_secs())));
    }
}
