//! Motifs about what else threads wait for: read-write locks, spin locks, mutexes of all kinds, barriers, semaphores, and
//! all of it with a deadline.

use super::{Writer, bracket};
use crate::fuzz::draft::{Expr, Initial, Statement};

impl Writer {
    /// A local that something is written to, with a value.
    fn result(&mut self, thread: usize, call: Expr) -> Statement {
        self.local_of(thread).assign(call)
    }

    /// Readers and writers.
    pub(super) fn read_write_locks(&mut self) {
        let initial = Some(Initial::Text("PTHREAD_RWLOCK_INITIALIZER".to_owned()));
        let lock = self.global("pthread_rwlock_t", "rw", "", initial);
        let (one, other) = self.two_threads();
        for (thread, name) in [(one, self.random.pick(&["rd", "wr"])), (other, self.random.pick(&["rd", "wr", "wr"]))] {
            let variable = self.variable();
            let access = if name == "rd" { self.local_of(thread).assign(variable) } else { self.change(thread) };
            let call = |name: &str| Expr::call(&format!("pthread_rwlock_{name}"), vec![lock.clone().address()]);
            let statement = match self.random.below(6) {
                0 => {
                    let attempt = call(&format!("try{name}lock")).binary("==", Expr::Number(0));
                    Statement::If(attempt, vec![access, Statement::Expr(call("unlock"))], Vec::new())
                }
                1 => {
                    // Several read locks, or a writer that waits for itself.
                    let inner = Statement::Expr(call("rdlock"));
                    let body = vec![inner, access, Statement::Expr(call("unlock"))];
                    Statement::Bracket { open: call(&format!("{name}lock")), body, close: call("unlock") }
                }
                _ => {
                    Statement::Bracket { open: call(&format!("{name}lock")), body: vec![access], close: call("unlock") }
                }
            };
            self.add(thread, vec![statement]);
        }
        if self.random.chance(20) {
            let extra = Statement::call("pthread_rwlock_unlock", vec![lock.address()]);
            self.add(one, vec![extra]);
        }
    }

    /// Spin locks, which have no static initializer.
    pub(super) fn spin_locks(&mut self) {
        let lock = self.global("pthread_spinlock_t", "sp", "", None);
        if self.random.chance(90) {
            let call = Statement::call("pthread_spin_init", vec![lock.clone().address(), Expr::Number(0)]);
            self.threads[0].start.push(call);
        }
        let (one, other) = self.two_threads();
        for thread in [one, other] {
            let change = self.change(thread);
            let statement = if self.random.chance(25) {
                let attempt = Expr::call("pthread_spin_trylock", vec![lock.clone().address()]);
                let unlock = Statement::call("pthread_spin_unlock", vec![lock.clone().address()]);
                Statement::If(attempt.binary("==", Expr::Number(0)), vec![change, unlock], Vec::new())
            } else {
                bracket("pthread_spin_lock", "pthread_spin_unlock", &lock, vec![change])
            };
            self.add(thread, vec![statement]);
        }
        if self.random.chance(25) {
            self.threads[0].end.push(Statement::call("pthread_spin_destroy", vec![lock.address()]));
        }
    }

