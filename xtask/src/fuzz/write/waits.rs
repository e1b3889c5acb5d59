//! Operations that wait, and the operations of another thread that end the wait: locks of all kinds, semaphores,
//! barriers, conditions, joins, calls that are made once, assumptions. Other motifs put waits where engines treat them
//! in a special way: in atomic sections, with locks held, between writes that another thread observes.

use super::{Writer, local};
use crate::fuzz::draft::{Declaration, Expr, Initial, Procedure, Statement};

/// A lock that is not always a mutex.
#[derive(Clone, Debug)]
pub(super) struct Lock {
    object: Expr,
    kind: Kind,
}

/// How a lock is taken and released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Mutex,
    ReadWrite,
    Spin,
    Semaphore,
    C11,
    Flag,
}

impl Lock {
    /// The address of the lock.
    fn address(&self) -> Vec<Expr> {
        vec![self.object.clone().address()]
    }

    /// Takes the lock; a read-write lock for writing, unless it is to be read.
    pub(super) fn take(&self, reads: bool) -> Statement {
        let name = match self.kind {
            Kind::Mutex => "pthread_mutex_lock",
            Kind::ReadWrite if reads => "pthread_rwlock_rdlock",
            Kind::ReadWrite => "pthread_rwlock_wrlock",
            Kind::Spin => "pthread_spin_lock",
            Kind::Semaphore => "sem_wait",
            Kind::C11 => "mtx_lock",
            Kind::Flag => return Statement::While(Expr::call("atomic_flag_test_and_set", self.address()), Vec::new()),
        };
        Statement::call(name, self.address())
    }

    /// Releases the lock.
    pub(super) fn release(&self) -> Statement {
        let name = match self.kind {
            Kind::Mutex => "pthread_mutex_unlock",
            Kind::ReadWrite => "pthread_rwlock_unlock",
            Kind::Spin => "pthread_spin_unlock",
            Kind::Semaphore => "sem_post",
            Kind::C11 => "mtx_unlock",
            Kind::Flag => "atomic_flag_clear",
        };
        Statement::call(name, self.address())
    }
}

/// A wait of one thread.
#[derive(Clone, Debug)]
pub(super) struct Wait {
    /// The statements that wait.
    pub(super) wait: Vec<Statement>,
    /// What gives back what the wait has taken.
    pub(super) after: Vec<Statement>,
    /// What another thread holds meanwhile, or nothing.
    pub(super) hinders: Vec<Statement>,
    /// What another thread does so that the wait ends.
    pub(super) grants: Vec<Statement>,
}

impl Writer {
    /// A lock of any kind.
    pub(super) fn any_lock(&mut self) -> Lock {
        let text = |text: &str| Some(Initial::Text(text.to_owned()));
        let at_start = |writer: &mut Writer, name: &str, object: &Expr, more: Vec<Expr>| {
            let arguments = [vec![object.clone().address()], more].concat();
            writer.threads[0].start.push(Statement::call(name, arguments));
        };
        match self.random.below(11) {
            0 | 1 => Lock { object: self.mutex(), kind: Kind::Mutex },
            2 => {
                let initial = text("PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP");
                Lock { object: self.global("pthread_mutex_t", "re", "", initial), kind: Kind::Mutex }
            }
            3 => {
                let initial = text("PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP");
                Lock { object: self.global("pthread_mutex_t", "ec", "", initial), kind: Kind::Mutex }
            }
            4 | 5 => {
                let initial = text("PTHREAD_RWLOCK_INITIALIZER");
                Lock { object: self.global("pthread_rwlock_t", "rl", "", initial), kind: Kind::ReadWrite }
            }
            6 | 7 => {
                let object = self.global("pthread_spinlock_t", "sl", "", None);
                at_start(self, "pthread_spin_init", &object, vec![Expr::Number(0)]);
                Lock { object, kind: Kind::Spin }
            }
            8 => {
                let object = self.global("sem_t", "ls", "", None);
                at_start(self, "sem_init", &object, vec![Expr::Number(0), Expr::Number(1)]);
                Lock { object, kind: Kind::Semaphore }
            }
            9 => {
                let object = self.global("mtx_t", "mt", "", None);
                at_start(self, "mtx_init", &object, vec![Expr::name("mtx_plain")]);
                Lock { object, kind: Kind::C11 }
            }
            _ => {
                let object = self.global("atomic_flag", "af", "", text("ATOMIC_FLAG_INIT"));
                Lock { object, kind: Kind::Flag }
            }
        }
    }

