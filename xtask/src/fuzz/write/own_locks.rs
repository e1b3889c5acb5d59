//! Motifs about locks that verifiers must find out to be locks: those that the program wrote itself, with an atomic section
//! or a compare-and-swap; and mutexes in arrays, structures and behind pointers.

use super::{Care, Writer, bracket, section};
use crate::fuzz::draft::{Expr, Initial, Procedure, Record, Statement};

impl Writer {
    /// Critical sections of two threads under a lock that the program wrote itself; at times a thread does not respect
    /// it.
    pub(super) fn own_locks(&mut self) {
        let lock = self.own_lock();
        let (one, other) = self.two_threads();
        for thread in [one, other] {
            let change = self.change(thread);
            let body = if self.random.chance(30) { vec![change, self.change(thread)] } else { vec![change] };
            self.add(thread, vec![lock.around(body)]);
        }
        let flag = lock.flag.clone();
        let disrespect = match self.random.below(10) {
            0 => vec![self.local_of(one).assign(flag)],
            1 => vec![flag.assign(Expr::Number(0))],
            2 => vec![Statement::Expr(lock.give)],
            3 => vec![Statement::Expr(lock.take)],
            4 => vec![section(vec![flag.clone().assign(Expr::Number(1)), flag.assign(Expr::Number(0))])],
            _ => Vec::new(),
        };
        self.add(one, disrespect);
    }

    /// All accesses of careful programs are made under one such lock.
    pub(super) fn own_guard(&mut self) -> OwnLock {
        if let Care::OwnLock(Some(lock)) = &self.care {
            return (**lock).clone();
        }
        let lock = self.own_lock();
        self.care = Care::OwnLock(Some(Box::new(lock.clone())));
        lock
    }

    fn own_lock(&mut self) -> OwnLock {
        let initial = self.random.chance(20).then_some(Initial::Value(Expr::Number(0)));
        let flag = self.global("int", "flag", "", initial);
        let is_free = flag.clone().binary("==", Expr::Number(0));
        let (set, reset) = (flag.clone().assign(Expr::Number(1)), flag.clone().assign(Expr::Number(0)));
        let assume = |condition: Expr| Statement::call("__VERIFIER_assume", vec![condition]);
        if self.random.chance(20) {
            let operands = vec![flag.clone().address(), Expr::Number(0), Expr::Number(1)];
            let swapped = Expr::call("__sync_bool_compare_and_swap", operands);
            let take = vec![Statement::While(swapped.binary("==", Expr::Number(0)), Vec::new())];
            let give = match self.random.below(3) {
                0 => reset,
                1 => Statement::call("__sync_lock_release", vec![flag.clone().address()]),
                _ => section(vec![reset]),
            };
            let (take, give) = (self.written("take", take), self.written("give", vec![give]));
            return OwnLock { flag, take, give };
        }
        let is_taken = flag.clone().binary("==", Expr::Number(1));
        let take = match self.random.below(8) {
            0 => vec![assume(Expr::Prefix("!", Box::new(flag.clone()))), set],
            1 => vec![set, assume(is_free)],
            2 => vec![Statement::If(is_free, vec![set], Vec::new())],
            _ => vec![assume(is_free), set],
        };
        let give = match self.random.below(4) {
            0 => vec![assume(is_taken), reset],
            1 => vec![assume(flag.clone()), reset],
            _ => vec![reset],
        };
        let (take, give) = if self.random.chance(70) {
            (self.written("__VERIFIER_atomic_take", take), self.written("__VERIFIER_atomic_give", give))
        } else {
            (self.written("take", vec![section(take)]), self.written("give", vec![section(give)]))
        };
        OwnLock { flag, take, give }
    }

    /// A function without parameters; a call of it.
    fn written(&mut self, stem: &str, body: Vec<Statement>) -> Expr {
        let name = self.fresh(stem);
        let head = format!("void {name}(void)");
        self.draft.procedures.push(Procedure { head, name: name.clone(), body });
        Expr::call(&name, Vec::new())
    }

    /// Critical sections of two threads under mutexes that lie in an array or a structure, or behind a pointer.
    pub(super) fn lock_places(&mut self) {
        let initializer = "PTHREAD_MUTEX_INITIALIZER";
        let (one, other) = self.two_threads();
        match self.random.below(3) {
            0 => {
                let both = Initial::Text(format!("{{ {initializer}, {initializer} }}"));
                let mutexes = self.global("pthread_mutex_t", "row", "[2]", Some(both));
                let guarded = self.global("int", "cell", "[2]", None);
                for thread in [one, other] {
                    let index = match self.random.below(3) {
                        0 => self.local_of(thread).binary("&", Expr::Number(1)),
                        _ => Expr::Number(self.random.between(0, 1)),
                    };
                    let cell = if self.random.chance(80) { index.clone() } else { Expr::Number(0) };
                    let body = vec![Statement::Expr(Expr::Postfix(Box::new(guarded.clone().index(cell)), "++"))];
                    self.add_locked(thread, &mutexes.clone().index(index), body);
                }
            }
            1 => {
                let name = self.fresh("box");
                let fields = vec!["pthread_mutex_t lock".to_owned(), "int value".to_owned()];
                self.draft.records.push(Record { name: format!("struct {name}"), fields });
                let initial = Initial::Text(format!("{{ {initializer}, 0 }}"));
                let object = self.global(&format!("struct {name}"), "b", "", Some(initial));
                for thread in [one, other] {
                    let value = self.private(thread);
                    let body = vec![object.clone().field("value").assign(value)];
                    self.add_locked(thread, &object.clone().field("lock"), body);
                }
            }
            _ => {
                let target = self.mutex();
                let pointer = self.global("pthread_mutex_t *", "way", "", Some(Initial::Value(target.address())));
                for thread in [one, other] {
                    let change = self.change(thread);
                    self.add_locked(thread, &pointer.clone().target(), vec![change]);
                }
                if self.random.chance(25) {
                    let second = self.guard_mutex();
                    let moved = self.careful(vec![pointer.assign(second.address())]);
                    self.add(one, moved);
                }
            }
        }
    }

    fn add_locked(&mut self, thread: usize, mutex: &Expr, body: Vec<Statement>) {
        let body = if self.random.chance(self.slips) {
            body
        } else {
            vec![bracket("pthread_mutex_lock", "pthread_mutex_unlock", mutex, body)]
        };
        self.add(thread, body);
    }
}

/// A lock that the program wrote itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OwnLock {
    /// What is set while a thread has it.
    flag: Expr,
    /// The call that takes it.
    take: Expr,
    /// The call that gives it back.
    give: Expr,
}

impl OwnLock {
    /// A critical section.
    pub(super) fn around(&self, body: Vec<Statement>) -> Statement {
        Statement::Bracket { open: self.take.clone(), body, close: self.give.clone() }
    }
}
