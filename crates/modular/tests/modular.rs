//! The running example of *Modular Verification of Concurrent Programs via Sequential Model Checking* (Rasin, Grumberg, Shoham 2018), with
//! the path of its Example 5, and programs that break the side conditions.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_bmc::bmc::Bmc;
use raddle_horn::sequential::CHECKERS;
use raddle_logic::intervals::Interval;
use raddle_modular::Modular;
use raddle_modular::check::{Hierarchy, Reached};
use raddle_modular::composition::Action;
use raddle_modular::composition::ranges::Left;
use raddle_modular::conditions::weakest_precondition;
use raddle_modular::environment::{Query, Setting};
use raddle_modular::flatten::flatten;
use raddle_modular::order::given;
use raddle_modular::sequence::{Command, Instruction, Origin, Sequence, show};
use raddle_program::builder::{Code, ProgramBuilder, integer, read};
use raddle_program::entity::Entity;
use raddle_program::property::{Property, Violation, ViolationKind};
use raddle_program::source::{SourcePlace, Span};
use raddle_program::syntax::{BinaryOperator, Effect, Expr, Place, Program};
use raddle_program::trace::{ChoiceKind, Event, TRACE_FORMAT, Trace, TraceNames, TraceStep, TraceValue};
use raddle_program::types::{DataModel, TypeKind};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};
use std::sync::Arc;

fn context() -> Context {
    Context::new(Cancellation::new(), Arc::new(Silent))
}

fn task(program: Program) -> Task {
    let properties = vec![Property::Assertions];
    Task { program: AnalyzedProgram::new(program), properties, error_functions: None, file: "test.c".to_owned() }
}

fn verdict(program: Program) -> Verdict {
    let mut answers = Modular { bmc: &Bmc }.run(&task(program), &mut context());
    answers.outcomes.pop().expect("there is an answer to each question").verdict
}

/// The variables of Fig. 1.
struct Peterson {
    claim: [Place; 2],
    cs: [Place; 2],
    turn: Place,
}

/// Fig. 1: `t0` asserts that `t1` is not in its critical section. The entry protocol of either thread may be omitted.
fn peterson(t1_is_polite: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let truth = builder.types().intern(TypeKind::Bool);
    let (void_pointer, id) = (builder.void_pointer(), builder.thread_id());
    let mut global = |name: &str, ty| builder.global(name, ty);
    let variables = Peterson {
        claim: [global("claim0", truth), global("claim1", truth)],
        cs: [global("cs0", truth), global("cs1", truth)],
        turn: global("turn", int),
    };
    let mut starts = Vec::new();
    for own in 0..2 {
        let Peterson { claim, cs, turn } = &variables;
        starts.push(builder.procedure(["t0", "t1"][own], void_pointer, |code| {
            let always = code.number(1);
            code.repeat(always, |code| {
                let set =
                    |code: &mut Code<'_>, place: &Place, value: i128| code.assign(place, integer(value, place.ty));
                set(code, &claim[own], 1);
                if own == 0 || t1_is_polite {
                    set(code, turn, 1 - own as i128);
                }
                let waits = code.register("waits", int);
                let is_claimed = read(claim[1 - own].clone());
                let test = code.block(|code| {
                    let (own_turn, seen) = (code.number(own as i128), read(turn.clone()));
                    let is_others = code.binary(BinaryOperator::NotEqual, seen, own_turn);
                    let zero = code.number(0);
                    code.choose(is_claimed, |code| code.assign(&waits, is_others), |code| code.assign(&waits, zero));
                });
                let span = Span::NOWHERE;
                let (condition, tests_after) = (read(waits.clone()), false);
                let (body, step) = (Vec::new(), Vec::new());
                code.statement(raddle_program::syntax::Statement::Loop {
                    tests_after,
                    test,
                    condition,
                    body,
                    step,
                    span,
                });
                set(code, &cs[own], 1);
                if own == 0 {
                    let is_alone = code.not(read(cs[1].clone()));
                    code.assert(is_alone);
                }
                set(code, &cs[own], 0);
                set(code, &claim[own], 0);
            });
        }));
    }
    create(&mut builder, &starts, id);
    builder.finish()
}

/// Main creates threads and ends.
fn create(
    builder: &mut ProgramBuilder,
    starts: &[raddle_program::syntax::ProcedureId],
    id: raddle_program::types::TypeId,
) {
    builder.main(|code| {
        for (number, &start) in starts.iter().enumerate() {
            let place = code.memory(&format!("id{number}"), id);
            code.spawn(&place, start);
        }
        let zero = code.number(0);
        code.leave(Some(zero));
    });
}

