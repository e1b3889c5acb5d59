//! Hazards: for each property, statements that violate it if nothing prevents that, and forms in which something might.

use super::{Writer, bracket, local};
use crate::fuzz::draft::{Expr, Initial, Statement};
use raddle_program::property::Property;

impl Writer {
    /// Puts a hazard for a property into the program.
    pub(super) fn hazard(&mut self, property: Property) {
        match property {
            Property::Assertions => self.assertion(),
            Property::Deadlock => self.deadlock(),
            Property::DataRace => self.race(),
            Property::Memory => self.memory(),
            Property::Overflow => self.overflow(),
            Property::Arithmetic => self.arithmetic(),
            Property::Locks => self.misuse(),
            // Every loop of a draft is bounded, but for waiting.
            Property::Leaks | Property::Termination => {}
        }
    }

    fn assertion(&mut self) {
        let thread = self.thread();
        let condition = if self.random.chance(50) {
            self.condition(thread)
        } else {
            let value = self.value(thread, 1);
            let bound = Expr::Number(self.random.between(2, 4));
            value.binary(self.random.pick(&["!=", "<=", "<"]), bound)
        };
        let statement = if self.random.chance(80) {
            Statement::call("assert", vec![condition])
        } else {
            Statement::If(condition, Vec::new(), vec![Statement::call("reach_error", Vec::new())])
        };
        let statement = self.careful(vec![statement]);
        self.add(thread, statement);
    }

    /// An assertion about the end, in main after all joins.
    pub(super) fn last_words(&mut self) -> Vec<Statement> {
        if !self.random.chance(25) {
            return Vec::new();
        }
        let variable = self.variable();
        let number = Expr::Number(self.random.between(0, 3));
        let condition = variable.binary(self.random.pick(&["==", "!=", "<=", ">="]), number);
        vec![Statement::call("assert", vec![condition])]
    }

    /// Two locks in two orders, or a lock that a thread keeps.
    fn deadlock(&mut self) {
        let first = self.guard_mutex();
        let second = self.mutex();
        let (one, other) = self.two_threads();
        let lock = |mutex: &Expr, body| bracket("pthread_mutex_lock", "pthread_mutex_unlock", mutex, body);
        match self.random.below(10) {
            0..=4 => {
                // In one order or in two, and in two orders perhaps behind a third lock.
                let change = self.change(one);
                self.add(one, vec![lock(&first, vec![lock(&second, vec![change])])]);
                let nested = if self.random.chance(50) {
                    lock(&first, vec![lock(&second, Vec::new())])
                } else {
                    lock(&second, vec![lock(&first, Vec::new())])
                };
                self.add(other, vec![nested]);
            }
            5 => {
                let initial = Some(Initial::Text("PTHREAD_MUTEX_INITIALIZER".to_owned()));
                let gate = self.global("pthread_mutex_t", "gate", "", initial);
                self.add(one, vec![lock(&gate, vec![lock(&first, vec![lock(&second, Vec::new())])])]);
                let nested = lock(&second, vec![lock(&first, Vec::new())]);
                let nested = if self.random.chance(70) { lock(&gate, vec![nested]) } else { nested };
                self.add(other, vec![nested]);
            }
            _ => {
                let condition = self.condition(one);
                let locked = Statement::call("pthread_mutex_lock", vec![second.clone().address()]);
                let unlock = Statement::call("pthread_mutex_unlock", vec![second.clone().address()]);
                let unlock = Statement::If(condition, vec![unlock], Vec::new());
                self.add(one, vec![locked, unlock]);
                self.add(other, vec![lock(&second, Vec::new())]);
            }
        }
    }

    fn race(&mut self) {
        let Some(variable) = self.shared.iter().find(|shared| !shared.is_atomic).map(|shared| shared.place.clone())
        else {
            return;
        };
        let (one, other) = self.two_threads();
        let value = self.private(one);
        let written = self.careful(vec![variable.clone().assign(value)]);
        self.add(one, written);
        let read = self.local_of(other).assign(variable);
        let read = if self.random.chance(50) { vec![read] } else { self.careful(vec![read]) };
        self.add(other, read);
    }

