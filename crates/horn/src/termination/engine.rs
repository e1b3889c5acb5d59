//! The engine `ranking`: RuleTermination [Popeea, Rybalchenko, Wilhelm 14, Fig. 3] on the clauses of `sequential`.
//!
//! The clauses have every step of every thread between cut-points of reducible blocks, with calls inlined (`next` in the paper); `IR` is
//! the interpretation that the Horn solver finds. Unsupported constructs, too many threads and too deep recursion are endings that the
//! interpretation must exclude. The paper separates cycles inside of blocks, (T1) and (T2), from cycles of blocks, (T3) and (T4). Here both
//! are cycles of one transition system, since locations inside of blocks have predicates, too. Each strongly connected component gets
//! ranking functions ([`ranks`]), or transition invariants that are closed under composition ([`super::closure`]). (T5), the absence of
//! deadlocks, is a separate question to the engines that decide deadlocks.
//!
//! The reduction to blocks preserves infinite executions. It removes right movers of a block that never commits, and it adds left movers of
//! a block that has committed; the execution stays infinite in both cases. Every cycle behind a commit has a cut-point.
//!
//! Some steps occur finitely often because of condition waits or fairness, without a ranking function ([`super::recurrence`]).
//!
//! A component without a ranking function may have a recurrent set ([`super::recurrent`]): a non-terminating execution.

use raddle_logic::horn::solve::Guesses;
use raddle_logic::horn::{Answer, Budget, Interpretation, Meaning, Predicate};
use raddle_logic::sat::Cadical;
use raddle_logic::term::Terms;
use raddle_logic::traverse::Substitution;
use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::footprint::Footprint;
use raddle_program::property::Property;
use raddle_program::syntax::{Effect, ProcedureId, Synchronization};
use raddle_program::trace::Trace;

use crate::sequential::encode::encode;
use crate::sequential::ic3::{decide_by, ending_of, unknown};
use crate::symbolic::encoded::{Encoded, Taken, Threads};
use crate::symbolic::step::End;
use crate::termination::ranks::{Argument, Closure, Failed, Held, Order, Step, are_ranks, condensed, possible, ranks};
use crate::termination::recurrence::Happening;
use crate::termination::recurrent::endless;
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::pipeline;
use raddle_verify::task::Task;
use raddle_verify::transform::{DirectCalls, Transform};
use raddle_verify::verdict::{Answers, Outcome, Proof, Reason, Verdict};

/// The engine for termination.
pub struct Ranking {
    /// The engine `bmc`, which searches for deadlocks if the static analyses cannot exclude them.
    pub bmc: &'static dyn Engine,
}

impl Engine for Ranking {
    fn name(&self) -> &'static str {
        "ranking"
    }

    fn summary(&self) -> &'static str {
        "proves termination by ranking functions over machine integers, for any inputs"
    }

    fn decides(&self, property: Property) -> bool {
        match property {
            Property::Termination => true,
            Property::Assertions
            | Property::Deadlock
            | Property::DataRace
            | Property::Memory
            | Property::Leaks
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks => false,
        }
    }

    fn numbers_threads(&self) -> bool {
        true
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        vec![Box::new(DirectCalls)]
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        let outcomes = task.properties.iter().map(|&property| {
            let verdict = terminates(task, self.bmc, cx).unwrap_or_else(Verdict::Unknown);
            Outcome { property, verdict }
        });
        Answers { outcomes: outcomes.collect() }
    }
}