/// A trace that only lists the choices.
fn choosing(values: &[i128]) -> Trace {
    let place = SourcePlace { file: "".into(), line: 1, column: 1 };
    let step = |&value: &i128| TraceStep {
        thread: 0,
        span: Span::NOWHERE,
        place: place.clone(),
        function: "main".into(),
        callers: Vec::new(),
        event: Event::Choice { kind: ChoiceKind::Input, value: TraceValue::Integer(value) },
    };
    Trace {
        format: TRACE_FORMAT,
        file: String::new(),
        property: Property::Assertions,
        steps: values.iter().map(step).collect(),
        violation: Violation {
            kind: ViolationKind::Assertion("assert".into()),
            thread: 0,
            span: Span::NOWHERE,
            message: String::new(),
        },
        loop_start: None,
        is_recurrent: false,
        names: TraceNames::default(),
    }
}

#[test]
fn example_5_and_6_are_as_printed() {
    let mut composition = flatten(&task(peterson(true))).expect("two threads over numbers");
    // The static facts about left values are not in the paper, and would exclude this path by themselves.
    composition.threads.iter_mut().for_each(|thread| thread.facts.left = Left::default());
    let algebra = composition.algebra();
    let named = |name: &str| {
        let found = composition.variables.iter().find(|(_, data)| &*data.name == name);
        found.map(|(variable, _)| composition.read(variable)).expect("the program has this variable")
    };
    let (cs1, claim1, turn) = (named("cs1"), named("claim1"), named("turn"));
    let inside_unclaimed = algebra.and(algebra.truth(cs1.clone()), algebra.not(claim1.clone()));
    let let_in = algebra.or(algebra.not(claim1.clone()), algebra.equal(turn.clone(), integer(0, composition.int)));
    // Fig. 3: the promises of error in front of the first three environment moves.
    let cuts: Vec<usize> = composition.threads[0].code.cuts().take(3).collect();
    let promises: Vec<(usize, Vec<Expr>)> = vec![
        (cuts[0], algebra.conjuncts(&inside_unclaimed)),
        (cuts[1], algebra.conjuncts(&inside_unclaimed)),
        (cuts[2], algebra.conjuncts(&algebra.and(algebra.truth(cs1), let_in))),
    ];
    let mut hierarchy = Hierarchy::new(&composition, vec![0, 1], (CHECKERS[0], &Bmc));
    let setting = Setting {
        composition: &composition,
        order: &[0, 1],
        level: 0,
        query: None,
        promises: &promises,
        restrictions: &[],
        only: None,
        has_all_variables: false,
    };
    let sequence = setting.sequence();
    // The path 2, 3, 4, 5, 6, 7, 8, 9: both environment moves happen; the second one lets t1 into its section unclaimed.
    let moves = |values: [(&str, i128); 3]| {
        let mut pairs = values.map(|(name, value)| {
            let position = composition.variables.values().position(|data| &*data.name == name);
            (position.expect("the program has this variable"), value)
        });
        pairs.sort_unstable();
        std::iter::once(1).chain(pairs.map(|(_, value)| value)).collect::<Vec<i128>>()
    };
    // The variables that main declares are indeterminate at first.
    let is_declaration = |instruction: &&Instruction| {
        matches!((&instruction.command, instruction.origin), (Command::Havoc(_), Origin::Thread { .. }))
    };
    let declared = vec![0; sequence.instructions.iter().filter(is_declaration).count()];
    let chosen =
        [declared, moves([("claim1", 0), ("cs1", 0), ("turn", 1)]), moves([("claim1", 0), ("cs1", 1), ("turn", 0)])];
    let path = sequence.path(&composition, &choosing(&chosen.concat())).expect("it violates the third assertion");
    let step = hierarchy.last_step(0, None, &promises, &sequence, &path).expect("there are environment moves");
    let all =
        |formulas: &[Expr]| -> Vec<String> { formulas.iter().map(|formula| show(&composition, formula)).collect() };
    assert_eq!(step.cut, cuts[1]);
    assert_eq!(all(&step.query.beta), ["cs1 != 0", "claim1 == 0"]);
    let alpha = all(&step.query.alpha);
    for conjunct in ["cs0 == 0", "claim0 == 1", "cs1 != 0 ? claim1 != 0 : 1"] {
        assert!(alpha.iter().any(|known| known == conjunct), "{alpha:?}");
    }
    // `cs0 == 0` is no fact about t1.
    let (asked, kept) = hierarchy.apart(0, step.query);
    assert_eq!((all(&asked.beta), kept), (vec!["cs1 != 0".to_owned(), "claim1 == 0".to_owned()], Vec::new()));
    assert_eq!(all(&asked.alpha), ["claim0 == 1", "cs1 != 0 ? claim1 != 0 : 1"]);
    let mut cx = context();
    assert!(matches!(hierarchy.reach(1, asked.clone(), &mut cx), Ok(Reached::Never)));
    let learnt = hierarchy.generalize(1, asked, &mut cx).expect("it is known at once");
    assert_eq!(learnt.alpha, []);
    hierarchy.restrictions[1].push(learnt);
    // env_move gains assume(!cs1 || claim1).
    let setting = Setting { restrictions: &hierarchy.restrictions[1], ..setting };
    let assumed = setting.sequence().instructions.into_iter().find_map(|instruction| match instruction.command {
        Command::Assume(condition) if matches!(instruction.origin, Origin::EnvMove { .. }) => Some(condition),
        _ => None,
    });
    assert_eq!(show(&composition, &assumed.expect("env_move is restricted")), "cs1 != 0 ? claim1 != 0 : 1");
}

