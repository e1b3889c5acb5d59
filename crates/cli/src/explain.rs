//! `raddle explain`: what the analyses know of a program, line by line.

use raddle_report::escape::escape;
use raddle_report::explanation::explanation;
use raddle_verify::analysis::cut_points::Visibility;
use raddle_verify::analysis::explanation::explain as explain_program;
use raddle_verify::context::Cancellation;
use raddle_verify::verdict::Reason;

use crate::exit::Exit;
use crate::front::{Front, Input, Unreadable};
use crate::options::ExplainOptions;
use crate::output::{self, Written};
use crate::supervise::{Ended, Limits, Supervisor};

/// Explains a program.
pub fn explain(options: &ExplainOptions) -> Exit {
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
    let asks = |name: &str| options.properties.iter().any(|property| property == name);
    let visibility = Visibility { deadlock: asks("deadlock"), races: asks("data-race") };
    let file = target.path.clone();
    let mut supervisor = Supervisor::new(Limits::default());
    let ended = supervisor.run(move |_: Cancellation| match Front::read(&target) {
        Ok(front) => Ok((explain_program(&front.program, visibility), front.diagnostics.clone())),
        Err(Unreadable { why, diagnostics }) => Err((why, diagnostics)),
    });
    let (text, diagnostics, exit) = match ended {
        Ended::Answered(Ok((Ok(known), diagnostics))) => match std::fs::read(&file) {
            Ok(bytes) => {
                let source = String::from_utf8_lossy(&bytes).into_owned();
                (explanation(&file.to_string_lossy(), &source, &known), diagnostics, Exit::Safe)
            }
            Err(why) => {
                let message = format!("error: {} cannot be read: {why}", escape(&file.to_string_lossy()));
                (String::new(), vec![message], Exit::Input)
            }
        },
        Ended::Answered(Ok((Err((place, what)), mut diagnostics))) => {
            diagnostics.push(format!(
                "error: nothing can be said of this program before it runs: {what} at {}; check it with --engine explicit",
                escape(&place.to_string())
            ));
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
    match output::answer(&text) {
        Written::Whole | Written::NobodyReads => exit,
        Written::Failed(why) => {
            output::message(&format!("error: the explanation cannot be written: {why}"));
            Exit::Output
        }
    }
}