    /// A wait for something that another thread grants.
    pub(super) fn any_wait(&mut self) -> Wait {
        let call = |name: &str, object: &Expr| Statement::call(name, vec![object.clone().address()]);
        match self.random.below(12) {
            0..=4 => {
                let lock = self.any_lock();
                let (mine, theirs) = (self.random.chance(30), self.random.chance(30));
                let (wait, after) = (vec![lock.take(mine)], vec![lock.release()]);
                Wait { wait, after, hinders: vec![lock.take(theirs)], grants: vec![lock.release()] }
            }
            5 | 6 => {
                let semaphore = self.global("sem_t", "sg", "", None);
                let arguments = vec![semaphore.clone().address(), Expr::Number(0), Expr::Number(0)];
                self.threads[0].start.push(Statement::call("sem_init", arguments));
                let (wait, grants) = (vec![call("sem_wait", &semaphore)], vec![call("sem_post", &semaphore)]);
                Wait { wait, after: Vec::new(), hinders: Vec::new(), grants }
            }
            7 => {
                let barrier = self.global("pthread_barrier_t", "bg", "", None);
                let arguments = vec![barrier.clone().address(), Expr::Number(0), Expr::Number(2)];
                self.threads[0].start.push(Statement::call("pthread_barrier_init", arguments));
                let wait = vec![call("pthread_barrier_wait", &barrier)];
                Wait { grants: wait.clone(), wait, after: Vec::new(), hinders: Vec::new() }
            }
            8 => {
                let mutex = self.mutex();
                let initial = Some(Initial::Text("PTHREAD_COND_INITIALIZER".to_owned()));
                let condition = self.global("pthread_cond_t", "cg", "", initial);
                let ready = self.global("int", "rg", "", None);
                let lock = |body: Vec<Statement>| {
                    [vec![call("pthread_mutex_lock", &mutex)], body, vec![call("pthread_mutex_unlock", &mutex)]]
                        .concat()
                };
                let arguments = vec![condition.clone().address(), mutex.clone().address()];
                let waits = Statement::call("pthread_cond_wait", arguments);
                let unset = Expr::Prefix("!", Box::new(ready.clone()));
                let wait = lock(vec![Statement::While(unset, vec![waits])]);
                let grants = lock(vec![ready.assign(Expr::Number(1)), call("pthread_cond_signal", &condition)]);
                Wait { wait, after: Vec::new(), hinders: Vec::new(), grants }
            }
            9 => {
                // A child that the thread itself creates; it may need a lock, which another thread holds.
                let lock = self.any_lock();
                let step = self.step();
                let body = vec![lock.take(false), step, lock.release()];
                let child = self.routine("child", body);
                let id = self.thread_id();
                let wait = vec![created(&id, &child), joined(&id)];
                Wait { wait, after: Vec::new(), hinders: vec![lock.take(true)], grants: vec![lock.release()] }
            }
            10 => {
                let control =
                    self.global("pthread_once_t", "og", "", Some(Initial::Text("PTHREAD_ONCE_INIT".to_owned())));
                let lock = self.any_lock();
                let name = self.fresh("initialize");
                let step = self.step();
                let body = vec![lock.take(false), step, lock.release()];
                let head = format!("void {name}(void)");
                self.draft.procedures.push(Procedure { head, name: name.clone(), body });
                let wait = vec![Statement::call("pthread_once", vec![control.address(), Expr::Name(name)])];
                let hinders = [vec![lock.take(false)], if self.random.chance(30) { wait.clone() } else { Vec::new() }];
                Wait { wait, after: Vec::new(), hinders: hinders.concat(), grants: vec![lock.release()] }
            }
            _ => {
                let go = self.global("_Atomic int", "go", "", None);
                let wait = vec![Statement::call("__VERIFIER_assume", vec![go.clone()])];
                Wait { wait, after: Vec::new(), hinders: Vec::new(), grants: vec![go.assign(Expr::Number(1))] }
            }
        }
    }

    /// A small change of a shared variable that needs no local.
    pub(super) fn step(&mut self) -> Statement {
        let target = self.variable();
        match self.random.below(3) {
            0 => Statement::Expr(Expr::Postfix(Box::new(target), "++")),
            _ => target.assign(Expr::Number(self.random.between(0, 3))),
        }
    }

    /// A variable that shows other threads how far one has come.
    pub(super) fn flag(&mut self) -> Expr {
        let ty = self.random.pick(&["_Atomic int", "_Atomic int", "_Atomic int", "int"]);
        self.global(ty, "far", "", None)
    }

    /// What a thread sees of flags, one after the other, is asserted not to be this.
    pub(super) fn observation(&mut self, thread: usize, flags: &[Expr]) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut seen: Option<Expr> = None;
        let twice = if self.random.chance(25) { flags.first().cloned() } else { None };
        for flag in flags.iter().cloned().chain(twice) {
            let name = self.fresh("saw");
            statements.push(local("int", &name, flag));
            let is_so = Expr::name(&name).binary("==", Expr::Number(self.random.pick(&[1, 1, 1, 2])));
            seen = Some(match seen {
                Some(seen) => seen.binary("&&", is_so),
                None => is_so,
            });
        }
        let seen = seen.unwrap_or(Expr::Number(1));
        let fails = if self.random.chance(70) {
            Statement::call("assert", vec![Expr::Prefix("!", Box::new(seen))])
        } else {
            let step = self.change(thread);
            Statement::If(seen, vec![step], Vec::new())
        };
        statements.push(fails);
        statements
    }

    /// A function that a thread starts with.
    pub(super) fn routine(&mut self, stem: &str, body: Vec<Statement>) -> Expr {
        let name = self.fresh(stem);
        let head = format!("void *{name}(void *unused)");
        let body = [body, vec![Statement::Return(Some(Expr::Number(0)))]].concat();
        self.draft.procedures.push(Procedure { head, name: name.clone(), body });
        Expr::Name(name)
    }

    /// The id of a thread, for all to see.
    pub(super) fn thread_id(&mut self) -> Expr {
        let name = self.fresh("id");
        let place = Expr::name(&name);
        self.draft.globals.push(Declaration {
            prefix: "pthread_t".to_owned(),
            name,
            suffix: String::new(),
            initial: None,
        });
        place
    }
}

/// Creates a thread.
pub(super) fn created(id: &Expr, routine: &Expr) -> Statement {
    Statement::call("pthread_create", vec![id.clone().address(), Expr::Number(0), routine.clone(), Expr::Number(0)])
}

/// Waits for the end of a thread.
pub(super) fn joined(id: &Expr) -> Statement {
    Statement::call("pthread_join", vec![id.clone(), Expr::Number(0)])
}