#[test]
fn peterson_is_safe_and_one_who_does_not_wait_is_not() {
    let safe = verdict(peterson(true));
    assert!(matches!(safe, Verdict::Safe(_)), "{safe:?}");
    let found = verdict(peterson(false));
    assert!(matches!(found, Verdict::Unsafe(_)), "{found:?}");
}

/// One thread writes a global and then does something; the other asserts that the global is 0.
fn written_before(then: impl FnOnce(&mut Code<'_>)) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let (void_pointer, id) = (builder.void_pointer(), builder.thread_id());
    let x = builder.global("x", int);
    let writer = builder.procedure("writer", void_pointer, |code| {
        let one = code.number(1);
        code.assign(&x, one);
        then(code);
    });
    let reader = builder.procedure("reader", void_pointer, |code| {
        let zero = code.number(0);
        let is_zero = code.equal(read(x.clone()), zero);
        code.assert(is_zero);
    });
    create(&mut builder, &[writer, reader], id);
    builder.finish()
}

#[test]
fn what_a_thread_did_is_seen_even_if_it_goes_nowhere() {
    let diverges = written_before(|code| {
        let one = code.number(1);
        code.repeat(one, |_| ());
    });
    assert!(matches!(verdict(diverges), Verdict::Unsafe(_)));
    let refutes = written_before(|code| {
        let zero = code.number(0);
        code.assume(zero);
    });
    assert!(matches!(verdict(refutes), Verdict::Unsafe(_)));
    let unseen = written_before(|code| code.effect(Effect::Skip));
    assert!(matches!(verdict(unseen), Verdict::Unsafe(_)));
}

#[test]
fn steps_of_a_section_are_seen_together() {
    let section = |is_one: bool| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        let (void_pointer, id) = (builder.void_pointer(), builder.thread_id());
        let (x, y) = (builder.global("x", int), builder.global("y", int));
        let writer = builder.procedure("writer", void_pointer, |code| {
            let (one, again) = (code.number(1), code.number(1));
            if is_one {
                code.atomic(|code| {
                    code.assign(&x, one);
                    code.assign(&y, again);
                });
            } else {
                code.assign(&x, one);
                code.assign(&y, again);
            }
        });
        let reader = builder.procedure("reader", void_pointer, |code| {
            let (seen, other) = (code.register("seen", int), code.register("other", int));
            code.atomic(|code| {
                code.assign(&seen, read(x.clone()));
                code.assign(&other, read(y.clone()));
            });
            let are_equal = code.equal(read(seen), read(other));
            code.assert(are_equal);
        });
        create(&mut builder, &[writer, reader], id);
        builder.finish()
    };
    assert!(matches!(verdict(section(true)), Verdict::Safe(_)));
    assert!(matches!(verdict(section(false)), Verdict::Unsafe(_)));
}

#[test]
fn three_threads_pass_a_number_on() {
    let chain = |most: i128| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        let (void_pointer, id) = (builder.void_pointer(), builder.thread_id());
        let v: Vec<Place> = (0..3).map(|number| builder.global(&format!("v{number}"), int)).collect();
        let mut starts = Vec::new();
        for own in 0..3 {
            starts.push(builder.procedure(&format!("t{own}"), void_pointer, |code| {
                let seen = code.register("seen", int);
                match v.get(own + 1) {
                    Some(next) => code.assign(&seen, read(next.clone())),
                    None => {
                        let zero = code.number(0);
                        code.assign(&seen, zero);
                    }
                }
                let one = code.number(1);
                let sum = code.add(read(seen), one);
                code.assign(&v[own], sum);
                if own == 0 {
                    let bound = code.number(most);
                    let holds = code.binary(BinaryOperator::LessEqual, read(v[0].clone()), bound);
                    code.assert(holds);
                }
            }));
        }
        create(&mut builder, &starts, id);
        builder.finish()
    };
    let safe = verdict(chain(3));
    assert!(matches!(safe, Verdict::Safe(_)), "{safe:?}");
    let found = verdict(chain(2));
    assert!(matches!(found, Verdict::Unsafe(_)), "{found:?}");
}

