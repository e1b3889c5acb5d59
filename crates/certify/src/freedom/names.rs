//! What the lines of an argument name must be in the program: steps that create and join threads, allocate or may block, and objects.
//!
//! An argument that names something else is about another program, or wrong. An argument that the checker cannot follow may be right
//! ([`Refusal`]).

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, ProcedureId, Program};
use std::fmt;

/// Why an argument is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A line is none, contradicts another line, or names something that the program does not have.
    False(String),
    /// Each line may be right, but the property does not follow from the lines by the rules of the checker.
    NotShown(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::False(why) | Refusal::NotShown(why) => write!(f, "{why}"),
        }
    }
}

/// Checks that the program has what a line names. How many numbers a line has, and their order, is checked where the line is read.
///
/// # Errors
/// What the program does not have.
pub(super) fn are_there(
    program: &Program,
    automata: &Table<ProcedureId, Automaton>,
    word: &str,
    numbers: &[i64],
) -> Result<(), String> {
    let effect = |procedure: i64, transition: i64| {
        let procedure = u32::try_from(procedure).ok().filter(|&it| (it as usize) < program.procedures.len())?;
        let transition = u32::try_from(transition).ok()?;
        Some(&automata[ProcedureId(procedure)].transitions.get(Transition(transition))?.effect)
    };
    let is_one = |found: Option<bool>, what: &str| match found {
        Some(true) => Ok(()),
        Some(false) | None => Err(format!("no step of the program {what} there")),
    };
    match (word, numbers) {
        ("thread", &[_, _, procedure, transition, _]) => {
            is_one(effect(procedure, transition).map(|it| matches!(it, Effect::Spawn { .. })), "creates a thread")
        }
        ("joins", &[_, _, procedure, transition]) => {
            is_one(effect(procedure, transition).map(|it| matches!(it, Effect::Join { .. })), "joins a thread")
        }
        ("birth", &[_, procedure, transition]) => {
            let makes = |it: &Effect| matches!(it, Effect::Allocate { .. } | Effect::Call { .. });
            is_one(effect(procedure, transition).map(makes), "allocates")
        }
        ("point", &[_, procedure, transition, _]) => {
            let may_block = |it: &Effect| matches!(it, Effect::Join { .. } | Effect::Synchronize { .. });
            is_one(effect(procedure, transition).map(may_block), "may block")
        }
        ("lock" | "once" | "creator", [object @ .., _]) if object.len() == 8 => {
            objects_are_there(program, &effect, &[&object[..4], &object[4..]])
        }
        ("near" | "indexed" | "order" | "atomic", numbers) if numbers.len() >= 4 => {
            objects_are_there(program, &effect, &[&numbers[..4]])
        }
        // What is wrong with such a line is said where it is read.
        _ => Ok(()),
    }
}

fn objects_are_there<'a>(
    program: &Program,
    effect: &dyn Fn(i64, i64) -> Option<&'a Effect>,
    objects: &[&[i64]],
) -> Result<(), String> {
    let is_there = |object: &&[i64]| {
        let &[kind, _, procedure, number] = *object else { return false };
        let small = |length: usize| usize::try_from(number).is_ok_and(|number| number < length);
        let of_procedure = || u32::try_from(procedure).ok().filter(|&it| (it as usize) < program.procedures.len());
        match kind {
            0 | 1 => small(program.globals.len()),
            2 => of_procedure().is_some_and(|it| small(program.procedures[ProcedureId(it)].locals.len())),
            3 => effect(procedure, number).is_some(),
            4 => number == 0,
            _ => false,
        }
    };
    match objects.iter().all(is_there) {
        true => Ok(()),
        false => Err("the program has no such object".to_owned()),
    }
}