/// Whether every execution terminates.
///
/// # Errors
/// The reason why this is not known.
fn terminates(task: &Task, bmc: &dyn Engine, cx: &mut Context) -> Result<Verdict, Reason> {
    let mut terms = Terms::new();
    let encoded = encode(&mut terms, task, Property::Termination, cx)?;
    cx.count("places", encoded.n_points as u64);
    cx.count("clauses", encoded.system.clauses().len() as u64);
    let argued = match argued(&mut terms, task, &encoded, cx)? {
        Decided::Endless(trace) => return Ok(Verdict::Unsafe(trace)),
        Decided::Argued(argued) => argued,
    };
    let Argued { interpretation, steps, impossible, held, found } = *argued;
    // The proof is checked by new solvers: the invariant, the ranking functions, and the impossible steps.
    let holds = interpretation.check(&mut terms, &encoded.system, Cadical::new);
    let is_proved = holds == raddle_logic::horn::interpretation::Checked::Holds
        && are_ranks(&mut terms, &steps, &held, &found, cx).map_err(|failed| stopped(&failed, cx))?
        && possible(&mut terms, impossible, cx).map_err(|failed| stopped(&failed, cx))?.0.is_empty();
    if !is_proved {
        return match cx.cancelled() {
            Some(reason) => Err(reason),
            None => Err(Reason::Internal { message: "ranks that were found are none".to_owned() }),
        };
    }
    nobody_waits_for_ever(task, bmc, cx)?;
    let (mut n_ranks, mut n_invariants, mut n_seldom) = (0, 0, 0);
    for argument in &found {
        match argument {
            Argument::Rank(_) => n_ranks += 1,
            Argument::Seldom { seldom, .. } => n_seldom += seldom.len() as u64,
            Argument::Invariants { invariants, .. } => {
                n_ranks += invariants.iter().map(|invariant| invariant.relations.len() as u64).sum::<u64>();
                n_invariants += invariants.len() as u64;
            }
        }
    }
    let (steps, places) = (steps.len() as u64, encoded.n_points as u64);
    Ok(Verdict::safe(Proof::Ranked {
        ranks: n_ranks,
        invariants: n_invariants,
        seldom: n_seldom,
        steps,
        places,
        is_fair: cx.options.is_fair,
    }))
}

/// A proof that every execution has finitely many steps.
struct Argued {
    /// The invariant of each location.
    interpretation: Interpretation,
    /// The possible steps of cycles.
    steps: Vec<Step>,
    /// The impossible steps of cycles.
    impossible: Vec<Step>,
    /// The slots that the predicate of each location describes.
    held: Vec<Held>,
    /// The reasons why each possible step occurs finitely often.
    found: Vec<Argument>,
}

/// The result for executions with infinitely many steps.
enum Decided {
    /// There are none.
    Argued(Box<Argued>),
    /// One of them.
    Endless(Box<Trace>),
}

/// How many candidates the Horn solver may use for the invariant, from none on: most programs need few of them, and all of them take long.
const GUESSES: [Option<Guesses>; 3] = [None, Some(Guesses::Atoms), Some(Guesses::All)];

/// Searches for a proof, or for an execution with infinitely many steps.
///
/// # Errors
/// The reason why neither was found.
fn argued(terms: &mut Terms, task: &Task, encoded: &Encoded, cx: &mut Context) -> Result<Decided, Reason> {
    let may_end = encoded.system.clauses().iter().any(|clause| clause.head.is_none());
    let mut last = None;
    for guesses in GUESSES {
        let interpretation = match guesses {
            // Only an invariant can exclude an ending.
            None if may_end => continue,
            None => {
                let nothing = Meaning::Formula(terms.truth());
                Interpretation { meanings: encoded.system.predicates().map(|_| nothing).collect() }
            }
            Some(guesses) => match decide_by(terms, &encoded.system, Budget { guesses, ..Budget::default() }, cx) {
                Answer::Safe(interpretation) => interpretation,
                Answer::Unknown(why) => return Err(unknown(&why, cx)),
                Answer::Unsafe(derivation) => return Err(open(task, encoded, &derivation)),
            },
        };
        match ranked(terms, task, encoded, &interpretation, Closure::Never, cx) {
            Ok(found) => return Ok(Decided::Argued(Box::new(found.with(interpretation)))),
            Err(Unranked { failed: Failed::NoRank(component), steps }) => {
                // More candidates may give a ranking function, so the proof search continues; a non-terminating execution is valid with any
                // invariant.
                if guesses != Some(Guesses::All)
                    && let Some(trace) = endless(terms, task, encoded, &steps, &component, cx)
                {
                    return Ok(Decided::Endless(Box::new(trace)));
                }
                last = Some(interpretation);
            }
            Err(Unranked { failed, .. }) => return Err(stopped(&failed, cx)),
        }
    }
    let Some(interpretation) = last else { return Err(gave_up("nothing was tried".to_owned())) };
    match ranked(terms, task, encoded, &interpretation, Closure::Allowed, cx) {
        Ok(found) => Ok(Decided::Argued(Box::new(found.with(interpretation)))),
        Err(unranked) => Err(stopped(&unranked.failed, cx)),
    }
}

