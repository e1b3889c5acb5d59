//! `raddle print`: the program that the engines work on.

use std::sync::Arc;

use raddle_program::property::Property;
use raddle_report::escape::escape;
use raddle_verify::compositional;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::sequential::horn_text;
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;

use crate::exit::Exit;
use crate::front::{Front, Input, Unreadable};
use crate::options::PrintOptions;
use crate::output::{self, Written};
use crate::supervise::{Ended, Limits, Supervisor};

/// Prints a program.
pub fn print(options: &PrintOptions) -> Exit {
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
    let (as_c, as_horn) = (options.c, options.horn);
    let (views, reduction) = (options.views, options.reduction.into());
    let mut supervisor = Supervisor::new(Limits::default());
    let ended = supervisor.run(move |cancellation: Cancellation| match Front::read(&target) {
        Ok(front) if as_horn => {
            let task = Task {
                program: front.program.clone(),
                properties: vec![Property::Assertions],
                error_functions: None,
                file: String::new(),
            };
            let mut cx = Context::new(cancellation, Arc::new(Silent));
            cx.reduction = reduction;
            let text = match views {
                Some(members) => compositional::horn_text(&task, Property::Assertions, members as usize, &cx),
                None => horn_text(&task, Property::Assertions, &cx),
            };
            match text {
                Ok(text) => Ok((text, front.diagnostics.clone())),
                Err(reason) => Err((reason.to_string(), front.diagnostics.clone())),
            }
        }
        Ok(front) => {
            let text = if as_c { front.c_text() } else { front.text() };
            Ok((text, front.diagnostics.clone()))
        }
        Err(Unreadable { why, diagnostics }) => Err((why, diagnostics)),
    });
    let (text, diagnostics, exit) = match ended {
        Ended::Answered(Ok((text, diagnostics))) => (text, diagnostics, Exit::Safe),
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
    match output::answer(&text) {
        Written::Whole | Written::NobodyReads => exit,
        Written::Failed(why) => {
            output::message(&format!("error: the program cannot be written: {why}"));
            Exit::Output
        }
    }
}
