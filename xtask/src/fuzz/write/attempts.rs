//! Motifs about attempts: loops that try to get something until they have it, and do something on the side; and loops
//! that release a lock for a moment, so that another thread can have it.
//!
//! Engines treat an iteration that leaves everything as it was as one that only waits. Whether an iteration does
//! depends on what is done on the side, where the result is kept, and when other threads can observe it. Whatever is
//! counted is bounded, so that the reference interpreter visits all states.

use super::{Writer, bracket, section};
use crate::fuzz::draft::{Declaration, Expr, Initial, Statement};

/// The greatest value of a count.
const MOST: i64 = 3;

/// What a thread tries to get, and the variables that it uses for that.
struct Attempt {
    /// The flag that is set while a thread has it.
    flag: Expr,
    /// Whether the last attempt succeeded.
    is_mine: Expr,
    /// Whether there was an attempt before.
    again: Expr,
    /// The variable in which attempts are counted.
    count: Expr,
    /// A pointer that all threads can read.
    shown: Option<Expr>,
}

impl Writer {
    /// Two threads that try until they succeed; or one that lets the other go on again and again.
    pub(super) fn attempts(&mut self) {
        if self.random.chance(30) {
            return self.let_go();
        }
        let (one, other) = self.two_threads();
        let flag = self.global("int", "busy", "", None);
        let shown = self.random.chance(50).then(|| self.global("int *", "shown", "", None));
        for thread in [one, other] {
            let statements = self.attempts_of(thread, flag.clone(), shown.clone());
            self.add(thread, statements);
        }
        if let Some(shown) = shown.filter(|_| self.random.chance(30)) {
            let look = self.local_of(other).assign(shown.clone().target());
            self.add(other, vec![Statement::If(shown, vec![look], Vec::new())]);
        }
    }

