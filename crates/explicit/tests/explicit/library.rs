//! The stateful search on random programs that use the thread library: no reduction changes a verdict.
//!
//! Read-write locks, semaphores, barriers, once controls, keys with destructors, cancellation with cleanup routines and attempts
//! to join, over two variables and random assertions; the search without reductions is the measure.

use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_explicit::{Reductions, search};
use raddle_program::builder::{Code, ProgramBuilder, integer, read};
use raddle_program::property::Property;
use raddle_program::syntax::{
    BinaryOperator, Effect, Expr, ExprKind, Place, ProcedureId, Program, Synchronization as S,
};
use raddle_program::types::{DataModel, FunctionType, IntKind, Qualified, TypeId, TypeKind};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::task::Task;

const NONE: Reductions = Reductions {
    invisible_steps: true,
    blocks: false,
    sleep_sets: false,
    future_accesses: false,
    alone: false,
    ordered_accesses: false,
    faint_registers: false,
    dead_globals: false,
};

const REDUCTIONS: [Reductions; 7] = [
    Reductions { blocks: true, ..NONE },
    Reductions { sleep_sets: true, ..NONE },
    Reductions { future_accesses: true, ..NONE },
    Reductions { alone: true, ..NONE },
    Reductions { dead_globals: true, ..NONE },
    Reductions { ordered_accesses: true, ..NONE },
    Reductions {
        invisible_steps: true,
        blocks: true,
        sleep_sets: true,
        future_accesses: true,
        alone: true,
        ordered_accesses: true,
        faint_registers: true,
        dead_globals: true,
    },
];

const PROPERTIES: [Property; 4] = [Property::Assertions, Property::Deadlock, Property::Memory, Property::Locks];

/// The verdicts, which must be the same under all reductions.
fn words(program: Program) -> Vec<&'static str> {
    let (properties, file) = (PROPERTIES.to_vec(), "test.c".to_owned());
    let task = Task { program: AnalyzedProgram::new(program), properties, error_functions: None, file };
    let of = |reductions| -> Vec<&'static str> {
        let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
        search(&task, reductions, &mut cx).outcomes.iter().map(|outcome| outcome.verdict.word()).collect()
    };
    let expected = of(NONE);
    for reductions in REDUCTIONS {
        assert_eq!(of(reductions), expected, "{reductions:?}: {}", raddle_program::text::print(&task.program));
    }
    expected
}

/// What the threads share.
struct Shared {
    variables: [Place; 2],
    lock: Place,
    semaphore: Place,
    barrier: Place,
    once: Place,
    key: Expr,
    routine: Expr,
    int: TypeId,
    void_pointer: TypeId,
}

/// An operation on an object, with its outcome if it is wanted.
fn operate(code: &mut Code<'_>, operation: S, object: &Place, result: Option<&Place>) {
    let operands = vec![code.address_of(object)];
    call(code, operation, operands, result);
}

fn call(code: &mut Code<'_>, operation: S, operands: Vec<Expr>, result: Option<&Place>) {
    let result = result.map(|place| match place.kind {
        raddle_program::syntax::PlaceKind::Local(local) => local,
        _ => panic!("results go to registers"),
    });
    code.effect(Effect::Synchronize { operation, operands, result });
}

fn increment(code: &mut Code<'_>, shared: &Place) {
    let seen = code.register("seen", shared.ty);
    code.assign(&seen, read(shared.clone()));
    let one = code.number(1);
    let sum = code.add(read(seen), one);
    code.assign(shared, sum);
}

/// Ends the thread if a register holds a number.
fn end_if(code: &mut Code<'_>, register: &Place, number: i128) {
    let number = code.number(number);
    let is_it = code.equal(read(register.clone()), number);
    code.when(is_it, |code| code.effect(Effect::Exit(None)));
}