    /// Recursive and error-checking mutexes, by their initializers or by attributes.
    pub(super) fn mutex_kinds(&mut self) {
        let (initializer, kind) = self.random.pick(&[
            ("PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", "PTHREAD_MUTEX_RECURSIVE"),
            ("PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP", "PTHREAD_MUTEX_ERRORCHECK"),
            ("PTHREAD_MUTEX_INITIALIZER", "PTHREAD_MUTEX_NORMAL"),
        ]);
        let mutex = if self.random.chance(50) {
            self.global("pthread_mutex_t", "k", "", Some(Initial::Text(initializer.to_owned())))
        } else {
            let mutex = self.global("pthread_mutex_t", "k", "", None);
            let attribute = self.global("pthread_mutexattr_t", "ka", "", None);
            let address = attribute.address();
            self.threads[0].start.extend([
                Statement::call("pthread_mutexattr_init", vec![address.clone()]),
                Statement::call("pthread_mutexattr_settype", vec![address.clone(), Expr::name(kind)]),
                Statement::call("pthread_mutex_init", vec![mutex.clone().address(), address]),
            ]);
            mutex
        };
        let (one, other) = self.two_threads();
        let call = |name: &str| Expr::call(&format!("pthread_mutex_{name}"), vec![mutex.clone().address()]);
        for thread in [one, other] {
            let change = self.change(thread);
            let statements = match self.random.below(4) {
                0 => {
                    // Twice, and as often unlocked, or not.
                    let again = self.result(thread, call("lock"));
                    let mut body = vec![again, change];
                    if self.random.chance(60) {
                        body.push(Statement::Expr(call("unlock")));
                    }
                    vec![Statement::Bracket { open: call("lock"), body, close: call("unlock") }]
                }
                1 => {
                    let unlocked = self.result(thread, call("unlock"));
                    vec![Statement::Bracket { open: call("lock"), body: vec![change], close: call("unlock") }, unlocked]
                }
                2 => {
                    let attempt = call("trylock").binary("==", Expr::Number(0));
                    vec![Statement::If(attempt, vec![change, Statement::Expr(call("unlock"))], Vec::new())]
                }
                _ => vec![Statement::Bracket { open: call("lock"), body: vec![change], close: call("unlock") }],
            };
            self.add(thread, statements);
        }
    }

    /// Threads that meet, or that are too few for it.
    pub(super) fn barriers(&mut self) {
        let barrier = self.global("pthread_barrier_t", "ba", "", None);
        let count = Expr::Number(self.random.pick(&[2, 2, 2, 2, 1, 3]));
        let arguments = vec![barrier.clone().address(), Expr::Number(0), count];
        self.threads[0].start.push(Statement::call("pthread_barrier_init", arguments));
        let (one, other) = self.two_threads();
        let variable = self.variable();
        let value = self.private(one);
        let before = self.careful(vec![variable.clone().assign(value)]);
        self.add(one, before);
        for thread in [one, other] {
            let wait = Expr::call("pthread_barrier_wait", vec![barrier.clone().address()]);
            let statement = match self.random.below(4) {
                0 => {
                    let serial = Expr::name("PTHREAD_BARRIER_SERIAL_THREAD");
                    let change = self.change(thread);
                    Statement::If(wait.binary("==", serial), vec![change], Vec::new())
                }
                1 => self.result(thread, wait),
                _ => Statement::Expr(wait),
            };
            self.add(thread, vec![statement]);
        }
        let behind = self.local_of(other).assign(variable);
        self.add(other, vec![behind]);
        if self.random.chance(30) {
            self.threads[0].end.push(Statement::call("pthread_barrier_destroy", vec![barrier.address()]));
        }
    }

    /// Semaphores: as locks, as signals, with too few posts.
    pub(super) fn semaphores(&mut self) {
        let semaphore = self.global("sem_t", "se", "", None);
        let count = self.random.pick(&[0, 1, 1, 2]);
        if self.random.chance(95) {
            let arguments = vec![semaphore.clone().address(), Expr::Number(0), Expr::Number(count)];
            self.threads[0].start.push(Statement::call("sem_init", arguments));
        }
        let (one, other) = self.two_threads();
        let call = |name: &str| Expr::call(&format!("sem_{name}"), vec![semaphore.clone().address()]);
        if count == 0 {
            let change = self.change(one);
            let mut statements = vec![change];
            if self.random.chance(80) {
                statements.push(Statement::Expr(call("post")));
            }
            self.add(one, statements);
            let change = self.change(other);
            self.add(other, vec![Statement::Expr(call("wait")), change]);
            return;
        }
        for thread in [one, other] {
            let change = self.change(thread);
            let statement = match self.random.below(5) {
                0 => {
                    let attempt = call("trywait").binary("==", Expr::Number(0));
                    Statement::If(attempt, vec![change, Statement::Expr(call("post"))], Vec::new())
                }
                1 => {
                    let name = self.fresh("g");
                    let declared = super::local("int", &name, Expr::Number(0));
                    let arguments = vec![semaphore.clone().address(), Expr::name(&name).address()];
                    self.threads[thread].start.push(declared);
                    self.threads[thread].locals.push(name);
                    Statement::call("sem_getvalue", arguments)
                }
                _ => Statement::Bracket { open: call("wait"), body: vec![change], close: call("post") },
            };
            self.add(thread, vec![statement]);
        }
    }

