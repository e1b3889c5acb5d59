//! Tasks about transformed programs: a transform is applied, its program is checked and printed if that is asked for, and answers are
//! translated back as far as the transform allows. Nothing else applies a transform whose answers count.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_program::syntax::Program;

use crate::context::Context;
use crate::task::Task;
use crate::transform::{Fidelity, Transform, WayBack};
use crate::verdict::{Outcome, Reason, Verdict};

/// A task about the program that a transform gives.
pub struct Transformed<'t> {
    /// The same questions about the new program.
    pub task: Task,
    transform: &'t dyn Transform,
    way_back: Box<dyn WayBack>,
    is_unchanged: bool,
}

impl<'t> Transformed<'t> {
    /// Applies a transform to the program of a task.
    ///
    /// # Panics
    /// If the new program is not well-formed.
    pub fn of(task: &Task, transform: &'t dyn Transform, cx: &Context) -> Self {
        let (program, way_back) = transform.apply(&task.program);
        check_wellformed(&program, transform.name());
        let is_unchanged = program == **task.program;
        // A program that stays the same keeps its analyses.
        let program = if is_unchanged { task.program.clone() } else { AnalyzedProgram::new(program) };
        let task = Task { program, ..task.clone() };
        dump(cx, transform.name(), &task);
        Transformed { task, transform, way_back, is_unchanged }
    }

    /// Whether there was nothing to transform.
    pub fn is_unchanged(&self) -> bool {
        self.is_unchanged
    }

    /// The translation back.
    pub fn way_back(&self) -> &dyn WayBack {
        self.way_back.as_ref()
    }

    /// What an outcome for the new program says about the old one.
    pub fn lift(&self, Outcome { property, verdict }: Outcome) -> Outcome {
        let name = self.transform.name();
        let gave_up = |why: String| {
            let advice = "choose another engine with --engine".to_owned();
            Verdict::Unknown(Reason::GaveUp { why, advice })
        };
        let verdict = match (verdict, self.transform.fidelity(property)) {
            (Verdict::Unknown(reason), _) => Verdict::Unknown(reason),
            (_, None) => gave_up(format!("{name} must not be used for {property}")),
            (Verdict::Safe(_), Some(Fidelity::Under)) => gave_up(format!("{name} keeps only some of the executions")),
            (Verdict::Safe(proved), Some(Fidelity::Exact | Fidelity::Over)) => {
                match self.way_back.proof(proved.proof) {
                    Some(proof) => Verdict::safe(proof),
                    None => gave_up(format!("the proof has no way back through {name}")),
                }
            }
            // An over-approximated trace may be spurious: certify replays it like every other.
            (Verdict::Unsafe(trace), Some(_)) => Verdict::Unsafe(Box::new(self.way_back.trace(*trace))),
        };
        Outcome { property, verdict }
    }
}

/// Prints the program after a pass if that is asked for.
pub(crate) fn dump(cx: &Context, pass: &str, task: &Task) {
    if let Some((passes, show)) = &cx.dump
        && passes.iter().any(|wanted| wanted == pass)
    {
        show(pass, &raddle_program::text::print(&task.program));
    }
}

/// Panics if the program after a pass is not well-formed.
pub(crate) fn check_wellformed(program: &Program, pass: &str) {
    if let Err(defects) = raddle_program::wellformed::wellformed(program) {
        panic!("the program after {pass} is not well-formed: {defects:?}");
    }
}