fn worker(code: &mut Code<'_>, shared: &Shared, random: &mut impl FnMut(u64) -> u64) {
    let register = code.register("r", shared.int);
    let start = code.number(0);
    code.assign(&register, start);
    let mut has_lock = false;
    if random(4) == 0 {
        let argument = integer(0, shared.void_pointer);
        call(code, S::CleanupPush, vec![shared.routine.clone(), argument], None);
    }
    for _ in 0..2 + random(2) {
        let variable = shared.variables[random(2) as usize].clone();
        match random(11) {
            0 => code.assign(&register, read(variable)),
            1 => {
                let value = code.number(random(3) as i128);
                code.assign(&variable, value);
            }
            2 => increment(code, &variable),
            3 => {
                let number = code.number(random(3) as i128);
                let seen = code.register("seen", shared.int);
                code.assign(&seen, read(variable));
                let differs = code.binary(BinaryOperator::NotEqual, read(seen), number);
                code.assert(differs);
            }
            4 | 5 if has_lock => {
                operate(code, S::ReadWriteUnlock, &shared.lock, None);
                has_lock = false;
            }
            4 | 5 => {
                let operation = [S::ReadLock, S::WriteLock][random(2) as usize];
                operate(code, operation, &shared.lock, None);
                has_lock = true;
            }
            6 => {
                operate(code, S::SemaphoreWait, &shared.semaphore, Some(&register));
                end_if(code, &register, 125);
            }
            7 => operate(code, S::SemaphorePost, &shared.semaphore, None),
            8 => {
                operate(code, S::OnceBegin, &shared.once, Some(&register));
                code.when(read(register.clone()), |code| {
                    increment(code, &variable);
                    operate(code, S::OnceEnd, &shared.once, None);
                });
            }
            9 => {
                let value = integer(1, shared.void_pointer);
                call(code, S::KeySet, vec![shared.key.clone(), value], None);
            }
            _ if random(2) == 0 => {
                call(code, S::TestCancel, Vec::new(), Some(&register));
                end_if(code, &register, 1);
            }
            _ => {
                operate(code, S::BarrierArrive, &shared.barrier, None);
                operate(code, S::BarrierLeave, &shared.barrier, Some(&register));
            }
        }
    }
    if has_lock && random(4) != 0 {
        operate(code, S::ReadWriteUnlock, &shared.lock, None);
    }
    // What was pushed may be there at the end of the thread, but not at a return.
    code.effect(Effect::Exit(None));
}

fn random_program(random: &mut impl FnMut(u64) -> u64) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let (int, void_pointer, id) = (builder.int(), builder.void_pointer(), builder.thread_id());
    let (void, unsigned) = (builder.types().void(), builder.types().int(IntKind::UnsignedInt));
    let bytes = builder.array(int, 14);
    let variables = [builder.global("x", int), builder.global("y", int)];
    let [lock, semaphore, barrier, once] = ["l", "s", "b", "o"].map(|name| builder.global(name, bytes));
    let target = variables[1].clone();
    let routine = builder.procedure("routine", void, |code| increment(code, &target));
    let parameters = vec![Qualified::plain(void_pointer)];
    let function = FunctionType { result: Qualified::plain(void), parameters, is_variadic: false, has_prototype: true };
    let function = builder.types().intern(TypeKind::Function(function));
    let ty = builder.types().pointer_to(function);
    let routine = Expr { kind: ExprKind::Procedure(routine), ty };
    let key = integer(0, unsigned);
    let shared = Shared { variables, lock, semaphore, barrier, once, key, routine, int, void_pointer };
    let threads: Vec<ProcedureId> = (0..2)
        .map(|index| builder.procedure(&format!("w{index}"), void_pointer, |code| worker(code, &shared, random)))
        .collect();
    let (n_posts, is_cancelled, is_detached) = (random(2), random(3) == 0, random(6) == 0);
    builder.main(|code| {
        let number = code.number(n_posts as i128);
        let operands = vec![code.address_of(&shared.semaphore), number];
        call(code, S::SemaphoreInit, operands, None);
        let number = code.number(2);
        let operands = vec![code.address_of(&shared.barrier), number];
        call(code, S::BarrierInit, operands, None);
        call(code, S::KeyCreate, vec![shared.routine.clone()], None);
        let ids: Vec<Place> = (0..threads.len()).map(|index| code.memory(&format!("t{index}"), id)).collect();
        for (place, &thread) in ids.iter().zip(&threads) {
            code.spawn(place, thread);
        }
        for (index, place) in ids.iter().enumerate() {
            let register = code.register(&format!("j{index}"), id);
            code.assign(&register, read(place.clone()));
            if is_cancelled && index == 0 {
                call(code, S::ThreadCancel, vec![read(register.clone())], None);
            }
            if is_detached && index == 1 {
                call(code, S::ThreadDetach, vec![read(register)], None);
            } else {
                code.join(read(register));
            }
        }
        let number = code.number(3);
        let seen = code.register("seen", shared.int);
        code.assign(&seen, read(shared.variables[1].clone()));
        let differs = code.binary(BinaryOperator::NotEqual, read(seen), number);
        code.assert(differs);
    });
    builder.finish()
}

#[test]
fn reductions_change_no_verdict_of_programs_that_use_the_library() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut counts = BTreeMap::new();
    for _ in 0..300 {
        for (property, word) in PROPERTIES.iter().zip(words(random_program(&mut random))) {
            *counts.entry((property.name(), word)).or_insert(0) += 1;
        }
    }
    // Both verdicts occur often enough for the comparison to mean something.
    for property in ["assertions", "deadlock"] {
        for word in ["SAFE", "UNSAFE"] {
            assert!(counts.get(&(property, word)).is_some_and(|&count| count > 30), "{counts:?}");
        }
    }
}
