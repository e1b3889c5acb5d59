//! Motifs about which threads create and join which, and which locks are held meanwhile: children and grandchildren
//! that need the lock of the thread that waits for them, destructors and cleanup handlers that need it, threads that
//! join each other.
//!
//! In a formula of all executions, a join orders the end of a thread before what follows. If that end needs a lock that is held across
//! the join, no order of all events exists; the executions in which a thread stays blocked remain, and the formula must have them.

use super::Writer;
use super::waits::{Lock, created, joined};
use crate::fuzz::draft::{Expr, Initial, Procedure, Statement};

impl Writer {
    /// A tree of threads below one of the program, with locks held.
    pub(super) fn topologies(&mut self) {
        let first = self.any_lock();
        let second = if self.random.chance(35) { self.any_lock() } else { first.clone() };
        let locks = [first, second];
        let (thread, other) = self.two_threads();
        let flag = self.flag();
        let depth = self.random.pick(&[0, 0, 1]);
        let statements = self.parent(depth, &locks, &flag);
        self.add(thread, statements);
        if self.random.chance(35) {
            let reads = self.random.chance(30);
            let change = self.change(other);
            self.add(other, vec![locks[1].take(reads), change, locks[1].release()]);
        }
        if self.random.chance(60) {
            let observed = self.observation(other, &[flag]);
            self.add(other, observed);
        }
    }

    /// Two threads that create one another's children and join them, or join each other.
    fn parent(&mut self, depth: usize, locks: &[Lock; 2], flag: &Expr) -> Vec<Statement> {
        let id = self.thread_id();
        let child = self.child(depth, locks, flag, &id);
        let lock = self.random.pick(locks);
        let reads = self.random.chance(25);
        let (take, release) = (lock.take(reads), lock.release());
        let create = created(&id, &child);
        let waits = self.way_to_wait(&id);
        let mut before = vec![flag.clone().assign(Expr::Number(1))];
        if self.random.chance(40) {
            before.insert(0, self.step());
        }
        let after = vec![flag.clone().assign(Expr::Number(2))];
        let parts: Vec<Vec<Statement>> = match self.random.below(8) {
            0..=2 => vec![vec![take, create], before, waits, vec![release], after],
            3 | 4 => vec![vec![create, take], before, waits, after, vec![release]],
            5 => vec![vec![take, create, release], before, waits, after],
            6 => vec![vec![create], before, waits, after],
            _ => vec![vec![take, create], before, waits, after],
        };
        parts.concat()
    }

    fn way_to_wait(&mut self, id: &Expr) -> Vec<Statement> {
        let cancel = Statement::call("pthread_cancel", vec![id.clone()]);
        match self.random.below(12) {
            0 => {
                let tried = Expr::call("pthread_tryjoin_np", vec![id.clone(), Expr::Number(0)]);
                vec![Statement::While(tried, Vec::new())]
            }
            1 | 2 => vec![cancel, joined(id)],
            3 => vec![Statement::call("pthread_detach", vec![id.clone()])],
            4 => Vec::new(),
            _ => vec![joined(id)],
        }
    }

    /// The function of a child: it needs a lock, in its text, in a handler, or in a destructor.
    fn child(&mut self, depth: usize, locks: &[Lock; 2], flag: &Expr, id: &Expr) -> Expr {
        let lock = self.random.pick(locks);
        let reads = self.random.chance(25);
        let step = self.step();
        let needs = vec![lock.take(reads), step, lock.release()];
        let mut body = match self.random.below(8) {
            0 => {
                let key = self.global("pthread_key_t", "kt", "", None);
                let destructor = self.handler("leaves", needs);
                let arguments = vec![key.clone().address(), destructor];
                self.threads[0].start.push(Statement::call("pthread_key_create", arguments));
                vec![Statement::call("pthread_setspecific", vec![key, flag.clone().address()])]
            }
            1 => {
                let handler = self.handler("cleans", needs);
                let inner = vec![Statement::call("pthread_testcancel", Vec::new()), self.step()];
                let open = Expr::call("pthread_cleanup_push", vec![handler, Expr::Number(0)]);
                let executes = Expr::Number(i64::from(self.random.chance(50)));
                vec![Statement::Pair { open, body: inner, close: Expr::call("pthread_cleanup_pop", vec![executes]) }]
            }
            2 => {
                // The child waits until it is cancelled, or for ever.
                let semaphore = self.global("sem_t", "sc", "", None);
                let arguments = vec![semaphore.clone().address(), Expr::Number(0), Expr::Number(0)];
                self.threads[0].start.push(Statement::call("sem_init", arguments));
                let waits = Statement::call("sem_wait", vec![semaphore.address()]);
                if self.random.chance(50) { [needs, vec![waits]].concat() } else { [vec![waits], needs].concat() }
            }
            3 => {
                let text = Some(Initial::Text("PTHREAD_ONCE_INIT".to_owned()));
                let control = self.global("pthread_once_t", "ot", "", text);
                let name = self.fresh("once");
                let head = format!("void {name}(void)");
                self.draft.procedures.push(Procedure { head, name: name.clone(), body: needs });
                vec![Statement::call("pthread_once", vec![control.address(), Expr::Name(name)])]
            }
            4 => vec![self.step()],
            _ => needs,
        };
        if depth > 0 {
            let grandchild = self.parent(depth - 1, locks, flag);
            body = if self.random.chance(50) { [body, grandchild].concat() } else { [grandchild, body].concat() };
        }
        if self.random.chance(5) {
            // Joins itself, or what its parent joins.
            body.push(joined(id));
        }
        self.routine("child", body)
    }

    /// A function with a parameter that the library calls.
    fn handler(&mut self, stem: &str, body: Vec<Statement>) -> Expr {
        let name = self.fresh(stem);
        let head = format!("void {name}(void *unused)");
        self.draft.procedures.push(Procedure { head, name: name.clone(), body });
        Expr::Name(name)
    }
}
