//! `kinduction`: k-induction, with intervals and equalities as invariants.

use std::rc::Rc;

use raddle_logic::horn::Budget;
use raddle_logic::horn::solve::{Induced, Run, induce};
use raddle_logic::term::Terms;

use crate::sequential::checker::{Checked, Question, SequentialChecker};
use crate::sequential::ic3::{encoded, found, gave_up, unknown};
use raddle_verify::context::Context;
use raddle_verify::verdict::Proof;

/// k-induction.
pub struct KInduction;

impl SequentialChecker for KInduction {
    fn name(&self) -> &'static str {
        "kinduction"
    }

    fn summary(&self) -> &'static str {
        "induction over more and more steps, with intervals and equalities that were proved before"
    }

    fn check(&self, question: Question<'_>, cx: &mut Context) -> Checked {
        let mut terms = Terms::new();
        let encoded = match encoded(question, &mut terms, cx) {
            Ok(encoded) => encoded,
            Err(checked) => return checked,
        };
        let cancellation = cx.cancellation();
        let interruption = Rc::new(move || cancellation.reason().is_some());
        let run = Run::new(Budget { interruption: Some(interruption), ..Budget::default() });
        let run = run.watched(cx.watch("induction".to_owned(), "depth"));
        let induced = induce(&mut terms, &encoded.system, &run);
        cx.count("queries", run.counters().queries);
        match induced {
            Induced::Safe(depth) => {
                Checked::Safe(Proof::Induction { depth: depth as u64, known: run.counters().known as u64 })
            }
            Induced::Unsafe(derivation) => found(question, &mut terms, &encoded, &derivation, cx),
            Induced::Unknown(why) => Checked::Unknown(unknown(&why, cx)),
            Induced::NotLinear => gave_up("the program has no form that k-induction decides".to_owned()),
        }
    }
}