    /// Calls with a time limit, whose timeout is a choice.
    pub(super) fn timed(&mut self) {
        let deadline = self.global("struct timespec", "dl", "", None);
        let (one, other) = self.two_threads();
        let change = self.change(other);
        match self.random.below(4) {
            0 | 1 => {
                let mutex = self.mutex();
                let arguments = vec![mutex.clone().address(), deadline.address()];
                let attempt = Expr::call("pthread_mutex_timedlock", arguments);
                let unlock = Statement::call("pthread_mutex_unlock", vec![mutex.clone().address()]);
                let inner = self.change(one);
                let attempt = Statement::If(attempt.binary("==", Expr::Number(0)), vec![inner, unlock], Vec::new());
                self.add(one, vec![attempt]);
                let lock = bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, vec![change]);
                self.add(other, vec![lock]);
            }
            2 => {
                let mutex = self.mutex();
                let initial = Some(Initial::Text("PTHREAD_COND_INITIALIZER".to_owned()));
                let condition = self.global("pthread_cond_t", "tc", "", initial);
                let arguments = vec![condition.clone().address(), mutex.clone().address(), deadline.address()];
                let wait = self.result(one, Expr::call("pthread_cond_timedwait", arguments));
                let waiting = bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, vec![wait]);
                self.add(one, vec![waiting]);
                self.add(other, vec![change, Statement::call("pthread_cond_signal", vec![condition.address()])]);
            }
            _ => {
                let semaphore = self.global("sem_t", "st", "", None);
                let arguments = vec![semaphore.clone().address(), Expr::Number(0), Expr::Number(0)];
                self.threads[0].start.push(Statement::call("sem_init", arguments));
                let wait = Expr::call("sem_timedwait", vec![semaphore.clone().address(), deadline.address()]);
                let inner = self.change(one);
                self.add(one, vec![Statement::If(wait.binary("==", Expr::Number(0)), vec![inner], Vec::new())]);
                self.add(other, vec![change, Statement::call("sem_post", vec![semaphore.address()])]);
            }
        }
    }

    /// Text and memory functions on small arrays.
    pub(super) fn text(&mut self) {
        let array = self.global("char", "tx", "[3]", Some(Initial::Text("\"a\"".to_owned())));
        let (one, other) = self.two_threads();
        for thread in [one, other] {
            let target = self.local_of(thread);
            let number = |number| Expr::Number(number);
            let statement = match self.random.below(6) {
                0 => target.assign(Expr::call("strlen", vec![array.clone()])),
                1 => Statement::call("memset", vec![array.clone(), number(self.random.between(0, 1)), number(2)]),
                2 => target
                    .assign(Expr::call("memcmp", vec![array.clone(), array.clone().binary("+", number(1)), number(1)])),
                3 => target.assign(Expr::call("strcmp", vec![array.clone(), Expr::name("\"a\"")])),
                4 => Statement::call("memcpy", vec![array.clone(), array.clone().binary("+", number(2)), number(1)]),
                _ => array.clone().index(number(self.random.between(0, 2))).assign(number(0)),
            };
            let statement = self.careful(vec![statement]);
            self.add(thread, statement);
        }
    }
}
