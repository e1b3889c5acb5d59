//! The stateful search on programs made by hand: what it must find, what it must prove, and that its reductions change
//! neither.

use std::sync::Arc;

use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{BinaryOperator, Effect, Place, ProcedureId, Program, Synchronization};
use raddle_program::types::DataModel;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::explicit::{Reductions, search};
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Reason, Verdict};

const NONE: Reductions = Reductions { sleep_sets: false, future_accesses: false, alone: false };

const ALL_REDUCTIONS: [Reductions; 6] = [
    NONE,
    Reductions { sleep_sets: true, ..NONE },
    Reductions { future_accesses: true, ..NONE },
    Reductions { alone: true, ..NONE },
    Reductions { sleep_sets: true, future_accesses: true, ..NONE },
    Reductions { sleep_sets: true, future_accesses: true, alone: true },
];

fn task(program: Program, properties: &[Property]) -> Task {
    let properties = properties.to_vec();
    Task { program: Arc::new(program), properties, error_functions: None, file: "test.c".into() }
}

fn run(task: &Task, reductions: Reductions) -> (Answers, Context) {
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    let answers = search(task, reductions, &mut cx);
    (answers, cx)
}

/// States (those left out in which a thread only has to do what nobody notices) and transitions of a search of everything.
fn n_states(program: &Program, reductions: Reductions) -> (u64, u64) {
    // Nothing that is asked for is ever violated, so the search never ends early.
    let task = task(program.clone(), &[Property::Arithmetic]);
    let (_, cx) = run(&task, reductions);
    (cx.statistics["states"] - cx.statistics["local states"], cx.statistics["transitions"])
}

/// Sleep sets prune transitions, not states. For programs whose threads all start with a step that nobody notices.
fn sleep_sets_lose_no_state(program: &Program) {
    let (all_states, all_transitions) = n_states(program, NONE);
    let (states, transitions) = n_states(program, Reductions { sleep_sets: true, ..NONE });
    assert_eq!(states, all_states);
    assert!(transitions <= all_transitions, "{transitions} of {all_transitions}");
}

/// The verdicts, which must be the same under all reductions.
fn words(program: Program, properties: &[Property]) -> Vec<&'static str> {
    let task = task(program, properties);
    let of = |reductions| -> Vec<&'static str> {
        run(&task, reductions).0.outcomes.iter().map(|outcome| outcome.verdict.word()).collect()
    };
    let expected = of(ALL_REDUCTIONS[0]);
    for reductions in ALL_REDUCTIONS {
        assert_eq!(of(reductions), expected, "{reductions:?}");
    }
    expected
}

