//! `raddle print`: the program that the engines work on.

use std::sync::Arc;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_horn::compositional;
use raddle_horn::sequential::horn_text;
use raddle_program::property::Property;
use raddle_report::escape::escape;
use raddle_verify::context::{Context, Silent};
use raddle_verify::task::Task;

use crate::exit::Exit;
use crate::options::PrintOptions;
use crate::text::{NoText, deliver, text_of};

/// Prints a program.
pub fn print(options: &PrintOptions) -> Exit {
    let (as_c, as_horn) = (options.c, options.horn);
    let (views, reduction) = (options.views, options.reduction.into());
    let text = text_of(&options.source, &options.files, move |front, _, cancellation| {
        if !as_horn {
            return Ok(if as_c { front.c_text() } else { front.text() });
        }
        let task = Task {
            program: AnalyzedProgram::new(front.program.clone()),
            properties: vec![Property::Assertions],
            error_functions: None,
            file: String::new(),
        };
        let mut cx = Context::new(cancellation, Arc::new(Silent));
        cx.options.reduction = reduction;
        let text = match views {
            Some(members) => compositional::horn_text(&task, Property::Assertions, members as usize, &cx),
            None => horn_text(&task, Property::Assertions, &cx),
        };
        text.map_err(|reason| NoText::Unreadable(escape(&reason.to_string())))
    });
    text.map_or_else(|exit| exit, |text| deliver(&text, None, "program"))
}
