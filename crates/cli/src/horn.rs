//! `raddle horn`: one system of constrained Horn clauses, decided as solvers of SMT-LIB do.

use std::rc::Rc;

use raddle_logic::horn::solve::{Run, Why, solve};
use raddle_logic::horn::{Answer, Budget, print, read};
use raddle_logic::term::Terms;
use raddle_report::escape::escape;
use raddle_verify::context::Cancellation;
use raddle_verify::verdict::Reason;

use crate::exit::Exit;
use crate::options::HornOptions;
use crate::output::{self, Written};
use crate::supervise::{Ended, Limits, Supervisor};

/// Solves a system and writes `sat`, `unsat` or `unknown`, with what was asked for.
pub fn horn(options: &HornOptions) -> Exit {
    let name = options.file.to_string_lossy().into_owned();
    let text = match std::fs::read_to_string(&options.file) {
        Ok(text) => text,
        Err(why) => return unreadable(&format!("{name} cannot be read: {why}")),
    };
    let is_shown = options.model;
    let mut supervisor = Supervisor::new(Limits { timeout: options.timeout, memory: options.memory });
    let ended = supervisor.run(move |cancellation: Cancellation| decide(&text, is_shown, &cancellation));
    match ended {
        Ended::Answered(Ok((text, message, exit))) => {
            message.iter().for_each(|message| output::message(message));
            write(&text, exit)
        }
        Ended::Answered(Err(why)) => unreadable(&format!("{name}: {why}")),
        Ended::Unanswered(reason) => {
            let exit = match reason {
                Reason::Internal { .. } => Exit::Internal,
                Reason::Timeout { .. } => Exit::Timeout,
                _ => Exit::Unknown,
            };
            output::message(&format!("unknown: {}", escape(&reason.to_string())));
            write("unknown\n", exit)
        }
    }
}

/// The output: text, a message, and the exit status.
type Said = (String, Option<String>, Exit);

fn decide(text: &str, is_shown: bool, cancellation: &Cancellation) -> Result<Said, String> {
    let mut terms = Terms::new();
    let system = read::read(text, &mut terms).map_err(|error| error.to_string())?;
    let cancelled = cancellation.clone();
    let interruption = Rc::new(move || cancelled.reason().is_some());
    let run = Run::new(Budget { interruption: Some(interruption), ..Budget::default() });
    Ok(match solve(&mut terms, &system, &run) {
        Answer::Safe(interpretation) => {
            let mut text = "sat\n".to_owned();
            if is_shown {
                text.push_str("(\n");
                print::print_model(&terms, &system, &interpretation, &mut text).map_err(|error| error.to_string())?;
                text.push_str(")\n");
            }
            (text, None, Exit::Safe)
        }
        Answer::Unsafe(derivation) => {
            let shown = if is_shown { derivation.show(&system) } else { String::new() };
            (format!("unsat\n{shown}"), None, Exit::Unsafe)
        }
        Answer::Unknown(why) => {
            let (why, exit) = match why {
                Why::Wrong(what) => (format!("this is a bug of the solver: {what}"), Exit::Internal),
                Why::Interrupted { level } | Why::Queries { level } => match cancellation.reason() {
                    Some(reason @ Reason::Timeout { .. }) => (format!("{reason}, at level {level}"), Exit::Timeout),
                    Some(reason) => (format!("{reason}, at level {level}"), Exit::Unknown),
                    None => (format!("stopped at level {level}"), Exit::Unknown),
                },
            };
            ("unknown\n".to_owned(), Some(format!("unknown: {}", escape(&why))), exit)
        }
    })
}

fn unreadable(why: &str) -> Exit {
    output::message(&format!("error: {}", escape(why)));
    Exit::Input
}

fn write(text: &str, exit: Exit) -> Exit {
    match output::answer(text) {
        Written::Whole | Written::NobodyReads => exit,
        Written::Failed(why) => {
            output::message(&format!("error: the answer cannot be written: {why}"));
            Exit::Output
        }
    }
}