    fn memory(&mut self) {
        let thread = self.thread();
        let statements = match self.random.below(5) {
            0 => {
                // An index that may be outside.
                let array = self.global("int", "a", "[2]", None);
                let index = self.value(thread, 1);
                let name = self.fresh("k");
                let place = array.index(Expr::name(&name));
                let used = self.local_of(thread).assign(place);
                let above = Expr::name(&name).binary(">=", Expr::Number(0));
                let below = Expr::name(&name).binary("<", Expr::Number(2));
                let guarded = match self.random.below(4) {
                    0 => used,
                    1 => Statement::If(below, vec![used], Vec::new()),
                    2 => Statement::If(above, vec![used], Vec::new()),
                    _ => Statement::If(above.binary("&&", below), vec![used], Vec::new()),
                };
                vec![local("int", &name, index), guarded]
            }
            1 => {
                // A pointer that another thread sets.
                let target = self.variable();
                let pointer = self.global("void *", "q", "", None);
                let (one, other) = self.two_threads();
                let set = self.careful(vec![pointer.clone().assign(target.address())]);
                self.add(one, set);
                let used = self.local_of(other).assign(pointer.clone().cast("char *").target());
                let used = if self.random.chance(50) {
                    Statement::If(pointer.binary("!=", Expr::Number(0)), vec![used], Vec::new())
                } else {
                    used
                };
                let used = self.careful(vec![used]);
                self.add(other, used);
                return;
            }
            2 => {
                // Freed twice, or used after it was freed.
                let pointer = self.global("int *", "h", "", None);
                self.threads[0].start.push(pointer.clone().assign(Expr::call("malloc", vec![Expr::Number(4)])));
                let (one, other) = self.two_threads();
                let free = Statement::call("free", vec![pointer.clone()]);
                let forget = pointer.clone().assign(Expr::Number(0));
                let freed = if self.random.chance(60) { vec![free.clone(), forget] } else { vec![free.clone()] };
                let freed = self.careful(freed);
                self.add(one, freed);
                let used = if self.random.chance(50) { free } else { pointer.clone().target().assign(Expr::Number(1)) };
                let used = if self.random.chance(50) { Statement::If(pointer, vec![used], Vec::new()) } else { used };
                let used = self.careful(vec![used]);
                self.add(other, used);
                return;
            }
            3 => {
                // A local whose block was left.
                let pointer = self.global("int *", "q", "", None);
                let name = self.fresh("d");
                let declared = local("int", &name, Expr::Number(1));
                let published = pointer.clone().assign(Expr::name(&name).address());
                let taken_back = pointer.clone().assign(Expr::Number(0));
                let mut body = self.careful(vec![published]);
                if self.random.chance(50) {
                    body.extend(self.careful(vec![taken_back]));
                }
                let (one, other) = self.two_threads();
                let block = Statement::If(Expr::Number(1), [vec![declared], body].concat(), Vec::new());
                self.add(one, vec![block]);
                let used = self.local_of(other).assign(pointer.clone().target());
                let used = self.careful(vec![Statement::If(pointer, vec![used], Vec::new())]);
                self.add(other, used);
                return;
            }
            _ => {
                // A pointer moved along an array.
                let array = self.global("int", "a", "[2]", None);
                let name = self.fresh("w");
                let steps = self.value(thread, 0);
                let moved = Expr::name(&name).binary("+=", steps.binary("&", Expr::Number(3)));
                let used = self.local_of(thread).assign(Expr::name(&name).target());
                vec![local("int *", &name, array), Statement::Expr(moved), used]
            }
        };
        let statements = self.careful(statements);
        self.add(thread, statements);
    }