/// `main` starts every procedure in a thread, joins them all, and then does what is asked.
fn start_all(builder: &mut ProgramBuilder, threads: &[ProcedureId], then: impl FnOnce(&mut Code<'_>)) {
    start_all_and(builder, threads, |_| {}, then);
}

/// The same with something that `main` does between starting and joining.
fn start_all_and(
    builder: &mut ProgramBuilder,
    threads: &[ProcedureId],
    between: impl FnOnce(&mut Code<'_>),
    then: impl FnOnce(&mut Code<'_>),
) {
    let id = builder.thread_id();
    builder.main(|code| {
        let ids: Vec<Place> = (0..threads.len()).map(|index| code.memory(&format!("t{index}"), id)).collect();
        let joined: Vec<Place> = (0..threads.len()).map(|index| code.register(&format!("j{index}"), id)).collect();
        for (place, &thread) in ids.iter().zip(threads) {
            code.spawn(place, thread);
        }
        between(code);
        for (place, register) in ids.iter().zip(&joined) {
            code.assign(register, read(place.clone()));
            code.join(read(register.clone()));
        }
        then(code);
    });
}

fn increment(code: &mut Code<'_>, shared: &Place) {
    let int = shared.ty;
    let seen = code.register("seen", int);
    code.assign(&seen, read(shared.clone()));
    let one = code.number(1);
    let sum = code.add(read(seen), one);
    code.assign(shared, sum);
}

fn counter(n_threads: usize, is_locked: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let shared = builder.global("x", int);
    let bytes = builder.array(int, 10);
    let mutex = builder.global("m", bytes);
    let void_pointer = builder.void_pointer();
    let worker = builder.procedure("worker", void_pointer, |code| {
        if is_locked {
            code.lock(&mutex);
        }
        increment(code, &shared);
        if is_locked {
            code.unlock(&mutex);
        }
        code.leave(Some(raddle_program::builder::integer(0, void_pointer)));
    });
    start_all(&mut builder, &vec![worker; n_threads], |code| {
        let expected = code.number(n_threads as i128);
        let equal = code.equal(read(shared.clone()), expected);
        code.assert(equal);
    });
    builder.finish()
}

const SAFETY: [Property; 4] = [Property::Assertions, Property::DataRace, Property::Deadlock, Property::Locks];

#[test]
fn a_lost_update_is_found_and_a_lock_prevents_it() {
    assert_eq!(words(counter(2, false), &SAFETY), ["UNSAFE", "UNSAFE", "SAFE", "SAFE"]);
    assert_eq!(words(counter(3, true), &SAFETY), ["SAFE", "SAFE", "SAFE", "SAFE"]);
}

#[test]
fn sleep_sets_save_transitions_and_lose_no_state() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let void_pointer = builder.void_pointer();
    let shared: Vec<Place> = (0..3).map(|index| builder.global(&format!("x{index}"), int)).collect();
    let workers: Vec<ProcedureId> = (0..3)
        .map(|index| {
            let place = shared[index].clone();
            builder.procedure(&format!("w{index}"), void_pointer, |code| {
                increment(code, &place);
                increment(code, &place);
            })
        })
        .collect();
    start_all(&mut builder, &workers, |_| {});
    let program = builder.finish();
    let (all_states, all_transitions) = n_states(&program, NONE);
    let (states, transitions) = n_states(&program, Reductions { sleep_sets: true, ..NONE });
    assert_eq!(states, all_states);
    assert!(transitions * 3 < all_transitions * 2, "{transitions} of {all_transitions}");
    // Nobody else ever touches what a thread touches here, so one order is enough.
    let (few_states, _) = n_states(&program, Reductions::default());
    assert!(few_states < all_states / 4, "{few_states} of {all_states}");
}

fn two_locks(is_ordered: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let void_pointer = builder.void_pointer();
    let (a, b) = (builder.global("a", bytes), builder.global("b", bytes));
    let mut worker = |name: &str, first: &Place, second: &Place| {
        builder.procedure(name, void_pointer, |code| {
            code.lock(first);
            code.lock(second);
            code.unlock(second);
            code.unlock(first);
        })
    };
    let one = worker("one", &a, &b);
    let two = if is_ordered { worker("two", &a, &b) } else { worker("two", &b, &a) };
    start_all(&mut builder, &[one, two], |_| {});
    builder.finish()
}

#[test]
fn opposite_lock_orders_deadlock() {
    assert_eq!(words(two_locks(false), &SAFETY), ["SAFE", "SAFE", "UNSAFE", "SAFE"]);
    assert_eq!(words(two_locks(true), &SAFETY), ["SAFE", "SAFE", "SAFE", "SAFE"]);
}

/// T1 writes x and then does something for ever, or refutes the execution; T2 asserts that x is still 0.
fn published(ending: impl FnOnce(&mut Code<'_>)) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let void_pointer = builder.void_pointer();
    let x = builder.global("x", int);
    let one = builder.procedure("one", void_pointer, |code| {
        let value = code.number(1);
        code.assign(&x, value);
        ending(code);
    });
    let two = builder.procedure("two", void_pointer, |code| {
        let zero = code.number(0);
        let equal = code.equal(read(x.clone()), zero);
        code.assert(equal);
    });
    start_all(&mut builder, &[one, two], |_| {});
    builder.finish()
}

#[test]
fn what_a_thread_published_before_it_diverges_is_seen() {
    let diverging = published(|code| {
        let always = code.number(1);
        code.repeat(always, |_| {});
    });
    assert_eq!(words(diverging, &[Property::Assertions]), ["UNSAFE"]);
    let counting = published(|code| {
        let int = code.builder().int();
        let register = code.register("n", int);
        let zero = code.number(0);
        code.assign(&register, zero);
        let always = code.number(1);
        code.repeat(always, |code| {
            let flipped = code.not(read(register.clone()));
            code.assign(&register, flipped);
        });
    });
    assert_eq!(words(counting, &[Property::Assertions]), ["UNSAFE"]);
    let refuted = published(|code| {
        let never = code.number(0);
        code.assume(never);
    });
    assert_eq!(words(refuted, &[Property::Assertions, Property::Deadlock]), ["UNSAFE", "SAFE"]);
}

#[test]
fn a_failing_assertion_does_not_hide_another_threads_race() {
    let program = published(|code| {
        let never = code.number(0);
        code.assert(never);
    });
    assert_eq!(words(program, &[Property::Assertions, Property::DataRace]), ["UNSAFE", "UNSAFE"]);
}

/// A waiter that waits once, and a signaller; the flag is tested or not.
fn signal(tests_flag: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 12);
    let void_pointer = builder.void_pointer();
    let (m, c, flag) = (builder.global("m", bytes), builder.global("c", bytes), builder.global("flag", int));
    let wait = |code: &mut Code<'_>| {
        code.synchronize(Synchronization::ConditionRelease, &[&c, &m]);
        code.synchronize(Synchronization::ConditionWake, &[&c, &m]);
        code.lock(&m);
    };
    let waiter = builder.procedure("waiter", void_pointer, |code| {
        code.lock(&m);
        if tests_flag {
            let zero = code.number(0);
            let unset = code.equal(read(flag.clone()), zero);
            code.repeat(unset, wait);
        } else {
            wait(code);
        }
        code.unlock(&m);
    });
    let signaller = builder.procedure("signaller", void_pointer, |code| {
        code.lock(&m);
        let one = code.number(1);
        code.assign(&flag, one);
        code.synchronize(Synchronization::ConditionSignal, &[&c]);
        code.unlock(&m);
    });
    start_all(&mut builder, &[waiter, signaller], |_| {});
    builder.finish()
}

#[test]
fn a_lost_signal_is_a_deadlock_in_spite_of_spurious_wake_ups() {
    assert_eq!(words(signal(false), &SAFETY), ["SAFE", "SAFE", "UNSAFE", "SAFE"]);
    assert_eq!(words(signal(true), &SAFETY), ["SAFE", "SAFE", "SAFE", "SAFE"]);
}

#[test]
fn inputs_are_split_where_they_matter() {
    let with_input = |write: &dyn Fn(&mut Code<'_>, Place)| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        builder.main(|code| {
            let n = code.register("n", int);
            code.input(&n);
            write(code, n);
        });
        builder.finish()
    };
    // A comparison makes pieces; neither enumerates.
    let found = with_input(&|code, n| {
        let number = code.number(123_456_789);
        let differs = code.binary(BinaryOperator::NotEqual, read(n), number);
        code.assert(differs);
    });
    assert_eq!(words(found, &[Property::Assertions]), ["UNSAFE"]);
    // n + 1 > n fails only where it overflows, which wraps.
    let overflowing = with_input(&|code, n| {
        let one = code.number(1);
        let next = code.add(read(n.clone()), one);
        let is_greater = code.binary(BinaryOperator::Greater, next, read(n));
        code.assert(is_greater);
    });
    assert_eq!(words(overflowing, &[Property::Assertions, Property::Overflow]), ["UNSAFE", "UNSAFE"]);
    let bounded = with_input(&|code, n| {
        let (low, high) = (code.number(0), code.number(10));
        let above = code.binary(BinaryOperator::GreaterEqual, read(n.clone()), low);
        code.assume(above);
        let below = code.binary(BinaryOperator::Less, read(n.clone()), high);
        code.assume(below);
        let square = code.binary(BinaryOperator::Multiply, read(n.clone()), read(n));
        let limit = code.number(81);
        let small = code.binary(BinaryOperator::LessEqual, square, limit);
        code.assert(small);
    });
    assert_eq!(words(bounded, &[Property::Assertions, Property::Overflow]), ["SAFE", "SAFE"]);
    // A product of a 32-bit input cannot be enumerated: never a guess.
    let large = with_input(&|code, n| {
        let square = code.binary(BinaryOperator::Multiply, read(n.clone()), read(n));
        let two = code.number(2);
        let differs = code.binary(BinaryOperator::NotEqual, square, two);
        code.assert(differs);
    });
    let task = task(large, &[Property::Assertions]);
    let (answers, _) = run(&task, Reductions::default());
    assert!(matches!(answers.outcomes[0].verdict, Verdict::Unknown(Reason::LargeInput { .. })), "{answers:?}");
}

