//! The conditions before and after an environment step of a path: beta by weakest precondition, alpha by postcondition (section 4.3).

use raddle_program::builder::integer;
use raddle_program::entity::Entity;
use raddle_program::syntax::{Expr, ExprKind, LocalId, PlaceKind};
use raddle_program::types::TypeId;

use crate::composition::{Composition, read};
use crate::formula::variables;
use crate::sequence::{Command, Executed, Instruction, Origin, Sequence};

/// The weakest precondition of the thread's own code along a part of a path, for the given formulas. Chosen values are those of the path:
/// the condition is existential over them, so one witness suffices. The assumptions of `env_move` and `try_start` are not code of the
/// thread. Assertions need not hold: if one fails, there is a violation anyway. Of conditional expressions the alternative of the path is
/// kept, with its condition ([`crate::alternatives`]).
pub fn weakest_precondition(
    composition: &Composition,
    sequence: &Sequence,
    part: &[Executed],
    goal: &[Expr],
) -> Vec<Expr> {
    let algebra = composition.algebra();
    let mut conditions = goal.to_vec();
    for done in part.iter().rev() {
        let instruction = &sequence.instructions[done.instruction];
        let Origin::Thread { .. } = instruction.origin else { continue };
        let put = |conditions: &[Expr], variable: LocalId, value: &Expr| -> Vec<Expr> {
            let replaced = |known, _| (known == variable).then(|| value.clone());
            conditions.iter().map(|condition| algebra.substitute(condition, &replaced)).collect()
        };
        match &instruction.command {
            Command::Set(variable, value) => match &done.taken {
                None => conditions = put(&conditions, *variable, value),
                Some(taken) => {
                    conditions = put(&conditions, *variable, &taken.value);
                    conditions.extend(taken.conditions.iter().cloned());
                }
            },
            Command::Havoc(variable) => {
                let chosen = integer(done.value, composition.variables[*variable].ty);
                conditions = put(&conditions, *variable, &chosen);
            }
            Command::Assume(condition) => conditions.push(condition.clone()),
            Command::Branch(condition, _) => conditions.push(match done.value {
                0 => algebra.not(condition.clone()),
                _ => condition.clone(),
            }),
            Command::Assert(_) | Command::Goto(_) | Command::Stop => {}
        }
    }
    algebra.conjuncts(&algebra.all(&conditions))
}

/// A postcondition of a part of a path that starts at the beginning, over variables of the composition. Conjuncts about values that no
/// variable holds any more are omitted.
pub fn postcondition(composition: &Composition, sequence: &Sequence, part: &[Executed]) -> Vec<Expr> {
    let algebra = composition.algebra();
    let types = composition.variables.values().map(|variable| variable.ty);
    let types: Vec<TypeId> = types.chain(sequence.copies.iter().map(|&(_, ty)| ty)).collect();
    // Chosen values are symbols: variables with numbers above all other variables.
    let mut store: Vec<Option<Expr>> = vec![None; types.len()];
    let mut n_symbols = types.len();
    let mut conditions = Vec::new();
    for done in part {
        let known = |variable: LocalId, _| store[variable.index()].clone();
        let Instruction { command, origin, span: _ } = &sequence.instructions[done.instruction];
        // Conditions about steps of the environment are omitted: the programs of the environment's threads have them anyway.
        let is_about_others = matches!(origin, Origin::EnvMove { .. } | Origin::TryStart);
        match command {
            Command::Assume(_) | Command::Branch(..) if is_about_others => {}
            Command::Set(variable, value) => store[variable.index()] = Some(algebra.substitute(value, &known)),
            Command::Havoc(variable) => {
                store[variable.index()] = Some(read(LocalId::from_index(n_symbols), types[variable.index()]));
                n_symbols += 1;
            }
            Command::Assume(condition) | Command::Assert(condition) => {
                conditions.push(algebra.substitute(condition, &known));
            }
            Command::Branch(condition, _) => {
                let condition = algebra.substitute(condition, &known);
                conditions.push(if done.value == 0 { algebra.not(condition) } else { algebra.truth(condition) });
            }
            Command::Goto(_) | Command::Stop => {}
        }
    }
    // The variable that holds the value of a symbol.
    let mut holders: Vec<Option<LocalId>> = vec![None; n_symbols];
    for (variable, _) in composition.variables.iter() {
        if let Some(Expr { kind: ExprKind::Read(place), .. }) = &store[variable.index()]
            && let PlaceKind::Local(symbol) = place.kind
            && symbol.index() >= types.len()
        {
            holders[symbol.index()].get_or_insert(variable);
        }
    }
    let named = |formula: &Expr| -> Option<Expr> {
        let mut mentioned = Vec::new();
        variables(formula, &mut mentioned);
        let is_named = mentioned.iter().all(|symbol| holders.get(symbol.index()).copied().flatten().is_some());
        is_named.then(|| {
            algebra.substitute(formula, &|symbol, ty| holders[symbol.index()].map(|variable| read(variable, ty)))
        })
    };
    let mut formulas: Vec<Expr> = Vec::new();
    for (variable, data) in composition.variables.iter() {
        if let Some(value) = store[variable.index()].as_ref().and_then(&named) {
            formulas.push(algebra.equal(read(variable, data.ty), value));
        }
    }
    formulas.extend(conditions.iter().filter_map(named));
    algebra.conjuncts(&algebra.all(&formulas))
}
