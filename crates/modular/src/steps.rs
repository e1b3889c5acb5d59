//! The meaning of paths through the sequential programs: the threads of their steps, the start of the queried computation, and environment
//! steps.

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
    /// The number of its steps.
    pub steps: u32,
    /// The values chosen in them, in order.
    pub chosen: Vec<Chosen>,
}

/// A chosen value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Chosen {
    /// The value itself.
    Value(i128),
    /// The initial value of a variable.
    Foreseen(LocalId),
}

/// The origin of the last instruction of a path.
pub(super) fn origin(sequence: &Sequence, path: &Path) -> Origin {
    path.executed.last().map_or(Origin::Start, |done| sequence.instructions[done.instruction].origin)
}

/// The index at which the queried computation starts: behind the activation, or the start.
pub(super) fn start_of_computation(sequence: &Sequence, path: &Path) -> usize {
    let is_activation =
        |done: &Executed| matches!(sequence.instructions[done.instruction].origin, Origin::Activation { .. });
    path.executed.iter().position(is_activation).map_or(0, |position| position + 1)
}

/// The last environment step of a path that changes a variable: its part of the path, and its cut.
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
            // The choice whether to move changes no variable of the composition.
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

/// The concatenation of computations.
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