#[test]
fn atomic_sections_are_not_interrupted_and_do_not_race_with_each_other() {
    let program = |is_atomic: [bool; 2]| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        let void_pointer = builder.void_pointer();
        let x = builder.global("x", int);
        let workers: Vec<ProcedureId> = is_atomic
            .into_iter()
            .enumerate()
            .map(|(index, is_atomic)| {
                builder.procedure(&format!("w{index}"), void_pointer, |code| {
                    if is_atomic {
                        code.atomic(|code| increment(code, &x));
                    } else {
                        increment(code, &x);
                    }
                })
            })
            .collect();
        start_all(&mut builder, &workers, |code| {
            let two = code.number(2);
            let equal = code.equal(read(x.clone()), two);
            code.assert(equal);
        });
        builder.finish()
    };
    let asked = [Property::Assertions, Property::DataRace];
    assert_eq!(words(program([true, true]), &asked), ["SAFE", "SAFE"]);
    assert_eq!(words(program([true, false]), &asked), ["UNSAFE", "UNSAFE"]);
}

#[test]
fn what_is_unsupported_matters_only_where_it_is_reached() {
    let program = |is_reached: bool| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        builder.main(|code| {
            let int = code.builder().int();
            let register = code.register("r", int);
            let value = code.number(i128::from(is_reached));
            code.assign(&register, value);
            code.when(read(register), |code| code.effect(Effect::Unsupported("inline assembly".into())));
        });
        builder.finish()
    };
    assert_eq!(words(program(false), &SAFETY), ["SAFE"; 4]);
    assert_eq!(words(program(true), &SAFETY), ["UNKNOWN"; 4]);
}