/// Ranking functions, given an invariant.
///
/// # Errors
/// The reason why there are none, with the steps.
fn ranked(
    terms: &mut Terms,
    task: &Task,
    encoded: &Encoded,
    interpretation: &Interpretation,
    closure: Closure,
    cx: &mut Context,
) -> Result<Found, Unranked> {
    let (all, held) = steps(terms, task, encoded, interpretation);
    // The order in which locations are eliminated decides which ranking functions are needed, since different slots are known at each
    // location.
    let mut last = Unranked { failed: Failed::Stopped, steps: Vec::new() };
    for order in [Order::Cheapest, Order::Fullest] {
        let steps = condensed(terms, all.clone(), &held, order);
        let (steps, impossible) =
            possible(terms, steps, cx).map_err(|failed| Unranked { failed, steps: Vec::new() })?;
        match ranks(terms, &steps, &held, closure, cx) {
            Ok(found) => return Ok(Found { steps, impossible, held, found }),
            Err(failed @ Failed::Stopped) => return Err(Unranked { failed, steps }),
            Err(failed @ Failed::NoRank(_)) => last = Unranked { failed, steps },
        }
    }
    Err(last)
}

/// The steps without a ranking function, and why it is missing.
struct Unranked {
    failed: Failed,
    steps: Vec<Step>,
}

/// A proof without its invariant.
struct Found {
    steps: Vec<Step>,
    impossible: Vec<Step>,
    held: Vec<Held>,
    found: Vec<Argument>,
}

impl Found {
    fn with(self, interpretation: Interpretation) -> Argued {
        let Found { steps, impossible, held, found } = self;
        Argued { interpretation, steps, impossible, held, found }
    }
}

/// The reason why no proof was found.
fn stopped(failed: &Failed, cx: &Context) -> Reason {
    match (failed, cx.cancelled()) {
        (_, Some(reason)) => reason,
        (Failed::Stopped, None) => gave_up("the solver was stopped".to_owned()),
        (Failed::NoRank(component), None) => {
            gave_up(format!("no rank was found for {} steps that may go round for ever", component.len()))
        }
    }
}

/// The clauses as steps whose guards include the invariant of the start, and the slots of each location.
fn steps(terms: &mut Terms, task: &Task, encoded: &Encoded, interpretation: &Interpretation) -> (Vec<Step>, Vec<Held>) {
    let mut steps = Vec::new();
    let automata = task.program.automata();
    for (number, (clause, used)) in encoded.system.clauses().iter().zip(&encoded.uses).enumerate() {
        let ([from], Some(to)) = (&clause.body[..], &clause.head) else { continue };
        let mut guard = clause.constraint;
        if let Some(&Meaning::Formula(known)) = interpretation.meanings.get(from.predicate.index()) {
            let parameters = &encoded.system.declaration(from.predicate).parameters;
            let pairs = parameters.iter().copied().zip(from.arguments.iter().copied());
            let known = Substitution::from_pairs(pairs).apply(terms, known);
            guard = terms.and(guard, known);
        }
        steps.push(Step {
            from: from.predicate.index(),
            before: from.arguments.clone(),
            guard,
            to: to.predicate.index(),
            after: to.arguments.clone(),
            happening: Happening {
                able: of_place(&encoded.able, from.predicate) | of_place(&encoded.able, to.predicate),
                ..happening(automata, encoded, &used.taken)
            },
            clauses: vec![number],
        });
    }
    let held = encoded.places.iter().map(|place| Held {
        parameters: place.parameters.clone(),
        constants: place.constants.iter().copied().collect(),
        is_derived: false,
    });
    let mut held: Vec<Held> = held.collect();
    for (held, meaning) in held.iter_mut().zip(&interpretation.meanings) {
        held.is_derived = *meaning == Meaning::Derived;
    }
    (steps, held)
}

