//! Reductions save work and change no verdict.

use raddle_explicit::Reductions;
use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{Atomic, BinaryOperator, Place, ProcedureId, Program};
use raddle_program::types::DataModel;

use crate::support::{NONE, SAFETY, assert_is, increment, n_states, run, set, start_all, task, words};

/// Sleep sets prune transitions, not states. For programs whose threads all start with a step that no other thread
/// observes.
fn sleep_sets_lose_no_state(program: &Program) {
    let (all_states, all_transitions) = n_states(program, NONE);
    let (states, transitions) = n_states(program, Reductions { sleep_sets: true, ..NONE });
    assert_eq!(states, all_states);
    assert!(transitions <= all_transitions, "{transitions} of {all_transitions}");
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
    // No other thread ever accesses what a thread accesses here, so one order is enough.
    let (few_states, _) = n_states(&program, Reductions::default());
    assert!(few_states < all_states / 4, "{few_states} of {all_states}");
}

/// T1 writes x and then does something for ever, or refutes the execution; T2 asserts that x is still 0.
pub fn published(ending: impl FnOnce(&mut Code<'_>)) -> Program {
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
    let n_programs = if std::env::var_os("RADDLE_ALL").is_some() { 400 } else { 150 };
    for _ in 0..n_programs {
        let program = random_program(&mut random);
        sleep_sets_lose_no_state(&program);
        for word in words(program, &SAFETY) {
            *counts.entry(word).or_insert(0) += 1;
        }
    }
    // Both verdicts occur often enough for the comparison to mean something.
    assert!(counts["SAFE"] > n_programs / 2 && counts["UNSAFE"] > n_programs / 2, "{counts:?}");
}

/// A state may be reached first with a thread asleep whose move from it was to be covered by a state that is still being
/// explored: then only the revisit with fewer sleepers takes that move. It needs a cycle: threads that read or write one
/// variable twice, for ever.
#[test]
fn a_revisit_of_a_state_explores_what_slept_before() {
    for shape in 0..64u32 {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        let void_pointer = builder.void_pointer();
        let x = builder.global("x", int);
        let workers: Vec<ProcedureId> = (0..3)
            .map(|index| {
                builder.procedure(&format!("w{index}"), void_pointer, |code| {
                    let register = code.register("r", int);
                    let always = code.number(1);
                    code.repeat(always, |code| {
                        for access in 0..2 {
                            if shape >> (2 * index + access) & 1 == 1 {
                                set(code, &x, 0);
                            } else {
                                code.assign(&register, read(x.clone()));
                            }
                        }
                    });
                })
            })
            .collect();
        start_all(&mut builder, &workers, |_| {});
        sleep_sets_lose_no_state(&builder.finish());
    }
}

/// Two threads add to a counter under a lock. Another one reads it, with the lock or without.
fn counted_under_a_lock(reads_with_lock: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let void_pointer = builder.void_pointer();
    let (lock, x) = (builder.global("m", bytes), builder.global("x", int));
    let count = |code: &mut Code<'_>| {
        code.lock(&lock);
        set(code, &x, 1);
        set(code, &x, 0);
        code.unlock(&lock);
    };
    let one = builder.procedure("one", void_pointer, count);
    let two = builder.procedure("two", void_pointer, count);
    let three = builder.procedure("three", void_pointer, |code| {
        if reads_with_lock {
            code.lock(&lock);
        }
        assert_is(code, &x, 0);
        if reads_with_lock {
            code.unlock(&lock);
        }
    });
    start_all(&mut builder, &[one, two, three], |_| {});
    builder.finish()
}

#[test]
fn accesses_that_race_with_nothing_are_taken_along_and_others_are_not() {
    assert_eq!(words(counted_under_a_lock(true), &SAFETY), ["SAFE"; 4]);
    assert_eq!(words(counted_under_a_lock(false), &SAFETY), ["UNSAFE", "UNSAFE", "SAFE", "SAFE"]);
    let ordered = Reductions { ordered_accesses: true, ..NONE };
    let (some, all) = (n_states(&counted_under_a_lock(true), ordered).0, n_states(&counted_under_a_lock(true), NONE).0);
    assert!(some < all, "{some} of {all}");
}

/// T1 writes 1 and then 0 to x, and T2 asserts that x is 0: as atomic operations, which do not race.
#[test]
fn operations_that_do_not_race_are_still_made_in_either_order() {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let void_pointer = builder.void_pointer();
    let x = builder.global("x", int);
    let atomic = Place { atomic: Some(Atomic::PLAIN), ..x };
    let one = builder.procedure("one", void_pointer, |code| {
        set(code, &atomic, 1);
        set(code, &atomic, 0);
    });
    let two = builder.procedure("two", void_pointer, |code| assert_is(code, &atomic, 0));
    start_all(&mut builder, &[one, two], |_| {});
    assert_eq!(words(builder.finish(), &[Property::Assertions, Property::DataRace]), ["UNSAFE", "SAFE"]);
}

/// A thread adds to a register from a number on, for ever or until it is 3; then it asserts that it is 0. Another one
/// writes x.
fn counting_from(start: i128, is_endless: bool) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let void_pointer = builder.void_pointer();
    let x = builder.global("x", int);
    let one = builder.procedure("one", void_pointer, |code| {
        let register = code.register("r", int);
        let first = code.number(start);
        code.assign(&register, first);
        let number = code.number(if is_endless { 1 } else { 3 });
        let condition = match is_endless {
            true => number,
            false => code.binary(BinaryOperator::NotEqual, read(register.clone()), number),
        };
        code.repeat(condition, |code| {
            let next = code.number(1);
            let next = code.add(read(register.clone()), next);
            code.assign(&register, next);
        });
        if !is_endless {
            assert_is(code, &register, 0);
        }
    });
    let two = builder.procedure("two", void_pointer, |code| {
        set(code, &x, 1);
        assert_is(code, &x, 1);
    });
    start_all(&mut builder, &[one, two], |_| {});
    builder.finish()
}

#[test]
fn what_is_computed_for_nothing_counts_only_where_arithmetic_does() {
    let word = |program: Program, property: Property, faint_registers: bool| {
        let task = task(program, &[property]);
        run(&task, Reductions { faint_registers, ..NONE }).0.outcomes[0].verdict.word()
    };
    // It would take 2^31 rounds to see all values of the counter.
    let endless = counting_from(0, true);
    assert_eq!(word(endless, Property::Assertions, true), "SAFE");
    let overflowing = counting_from(i128::from(i32::MAX) - 2, true);
    assert_eq!(word(overflowing, Property::Overflow, true), "UNSAFE");
    // A register that is tested later is not computed for nothing.
    let counted = counting_from(0, false);
    for faint_registers in [false, true] {
        assert_eq!(word(counted.clone(), Property::Assertions, faint_registers), "UNSAFE");
    }
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
