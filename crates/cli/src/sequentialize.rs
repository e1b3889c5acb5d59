//! `raddle sequentialize`: a concurrent program as a sequential one, in C.

use raddle_report::escape::escape;
use raddle_verify::context::Cancellation;
use raddle_verify::sequentialize::lazy_c;
use raddle_verify::verdict::Reason;

use crate::exit::Exit;
use crate::front::{Front, Input, Unreadable};
use crate::options::SequentializeOptions;
use crate::output::{self, Written};
use crate::supervise::{Ended, Limits, Supervisor};

/// Prints the sequential program.
pub fn sequentialize(options: &SequentializeOptions) -> Exit {
    let input = match Input::from_options(&options.source, output::message_has_colour()) {
        Ok(input) => input,
        Err(why) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Usage;
        }
    };
    let target = match input.resolve(&options.file) {
        Ok(target) => target,
        Err(why) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Input;
        }
    };
    let (reduction, copies) = (options.reduction.into(), usize::from(options.copies));
    let mut supervisor = Supervisor::new(Limits::default());
    let ended = supervisor.run(move |_: Cancellation| match Front::read(&target) {
        Ok(front) => Ok((lazy_c(&front.program, reduction, copies), front.diagnostics.clone())),
        Err(Unreadable { why, diagnostics }) => Err((why, diagnostics)),
    });
    let (text, diagnostics, exit) = match ended {
        Ended::Answered(Ok((Ok(text), diagnostics))) => (text, diagnostics, Exit::Safe),
        Ended::Answered(Ok((Err(why), mut diagnostics))) => {
            diagnostics.push(format!("error: there is no sequential program of this form: {}", escape(&why)));
            (String::new(), diagnostics, Exit::Unknown)
        }
        Ended::Answered(Err((why, mut diagnostics))) => {
            diagnostics.push(format!("error: {}", escape(&why)));
            (String::new(), diagnostics, Exit::Input)
        }
        Ended::Unanswered(reason) => {
            let exit = match &reason {
                Reason::Internal { .. } => Exit::Internal,
                _ => Exit::Unknown,
            };
            (String::new(), vec![format!("error: {}", escape(&reason.to_string()))], exit)
        }
    };
    diagnostics.iter().for_each(|diagnostic| output::message(diagnostic));
    let written = match (&options.output, text.is_empty()) {
        (_, true) => return exit,
        (Some(file), false) => match std::fs::write(file, &text) {
            Ok(()) => Written::Whole,
            Err(why) => Written::Failed(why.to_string()),
        },
        (None, false) => output::answer(&text),
    };
    match written {
        Written::Whole | Written::NobodyReads => exit,
        Written::Failed(why) => {
            output::message(&format!("error: the program cannot be written: {why}"));
            Exit::Output
        }
    }
}