/// A random program: threads of random steps over two variables and a lock, checked by random assertions.
fn random_program(random: &mut impl FnMut(u64) -> u64) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let void_pointer = builder.void_pointer();
    let variables = [builder.global("x", int), builder.global("y", int)];
    let locks = [builder.global("m", bytes), builder.global("n", bytes)];
    let n_threads = 2 + random(2);
    // Programs with loops only store constants, so that they stay finite.
    let has_loops = random(3) == 0;
    let workers: Vec<ProcedureId> = (0..n_threads)
        .map(|index| {
            builder.procedure(&format!("w{index}"), void_pointer, |code| {
                let register = code.register("r", int);
                let start = code.number(random(2) as i128);
                code.assign(&register, start);
                let mut held = None;
                for _ in 0..2 + random(3) {
                    let variable = variables[random(2) as usize].clone();
                    match random(8) {
                        0 | 1 => code.assign(&register, read(variable)),
                        2 => code.assign(&variable, read(register.clone())),
                        3 => {
                            let value = code.number(random(3) as i128);
                            code.assign(&variable, value);
                        }
                        4 if has_loops => {
                            let number = code.number(random(3) as i128);
                            let condition = code.equal(read(variable.clone()), number);
                            let other = variables[random(2) as usize].clone();
                            let stored = random(3) as i128;
                            code.repeat(condition, |code| set(code, &other, stored));
                        }
                        4 => code.atomic(|code| increment(code, &variable)),
                        5 => {
                            let number = code.number(random(3) as i128);
                            let differs = code.binary(BinaryOperator::NotEqual, read(register.clone()), number);
                            if random(4) == 0 {
                                code.assume(differs);
                            } else if random(3) == 0 {
                                code.assert(differs);
                            } else {
                                let value = code.number(random(3) as i128);
                                code.when(differs, |code| code.assign(&variable, value));
                            }
                        }
                        _ => match held.take() {
                            Some(lock) => code.unlock(&locks[lock]),
                            None => {
                                let lock = random(2) as usize;
                                code.lock(&locks[lock]);
                                held = Some(lock);
                            }
                        },
                    }
                }
                if let Some(lock) = held.filter(|_| random(4) != 0) {
                    code.unlock(&locks[lock]);
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

#[test]
fn reductions_change_no_verdict_of_random_programs() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..400 {
        let program = random_program(&mut random);
        sleep_sets_lose_no_state(&program);
        for word in words(program, &SAFETY) {
            *counts.entry(word).or_insert(0) += 1;
        }
    }
    // Both verdicts occur often enough for the comparison to mean something.
    assert!(counts["SAFE"] > 200 && counts["UNSAFE"] > 200, "{counts:?}");
}

/// T1 uses x by its name, T2 through a pointer; one of them writes 1 and then 0, the other asserts that x is 0.
fn through_a_pointer(pointer_writes: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let void_pointer = builder.void_pointer();
    let pointer = builder.types().pointer_to(int);
    let x = builder.global("x", int);
    let act = |code: &mut Code<'_>, place: &Place, writes: bool| {
        if writes {
            set(code, place, 1);
            set(code, place, 0);
        } else {
            assert_is(code, place, 0);
        }
    };
    let one = builder.procedure("one", void_pointer, |code| act(code, &x, !pointer_writes));
    let two = builder.procedure("two", void_pointer, |code| {
        let address = code.register("p", pointer);
        let value = code.address_of(&x);
        code.assign(&address, value);
        let target = raddle_program::builder::deref(code.builder().types(), read(address));
        act(code, &target, pointer_writes);
    });
    start_all(&mut builder, &[one, two], |_| {});
    builder.finish()
}

#[test]
fn an_access_through_a_pointer_is_an_access() {
    for pointer_writes in [false, true] {
        let program = through_a_pointer(pointer_writes);
        assert_eq!(words(program, &[Property::Assertions, Property::DataRace]), ["UNSAFE", "UNSAFE"]);
    }
}

/// T1: atomic { flag = 1; lock(m); then }; T2: lock(m); r = flag; unlock(m); if (r) after; T3: if (flag) beside.
fn blocked_in_section(
    then: impl FnOnce(&mut Code<'_>, &Place),
    after: impl FnOnce(&mut Code<'_>, &Place),
    beside: impl FnOnce(&mut Code<'_>, &Place),
) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let void_pointer = builder.void_pointer();
    let (m, flag, a) = (builder.global("m", bytes), builder.global("flag", int), builder.global("a", int));
    // Executions in which a thread begins before all are there end at once.
    let go = builder.global("go", int);
    let one = builder.procedure("one", void_pointer, |code| {
        code.assume(read(go.clone()));
        code.atomic(|code| {
            let set = code.number(1);
            code.assign(&flag, set);
            code.lock(&m);
            then(code, &a);
        });
    });
    let two = builder.procedure("two", void_pointer, |code| {
        let seen = code.register("r", int);
        code.assume(read(go.clone()));
        code.lock(&m);
        code.assign(&seen, read(flag.clone()));
        code.unlock(&m);
        code.when(read(seen), |code| after(code, &a));
    });
    let three = builder.procedure("three", void_pointer, |code| {
        code.assume(read(go.clone()));
        code.when(read(flag.clone()), |code| beside(code, &a));
    });
    start_all_and(&mut builder, &[one, two, three], |code| set(code, &go, 1), |_| {});
    builder.finish()
}

fn assert_is(code: &mut Code<'_>, place: &Place, number: i128) {
    let number = code.number(number);
    let equal = code.equal(read(place.clone()), number);
    code.assert(equal);
}

fn set(code: &mut Code<'_>, place: &Place, number: i128) {
    let number = code.number(number);
    code.assign(place, number);
}

#[test]
fn a_section_that_was_blocked_goes_on_alone() {
    let safe = blocked_in_section(|code, a| set(code, a, 1), |code, a| assert_is(code, a, 1), |_, _| {});
    assert_eq!(words(safe, &[Property::Assertions]), ["SAFE"]);
    // What happens beside the blocked section comes before its end.
    let seen = blocked_in_section(|code, a| assert_is(code, a, 0), |_, _| {}, |code, a| set(code, a, 1));
    assert_eq!(words(seen, &[Property::Assertions]), ["UNSAFE"]);
}

#[test]
fn a_waiting_thread_may_wake_up_at_any_time() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 12);
    let void_pointer = builder.void_pointer();
    let (m, c, x) = (builder.global("m", bytes), builder.global("c", bytes), builder.global("x", int));
    let waits = builder.global("waits", int);
    let waiter = builder.procedure("waiter", void_pointer, |code| {
        code.lock(&m);
        set(code, &waits, 1);
        code.synchronize(Synchronization::ConditionRelease, &[&c, &m]);
        code.synchronize(Synchronization::ConditionWake, &[&c, &m]);
        code.lock(&m);
        assert_is(code, &x, 0);
        code.unlock(&m);
    });
    // Only while the other one waits is x written.
    let writer = builder.procedure("writer", void_pointer, |code| {
        let seen = code.register("seen", int);
        code.lock(&m);
        code.assign(&seen, read(waits.clone()));
        code.unlock(&m);
        code.when(read(seen), |code| {
            set(code, &x, 1);
            set(code, &x, 0);
        });
    });
    start_all(&mut builder, &[waiter, writer], |_| {});
    assert_eq!(words(builder.finish(), &[Property::Assertions]), ["UNSAFE"]);
}

#[test]
fn a_local_that_others_reach_is_alive_until_its_block_ends() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let void_pointer = builder.void_pointer();
    let pointer = builder.types().pointer_to(int);
    let published = builder.global("g", pointer);
    let one = builder.procedure("one", void_pointer, |code| {
        let local = code.memory("l", int);
        set(code, &local, 7);
        let address = code.address_of(&local);
        code.assign(&published, address);
        let raddle_program::syntax::PlaceKind::Local(local) = local.kind else { panic!("a local") };
        code.effect(Effect::Dead(local));
    });
    let two = builder.procedure("two", void_pointer, |code| {
        let address = code.register("p", pointer);
        code.assign(&address, read(published.clone()));
        code.when(read(address.clone()), |code| {
            let target = raddle_program::builder::deref(code.builder().types(), read(address));
            assert_is(code, &target, 8);
        });
    });
    start_all(&mut builder, &[one, two], |_| {});
    assert_eq!(words(builder.finish(), &[Property::Assertions, Property::Memory]), ["UNSAFE", "UNSAFE"]);
}

#[test]
fn states_that_differ_in_what_is_known_of_an_input_are_different() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let (void_pointer, id) = (builder.void_pointer(), builder.thread_id());
    let idle = builder.procedure("idle", void_pointer, |_| {});
    builder.main(|code| {
        let (n, joined) = (code.register("n", int), code.register("joined", id));
        let thread = code.memory("t", id);
        code.input(&n);
        // A test without consequences splits the input; both ways come to the same place.
        let five = code.number(5);
        let is_small = code.binary(BinaryOperator::Less, read(n.clone()), five.clone());
        code.when(is_small, |code| code.effect(Effect::Skip));
        code.spawn(&thread, idle);
        code.assign(&joined, read(thread));
        code.join(read(joined));
        let is_small = code.binary(BinaryOperator::Less, read(n), five);
        code.assert(is_small);
    });
    assert_eq!(words(builder.finish(), &[Property::Assertions]), ["UNSAFE"]);
}

#[test]
fn the_last_use_of_an_input_may_forget_most_of_it_but_no_earlier_one() {
    let remainder = |keeps: bool| {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let unsigned = builder.types().int(raddle_program::types::IntKind::UnsignedInt);
        builder.main(|code| {
            let (n, rest, copy) =
                (code.register("n", unsigned), code.register("rest", unsigned), code.register("copy", unsigned));
            code.input(&n);
            if keeps {
                code.assign(&copy, read(n.clone()));
            }
            let five = raddle_program::builder::integer(5, unsigned);
            let expr = code.binary(BinaryOperator::Remainder, read(n), five.clone());
            code.assign(&rest, expr);
            // The remainder is less than 5; the input itself need not be.
            let bounded = if keeps { copy } else { rest };
            let less = code.binary(BinaryOperator::Less, read(bounded), five);
            code.assert(less);
        });
        builder.finish()
    };
    assert_eq!(words(remainder(false), &[Property::Assertions]), ["SAFE"]);
    let task = task(remainder(true), &[Property::Assertions]);
    let (answers, _) = run(&task, Reductions::default());
    assert_ne!(answers.outcomes[0].verdict.word(), "SAFE", "{answers:?}");
}

/// Two threads with a lock of their own: atomic { assume(lock == 0); lock = 1; }. T1 writes 1 and then 0 to x, before or
/// after it gives the lock back; T2 asserts that x is 0 while it has the lock.
fn own_lock(writes_inside: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let void_pointer = builder.void_pointer();
    let (lock, x) = (builder.global("lock", int), builder.global("x", int));
    let acquire = |code: &mut Code<'_>| {
        code.atomic(|code| {
            let zero = code.number(0);
            let is_free = code.equal(read(lock.clone()), zero);
            code.assume(is_free);
            set(code, &lock, 1);
        });
    };
    let release = |code: &mut Code<'_>| code.atomic(|code| set(code, &lock, 0));
    let write = |code: &mut Code<'_>| {
        set(code, &x, 1);
        set(code, &x, 0);
    };
    let one = builder.procedure("one", void_pointer, |code| {
        acquire(code);
        if writes_inside {
            write(code);
        }
        release(code);
        if !writes_inside {
            write(code);
        }
    });
    let two = builder.procedure("two", void_pointer, |code| {
        acquire(code);
        assert_is(code, &x, 0);
        release(code);
    });
    start_all(&mut builder, &[one, two], |_| {});
    builder.finish()
}

