//! The engine `ranking`: RuleTermination [Popeea, Rybalchenko, Wilhelm 14, Fig. 3] on the clauses of `sequential`.
//!
//! The clauses hold every step of every thread between cut-points of reducible blocks, calls inlined: `next`, with `IR` as the
//! interpretation that the Horn solver finds. What has no model, too many threads and too deep a recursion are ends that it must show to be
//! out of reach. (T1) and (T2), rounds inside of blocks, and (T3) and (T4), rounds of blocks, are one system here, since a control that
//! stands inside of a block is one like others: a way round is a way round. Each strongly connected component of it has ranks
//! ([`ranks`]), or transition invariants that are closed under composition ([`super::closure`]). (T5), that nobody waits for ever, is the question whether there is a deadlock, and
//! is put to the engines that answer it.
//!
//! Blocks keep executions that do not end: of one that goes on for ever, right movers of a block that never commits are left out,
//! and left movers of one that has committed are added; both leave it one that goes on for ever. Cut-points lie on every cycle behind a commit.
//!
//! Waits for conditions, and fairness if that is asked for, say what happens finitely often without any rank ([`super::recurrence`]).
//!
//! Where a component has no rank, it may have a recurrent set ([`super::recurrent`]): an execution that does not end.

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

/// Proves that programs terminate, by ranks.
pub struct Ranking {
    /// The engine `bmc`, which looks for deadlocks that the static answers leave open.
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

/// Whether every execution ends.
///
/// # Errors
/// Why nothing is known.
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
    // The proof, once more, by new solvers: the invariant, what is impossible, the ranks.
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

/// An argument why every execution goes on for finitely long.
struct Argued {
    /// What is known at places.
    interpretation: Interpretation,
    /// The steps on ways round that are possible.
    steps: Vec<Step>,
    /// Those that are not.
    impossible: Vec<Step>,
    /// What places hold.
    held: Vec<Held>,
    /// Why those that are possible are taken finitely often.
    found: Vec<Argument>,
}

/// What was found out about executions that go on.
enum Decided {
    /// Why there are none.
    Argued(Box<Argued>),
    /// One of them.
    Endless(Box<Trace>),
}

/// How much is guessed of what holds at places, from nothing on: most programs need little of it, and all of it takes long.
const GUESSES: [Option<Guesses>; 3] = [None, Some(Guesses::Atoms), Some(Guesses::All)];

/// Looks for an argument, or for an execution that goes on for ever.
///
/// # Errors
/// Why there is neither.
fn argued(terms: &mut Terms, task: &Task, encoded: &Encoded, cx: &mut Context) -> Result<Decided, Reason> {
    let may_end = encoded.system.clauses().iter().any(|clause| clause.head.is_none());
    let mut last = None;
    for guesses in GUESSES {
        let interpretation = match guesses {
            // What must be out of reach is so by what is known only.
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
                // What is guessed may be enough for a rank; an execution is one, whatever is known.
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

/// Ranks, by what is known at places.
///
/// # Errors
/// Why there are none.
fn ranked(
    terms: &mut Terms,
    task: &Task,
    encoded: &Encoded,
    interpretation: &Interpretation,
    closure: Closure,
    cx: &mut Context,
) -> Result<Found, Unranked> {
    let (all, held) = steps(terms, task, encoded, interpretation);
    // Which places are left out decides which ranks are needed: what is known at one may not be known at another.
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

/// Why there are no ranks, for which steps.
struct Unranked {
    failed: Failed,
    steps: Vec<Step>,
}

/// An argument without what is known.
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

/// Why nothing is known.
fn stopped(failed: &Failed, cx: &Context) -> Reason {
    match (failed, cx.cancelled()) {
        (_, Some(reason)) => reason,
        (Failed::Stopped, None) => gave_up("the solver was stopped".to_owned()),
        (Failed::NoRank(component), None) => {
            gave_up(format!("no rank was found for {} steps that may go round for ever", component.len()))
        }
    }
}

/// The clauses as steps, with what is known where they start, and what places hold.
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

/// What happens on some transitions.
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
            // A wait with a deadline may end by it.
            wakes: operation == Some(Synchronization::ConditionWake),
            waits: matches!(operation, Some(Synchronization::ConditionWake | Synchronization::ConditionTimedWake)),
            signals: matches!(operation, Some(Synchronization::ConditionSignal | Synchronization::ConditionBroadcast)),
        })
    })
}

/// What a derivation ends in: nothing of what is asked about, so something without a model, or a bound.
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

/// (T5): no state in which some thread waits and none can go on.
///
/// # Errors
/// Why that is not known.
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
