//! What paths through the sequential programs say of executions: whose steps they are, where the queried computation starts, and where others move.

use raddle_program::entity::Entity;
use raddle_program::syntax::LocalId;

use crate::composition::Composition;
use crate::formula::variables;
use crate::sequence::{Command, Executed, Origin, Path, Sequence};

/// Some steps of one thread.
#[derive(Clone, PartialEq, Debug)]
pub struct Segment {
    /// Its number in executions.
    pub thread: u32,
    /// How many steps.
    pub steps: u32,
    /// The values that are chosen in them, in order.
    pub chosen: Vec<Chosen>,
}

/// A value that is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Chosen {
    /// This one.
    Value(i128),
    /// The initial value of a variable.
    Foreseen(LocalId),
}

/// What the last instruction of a path stands for.
pub(super) fn origin(sequence: &Sequence, path: &Path) -> Origin {
    path.executed.last().map_or(Origin::Start, |done| sequence.instructions[done.instruction].origin)
}

/// Where the computation starts that is looked at: behind the activation, or at the start.
pub(super) fn start_of_computation(sequence: &Sequence, path: &Path) -> usize {
    let is_activation =
        |done: &Executed| matches!(sequence.instructions[done.instruction].origin, Origin::Activation { .. });
    path.executed.iter().position(is_activation).map_or(0, |position| position + 1)
}

/// The last environment step on a path that does anything: what was executed in it, and the cut.
pub(super) fn last_env_move(
    composition: &Composition,
    sequence: &Sequence,
    path: &Path,
    start: usize,
) -> Option<(std::ops::Range<usize>, usize)> {
    let origin = |at: usize| sequence.instructions[path.executed[at].instruction].origin;
    let does = |at: usize| {
        let done = &path.executed[at];
        let instruction = &sequence.instructions[done.instruction];
        match (&instruction.origin, &instruction.command) {
            // A choice whether to move is no move.
            (Origin::EnvMove { .. }, Command::Havoc(variable)) => {
                done.changes && variable.index() < composition.variables.len()
            }
            _ => false,
        }
    };
    let last = (start..path.executed.len()).rev().find(|&at| does(at))?;
    let Origin::EnvMove { cut } = origin(last) else { return None };
    let first = (start..=last).rev().take_while(|&at| origin(at) == Origin::EnvMove { cut }).last()?;
    let behind = (last..path.executed.len()).take_while(|&at| origin(at) == Origin::EnvMove { cut }).last()? + 1;
    Some((first..behind, cut))
}

/// The steps of threads in a part of a path.
pub(super) fn segments(sequence: &Sequence, part: &[Executed]) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    for done in part {
        let instruction = &sequence.instructions[done.instruction];
        let Origin::Thread { number, steps, is_input } = instruction.origin else { continue };
        if segments.last().is_none_or(|last| last.thread != number) {
            segments.push(Segment { thread: number, steps: 0, chosen: Vec::new() });
        }
        let Some(segment) = segments.last_mut() else { continue };
        segment.steps += steps;
        if is_input {
            let mut mentioned = Vec::new();
            if let Command::Set(_, value) = &instruction.command {
                variables(value, &mut mentioned);
            }
            segment.chosen.push(match mentioned.first() {
                Some(&input) => Chosen::Foreseen(input),
                None => Chosen::Value(done.value),
            });
        }
    }
    segments
}

/// One computation after the other.
pub(super) fn joined(parts: &[&[Segment]]) -> Vec<Segment> {
    let mut all: Vec<Segment> = Vec::new();
    for segment in parts.iter().copied().flatten() {
        match all.last_mut().filter(|last| last.thread == segment.thread) {
            Some(last) => {
                last.steps += segment.steps;
                last.chosen.extend(&segment.chosen);
            }
            None => all.push(segment.clone()),
        }
    }
    all
}
