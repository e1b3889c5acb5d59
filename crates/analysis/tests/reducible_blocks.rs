//! Movers and reducible blocks of the programs P1-1 and P2-1 of *Reduction for Compositional Verification of Multi-Threaded Programs*
//! (Popeea, Rybalchenko, Wilhelm 2014), as printed there, and of programs in which a rule must not apply.

use raddle_analysis::cut_points::{CutPoints, Visibility};
use raddle_analysis::movers::{Class, Movers};
use raddle_analysis::points_to::PointsTo;
use raddle_program::automaton::{Automaton, Location};
use raddle_program::builder::{Code, ProgramBuilder, read};
use raddle_program::entity::{Entity, Table};
use raddle_program::syntax::{BinaryOperator, Effect, Place, ProcedureId, Program, Synchronization};
use raddle_program::types::DataModel;

/// The variables of P1-1.
struct Variables {
    x: Place,
    y: Place,
    mx: Place,
    my: Place,
}

/// P1-1, with something more in its third thread.
fn program(more: impl FnOnce(&mut Code<'_>, &Variables)) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let int = builder.int();
    let bytes = builder.array(int, 10);
    let void_pointer = builder.void_pointer();
    let (x, y) = (builder.global("x", int), builder.global("y", int));
    let (mx, my) = (builder.global("mx", bytes), builder.global("my", bytes));
    let variables = Variables { x, y, mx, my };
    let Variables { x, y, mx, my } = &variables;
    // A step accesses shared memory at most once: `y = y + a` is a read and a write.
    let add = |code: &mut Code<'_>, to: &Place, amount: raddle_program::syntax::Expr| {
        let seen = code.register("seen", int);
        code.assign(&seen, read(to.clone()));
        let sum = code.add(read(seen), amount);
        code.assign(to, sum);
    };
    let one = builder.procedure("thread_1", void_pointer, |code| {
        let a = code.register("a", int);
        code.lock(mx);
        code.assign(&a, read(x.clone()));
        code.lock(my);
        add(code, y, read(a.clone()));
        code.unlock(my);
        let number = code.number(1);
        let next = code.add(read(a.clone()), number);
        code.assign(&a, next);
        code.lock(my);
        add(code, y, read(a.clone()));
        code.unlock(my);
        let seen = code.register("twice", int);
        code.assign(&seen, read(x.clone()));
        let two = code.number(2);
        let twice = code.binary(BinaryOperator::Multiply, two, read(seen));
        let sum = code.add(twice, read(a));
        code.assign(x, sum);
        code.unlock(mx);
    });
    let two = builder.procedure("thread_2", void_pointer, |code| {
        code.lock(mx);
        let number = code.number(2);
        add(code, x, number);
        code.unlock(mx);
    });
    let three = builder.procedure("thread_3", void_pointer, |code| {
        code.lock(my);
        let number = code.number(2);
        add(code, y, number);
        code.unlock(my);
        more(code, &variables);
    });
    let id = builder.thread_id();
    builder.main(|code| {
        for (number, thread) in [one, two, three].into_iter().enumerate() {
            let place = code.memory(&format!("t{number}"), id);
            code.spawn(&place, thread);
        }
    });
    builder.finish()
}

/// What the analyses say of a program.
struct Found {
    automata: Table<ProcedureId, Automaton>,
    movers: Movers,
    cut_points: CutPoints,
}

fn analyse(program: &Program, visibility: Visibility) -> Found {
    let automata = Automaton::of_all(program);
    let points_to = PointsTo::of(program, &automata);
    let movers = Movers::with(program, &points_to, &automata, visibility.arithmetic()).expect("all accesses are known");
    let cut_points = CutPoints::of(program, &points_to, &automata, &movers, visibility);
    Found { automata, movers, cut_points }
}

impl Found {
    /// The class of each step of a procedure, in order: R, L, B, N.
    fn classes(&self, procedure: ProcedureId) -> String {
        let letter = |class| match class {
            Some(Class::Right) => 'R',
            Some(Class::Left) => 'L',
            Some(Class::Both) => 'B',
            Some(Class::Non) => 'N',
            None => '-',
        };
        self.automata[procedure].transitions.ids().map(|it| letter(self.movers.class(procedure, it))).collect()
    }

    /// The locations of a procedure at which a switch must be considered; the exit, where nothing is left, is none.
    fn out(&self, procedure: ProcedureId) -> Vec<usize> {
        let is_out = |&location: &Location| self.cut_points.is_out(procedure, location) == Some(true);
        let exit = self.automata[procedure].exit;
        self.automata[procedure].locations.ids().filter(|&it| it != exit).filter(is_out).map(Entity::index).collect()
    }
}

fn thread(program: &Program, number: u32) -> ProcedureId {
    let name = format!("thread_{number}");
    let found = program.procedures.iter().find(|(_, procedure)| *procedure.name == *name);
    found.map(|(procedure, _)| procedure).expect("the thread is there")
}