fn of_place(able: &[Threads], place: Predicate) -> Threads {
    able.get(place.index()).copied().unwrap_or(0)
}

/// The properties of a sequence of transitions.
fn happening(automata: &Table<ProcedureId, Automaton>, encoded: &Encoded, taken: &[Taken]) -> Happening {
    taken.iter().fold(Happening::default(), |all, taken| {
        let procedure = encoded.layout.contexts[taken.context].procedure;
        let operation = match automata[procedure].transitions[taken.transition].effect {
            Effect::Synchronize { operation, .. } => Some(operation),
            _ => None,
        };
        all.with(Happening {
            moves: 1 << taken.thread,
            able: 0,
            // A wait with a deadline may also end by the deadline.
            wakes: operation == Some(Synchronization::ConditionWake),
            waits: matches!(operation, Some(Synchronization::ConditionWake | Synchronization::ConditionTimedWake)),
            signals: matches!(operation, Some(Synchronization::ConditionSignal | Synchronization::ConditionBroadcast)),
        })
    })
}

/// The ending of a derivation. No ending is a violation here, so it is an unsupported construct or a bound.
fn open(task: &Task, encoded: &Encoded, derivation: &raddle_logic::horn::Derivation) -> Reason {
    let Some(ending) = ending_of(encoded, derivation) else {
        return Reason::Internal { message: "a derivation ends in nothing".to_owned() };
    };
    let place = task.program.source.place(ending.span);
    let advice = || "use --engine explicit".to_owned();
    match ending.end {
        End::Violation(_) => Reason::Internal { message: "termination is violated by no step".to_owned() },
        End::Unsupported(what) => Reason::Unsupported { what, place },
        End::Depth(depth) => Reason::BoundReached {
            bound: format!("{depth} nested calls of one function"),
            place: Some(place),
            advice: advice(),
        },
        End::Threads(bound) => {
            Reason::BoundReached { bound: format!("{bound} threads"), place: Some(place), advice: advice() }
        }
    }
}

/// (T5): no reachable state in which some thread waits and no thread is enabled.
///
/// # Errors
/// The reason why this is not known.
fn nobody_waits_for_ever(task: &Task, bmc: &dyn Engine, cx: &mut Context) -> Result<(), Reason> {
    let program = &task.program;
    let may_wait = program.procedures.values().any(|procedure| {
        let automaton = Automaton::of(procedure);
        automaton.transitions.values().any(|transition| Footprint::of(program, procedure, transition).may_block)
    });
    if !may_wait {
        return Ok(());
    }
    let question = Task { properties: vec![Property::Deadlock], ..task.clone() };
    let engines: [&dyn Engine; 2] = [&raddle_verify::static_answers::ALL, bmc];
    let mut why = None;
    for engine in engines {
        if let Some(reason) = cx.cancelled() {
            return Err(reason);
        }
        match pipeline::answer(&question, engine, cx).outcomes.into_iter().next().map(|outcome| outcome.verdict) {
            Some(Verdict::Safe(_)) => return Ok(()),
            Some(Verdict::Unknown(reason)) => why = Some(reason),
            Some(Verdict::Unsafe(_)) => {
                return Err(gave_up(
                    "every execution goes on for finitely long, but threads may wait for ever".to_owned(),
                ));
            }
            None => {}
        }
    }
    Err(why.unwrap_or_else(|| gave_up("whether threads wait for ever is not known".to_owned())))
}

fn gave_up(why: String) -> Reason {
    Reason::GaveUp { why, advice: "use --engine explicit, which follows every state, for small data".to_owned() }
}
