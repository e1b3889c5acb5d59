//! Which function a place of the source is in.

use raddle_cfront::typed::{Function, Unit};
use raddle_program::source::Span;

/// The function around a place.
pub fn function_around(unit: &Unit, span: Span) -> Option<String> {
    let is_around = |function: &&Function| {
        let body = function.body.as_ref().map(|body| body.span);
        body.is_some_and(|body| body.file == span.file && body.start <= span.start && span.end <= body.end)
    };
    unit.functions.values().find(is_around).map(|function| function.name.to_string())
}
