//! Bounded model checking on programs made by hand and at random: it agrees with the search that visits every state.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::intervals::ValueIntervals;
use raddle_bmc::bmc::Bmc;
use raddle_bmc::cegpv::Slice;
use raddle_bmc::engines::{LAZY, SCHEDULE, WIDEN};
use raddle_bmc::unwind::event::Cause;
use raddle_bmc::unwind::object::{Target, ThreadId};
use raddle_bmc::unwind::{Asks, Bounds, Memory, Source, unwind};
use raddle_explicit::Explicit;
use raddle_program::builder::{Code, ProgramBuilder, deref, index, read};
use raddle_program::property::Property;
use raddle_program::semantics::Machine;
use raddle_program::syntax::{BinaryOperator, Effect, ExprKind, InputSource, Place, ProcedureId, Program};
use raddle_program::types::DataModel;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::options::Order;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Reason, Verdict};

fn run(program: &Program, engine: &dyn Engine) -> Verdict {
    run_until(program, engine, Cancellation::new())
}

fn run_until(program: &Program, engine: &dyn Engine, cancellation: Cancellation) -> Verdict {
    let task = Task {
        program: AnalyzedProgram::new(program.clone()),
        properties: vec![Property::Assertions],
        error_functions: None,
        file: "test.c".into(),
    };
    let mut cx = Context::new(cancellation, Arc::new(Silent));
    engine.run(&task, &mut cx).outcomes.remove(0).verdict
}

/// The verdict of both, which must agree.
fn word(program: &Program) -> &'static str {
    let (ours, theirs) = (run(program, &Bmc), run(program, &Explicit));
    if ours.word() != theirs.word() {
        panic!("bmc: {ours:?}, explicit: {theirs:?}\n{}", raddle_program::text::print(program));
    }
    ours.word()
}

