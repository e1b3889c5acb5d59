//! The steps that may violate a property, by value ranges and points-to sets.

use raddle_analysis::intervals::{Allocations, ValueIntervals};
use raddle_analysis::memory_safety;
use raddle_analysis::points_to::CodePlace;
use raddle_program::automaton::TransitionData;
use raddle_program::footprint::Footprint;
use raddle_program::property::Property;
use raddle_program::syntax::{Effect, ProcedureId};

use super::{gave_up, outside, unsupported};
use crate::context::Context;
use crate::task::Task;
use crate::verdict::{Proof, Reason};

/// What is known of the steps that could violate a property.
pub struct OpenSteps<'t> {
    /// The proof, if no step is open.
    pub proof: Proof,
    /// Whether a step that is not open may violate it behind one that is.
    pub goes_wrong_later: bool,
    /// The steps of which it is not known that they violate nothing. One of them comes before the first violation of an execution, if there is
    /// one, and makes it, unless it [goes wrong later](Self::goes_wrong_later).
    pub open: Box<dyn Iterator<Item = CodePlace> + 't>,
}

impl<'t> OpenSteps<'t> {
    /// The steps that may violate `property`, which is one of [`crate::transform::PROPERTIES_OF_STEPS`].
    ///
    /// # Errors
    /// Why nothing is known.
    ///
    /// # Panics
    /// If it is another property.
    pub fn of(task: &'t Task, property: Property, cx: &Context) -> Result<OpenSteps<'t>, Reason> {
        OpenSteps::of_intervals(task, property, intervals(task, Allocations::MayBeRefused, cx)?)
    }

    /// The proof of a property that no step of the program could violate, wherever its pointers lead; `None` if some step could.
    pub fn none(task: &Task, property: Property) -> Option<Proof> {
        let program = &task.program;
        let could_violate = |procedure: ProcedureId, data: &TransitionData| match &data.effect {
            Effect::Assert { function, .. } => property == Property::Assertions && task.counts(function),
            // What has no model may stand for anything, an assertion too.
            Effect::Unsupported(_) | Effect::External { .. } => true,
            _ if property == Property::Assertions => false,
            _ => {
                let footprint = Footprint::of(program, &program.procedures[procedure], data);
                footprint.may_violate.contains(&property)
            }
        };
        let mut steps = program
            .automata()
            .iter()
            .flat_map(|(procedure, automaton)| automaton.transitions.values().map(move |data| (procedure, data)));
        let proof = match property {
            Property::Assertions => Proof::Intervals { assertions: 0 },
            Property::Overflow | Property::Arithmetic => Proof::Operators { steps: 0 },
            _ => return None,
        };
        (!steps.any(|(procedure, data)| could_violate(procedure, data))).then_some(proof)
    }

    /// The steps that may violate memory safety though all allocations succeed; `None` if that makes no difference.
    ///
    /// # Errors
    /// Why nothing is known.
    pub fn if_allocated(task: &'t Task, cx: &Context) -> Result<Option<OpenSteps<'t>>, Reason> {
        let may_be_refused = |known: &ValueIntervals| known.accesses().is_some_and(|accesses| accesses.may_be_refused);
        if !may_be_refused(intervals(task, Allocations::MayBeRefused, cx)?) {
            return Ok(None);
        }
        let found = OpenSteps::of_intervals(task, Property::Memory, intervals(task, Allocations::Succeed, cx)?)?;
        let proof = match found.proof {
            Proof::Inside { steps, .. } => Proof::Inside { steps, if_allocated: true },
            other => other,
        };
        Ok(Some(OpenSteps { proof, ..found }))
    }

    fn of_intervals(task: &'t Task, property: Property, known: &'t ValueIntervals) -> Result<OpenSteps<'t>, Reason> {
        let found = match property {
            Property::Assertions => known.assertions().map(|all| {
                let counted: Vec<_> = all.iter().filter(|assertion| task.counts(&assertion.function)).collect();
                let proof = Proof::Intervals { assertions: counted.len() as u64 };
                let open = counted
                    .into_iter()
                    .flat_map(|assertion| assertion.open.iter().map(|&context| (context, assertion.transition)));
                OpenSteps { proof, goes_wrong_later: false, open: Box::new(open) }
            }),
            Property::Overflow | Property::Arithmetic => known.operators().map(|all| {
                let found = if property == Property::Overflow { &all.overflow } else { &all.arithmetic };
                let proof = Proof::Operators { steps: found.steps };
                OpenSteps { proof, goes_wrong_later: false, open: Box::new(found.open.iter().copied()) }
            }),
            Property::Memory => known.accesses().zip(known.points_to()).map(|(accesses, points_to)| {
                let proof = Proof::Inside { steps: accesses.accesses, if_allocated: false };
                let open = memory_safety::open_steps(&task.program, points_to, task.program.automata(), accesses);
                OpenSteps { proof, goes_wrong_later: accesses.goes_wrong_later, open: Box::new(open) }
            }),
            _ => panic!("{property} is no property of steps"),
        };
        found.ok_or_else(|| no_intervals(task))
    }
}

/// The value ranges of the program.
///
/// # Errors
/// Why the run was stopped before they were found.
fn intervals<'t>(task: &'t Task, allocations: Allocations, cx: &Context) -> Result<&'t ValueIntervals, Reason> {
    let cancellation = cx.cancellation();
    let known = task.program.intervals_if(allocations, &|| cancellation.reason().is_some());
    known.ok_or_else(|| cx.cancelled().unwrap_or(Reason::TurnOver))
}

/// Why the analysis found no value ranges.
fn no_intervals(task: &Task) -> Reason {
    let points_to = task.program.points_to();
    match (points_to.unsupported.first(), points_to.outside.first()) {
        (Some(&span), _) => unsupported(&task.program, span),
        (None, Some(&span)) => outside(&task.program, span),
        (None, None) => gave_up("the program is too large for value ranges".into()),
    }
}
