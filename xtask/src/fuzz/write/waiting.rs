//! Motifs about waiting: condition variables, waited for in a loop, in an `if` or blindly; signals with and without the
//! lock, before or after the change.

use super::{Writer, bracket};
use crate::fuzz::draft::{Expr, Initial, Statement};

impl Writer {
    /// One thread waits for what another one does.
    pub(super) fn conditions(&mut self) {
        let mutex = self.mutex();
        let initial = Some(Initial::Text("PTHREAD_COND_INITIALIZER".to_owned()));
        let condition = self.global("pthread_cond_t", "c", "", initial);
        let flag = self.global("int", "ready", "", None);
        let (waiter, signaller) = self.two_threads();
        let lock = |body| bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, body);
        let arguments = vec![condition.clone().address(), mutex.clone().address()];
        let wait = Statement::call("pthread_cond_wait", arguments);
        let is_unset = flag.clone().binary("==", Expr::Number(0));
        let waiting = match self.random.below(5) {
            0 => Statement::If(is_unset, vec![wait], Vec::new()),
            1 => wait,
            _ => Statement::While(is_unset, vec![wait]),
        };
        let mut body = vec![waiting];
        if self.random.chance(30) {
            let change = self.change(waiter);
            body.push(change);
        }
        if self.random.chance(30) {
            body.push(Statement::call("assert", vec![flag.clone().binary("==", Expr::Number(1))]));
        }
        self.add(waiter, vec![lock(body)]);
        let name = self.random.pick(&["pthread_cond_signal", "pthread_cond_signal", "pthread_cond_broadcast"]);
        let signal = Statement::call(name, vec![condition.address()]);
        let set = flag.assign(Expr::Number(1));
        let signalling = match self.random.below(6) {
            0 => vec![set, signal],
            1 => vec![lock(vec![set])],
            2 => vec![signal, lock(vec![set])],
            3 => vec![lock(vec![set]), signal],
            _ => vec![lock(vec![set, signal])],
        };
        self.add(signaller, signalling);
    }
}