#[test]
fn who_gives_back_what_it_may_not_have_has_no_form() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let (void_pointer, id) = (builder.void_pointer(), builder.thread_id());
    let bytes = builder.array(int, 10);
    let mutex = builder.global("mutex", bytes);
    let taker = builder.procedure("taker", void_pointer, |code| {
        code.lock(&mutex);
        let zero = code.number(0);
        code.assert(zero);
    });
    let giver = builder.procedure("giver", void_pointer, |code| code.unlock(&mutex));
    create(&mut builder, &[taker, giver], id);
    let answer = verdict(builder.finish());
    assert!(matches!(answer, Verdict::Unknown(Reason::Unsupported { .. })), "{answer:?}");
}

#[test]
fn queries_of_nothing_reach_and_of_falsity_do_not() {
    let composition = flatten(&task(peterson(true))).expect("two threads over numbers");
    let algebra = composition.algebra();
    let mut hierarchy = Hierarchy::new(&composition, vec![0, 1], (CHECKERS[0], &Bmc));
    let mut cx = context();
    let never = Query { alpha: vec![algebra.truth_value(false)], beta: Vec::new() };
    assert!(matches!(hierarchy.reach(1, never, &mut cx), Ok(Reached::Never)));
    let always = Query { alpha: Vec::new(), beta: Vec::new() };
    assert!(matches!(hierarchy.reach(1, always, &mut cx), Ok(Reached::From { .. })));
}

#[test]
fn the_weakest_precondition_keeps_a_witness_of_what_is_chosen() {
    let composition = flatten(&task(peterson(true))).expect("two threads over numbers");
    let algebra = composition.algebra();
    let turn = composition.variables.iter().find(|(_, data)| &*data.name == "turn").map(|(turn, _)| turn);
    let turn = turn.expect("the program has this variable");
    let own = Origin::Thread { number: 1, steps: 1, is_input: true };
    let mut sequence = Sequence::default();
    sequence.push(Command::Havoc(turn), own, Span::NOWHERE);
    let three = algebra.equal(composition.read(turn), integer(3, composition.int));
    sequence.push(Command::Assert(algebra.not(three.clone())), own, Span::NOWHERE);
    let path = sequence.path(&composition, &choosing(&[3])).expect("it violates the assertion");
    assert_eq!(weakest_precondition(&composition, &sequence, &path.executed, &[three]), []);
    assert!(composition.threads[0].code.edges().any(|edge| matches!(edge.action, Action::Assert(_))));
    assert_eq!(turn.index(), composition.variables.ids().position(|known| known == turn).unwrap_or_default());
}

#[test]
fn the_text_says_where_a_thread_can_go_and_what_it_has_left() {
    let composition = flatten(&task(peterson(true))).expect("two threads over numbers");
    let facts = &composition.threads[1].facts;
    // All cuts are on the loop.
    assert!(facts.least.len() > 5 && facts.least.iter().all(|&least| least == 0), "{:?}", facts.least);
    let values = |name: &str| {
        let known = facts.left.ranges.iter().find(|(variable, _)| &*composition.variables[*variable].name == name);
        known.map(|(_, ranges)| ranges.clone()).expect("only this thread writes it")
    };
    // It is in the critical section at one cut, where it has claimed it.
    let one = Interval::point(1);
    let inside: Vec<usize> = (0..facts.least.len()).filter(|&place| values("cs1")[place] == one).collect();
    assert_eq!(inside.len(), 1);
    assert_eq!(values("claim1")[inside[0]], one);
    assert!(facts.left.ranges.iter().all(|(variable, _)| &*composition.variables[*variable].name != "turn"));
}

#[test]
fn an_order_that_was_asked_for_is_kept_below_the_top() {
    let composition = flatten(&task(peterson(true))).expect("two threads over numbers");
    let numbers: Vec<u32> = composition.threads.iter().map(|thread| thread.number).collect();
    let all: Vec<usize> = (0..numbers.len()).collect();
    let behind = given(&composition, vec![1, 0], &[numbers[1], numbers[0]]).expect("both are threads");
    assert_eq!(behind, [1, 0]);
    let reversed: Vec<u32> = numbers.iter().rev().copied().collect();
    let order = given(&composition, all.clone(), &reversed).expect("all are threads");
    assert_eq!(order[0], 0);
    assert!(order[1..].iter().rev().copied().eq(1..numbers.len()));
    assert_eq!(given(&composition, all.clone(), &[]), Ok(all.clone()));
    assert!(given(&composition, all, &[99]).is_err());
}
