//! Atomic sections.

use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::property::Property;
use raddle_program::syntax::{Place, ProcedureId, Program};
use raddle_program::types::DataModel;

use crate::support::{assert_is, increment, set, start_all, start_all_and, words};

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

#[test]
fn a_section_that_was_blocked_goes_on_alone() {
    let safe = blocked_in_section(|code, a| set(code, a, 1), |code, a| assert_is(code, a, 1), |_, _| {});
    assert_eq!(words(safe, &[Property::Assertions]), ["SAFE"]);
    // What happens beside the blocked section comes before its end.
    let seen = blocked_in_section(|code, a| assert_is(code, a, 0), |_, _| {}, |code, a| set(code, a, 1));
    assert_eq!(words(seen, &[Property::Assertions]), ["UNSAFE"]);
}
