//! Motifs about states in which a thread is blocked and another one observes it: writes before and after a wait, with
//! and without an atomic section around them; and threads that are stuck for ever while other threads run on, or while
//! the process ends.

use super::waits::{Wait, created, joined};
use super::{Writer, section};
use crate::fuzz::draft::{Expr, Statement};

impl Writer {
    /// A thread that waits between two writes, and one that observes them.
    pub(super) fn blocked(&mut self) {
        let (one, other) = self.two_threads();
        let wait = self.any_wait();
        let flag = self.flag();
        let waits = self.marked(&wait, &flag, 0);
        self.add(one, waits);
        if self.random.chance(45) {
            // Each waits for what the other one has.
            let second = self.any_wait();
            let mark = self.flag();
            let [before, behind] = [self.marked(&second, &mark, 0), wait.grants.clone()];
            self.add(other, [wait.hinders.clone(), before, behind].concat());
            self.threads[one].motifs.splice(0..0, second.hinders);
            if self.random.chance(80) {
                self.add(one, second.grants);
            }
            let observer = self.thread();
            let observed = self.observation(observer, &[flag, mark]);
            self.add(observer, observed);
            return;
        }
        let observed = self.observation(other, &[flag]);
        let grants = if self.random.chance(85) { wait.grants } else { Vec::new() };
        let parts = match self.random.below(4) {
            0 => [observed, wait.hinders, grants],
            1 => [wait.hinders, grants, observed],
            _ => [wait.hinders, observed, grants],
        };
        self.add(other, parts.concat());
    }

    /// Sections that wait, and threads that see them half done.
    pub(super) fn waiting_sections(&mut self) {
        let (one, other) = self.two_threads();
        let wait = self.any_wait();
        let flag = self.flag();
        let waits = self.marked(&wait, &flag, 90);
        self.add(one, waits);
        let observed = self.observation(other, &[flag]);
        let observed = if self.random.chance(25) { vec![section(observed)] } else { observed };
        let grants = if self.random.chance(90) { wait.grants } else { Vec::new() };
        let parts = match self.random.below(6) {
            0 => [observed, wait.hinders, grants],
            1 => [wait.hinders, grants, observed],
            _ => [wait.hinders, observed, grants],
        };
        let parts = parts.concat();
        let parts = if self.random.chance(25) { vec![section(parts)] } else { parts };
        self.add(other, parts);
        if self.random.chance(30) {
            let thread = self.thread();
            let changes = vec![self.change(thread), self.change(thread)];
            self.add(thread, vec![section(changes)]);
        }
    }

    /// Threads that are stuck beside one that runs on for ever, or in a process that ends.
    pub(super) fn standstill(&mut self) {
        let wait = self.any_wait();
        let (one, other) = self.two_threads();
        let flag = self.flag();
        let waits = self.marked(&wait, &flag, 10);
        self.add(one, waits);
        let grants = if self.random.chance(60) { wait.grants } else { Vec::new() };
        let given = [wait.hinders, grants].concat();
        let given = if self.random.chance(30) {
            let condition = self.condition(other);
            vec![Statement::If(condition, given, Vec::new())]
        } else {
            given
        };
        self.add(other, given);
        let stop = self.global("_Atomic int", "stop", "", None);
        let idles = match self.random.below(5) {
            0 => Statement::While(Expr::Number(1), Vec::new()),
            1 => {
                let turned = Expr::Prefix("!", Box::new(stop.clone()));
                Statement::While(Expr::Number(1), vec![stop.clone().assign(turned)])
            }
            2 => Statement::While(flag.binary("!=", Expr::Number(2)), Vec::new()),
            3 => {
                let lock = self.any_lock();
                let step = self.step();
                Statement::While(
                    Expr::Prefix("!", Box::new(stop.clone())),
                    vec![lock.take(false), step, lock.release()],
                )
            }
            _ => Statement::While(Expr::Prefix("!", Box::new(stop.clone())), Vec::new()),
        };
        let stops = self.random.chance(40).then(|| stop.assign(Expr::Number(1)));
        match self.random.below(4) {
            0 => {
                // A thread of its own, which may be joined.
                let idler = self.routine("idler", vec![idles]);
                let id = self.thread_id();
                let mut statements = vec![created(&id, &idler)];
                if self.random.chance(40) {
                    statements.push(joined(&id));
                }
                let at = self.random.below(self.threads[0].motifs.len() + 1);
                self.threads[0].motifs.splice(at..at, statements);
            }
            1 => self.add(other, vec![idles]),
            2 => self.threads[0].end.push(idles),
            _ => self.threads[0].end.insert(0, idles),
        }
        if let Some(stops) = stops {
            let thread = self.thread();
            self.add(thread, vec![stops]);
        }
        match self.random.below(6) {
            0 => self.threads[0].end.push(Statement::call("pthread_exit", vec![Expr::Number(0)])),
            1 => {
                let thread = self.thread();
                self.add(thread, vec![Statement::call("exit", vec![Expr::Number(0)])]);
            }
            _ => {}
        }
    }

    /// Writes of a flag around a wait; in so many of a hundred cases in an atomic section.
    fn marked(&mut self, wait: &Wait, flag: &Expr, sections: usize) -> Vec<Statement> {
        let mut before = vec![flag.clone().assign(Expr::Number(1))];
        if self.random.chance(25) {
            before.push(self.step());
        }
        let after = flag.clone().assign(Expr::Number(2));
        let inner = [before, wait.wait.clone(), vec![after]].concat();
        let parts = if self.random.chance(70) {
            [inner, wait.after.clone()].concat()
        } else {
            // The section may end with what it has taken.
            let sectioned = if self.random.chance(sections) { vec![section(inner)] } else { inner };
            return [sectioned, wait.after.clone()].concat();
        };
        if self.random.chance(sections) { vec![section(parts)] } else { parts }
    }
}