    fn overflow(&mut self) {
        let thread = self.thread();
        let value = self.value(thread, 0);
        let largest = Expr::name("INT_MAX").binary("-", Expr::Number(self.random.between(0, 2)));
        let target = self.local_of(thread);
        let statement = match self.random.below(5) {
            0 | 1 => target.assign(largest.binary("+", value.binary("&", Expr::Number(3)))),
            2 => target.assign(value.binary("*", Expr::Number(1 << 30))),
            3 => {
                let extreme = self.random.between(0, 2) + i64::from(i32::MIN);
                target.assign(Expr::Number(extreme).binary("-", value.binary("&", Expr::Number(1))))
            }
            _ => {
                let counter = self.global("int", "o", "", Some(Initial::Value(largest)));
                let (one, other) = self.two_threads();
                let step = Statement::Expr(Expr::Postfix(Box::new(counter), "++"));
                let stepped = self.careful(vec![step.clone()]);
                self.add(one, stepped);
                let stepped = self.careful(vec![step]);
                self.add(other, stepped);
                return;
            }
        };
        let statement = self.careful(vec![statement]);
        self.add(thread, statement);
    }

    /// Divisions and shifts whose result is never read: an undefined result may be any value, and the domain of the
    /// reference interpreter does not contain them all.
    fn arithmetic(&mut self) {
        let thread = self.thread();
        let value = self.value(thread, 0);
        let target = self.unread(thread);
        let seven = Expr::Number(7);
        let statements = match self.random.below(8) {
            0 | 1 => vec![target.assign(seven.binary(self.random.pick(&["/", "%"]), value))],
            2 => {
                let divided = target.assign(seven.binary("/", value.clone()));
                vec![Statement::If(value, vec![divided], Vec::new())]
            }
            3 => vec![target.assign(seven.cast("unsigned").binary("<<", value))],
            4 => vec![target.assign(seven.binary(">>", value.binary("+", Expr::Number(30))))],
            5 => {
                let moved = value.binary("+", Expr::Number(self.random.between(-1, 2)));
                vec![target.assign(seven.binary("%", moved))]
            }
            6 => {
                // A divisor that another thread makes zero for a while, or for ever.
                let divisor = self.global("int", "dv", "", Some(Initial::Value(Expr::Number(1))));
                let (one, other) = self.two_threads();
                let mut changes = vec![divisor.clone().assign(Expr::Number(0))];
                if self.random.chance(70) {
                    changes.push(divisor.clone().assign(Expr::Number(2)));
                }
                let changes = self.careful(changes);
                self.add(one, changes);
                let target = self.unread(other);
                let divided = self.careful(vec![target.assign(seven.binary("/", divisor))]);
                self.add(other, divided);
                return;
            }
            _ => vec![target.assign(value.binary("<<", Expr::Number(1)))],
        };
        let statements = self.careful(statements);
        self.add(thread, statements);
    }

    /// A new local of a thread that is only written.
    fn unread(&mut self, thread: usize) -> Expr {
        let name = self.fresh(super::bounds::UNREAD);
        self.threads[thread].start.push(local("int", &name, Expr::Number(0)));
        Expr::Name(name)
    }

    fn misuse(&mut self) {
        let mutex = self.mutex();
        let call = |name: &str| Statement::call(name, vec![mutex.clone().address()]);
        let (one, other) = self.two_threads();
        match self.random.below(5) {
            0 => {
                // Unlocked on one path only, or on a path on which it was not locked.
                let condition = self.condition(one);
                let locked = Statement::If(condition.clone(), vec![call("pthread_mutex_lock")], Vec::new());
                let unlocked = Statement::If(condition, vec![call("pthread_mutex_unlock")], Vec::new());
                self.add(one, vec![locked, unlocked]);
            }
            1 => {
                self.add(one, vec![call("pthread_mutex_lock")]);
                self.add(other, vec![call("pthread_mutex_unlock")]);
            }
            2 => self.threads[0].end.push(call("pthread_mutex_destroy")),
            3 => {
                self.add(one, vec![call("pthread_mutex_lock"), call("pthread_mutex_unlock")]);
                self.add(other, vec![call("pthread_mutex_destroy")]);
            }
            _ => {
                let lock = |body| bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, body);
                let condition = self.condition(one);
                let twice = Statement::If(condition, vec![call("pthread_mutex_unlock")], Vec::new());
                self.add(one, vec![lock(Vec::new()), twice]);
                self.add(other, vec![lock(Vec::new())]);
            }
        }
    }
}
