//! Freedom of data races and of deadlocks, shown from the text of a program.
//!
//! A proof lists the classes of threads ([`threads`]), what keeps the accesses to each object apart ([`races`]: also
//! locks that belong to what they protect, [`symbolic`], once controls, [`once`], and what creators of threads keep
//! locked, [`creators`]), the loops that join all threads of a class ([`loops`]), the allocations whose objects are at
//! first reachable by one thread only ([`birth`]), and an order in which threads wait ([`deadlocks`]). Everything else
//! is computed here, from the program and independently: what pointers lead to ([`pointers`]), which threads may run at
//! the same time ([`parallel`]), which locks are held ([`locks`], [`backward`]). The checker is weaker than the
//! analyses that make the proof: it does not accept locks that the program wrote itself.

pub mod address;
pub mod backward;
pub mod birth;
mod cells;
pub mod creators;
pub mod deadlocks;
pub mod flow;
pub mod given;
pub mod locks;
pub mod loops;
mod names;
pub mod once;
pub mod parallel;
pub mod pointers;
pub mod races;
mod revealed;
pub mod symbolic;
pub mod terms;
pub mod threads;
mod unordered_publication;
mod values;

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::property::Property;
use raddle_program::syntax::{ProcedureId, Program};

use crate::proof::{Line, ProofText, Rejected};
pub use deadlocks::DeadlockChecks;
use deadlocks::Ranks;
use given::Births;
use locks::CertainLocks;
use loops::JoinLoops;
pub use names::Refusal;
use parallel::Parallel;
pub use parallel::ParallelChecks;
use pointers::{Once, Pointers};
pub use races::RaceChecks;
use races::{Protections, Shown};
use threads::Classes;

/// What a proof says, line by line up to `end`: `thread`, `joins`, `birth`, `given`, `lock`, `near`, `indexed`, `once`, `creator`, `order`, `atomic`,
/// `point`, each with its numbers.
pub struct Argument {
    automata: Table<ProcedureId, Automaton>,
    classes: Classes,
    joins: JoinLoops,
    births: Births,
    protections: Protections,
    ranks: Ranks,
}

/// Checks an argument, given as its lines without `end`, for one property.
///
/// # Errors
/// Why it is not accepted.
pub fn check(program: &Program, property: Property, lines: &[String]) -> Result<(), Refusal> {
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>() + "end\n";
    let argument = Argument::read(program, &mut ProofText::new(text.into_bytes()));
    let argument = argument.map_err(|rejected| Refusal::False(rejected.to_string()))?;
    argument.check(program, property).map_err(Refusal::NotShown)
}

impl Argument {
    /// Reads the rest of a proof.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(program: &Program, proof: &mut ProofText) -> Result<Argument, Rejected> {
        let mut argument = Argument {
            automata: Automaton::of_all(program),
            classes: Classes::new(program),
            joins: JoinLoops::default(),
            births: Births::default(),
            protections: Protections::default(),
            ranks: Ranks::default(),
        };
        let mut line = Line::default();
        loop {
            proof.line(&mut line)?;
            names::are_there(program, &argument.automata, &line.word, &line.numbers)
                .map_err(|why| proof.rejected(why))?;
            let read = match line.word.as_str() {
                "thread" => argument.classes.read(program, &line.numbers),
                "joins" => argument.joins.read(program, argument.classes.count(), &line.numbers),
                "birth" => argument.births.read(program, &line.numbers),
                "given" => argument.births.read_given(program, &line.numbers),
                word @ ("lock" | "near" | "indexed" | "once" | "creator" | "order" | "atomic") => {
                    argument.protections.read(word, &line.numbers)
                }
                "point" => argument.ranks.read(&line.numbers),
                "end" if line.numbers.is_empty() && proof.is_at_end() => return Ok(argument),
                _ => Err("this is no line of such a proof".to_owned()),
            };
            read.map_err(|why| proof.rejected(why))?;
        }
    }

    /// Checks that a program has a property, for the reasons given.
    ///
    /// # Errors
    /// What is not shown.
    pub fn check(&self, program: &Program, property: Property) -> Result<(), String> {
        self.check_with(program, property, RaceChecks::ALL, DeadlockChecks::ALL, ParallelChecks::ALL)
    }

    /// The same with some checks only, so that tests can show the effect of the missing ones.
    ///
    /// # Errors
    /// What is not shown.
    pub fn check_with(
        &self,
        program: &Program,
        property: Property,
        race_checks: RaceChecks,
        deadlock_checks: DeadlockChecks,
        parallel_checks: ParallelChecks,
    ) -> Result<(), String> {
        let automata = &self.automata;
        let new_objects = self.births.known(program, automata, race_checks.births)?;
        let pointers = Pointers::of(program, automata, &self.classes, &new_objects.births)?;
        if race_checks.gifts {
            new_objects.check_calls(&pointers)?;
        }
        let once = Once::of(&pointers);
        let parallel = Parallel::of(&pointers, &once, &self.joins, parallel_checks)?;
        let locks = CertainLocks::of(&pointers, &once, &parallel);
        match property {
            Property::DataRace => {
                let shown =
                    Shown::of((&pointers, &new_objects), &once, &parallel, &locks, &self.protections, race_checks);
                races::check(&shown, &self.protections)
            }
            Property::Deadlock => deadlocks::check((&pointers, &once), &parallel, &locks, &self.ranks, deadlock_checks),
            Property::Assertions
            | Property::Memory
            | Property::Leaks
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks
            | Property::Termination => Err(format!("such a proof says nothing of {property}")),
        }
    }
}