#[test]
fn the_blocks_of_p1_1_are_those_of_the_paper() {
    let program = program(|_, _| {});
    let found = analyse(&program, Visibility::default());
    // 0 acquire(mx), 1 a = x, 2 acquire(my), 3 y = y + a (a read and a write), 4 release(my), 5 a = a + 1, 6 acquire(my), 7, 8
    // release(my), 9 x = 2 * x + a, 10 release(mx), 11 the end.
    assert_eq!(found.classes(thread(&program, 1)), "RBRBBLBRBBLBBLL");
    assert_eq!(found.classes(thread(&program, 2)), "RBBLL");
    assert_eq!(found.classes(thread(&program, 3)), "RBBLL");
    // (a) from 0 to 5 and (b) from 6 to 10: the second acquire(my) has the number 7 here, the end 14.
    assert_eq!(found.out(thread(&program, 1)), [0, 7, 14]);
    // (c) and (d).
    assert_eq!(found.out(thread(&program, 2)), [0, 4]);
    assert_eq!(found.out(thread(&program, 3)), [0, 4]);
}

#[test]
fn a_racy_access_makes_more_blocks() {
    // P2-1: thread 3 has one more access to y, without the lock.
    let program = program(|code, variables| {
        let number = code.number(7);
        code.assign(&variables.y, number);
    });
    let found = analyse(&program, Visibility::default());
    assert_eq!(found.classes(thread(&program, 1)), "RBRNNLBRNNLBBLL");
    assert_eq!(found.classes(thread(&program, 3)), "RBBLNL");
    // Between the read and the write of y, and again before acquire(my). Of thread 3 the access has a block of its own.
    assert_eq!(found.out(thread(&program, 1)), [0, 4, 7, 9, 14]);
    assert_eq!(found.out(thread(&program, 3)), [0, 4, 5]);
}

#[test]
fn nested_acquisitions_are_blocks_of_their_own_where_deadlocks_are_asked_for() {
    let program = program(|_, _| {});
    let found = analyse(&program, Visibility { deadlock: true, ..Visibility::default() });
    assert_eq!(found.out(thread(&program, 1)), [0, 2, 7, 14]);
}

#[test]
fn a_lock_that_somebody_looks_at_is_no_mover() {
    let program = program(|code, variables| {
        let operand = code.address_of(&variables.my);
        let operation = Synchronization::MutexTryLock;
        code.effect(Effect::Synchronize { operation, operands: vec![operand], result: None });
    });
    let found = analyse(&program, Visibility::default());
    let classes = found.classes(thread(&program, 1));
    assert_eq!(&classes[..3], "RBN", "acquire(mx) still moves, acquire(my) does not: {classes}");
}

#[test]
fn what_follows_a_commit_on_a_cycle_or_before_an_assumption_is_out() {
    let cycle = program(|code, variables| {
        let seen = code.register("n", variables.x.ty);
        let always = code.number(1);
        code.assign(&seen, always);
        let condition = read(seen.clone());
        code.repeat(condition, |code| {
            let number = code.number(1);
            code.assign(&seen, number);
        });
    });
    let found = analyse(&cycle, Visibility::default());
    // The test of the loop and its body, which comes back to it.
    assert_eq!(found.out(thread(&cycle, 3)), [0, 5, 6, 7]);
    let assumption = program(|code, _| {
        let never = code.number(0);
        code.assume(never);
    });
    let found = analyse(&assumption, Visibility::default());
    assert_eq!(found.out(thread(&assumption, 3)), [0, 4]);
}

