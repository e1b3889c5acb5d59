//! Motifs about termination: threads that wait busily, change what another one's loop reads, or run in a cycle.
//!
//! All values stay few, so that the reference interpreter visits all states. These motifs are not used in programs
//! about other properties, since that would change the programs that existing seeds make.

use super::{Writer, bracket, section};
use crate::fuzz::draft::{Expr, Initial, Statement};

impl Writer {
    /// A loop that may not end, mostly by what another thread does or fails to do.
    pub(super) fn spins(&mut self) {
        let (one, other) = match self.threads.len() {
            1 => (0, 0),
            _ => self.two_threads(),
        };
        let ty = self.random.pick(&["int", "unsigned char", "_Bool", "_Atomic int"]);
        let initial = Some(Initial::Value(Expr::Number(self.random.between(0, 2))));
        let shared = self.global(ty, "s", "", initial);
        let value = Expr::Number(self.random.between(0, 2));
        let (mine, theirs) = match self.random.below(7) {
            0 => {
                // Waits for a value.
                let set = shared.clone().assign(Expr::Number(self.random.between(0, 2)));
                (vec![self.wait_while(shared.binary("!=", value))], vec![set])
            }
            1 => {
                // Looks at it in a section.
                let (go, mutex) = (self.counter(one, "int", "g", 1), self.mutex());
                let look = go.clone().assign(shared.clone().binary("!=", value));
                let body = match self.random.chance(70) {
                    true => bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, vec![look]),
                    false => section(vec![look]),
                };
                let set = shared.assign(Expr::Number(self.random.between(0, 2)));
                let set = match self.random.chance(60) {
                    true => bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, vec![set]),
                    false => set,
                };
                (vec![Statement::While(go, vec![body])], vec![set])
            }
            2 => {
                // Counts what the other one counts, too.
                let operator = self.random.pick(&[">", "!=", "<"]);
                let step = self.random.pick(&["-=", "-=", "+="]);
                let body = vec![Statement::Expr(shared.clone().binary(step, Expr::Number(1)))];
                let bound = shared.clone().binary(operator, value);
                let change = match self.random.chance(50) {
                    true => shared.assign(Expr::Number(self.random.between(0, 2))),
                    false => Statement::Expr(Expr::Postfix(Box::new(shared), "++")),
                };
                // The values of a small type repeat soon.
                let local = self.counter(one, "unsigned char", "n", 0);
                let guard = local.clone().binary("<", Expr::Number(3)).binary("&&", bound);
                let mut body = body;
                if self.random.chance(70) {
                    body.push(Statement::Expr(Expr::Postfix(Box::new(local), "++")));
                }
                (vec![Statement::While(guard, body)], vec![change])
            }
            3 => {
                // Runs through a cycle of values in steps, and may miss the value that it looks for.
                let (modulus, step) = (self.random.between(2, 6), self.random.between(1, 3));
                let next = shared.clone().binary("+", Expr::Number(step)).binary("%", Expr::Number(modulus));
                let looks_for = Expr::Number(self.random.between(0, modulus));
                let body = vec![shared.clone().assign(next)];
                let change = shared.clone().assign(Expr::Number(self.random.between(0, modulus)));
                (vec![Statement::While(shared.binary("!=", looks_for), body)], vec![change])
            }
            4 => {
                // Up and down.
                let up = Statement::Expr(Expr::Postfix(Box::new(shared.clone()), "++"));
                let down = Statement::Expr(Expr::Postfix(Box::new(shared.clone()), "--"));
                let middle = shared.clone().binary("<", Expr::Number(self.random.between(0, 2)));
                let turn = Statement::If(middle, vec![up], vec![down]);
                let ends = shared.clone().binary("!=", Expr::Number(self.random.between(0, 3)));
                (vec![Statement::While(ends, vec![turn])], vec![shared.assign(value)])
            }
            5 => {
                // In turn.
                let (mine, theirs) = (Expr::Number(self.random.between(0, 1)), Expr::Number(self.random.between(0, 1)));
                let wait = self.wait_while(shared.clone().binary("!=", mine.clone()));
                let other_wait = self.wait_while(shared.clone().binary("!=", theirs.clone()));
                (vec![wait, shared.clone().assign(theirs)], vec![other_wait, shared.assign(mine)])
            }
            _ => {
                // A counter of its own that wraps around and may step over its end.
                let start = self.random.between(0, 5);
                let local = self.counter(one, "unsigned char", "n", start);
                let (step, end) = (self.random.pick(&[1, 2, 3, 64, 128]), self.random.pick(&[0, 1, 7, 10, 255]));
                let operator = self.random.pick(&["!=", "<", "!=", "<="]);
                let body = vec![Statement::Expr(local.clone().binary("+=", Expr::Number(step)))];
                (vec![Statement::While(local.binary(operator, Expr::Number(end)), body)], vec![shared.assign(value)])
            }
        };
        self.add(one, mine);
        if self.random.chance(75) {
            let theirs = if self.random.chance(30) { self.careful(theirs) } else { theirs };
            self.add(other, theirs);
        }
    }

    /// Busy waiting, sometimes with other statements in the loop.
    fn wait_while(&mut self, condition: Expr) -> Statement {
        let body = match self.random.chance(25) {
            true => {
                let on_the_way = self.global("int", "w", "", None);
                vec![on_the_way.assign(Expr::Number(self.random.between(0, 1)))]
            }
            false => Vec::new(),
        };
        Statement::While(condition, body)
    }
}