fn start_all(builder: &mut ProgramBuilder, threads: &[ProcedureId], then: impl FnOnce(&mut Code<'_>)) {
    let id = builder.thread_id();
    builder.main(|code| {
        let ids: Vec<Place> = (0..threads.len()).map(|index| code.memory(&format!("t{index}"), id)).collect();
        let joined: Vec<Place> = (0..threads.len()).map(|index| code.register(&format!("j{index}"), id)).collect();
        for (place, &thread) in ids.iter().zip(threads) {
            code.spawn(place, thread);
        }
        for (place, register) in ids.iter().zip(&joined) {
            code.assign(register, read(place.clone()));
            code.join(read(register.clone()));
        }
        then(code);
    });
}

fn set(code: &mut Code<'_>, place: &Place, number: i128) {
    let number = code.number(number);
    code.assign(place, number);
}

fn assert_is(code: &mut Code<'_>, place: &Place, number: i128) {
    let int = place.ty;
    let seen = code.register("seen", int);
    code.assign(&seen, read(place.clone()));
    let number = code.number(number);
    let equal = code.equal(read(seen), number);
    code.assert(equal);
}

fn assume_is(code: &mut Code<'_>, place: &Place, number: i128) {
    let int = place.ty;
    let seen = code.register("seen", int);
    code.assign(&seen, read(place.clone()));
    let number = code.number(number);
    let equal = code.equal(read(seen), number);
    code.assume(equal);
}

/// Two threads over `x`, `y` and a mutex.
fn two(
    first: impl FnOnce(&mut Code<'_>, &Place, &Place, &Place),
    second: impl FnOnce(&mut Code<'_>, &Place, &Place, &Place),
    then: impl FnOnce(&mut Code<'_>, &Place, &Place),
) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let void_pointer = builder.void_pointer();
    let (x, y) = (builder.global("x", int), builder.global("y", int));
    let mutex = builder.global("m", bytes);
    let first = builder.procedure("first", void_pointer, |code| first(code, &x, &y, &mutex));
    let second = builder.procedure("second", void_pointer, |code| second(code, &x, &y, &mutex));
    start_all(&mut builder, &[first, second], |code| then(code, &x, &y));
    builder.finish()
}

#[test]
fn an_assertion_stands_even_if_an_assumption_fails_later() {
    // The second thread's assumption can never hold after what the first has done, but the first comes first.
    let late = two(
        |code, x, _, _| {
            set(code, x, 1);
            assert_is(code, x, 0);
        },
        |code, x, _, _| assume_is(code, x, 7),
        |_, _, _| {},
    );
    assert_eq!(word(&late), "UNSAFE");
    // What comes after the assumption is never reached.
    let never = two(
        |code, x, _, _| set(code, x, 1),
        |code, x, _, _| {
            assume_is(code, x, 7);
            assert_is(code, x, 7 + 1);
        },
        |code, x, _| assert_is(code, x, 0),
    );
    assert_eq!(word(&never), "SAFE");
}

#[test]
fn no_thread_sees_the_middle_of_an_atomic_section_that_does_not_end() {
    // x is 1 only inside a section whose assumption never holds.
    let hidden = two(
        |code, x, y, _| {
            code.atomic(|code| {
                set(code, x, 1);
                assume_is(code, y, 1);
                set(code, x, 0);
            });
        },
        |code, x, _, _| assert_is(code, x, 0),
        |_, _, _| {},
    );
    assert_eq!(word(&hidden), "SAFE");
    // A violation inside counts.
    let inside = two(
        |code, x, y, _| {
            code.atomic(|code| {
                set(code, x, 1);
                assert_is(code, y, 1);
                set(code, x, 0);
            });
        },
        |_, _, _, _| {},
        |_, _, _| {},
    );
    assert_eq!(word(&inside), "UNSAFE");
}

#[test]
fn who_waits_for_ever_does_not_hide_what_others_do() {
    // The first thread keeps the mutex; the second waits for it, and main for the second.
    let kept = two(
        |code, _, _, mutex| code.lock(mutex),
        |code, x, _, mutex| {
            set(code, x, 1);
            code.lock(mutex);
            code.unlock(mutex);
        },
        |code, x, _| assert_is(code, x, 0),
    );
    // If the second is first, main gets there.
    assert_eq!(word(&kept), "UNSAFE");
    let both_keep = two(
        |code, x, _, mutex| {
            code.lock(mutex);
            assert_is(code, x, 0);
        },
        |code, x, _, mutex| {
            code.lock(mutex);
            set(code, x, 1);
        },
        |code, _, y| assert_is(code, y, 1),
    );
    // No thread gets the mutex after the other one, so x is 0 where it is read, and main waits for ever.
    assert_eq!(word(&both_keep), "SAFE");
    // A violation while the mutex is held.
    let held = two(
        |code, x, _, mutex| {
            code.lock(mutex);
            assert_is(code, x, 0);
            code.unlock(mutex);
        },
        |code, x, _, mutex| {
            code.lock(mutex);
            set(code, x, 1);
            code.unlock(mutex);
        },
        |_, _, _| {},
    );
    assert_eq!(word(&held), "UNSAFE");
}

#[test]
fn a_mutex_protects_only_what_is_accessed_under_it_everywhere() {
    let protected = |is_locked: bool| {
        two(
            |code, x, _, mutex| {
                code.lock(mutex);
                set(code, x, 1);
                set(code, x, 0);
                code.unlock(mutex);
            },
            |code, x, _, mutex| {
                if is_locked {
                    code.lock(mutex);
                }
                assert_is(code, x, 0);
                if is_locked {
                    code.unlock(mutex);
                }
            },
            |code, x, _| assert_is(code, x, 0),
        )
    };
    assert_eq!(word(&protected(true)), "SAFE");
    assert_eq!(word(&protected(false)), "UNSAFE");
}

#[test]
fn a_loop_that_only_inputs_end_is_unknown_with_its_bound() {
    let program = |counts: bool| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        builder.main(|code| {
            let (register, count) = (code.register("r", int), code.register("count", int));
            set(code, &register, 1);
            set(code, &count, 0);
            code.repeat(read(register.clone()), |code| {
                code.input(&register);
                if counts {
                    let one = code.number(1);
                    let more = code.add(read(count.clone()), one);
                    code.assign(&count, more);
                }
            });
        });
        builder.finish()
    };
    match run(&program(true), &Bmc) {
        Verdict::Unknown(Reason::BoundReached { .. }) => {}
        other => panic!("{other:?}"),
    }
    // One that does not even count can be left after any number of inputs as after none.
    assert_eq!(run(&program(false), &Bmc).word(), "SAFE");
}

/// One formula covers two bounds of a loop. Assumptions within the first bound are not used beyond it, and learned
/// clauses hold beyond it: a violation is found with any number of iterations, and not found where none exists.
#[test]
fn a_violation_within_a_bound_and_one_beyond_it_are_found() {
    let program = |needed: i128, most: i128| {
        two(
            |code, x, _, _| {
                let (goes_on, count) = (code.register("goes_on", x.ty), code.register("count", x.ty));
                set(code, &goes_on, 1);
                set(code, &count, 0);
                code.repeat(read(goes_on.clone()), |code| {
                    code.input(&goes_on);
                    let one = code.number(1);
                    let more = code.add(read(count.clone()), one);
                    code.assign(&count, more);
                    let most = code.number(most);
                    let is_below = code.binary(BinaryOperator::LessEqual, read(count.clone()), most);
                    code.assume(is_below);
                    code.assign(x, read(count.clone()));
                });
            },
            |code, x, _, _| {
                let seen = code.register("seen", x.ty);
                code.assign(&seen, read(x.clone()));
                let number = code.number(needed);
                let is_other = code.binary(BinaryOperator::NotEqual, read(seen), number);
                code.assert(is_other);
            },
            |_, _, _| {},
        )
    };
    for needed in 1..=13 {
        assert_eq!(run(&program(needed, needed), &Bmc).word(), "UNSAFE", "after {needed} iterations");
        assert_eq!(run(&program(needed, needed - 1), &Bmc).word(), "SAFE", "after {} iterations", needed - 1);
    }
}

/// Sixteen threads must count one by one before one looks, which was started first.
fn counted_by_sixteen() -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let count = builder.global("count", int);
    let void_pointer = builder.void_pointer();
    let counts = builder.procedure("counts", void_pointer, |code| {
        let before = code.register("before", int);
        code.assign(&before, read(count.clone()));
        let one = code.number(1);
        let more = code.add(read(before), one);
        code.assign(&count, more);
    });
    let looks = builder.procedure("looks", void_pointer, |code| {
        let seen = code.register("seen", int);
        code.assign(&seen, read(count.clone()));
        let number = code.number(16);
        let is_below = code.binary(BinaryOperator::Less, read(seen), number);
        code.assert(is_below);
    });
    let id = builder.thread_id();
    builder.main(|code| {
        let (thread, i) = (code.memory("thread", id), code.register("i", int));
        code.spawn(&thread, looks);
        set(code, &i, 0);
        let limit = code.number(16);
        let goes_on = code.binary(BinaryOperator::Less, read(i.clone()), limit);
        code.repeat(goes_on, |code| {
            code.spawn(&thread, counts);
            let one = code.number(1);
            let next = code.add(read(i.clone()), one);
            code.assign(&i, next);
        });
    });
    builder.finish()
}

/// That twelve are not enough takes a formula all their orders: it is left for a greater bound, under which the violation is found at
/// once.
#[test]
fn a_hard_round_is_left_for_one_with_the_violation() {
    assert_eq!(run(&counted_by_sixteen(), &Bmc).word(), "UNSAFE");
}

/// A search of all executions is far from the violation when its steps are used up; one in which a thread comes last has it.
#[test]
fn some_schedules_are_tried_where_all_of_them_take_long() {
    let cancellation = Cancellation::new().with_steps(100_000);
    assert_eq!(run_until(&counted_by_sixteen(), &Explicit, cancellation).word(), "UNSAFE");
}

#[test]
fn where_tags_for_objects_run_out_executions_are_cut() {
    let program = two(|code, x, _, _| set(code, x, 1), |code, x, _, _| assert_is(code, x, 2), |_, _, _| {});
    let machine = Machine::new(&program);
    let causes_beyond = |n_named: u32| {
        let mut memory = Memory::default();
        for named in 0..n_named {
            memory.names.tag(Target::Thread(ThreadId(1_000_000 + named)));
        }
        let source = Source {
            program: &program,
            automata: &machine.automata,
            live: &machine.live,
            counts: &|_| true,
            asks: Asks::default(),
            has_atomic_accesses: false,
            overwrites: true,
            sliced: &BTreeSet::new(),
            intervals: &ValueIntervals::default(),
            is_cancelled: &|| false,
        };
        let bounds = Bounds { free: 2, decided: 3, steps: 1_000, lesser: None };
        let unwinding = unwind(&source, bounds, &mut memory).expect("nothing cancels it");
        unwinding.unwound.cuts.into_iter().map(|cut| cut.cause).collect::<Vec<_>>()
    };
    assert_eq!(causes_beyond(57_000), []);
    let causes = causes_beyond(57_344);
    assert!(!causes.is_empty());
    assert!(causes.iter().all(|cause| *cause == Cause::Unsupported("so many objects".into())), "{causes:?}");
}

#[test]
fn a_formula_that_needs_more_memory_than_it_may_is_not_made() {
    let program = two(|code, x, _, _| set(code, x, 1), |code, x, _, _| assert_is(code, x, 2), |_, _, _| {});
    let within = |memory: u64| {
        let task = Task {
            program: AnalyzedProgram::new(program.clone()),
            properties: vec![Property::Assertions],
            error_functions: None,
            file: "test.c".into(),
        };
        let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
        cx.options.bmc.memory = Some(memory);
        Bmc.run(&task, &mut cx).outcomes.remove(0).verdict
    };
    match within(1_000) {
        Verdict::Unknown(Reason::Stopped { by, reached }) => {
            assert_eq!(*by, Reason::Memory { limit: 1_000 });
            assert!(reached.contains("unwound 2 times"), "{reached}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(within(1 << 20).word(), "UNSAFE");
}

#[test]
fn a_counted_loop_is_unwound_completely() {
    let program = |expected: i128| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        builder.main(|code| {
            let (i, sum) = (code.register("i", int), code.register("sum", int));
            set(code, &i, 0);
            set(code, &sum, 0);
            let limit = code.number(200);
            let goes_on = code.binary(BinaryOperator::Less, read(i.clone()), limit);
            code.repeat(goes_on, |code| {
                let added = code.add(read(sum.clone()), read(i.clone()));
                code.assign(&sum, added);
                let one = code.number(1);
                let next = code.add(read(i.clone()), one);
                code.assign(&i, next);
            });
            let number = code.number(expected);
            let equal = code.equal(read(sum.clone()), number);
            code.assert(equal);
        });
        builder.finish()
    };
    assert_eq!(run(&program(199 * 200 / 2), &Bmc).word(), "SAFE");
    assert_eq!(run(&program(0), &Bmc).word(), "UNSAFE");
}

/// A random program: threads that read, write, lock, assume and assert, through names, pointers and indices.
fn random_program(random: &mut impl FnMut(u64) -> u64) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let three = builder.array(int, 3);
    let void_pointer = builder.void_pointer();
    let int_pointer = builder.types().pointer_to(int);
    let variables = [builder.global("x", int), builder.global("y", int)];
    let row = builder.global("a", three);
    let pointer = builder.global("p", int_pointer);
    let locks = [builder.global("m", bytes), builder.global("n", bytes)];
    let n_threads = 2 + random(2);
    let workers: Vec<ProcedureId> = (0..n_threads)
        .map(|number| {
            builder.procedure(&format!("w{number}"), void_pointer, |code| {
                let register = code.register("r", int);
                set(code, &register, random(2) as i128);
                let held = random(3);
                if held < 2 {
                    code.lock(&locks[held as usize]);
                }
                for step in 0..2 + random(4) {
                    random_step(code, random, &register, &variables, &row, &pointer, step);
                }
                if held < 2 && random(6) != 0 {
                    code.unlock(&locks[held as usize]);
                }
                if random(3) == 0 {
                    random_step(code, random, &register, &variables, &row, &pointer, 9);
                }
            })
        })
        .collect();
    start_all(&mut builder, &workers, |code| {
        let number = code.number(random(4) as i128);
        let differs = code.binary(BinaryOperator::NotEqual, read(variables[0].clone()), number);
        code.assert(differs);
    });
    builder.finish()
}

fn random_step(
    code: &mut Code<'_>,
    random: &mut impl FnMut(u64) -> u64,
    register: &Place,
    variables: &[Place; 2],
    row: &Place,
    pointer: &Place,
    step: u64,
) {
    let variable = variables[random(2) as usize].clone();
    let number = random(3) as i128;
    match random(14) {
        0 | 1 => code.assign(register, read(variable)),
        2 => code.assign(&variable, read(register.clone())),
        3 => set(code, &variable, number),
        4 => {
            let sum_of = code.register(&format!("s{step}"), register.ty);
            code.atomic(|code| {
                code.assign(&sum_of, read(variable.clone()));
                let one = code.number(1);
                let sum = code.add(read(sum_of.clone()), one);
                code.assign(&variable, sum);
            });
        }
        5 => {
            let number = code.number(number);
            let differs = code.binary(BinaryOperator::NotEqual, read(register.clone()), number);
            if random(3) == 0 { code.assume(differs) } else { code.assert(differs) }
        }
        6 => {
            let number = code.number(number);
            let differs = code.binary(BinaryOperator::NotEqual, read(variable.clone()), number);
            let value = random(3) as i128;
            let other = variables[random(2) as usize].clone();
            code.choose(differs, |code| set(code, &other, value), |code| code.assign(register, read(other.clone())));
        }
        7 => {
            let address = code.address_of(&variable);
            code.assign(pointer, address);
        }
        8 | 9 => {
            let held = code.register(&format!("q{step}"), pointer.ty);
            code.assign(&held, read(pointer.clone()));
            let target = deref(code.builder().types(), read(held));
            if random(2) == 0 { code.assign(register, read(target)) } else { set(code, &target, number) }
        }
        10 | 11 => {
            // The index may be outside: then the execution ends.
            let place = index(code.builder().types(), row.clone(), read(register.clone()));
            if random(2) == 0 { code.assign(register, read(place)) } else { set(code, &place, number) }
        }
        12 => {
            let input = code.register(&format!("i{step}"), register.ty);
            let ExprKind::Read(place) = read(input.clone()).kind else { panic!("a read was built") };
            let raddle_program::syntax::PlaceKind::Local(local) = place.kind else { panic!("a register is a local") };
            code.effect(Effect::Input { target: local, source: InputSource::Function("nondet".into()) });
            let number = code.number(number);
            let less = code.binary(BinaryOperator::Less, read(input), number);
            code.assign(register, less);
        }
        _ => code.atomic(|code| {
            assume_is(code, &variable, number);
            set(code, &variable, (number + 1) % 3);
        }),
    }
}

#[test]
fn random_programs_have_the_verdict_of_the_exhaustive_search() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for _ in 0..600 {
        let program = random_program(&mut random);
        assert!(Machine::new(&program).initial().is_ok());
        *counts.entry(word(&program)).or_insert(0) += 1;
    }
    assert!(counts["SAFE"] > 100 && counts["UNSAFE"] > 100, "{counts:?}");
}

#[test]
fn a_loop_that_only_waits_is_unwound_completely() {
    // `while (y != 1);` and then x is what the other thread wrote before.
    let waits = |counts: bool| {
        two(
            |code, x, y, _| {
                set(code, x, 1);
                set(code, y, 1);
            },
            |code, x, y, mutex| {
                let seen = code.register("waited", x.ty);
                let tries = code.register("tries", x.ty);
                set(code, &seen, 0);
                set(code, &tries, 0);
                let zero = code.number(0);
                let goes_on = code.equal(read(seen.clone()), zero);
                code.repeat(goes_on, |code| {
                    code.lock(mutex);
                    code.assign(&seen, read(y.clone()));
                    code.unlock(mutex);
                    if counts {
                        let one = code.number(1);
                        let more = code.add(read(tries.clone()), one);
                        code.assign(&tries, more);
                    }
                });
                assert_is(code, x, 1);
                let limit = code.number(3);
                let few = code.binary(BinaryOperator::Less, read(tries.clone()), limit);
                code.assert(few);
            },
            |_, _, _| {},
        )
    };
    assert_eq!(run(&waits(false), &Bmc).word(), "SAFE");
    // One that counts does more than wait.
    assert_eq!(run(&waits(true), &Bmc).word(), "UNSAFE");
}

#[test]
fn a_counter_that_one_thread_writes_is_known_to_it() {
    let counts = |second_writes: bool| {
        two(
            |code, x, _, _| {
                for _ in 0..3 {
                    let seen = code.register("seen", x.ty);
                    code.assign(&seen, read(x.clone()));
                    let one = code.number(1);
                    let sum = code.add(read(seen), one);
                    code.assign(x, sum);
                }
                assert_is(code, x, 3);
            },
            |code, x, y, _| {
                code.assign(y, read(x.clone()));
                if second_writes {
                    set(code, x, 0);
                }
            },
            |_, _, _| {},
        )
    };
    assert_eq!(word(&counts(false)), "SAFE");
    assert_eq!(word(&counts(true)), "UNSAFE");
}

/// Writes that reach no assertion are no events; writes that reach an assertion by a copy are.
#[test]
fn what_no_thread_learns_of_is_no_event() {
    let logs = |is_checked: bool| {
        two(
            |code, x, y, _| {
                for number in 1..4 {
                    set(code, y, number);
                }
                set(code, x, 1);
            },
            |code, _, y, _| {
                for number in 5..8 {
                    set(code, y, number);
                }
            },
            |code, x, y| {
                assert_is(code, x, 1);
                if is_checked {
                    assert_is(code, y, 7);
                }
            },
        )
    };
    let events = |program: &Program| {
        let task = Task {
            program: AnalyzedProgram::new(program.clone()),
            properties: vec![Property::Assertions],
            error_functions: None,
            file: "test.c".into(),
        };
        let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
        let word = Bmc.run(&task, &mut cx).outcomes.remove(0).verdict.word();
        (word, cx.statistics["events"])
    };
    let ((kept, with), (sliced, without)) = (events(&logs(true)), events(&logs(false)));
    assert_eq!((kept, sliced), ("UNSAFE", "SAFE"));
    assert!(without + 6 <= with, "{without} events, {with} events");
}

/// All engines' orders of events give the same verdicts.
#[test]
fn all_orders_agree() {
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    for _ in 0..60 {
        let program = random_program(&mut random);
        let task = Task {
            program: AnalyzedProgram::new(program.clone()),
            properties: vec![Property::Assertions],
            error_functions: None,
            file: "test.c".into(),
        };
        let slice = Slice { engine_named: |_| None };
        let engines: [(&dyn Engine, Order); 7] = [
            (&Bmc, Order::Theory),
            (&Bmc, Order::Clocks),
            (&SCHEDULE, Order::Theory),
            (&WIDEN, Order::Theory),
            (&LAZY, Order::Theory),
            (&slice, Order::Theory),
            (&slice, Order::Clocks),
        ];
        let words = engines.map(|(engine, order)| {
            let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
            cx.options.bmc.order = order;
            engine.run(&task, &mut cx).outcomes.remove(0).verdict.word()
        });
        assert!(words.iter().all(|word| *word == words[0]), "{words:?}: {}", raddle_program::text::print(&program));
    }
}
