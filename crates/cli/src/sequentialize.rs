//! `raddle sequentialize`: a concurrent program as a sequential one, in C.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_horn::sequentialize::lazy_c;
use raddle_report::escape::escape;

use crate::exit::Exit;
use crate::options::SequentializeOptions;
use crate::text::{NoText, deliver, text_of};

/// Prints the sequential program.
pub fn sequentialize(options: &SequentializeOptions) -> Exit {
    let (reduction, copies) = (options.reduction.into(), usize::from(options.copies));
    let text = text_of(&options.source, &options.files, move |front, _, _| {
        lazy_c(&AnalyzedProgram::new(front.program.clone()), reduction, copies)
            .map_err(|why| NoText::Undecided(format!("there is no sequential program of this form: {}", escape(&why))))
    });
    text.map_or_else(|exit| exit, |text| deliver(&text, options.output.as_deref(), "program"))
}