#[test]
fn who_can_only_refute_the_execution_is_passed_over_until_that_changes() {
    assert_eq!(words(own_lock(true), &[Property::Assertions]), ["SAFE"]);
    assert_eq!(words(own_lock(false), &[Property::Assertions]), ["UNSAFE"]);
    // The lock makes one move of each critical section.
    let count = |reductions| n_states(&own_lock(true), reductions).0;
    assert!(count(Reductions::default()) < count(NONE), "{} of {}", count(Reductions::default()), count(NONE));
}

#[test]
fn a_lock_chosen_by_an_input_may_be_taken() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let two_locks = builder.array(bytes, 2);
    let locks = builder.global("m", two_locks);
    builder.main(|code| {
        let n = code.register("n", int);
        code.input(&n);
        let (zero, two) = (code.number(0), code.number(2));
        let is_not_negative = code.binary(BinaryOperator::GreaterEqual, read(n.clone()), zero.clone());
        code.assume(is_not_negative);
        let is_small = code.binary(BinaryOperator::Less, read(n.clone()), two);
        code.assume(is_small);
        let first = raddle_program::builder::index(code.builder().types(), locks.clone(), zero);
        code.lock(&first);
        let chosen = raddle_program::builder::index(code.builder().types(), locks.clone(), read(n));
        code.lock(&chosen);
    });
    // The first lock twice blocks for ever; the second one after it does not.
    assert_eq!(words(builder.finish(), &[Property::Deadlock, Property::Locks]), ["UNSAFE", "SAFE"]);
}
