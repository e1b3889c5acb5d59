//! Motifs about mutexes: critical sections, nested ones, locks that are tried.

use super::{Writer, bracket};
use crate::fuzz::draft::{Expr, Statement};

impl Writer {
    /// Critical sections of one or two threads.
    pub(super) fn mutexes(&mut self) {
        let mutex = self.mutex();
        let lock = |body| bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, body);
        let (one, other) = self.two_threads();
        match self.random.below(4) {
            0 => {
                for thread in [one, other] {
                    let change = self.change(thread);
                    self.add(thread, vec![lock(vec![change])]);
                }
            }
            1 => {
                // One section inside the other, in the order of this program or against it.
                let second = self.guard_mutex();
                let inner = |body| bracket("pthread_mutex_lock", "pthread_mutex_unlock", &second, body);
                for thread in [one, other] {
                    let change = self.change(thread);
                    let nested = if self.random.chance(60) {
                        lock(vec![inner(vec![change])])
                    } else {
                        inner(vec![lock(vec![change])])
                    };
                    self.add(thread, vec![nested]);
                }
            }
            2 => {
                let change = self.change(one);
                self.add(one, vec![lock(vec![change])]);
                let change = self.change(other);
                let attempt = self.attempt(&mutex, change);
                self.add(other, vec![attempt]);
            }
            _ => {
                let change = self.change(one);
                let attempt = self.attempt(&mutex, change);
                self.add(one, vec![attempt]);
            }
        }
    }

    /// `if (trylock == 0) { ...; unlock }`, or what is easily made of it.
    fn attempt(&mut self, mutex: &Expr, change: Statement) -> Statement {
        let attempted = Expr::call("pthread_mutex_trylock", vec![mutex.clone().address()]);
        let unlock = Statement::call("pthread_mutex_unlock", vec![mutex.clone().address()]);
        match self.random.below(4) {
            0 => {
                let busy = Expr::name("EBUSY");
                Statement::If(attempted.binary("!=", busy), vec![change, unlock], Vec::new())
            }
            1 => Statement::If(attempted, vec![change], vec![unlock]),
            _ => Statement::If(attempted.binary("==", Expr::Number(0)), vec![change, unlock], Vec::new()),
        }
    }
}