    /// A thread has a lock, and lets it go for a moment until another one, which needs it, has come far enough.
    fn let_go(&mut self) {
        let (one, other) = self.two_threads();
        let mutex = self.mutex();
        let turn = self.global("int", "turn", "", None);
        let (seen, count) = (self.counter(one, "int", "seen", 0), self.counted(one));
        let far = self.random.between(1, MOST);
        let call = |name: &str| Statement::call(name, vec![mutex.clone().address()]);
        let one_more = Statement::Expr(Expr::Postfix(Box::new(count.clone()), "++"));
        let one_more = Statement::If(count.clone().binary("<", Expr::Number(MOST)), vec![one_more], Vec::new());
        let is_new = turn.clone().binary("!=", seen.clone());
        let looks = match self.random.below(3) {
            0 => vec![one_more],
            1 => vec![Statement::If(is_new, vec![one_more, seen.assign(turn.clone())], Vec::new())],
            _ => vec![seen.assign(turn.clone())],
        };
        let lets_go = vec![call("pthread_mutex_unlock"), call("pthread_mutex_lock")];
        let body = if self.random.chance(50) { [looks, lets_go].concat() } else { [lets_go, looks].concat() };
        let until = if self.random.chance(20) { far + 1 } else { far };
        let waits = vec![Statement::While(turn.clone().binary("<", Expr::Number(until)), body)];
        self.add(one, vec![bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, waits)]);
        if self.random.chance(70) {
            let relation = self.random.pick(&["!=", "<=", "<"]);
            let holds = count.binary(relation, Expr::Number(self.random.between(0, MOST)));
            self.add(one, vec![Statement::call("assert", vec![holds])]);
        }
        for _ in 0..far {
            let step = vec![Statement::Expr(Expr::Postfix(Box::new(turn.clone()), "++"))];
            self.add(other, vec![bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, step)]);
        }
    }

    fn attempts_of(&mut self, thread: usize, flag: Expr, shown: Option<Expr>) -> Vec<Statement> {
        let is_mine = self.counter(thread, "int", "mine", 0);
        let again = self.counter(thread, "int", "again", 0);
        let count = self.counted(thread);
        let attempt = Attempt { flag, is_mine, again, count, shown };
        let (tries, gives) = self.way_to_try(thread, &attempt);
        let before = self.sides(thread, &attempt);
        let after = self.sides(thread, &attempt);
        let body = [before, tries, after].concat();
        let mut statements = vec![Statement::While(attempt.is_mine.clone().binary("==", Expr::Number(0)), body)];
        if self.random.chance(60) {
            let relation = self.random.pick(&["!=", "<=", "=="]);
            let holds = attempt.count.binary(relation, Expr::Number(self.random.between(0, MOST)));
            statements.push(Statement::call("assert", vec![holds]));
        }
        if self.random.chance(30) {
            statements.push(self.change(thread));
        }
        if let Some(shown) = attempt.shown.filter(|_| self.random.chance(60)) {
            statements.push(shown.assign(Expr::Number(0)));
        }
        if self.random.chance(85) {
            statements.push(gives);
        }
        statements
    }

    /// A place to count in, which holds 0: a local, memory of the thread's own, or shared memory.
    fn counted(&mut self, thread: usize) -> Expr {
        match self.random.below(5) {
            0 => self.global("int", "count", "", None),
            1 => {
                let name = self.fresh("counts");
                self.threads[thread].start.push(Statement::Declare(Declaration {
                    prefix: "int".to_owned(),
                    name: name.clone(),
                    suffix: "[2]".to_owned(),
                    initial: Some(Initial::Text("{ 0, 0 }".to_owned())),
                }));
                Expr::Name(name).index(self.local_of(thread).binary("&", Expr::Number(1)))
            }
            2 => {
                let name = self.fresh("own");
                let allocated = Expr::call("calloc", vec![Expr::Number(1), Expr::Number(4)]);
                self.threads[thread].start.push(super::local("int *", &name, allocated));
                Expr::Name(name).target()
            }
            _ => self.counter(thread, "int", "count", 0),
        }
    }

    /// Statements that say in `is_mine` whether they succeeded, and one that gives back what they took.
    fn way_to_try(&mut self, thread: usize, attempt: &Attempt) -> (Vec<Statement>, Statement) {
        let (flag, is_mine) = (&attempt.flag, &attempt.is_mine);
        let object = flag.clone().address();
        let release = Statement::call("__sync_lock_release", vec![object.clone()]);
        let swap = |name: &str| Expr::call(name, vec![object.clone(), Expr::Number(0), Expr::Number(1)]);
        match self.random.below(7) {
            0 => (vec![is_mine.clone().assign(swap("__sync_bool_compare_and_swap"))], release),
            1 => {
                let found = swap("__sync_val_compare_and_swap");
                (vec![is_mine.clone().assign(found.binary("==", Expr::Number(0)))], release)
            }
            2 => {
                let found = Expr::call("__sync_lock_test_and_set", vec![object.clone(), Expr::Number(1)]);
                (vec![is_mine.clone().assign(found.binary("==", Expr::Number(0)))], release)
            }
            3 => {
                let mutex = self.mutex();
                let code = Expr::call("pthread_mutex_trylock", vec![mutex.clone().address()]);
                let unlock = Statement::call("pthread_mutex_unlock", vec![mutex.address()]);
                (vec![is_mine.clone().assign(code.binary("==", Expr::Number(0)))], unlock)
            }
            4 => {
                let expected = self.counter(thread, "int", "free", 0);
                let arguments = [object.clone(), expected.clone().address(), Expr::Number(1)];
                let orders = [Expr::Number(0), Expr::Number(5), Expr::Number(5)];
                let swapped = Expr::call("__atomic_compare_exchange_n", [arguments, orders].concat());
                let swapped = is_mine.clone().assign(swapped);
                let fresh = expected.assign(Expr::Number(0));
                (if self.random.chance(70) { vec![fresh, swapped] } else { vec![swapped, fresh] }, release)
            }
            5 => {
                let taken = vec![flag.clone().assign(Expr::Number(1)), is_mine.clone().assign(Expr::Number(1))];
                let is_free = flag.clone().binary("==", Expr::Number(0));
                let reset = section(vec![flag.clone().assign(Expr::Number(0))]);
                (vec![section(vec![Statement::If(is_free, taken, Vec::new())])], reset)
            }
            _ => {
                let found = Expr::call("__sync_fetch_and_add", vec![object.clone(), Expr::Number(1)]);
                let back = Statement::call("__sync_fetch_and_sub", vec![object, Expr::Number(1)]);
                let failed = is_mine.clone().binary("==", Expr::Number(0));
                let found = is_mine.clone().assign(found.binary("==", Expr::Number(0)));
                (vec![found, Statement::If(failed, vec![back.clone()], Vec::new())], back)
            }
        }
    }

    /// Nothing, or something that an attempt does besides.
    fn sides(&mut self, thread: usize, attempt: &Attempt) -> Vec<Statement> {
        let mut sides = Vec::new();
        for _ in 0..self.random.below(3) {
            let side = self.side(thread, attempt);
            sides.extend(side);
        }
        sides
    }

    fn side(&mut self, thread: usize, attempt: &Attempt) -> Option<Statement> {
        let count = &attempt.count;
        let one_more = Statement::Expr(Expr::Postfix(Box::new(count.clone()), "++"));
        let side = match self.random.below(8) {
            0 | 1 => Statement::If(count.clone().binary("<", Expr::Number(MOST)), vec![one_more], Vec::new()),
            2 | 3 => attempt.again.clone().assign(Expr::Number(1)),
            4 => count.clone().assign(Expr::Number(1).binary("-", count.clone())),
            5 => count.clone().assign(Expr::Number(self.random.between(0, 1))),
            6 => return Some(Statement::If(attempt.is_mine.clone(), vec![self.change(thread)], Vec::new())),
            _ => {
                let shown = attempt.shown.clone()?;
                let to = if self.random.chance(85) { count.clone().address() } else { Expr::Number(0) };
                shown.assign(to)
            }
        };
        let failed = || attempt.is_mine.clone().binary("==", Expr::Number(0));
        Some(match self.random.below(5) {
            0 => Statement::If(attempt.is_mine.clone(), vec![side], Vec::new()),
            1 => Statement::If(failed(), vec![side], Vec::new()),
            2 => Statement::If(attempt.again.clone().binary("&&", attempt.is_mine.clone()), vec![side], Vec::new()),
            _ => side,
        })
    }
}