/// Two threads with a step or a section each on a shared `x` (the third one is a register of the thread's own), and what main does meanwhile.
fn pair(
    one: impl FnOnce(&mut Code<'_>, &Place, &Place),
    other: impl FnOnce(&mut Code<'_>, &Place, &Place),
    meanwhile: impl FnOnce(&mut Code<'_>, &Place),
) -> Program {
    let mut builder = ProgramBuilder::new(DataModel::Lp64);
    let (int, void_pointer, id) = (builder.int(), builder.void_pointer(), builder.thread_id());
    let x = builder.global("x", int);
    let one = builder.procedure("thread_1", void_pointer, |code| {
        let register = code.register("r", int);
        one(code, &x, &register);
    });
    let other = builder.procedure("thread_2", void_pointer, |code| {
        let register = code.register("r", int);
        other(code, &x, &register);
    });
    builder.main(|code| {
        for (number, thread) in [one, other].into_iter().enumerate() {
            let place = code.memory(&format!("t{number}"), id);
            code.spawn(&place, thread);
        }
        meanwhile(code, &x);
    });
    builder.finish()
}

/// `r = x; x = r op n` without a step of another thread in between.
fn update(operator: BinaryOperator, amount: i128) -> impl Fn(&mut Code<'_>, &Place, &Place) {
    move |code, x, register| {
        code.atomic(|code| {
            code.assign(register, read(x.clone()));
            let number = code.number(amount);
            let result = code.binary(operator, read(register.clone()), number);
            code.assign(x, result);
        });
    }
}

fn write(number: i128) -> impl Fn(&mut Code<'_>, &Place, &Place) {
    move |code, x, _| {
        let number = code.number(number);
        code.assign(x, number);
    }
}

fn classes_of_pair(program: &Program) -> [String; 2] {
    let found = analyse(program, Visibility::default());
    [1, 2].map(|number| found.classes(thread(program, number)))
}

#[test]
fn sections_that_commute_move() {
    use BinaryOperator::{Add, BitOr, Multiply, Subtract};
    let nothing = |_: &mut Code<'_>, _: &Place| {};
    // The four steps of a section, and the end of the thread.
    let moving = ["BBBBL".to_owned(), "BBBBL".to_owned()];
    for (one, other) in
        [((Add, 1), (Add, 2)), ((Add, 1), (Subtract, 5)), ((BitOr, 1), (BitOr, 3)), ((Multiply, 3), (Multiply, 5))]
    {
        let program = pair(update(one.0, one.1), update(other.0, other.1), nothing);
        assert_eq!(classes_of_pair(&program), moving, "{one:?} {other:?}");
    }
    for (one, other) in [((Add, 1), (Multiply, 2)), ((BitOr, 1), (Add, 1))] {
        let program = pair(update(one.0, one.1), update(other.0, other.1), nothing);
        assert_eq!(classes_of_pair(&program), ["NNNBL".to_owned(), "NNNBL".to_owned()], "{one:?} {other:?}");
    }
}

#[test]
fn sections_do_not_move_where_somebody_looks() {
    use BinaryOperator::Add;
    // Main reads the counter meanwhile.
    let looks = |code: &mut Code<'_>, x: &Place| {
        let seen = code.register("seen", x.ty);
        code.assign(&seen, read(x.clone()));
        let zero = code.number(0);
        let differs = code.binary(BinaryOperator::NotEqual, read(seen), zero);
        code.assert(differs);
    };
    assert_eq!(classes_of_pair(&pair(update(Add, 1), update(Add, 1), looks))[0], "NBNBL");
    // The thread itself uses what it has read.
    let uses = |code: &mut Code<'_>, x: &Place, register: &Place| {
        update(Add, 1)(code, x, register);
        let zero = code.number(0);
        let differs = code.binary(BinaryOperator::NotEqual, read(register.clone()), zero);
        code.assert(differs);
    };
    let classes = classes_of_pair(&pair(uses, update(Add, 1), |_, _| {}));
    assert!(classes.iter().all(|classes| classes.starts_with("NNN")), "{classes:?}");
}

#[test]
fn sections_do_not_move_that_may_refute_or_branch() {
    use BinaryOperator::Add;
    let refutes = |code: &mut Code<'_>, x: &Place, register: &Place| {
        code.atomic(|code| {
            code.assign(register, read(x.clone()));
            code.assume(read(register.clone()));
            let one = code.number(1);
            let sum = code.add(read(register.clone()), one);
            code.assign(x, sum);
        });
    };
    assert!(classes_of_pair(&pair(refutes, update(Add, 1), |_, _| {}))[0].starts_with('N'));
    let branches = |code: &mut Code<'_>, x: &Place, register: &Place| {
        code.atomic(|code| {
            code.assign(register, read(x.clone()));
            let condition = read(register.clone());
            code.when(condition, |code| {
                let one = code.number(1);
                let sum = code.add(read(register.clone()), one);
                code.assign(x, sum);
            });
        });
    };
    assert!(classes_of_pair(&pair(branches, update(Add, 1), |_, _| {}))[0].starts_with('N'));
}

#[test]
fn who_branches_on_what_it_reads_does_not_commute_with_who_writes_it() {
    let branches = |code: &mut Code<'_>, x: &Place, register: &Place| {
        let condition = read(x.clone());
        code.when(condition, |code| {
            let one = code.number(1);
            code.assign(register, one);
        });
    };
    let classes = classes_of_pair(&pair(branches, write(1), |_, _| {}));
    assert!(classes[0].starts_with('N') && classes[1].starts_with('N'), "{classes:?}");
}

#[test]
fn one_value_in_one_cell_is_written_in_any_order_but_races() {
    let nothing = |_: &mut Code<'_>, _: &Place| {};
    let same = pair(write(1), write(1), nothing);
    assert_eq!(classes_of_pair(&same), ["BL".to_owned(), "BL".to_owned()]);
    assert_eq!(classes_of_pair(&pair(write(1), write(2), nothing)), ["NL".to_owned(), "NL".to_owned()]);
    // Behind a commit, for the end is one: where races are asked for, the write has a block of its own.
    let twice = |code: &mut Code<'_>, x: &Place, register: &Place| {
        code.assign(register, read(register.clone()));
        write(1)(code, x, register);
    };
    let program = pair(twice, write(1), nothing);
    let out = |races| analyse(&program, Visibility { races, ..Visibility::default() }).out(thread(&program, 1));
    assert!(!out(false).contains(&1), "{:?}", out(false));
    assert!(out(true).contains(&1), "{:?}", out(true));
}
