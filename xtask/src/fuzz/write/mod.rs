//! Writing drafts: a skeleton of threads, and motifs that are put into them.
//!
//! A motif is a few statements, in one thread or in several that belong together, with the declarations that they need.
//! Motifs are small and end soon, so that the reference interpreter, which reduces nothing, visits all interleavings. A
//! program gets its motifs from families, and it is aimed at one property, in turn: it gets a hazard for that one, and for
//! each other one with a small probability. So each verdict about a property is frequent among the programs that are about
//! it, and programs stay small. Hazards are written in guarded and unguarded forms, and whether the guard suffices is for
//! the judges.
//!
//! Every local and every global has a value from the start, and inputs have their bounds with them: the small domain of
//! the reference interpreter then is all that there is (`bounds`).

mod addresses;
mod atomics;
mod attempts;
mod blocked;
mod bounds;
mod control;
mod data;
mod handed_over;
mod hazards;
mod heap;
mod library;
mod lifecycle;
mod locks;
mod loops;
mod output;
mod own_locks;
mod owned;
mod spins;
mod topologies;
mod value;
mod waiting;
mod waits;

use super::draft::{Declaration, Draft, Expr, Initial, Procedure, Statement};
use super::random::Random;
use raddle_program::property::Property;

pub use bounds::bounds_inputs;

/// What a motif is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Assignments and increments.
    Integers,
    /// Pointers to shared variables.
    Pointers,
    /// Arrays.
    Arrays,
    /// Structures and unions.
    Records,
    /// Bit-fields.
    BitFields,
    /// Branches, loops, `switch`, `goto`.
    Control,
    /// Inputs.
    Inputs,
    /// Critical sections, nested ones, locks that are tried.
    Mutexes,
    /// Condition variables.
    Conditions,
    /// Atomic sections.
    Sections,
    /// Allocated memory.
    Heap,
    /// The results of threads, and their ids.
    Results,
    /// Read-write locks.
    ReadWriteLocks,
    /// Spin locks.
    SpinLocks,
    /// Mutexes that are not normal ones.
    MutexKinds,
    /// Barriers.
    Barriers,
    /// Semaphores.
    Semaphores,
    /// Calls with a deadline.
    Timed,
    /// Things done once.
    Once,
    /// Thread-specific values.
    Keys,
    /// Cancellation and cleanup handlers.
    Cancellation,
    /// Detached threads, results of joins.
    Lives,
    /// C11's atomic types and functions.
    C11Atomics,
    /// The atomic builtins of gcc.
    BuiltinAtomics,
    /// Functions on text and memory.
    Text,
    /// Locks that the program wrote itself.
    OwnLocks,
    /// Mutexes in arrays and structures, and behind pointers.
    LockPlaces,
    /// Loops with counters, nested ones, over arrays, ended by inputs.
    Loops,
    /// Loops that try until they succeed, and do something on the side.
    Attempts,
    /// Trees of threads that are created and joined with locks held.
    Topologies,
    /// Threads that wait between two writes, and other threads that observe them.
    Blocked,
    /// Atomic sections that wait.
    WaitingSections,
    /// Threads that are stuck while other threads run on or the process ends.
    Standstill,
    /// Functions of the library that read, write, or can be cancelled.
    Output,
    /// Addresses that are numbers for a while.
    Addresses,
    /// An element or an object for each thread, which needs no lock.
    Owned,
    /// Objects that one thread hands over to another one.
    HandedOver,
    /// Loops that may not end.
    Spins,
}

impl Family {
    /// All that programs are about which are aimed at other things than termination.
    pub const ALL: [Family; 37] = [
        Family::Integers,
        Family::Pointers,
        Family::Arrays,
        Family::Records,
        Family::BitFields,
        Family::Control,
        Family::Inputs,
        Family::Mutexes,
        Family::Conditions,
        Family::Sections,
        Family::Heap,
        Family::Results,
        Family::ReadWriteLocks,
        Family::SpinLocks,
        Family::MutexKinds,
        Family::Barriers,
        Family::Semaphores,
        Family::Timed,
        Family::Once,
        Family::Keys,
        Family::Cancellation,
        Family::Lives,
        Family::C11Atomics,
        Family::BuiltinAtomics,
        Family::Text,
        Family::OwnLocks,
        Family::LockPlaces,
        Family::Loops,
        Family::Attempts,
        Family::Topologies,
        Family::Blocked,
        Family::WaitingSections,
        Family::Standstill,
        Family::Output,
        Family::Addresses,
        Family::Owned,
        Family::HandedOver,
    ];

    /// What programs of one thread are about; loops most of all.
    pub const ALONE: [Family; 11] = [
        Family::Integers,
        Family::Pointers,
        Family::Arrays,
        Family::Records,
        Family::BitFields,
        Family::Control,
        Family::Inputs,
        Family::Heap,
        Family::Loops,
        Family::Loops,
        Family::Loops,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Family::Integers => "integers",
            Family::Pointers => "pointers",
            Family::Arrays => "arrays",
            Family::Records => "records",
            Family::BitFields => "bit-fields",
            Family::Control => "control",
            Family::Inputs => "inputs",
            Family::Mutexes => "mutexes",
            Family::Conditions => "conditions",
            Family::Sections => "sections",
            Family::Heap => "heap",
            Family::Results => "results",
            Family::ReadWriteLocks => "read-write-locks",
            Family::SpinLocks => "spin-locks",
            Family::MutexKinds => "mutex-kinds",
            Family::Barriers => "barriers",
            Family::Semaphores => "semaphores",
            Family::Timed => "timed",
            Family::Once => "once",
            Family::Keys => "keys",
            Family::Cancellation => "cancellation",
            Family::Lives => "lives",
            Family::C11Atomics => "c11-atomics",
            Family::BuiltinAtomics => "builtin-atomics",
            Family::Text => "text",
            Family::OwnLocks => "own-locks",
            Family::LockPlaces => "lock-places",
            Family::Loops => "loops",
            Family::Attempts => "attempts",
            Family::Topologies => "topologies",
            Family::Blocked => "blocked",
            Family::WaitingSections => "waiting-sections",
            Family::Standstill => "standstill",
            Family::Output => "output",
            Family::Addresses => "addresses",
            Family::Owned => "owned",
            Family::HandedOver => "handed-over",
            Family::Spins => "spins",
        }
    }

    /// The family with a name.
    pub fn from_name(name: &str) -> Option<Family> {
        Family::ALL.into_iter().chain([Family::Spins]).find(|family| family.name() == name)
    }

    /// Whether one motif makes a program that is large enough for the reference interpreter.
    fn is_large(self) -> bool {
        use Family::{Addresses, Blocked, HandedOver, Output, Owned, Standstill, Topologies, WaitingSections};
        matches!(self, Topologies | Blocked | WaitingSections | Standstill | Output | Addresses | Owned | HandedOver)
    }
}

/// How carefully the threads of a program treat what they share.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Care {
    /// Not at all.
    None,
    /// Accesses are in critical sections.
    Locked,
    /// Accesses are in atomic sections.
    Sections,
    /// Accesses are in critical sections of a lock that the program wrote itself, once it is there.
    OwnLock(Option<Box<own_locks::OwnLock>>),
}

/// A shared variable.
#[derive(Clone, Debug)]
struct Shared {
    /// How it is named.
    place: Expr,
    /// Whether accesses to it are atomic by its type.
    is_atomic: bool,
}

/// A thread that is being written.
#[derive(Clone, Debug, Default)]
struct Body {
    /// Declarations and what must come first.
    start: Vec<Statement>,
    /// The motifs.
    motifs: Vec<Statement>,
    /// What must come last.
    end: Vec<Statement>,
    /// The integer locals.
    locals: Vec<String>,
}

/// A program that is being written.
struct Writer {
    random: Random,
    draft: Draft,
    /// The threads; the first is main.
    threads: Vec<Body>,
    care: Care,
    /// In so many of a hundred cases care is forgotten.
    slips: usize,
    shared: Vec<Shared>,
    /// What is done to a thread by the one that creates it, with the number of that thread.
    attentions: Vec<(usize, Statement)>,
    /// How many names were made up.
    names: usize,
}

/// What programs are aimed at, in turn. Every loop of a draft is bounded, but for waiting: none is aimed at termination.
const AIMS: [Property; 7] = [
    Property::Assertions,
    Property::Deadlock,
    Property::DataRace,
    Property::Memory,
    Property::Overflow,
    Property::Arithmetic,
    Property::Locks,
];

/// What programs of one thread are aimed at, in turn.
const AIMS_ALONE: [Property; 4] = [Property::Assertions, Property::Memory, Property::Overflow, Property::Arithmetic];

/// In so many of a hundred programs there is a hazard that they are not aimed at, for each property.
const STRAY: usize = 8;

/// How many threads programs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Two to four.
    Several,
    /// One.
    One,
}

/// What drafts are aimed at, in turn.
fn aims(threads: Threads) -> &'static [Property] {
    match threads {
        Threads::Several => &AIMS,
        Threads::One => &AIMS_ALONE,
    }
}

/// What the draft with a number is aimed at.
pub fn aim(index: u64, threads: Threads) -> Property {
    let aims = aims(threads);
    aims[(index % aims.len() as u64) as usize]
}

/// The draft with a number among those of a seed.
pub fn write(seed: u64, index: u64, families: &[Family], threads: Threads) -> Draft {
    let mut random = Random::of_program(seed, index);
    let aims = aims(threads);
    let workers = if families.iter().all(|family| family.is_large()) {
        random.pick(&[1, 1, 2])
    } else {
        random.pick(&[1, 1, 1, 2, 2, 2, 2, 2, 2, 3])
    };
    let threads = match threads {
        Threads::Several => 1 + workers,
        Threads::One => 1,
    };
    let own = Care::OwnLock(None);
    let care = random.pick(&[
        Care::None,
        Care::None,
        Care::Locked,
        Care::Locked,
        Care::Locked,
        Care::Locked,
        Care::Sections,
        own,
    ]);
    let care = if threads == 1 { Care::None } else { care };
    let slips = random.pick(&[0, 0, 0, 30]);
    let mut writer = Writer {
        random,
        draft: Draft::default(),
        threads: vec![Body::default(); threads],
        care,
        slips,
        shared: Vec::new(),
        attentions: Vec::new(),
        names: 0,
    };
    writer.declare_shared();
    writer.declare_locals();
    writer.write_motifs(families);
    writer.write_hazards(aims, aims[(index % aims.len() as u64) as usize]);
    writer.finish()
}

impl Writer {
    /// A fresh name.
    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A new global.
    fn global(&mut self, prefix: &str, stem: &str, suffix: &str, initial: Option<Initial>) -> Expr {
        let name = self.fresh(stem);
        let place = Expr::name(&name);
        self.draft.globals.push(Declaration { prefix: prefix.to_owned(), name, suffix: suffix.to_owned(), initial });
        place
    }

    /// A mutex: one of those that are there, or a new one.
    fn mutex(&mut self) -> Expr {
        let mutexes: Vec<&Declaration> =
            self.draft.globals.iter().filter(|global| global.prefix == "pthread_mutex_t").collect();
        let last = mutexes.last().map(|global| Expr::name(&global.name));
        let count = mutexes.len();
        match last {
            Some(last) if count >= 2 || self.random.chance(60) => last,
            Some(_) | None => {
                let initial = Some(Initial::Text("PTHREAD_MUTEX_INITIALIZER".to_owned()));
                self.global("pthread_mutex_t", "m", "", initial)
            }
        }
    }

    /// The mutex that guards the shared variables.
    fn guard_mutex(&mut self) -> Expr {
        let guard = self.draft.globals.iter().find(|global| global.name == "guard");
        if guard.is_none() {
            self.draft.globals.push(Declaration {
                prefix: "pthread_mutex_t".to_owned(),
                name: "guard".to_owned(),
                suffix: String::new(),
                initial: Some(Initial::Text("PTHREAD_MUTEX_INITIALIZER".to_owned())),
            });
        }
        Expr::name("guard")
    }

    /// A thread other than main.
    fn worker(&mut self) -> usize {
        1 + self.random.below(self.threads.len() - 1)
    }

    /// Any thread.
    fn thread(&mut self) -> usize {
        self.random.below(self.threads.len())
    }

    /// Two threads that are not the same.
    fn two_threads(&mut self) -> (usize, usize) {
        let first = self.thread();
        let second = (first + 1 + self.random.below(self.threads.len() - 1)) % self.threads.len();
        (first, second)
    }

    /// Adds statements to a thread.
    fn add(&mut self, thread: usize, statements: Vec<Statement>) {
        self.threads[thread].motifs.extend(statements);
    }

    /// Accesses to shared variables with the care that this program takes of them.
    fn careful(&mut self, statements: Vec<Statement>) -> Vec<Statement> {
        if self.random.chance(self.slips) {
            return statements;
        }
        match &self.care {
            Care::None => statements,
            Care::Locked => {
                let guard = self.guard_mutex();
                vec![bracket("pthread_mutex_lock", "pthread_mutex_unlock", &guard, statements)]
            }
            Care::Sections => vec![section(statements)],
            Care::OwnLock(_) => vec![self.own_guard().around(statements)],
        }
    }

    fn declare_locals(&mut self) {
        for thread in 0..self.threads.len() {
            let name = format!("l{thread}");
            let value = Expr::Number(self.random.between(0, 2));
            self.threads[thread].start.push(local("int", &name, value));
            self.threads[thread].locals.push(name);
        }
    }

    fn write_motifs(&mut self, families: &[Family]) {
        let motifs = match self.threads.len() {
            1 => 1 + self.random.below(4),
            2 => 1 + self.random.below(3),
            3 => 1 + self.random.below(2),
            _ => 1,
        };
        for _ in 0..motifs {
            let family = self.random.pick(families);
            match family {
                Family::Integers => self.integers(),
                Family::Pointers => self.pointers(),
                Family::Arrays => self.arrays(),
                Family::Records => self.records(),
                Family::BitFields => self.bit_fields(),
                Family::Control => self.control(),
                Family::Inputs => self.inputs(),
                Family::Mutexes => self.mutexes(),
                Family::Conditions => self.conditions(),
                Family::Sections => self.sections(),
                Family::Heap => self.heap(),
                Family::Results => self.results(),
                Family::ReadWriteLocks => self.read_write_locks(),
                Family::SpinLocks => self.spin_locks(),
                Family::MutexKinds => self.mutex_kinds(),
                Family::Barriers => self.barriers(),
                Family::Semaphores => self.semaphores(),
                Family::Timed => self.timed(),
                Family::Once => self.once(),
                Family::Keys => self.keys(),
                Family::Cancellation => self.cancellation(),
                Family::Lives => self.lives(),
                Family::C11Atomics => self.c11_atomics(),
                Family::BuiltinAtomics => self.builtin_atomics(),
                Family::Text => self.text(),
                Family::OwnLocks => self.own_locks(),
                Family::LockPlaces => self.lock_places(),
                Family::Loops => self.loops(),
                Family::Attempts => self.attempts(),
                Family::Topologies => self.topologies(),
                Family::Blocked => self.blocked(),
                Family::WaitingSections => self.waiting_sections(),
                Family::Standstill => self.standstill(),
                Family::Output => self.output(),
                Family::Addresses => self.addresses(),
                Family::Owned => self.owned(),
                Family::HandedOver => self.handed_over(),
                Family::Spins => self.spins(),
            }
            if family.is_large() {
                return;
            }
        }
    }

    fn write_hazards(&mut self, aims: &[Property], aim: Property) {
        for &property in aims {
            if property == aim || self.random.chance(STRAY) {
                self.hazard(property);
            }
        }
    }

    /// A join between other statements of the parent, or on one of its paths only.
    fn early_join(&mut self, worker: usize, parent: usize) -> Option<Statement> {
        if !self.random.chance(20) {
            return None;
        }
        let join = Statement::call("pthread_join", vec![Expr::Name(format!("t{worker}")), Expr::Number(0)]);
        if self.random.chance(40) {
            return Some(join);
        }
        let condition = self.condition(parent);
        Some(Statement::If(condition, vec![join], Vec::new()))
    }

    /// Puts the threads together: creates and joins, in main or in a tree.
    fn finish(mut self) -> Draft {
        let workers = self.threads.len() - 1;
        // In a tree, the second worker is started by the first one.
        let is_tree = workers >= 2 && self.random.chance(25);
        // Or all do the same, and none depends on its id.
        let are_same = workers >= 2 && !is_tree && self.random.chance(20);
        let is_joined = self.random.chance(85);
        let early_joins: Vec<Option<Statement>> = (1..=workers)
            .map(|worker| self.early_join(worker, if is_tree && worker == 2 { 1 } else { 0 }).filter(|_| !are_same))
            .collect();
        let mut bodies = std::mem::take(&mut self.threads);
        for worker in (1..=workers).rev() {
            let parent = if is_tree && worker == 2 { 1 } else { 0 };
            let id = format!("t{worker}");
            let starts_with = if are_same { 1 } else { worker };
            let start = vec![Expr::name(&id).address(), Expr::Number(0), Expr::Name(format!("worker{starts_with}"))];
            let argument = if are_same { 0 } else { self.random.between(0, 2) };
            let argument = Expr::Number(argument).cast("long").cast("void *");
            let create = Statement::call("pthread_create", [start, vec![argument]].concat());
            bodies[parent].start.push(Statement::Declare(Declaration {
                prefix: "pthread_t".to_owned(),
                name: id.clone(),
                suffix: String::new(),
                initial: None,
            }));
            let split = if parent == 0 && self.random.chance(20) {
                self.random.below(bodies[parent].motifs.len() + 1)
            } else {
                0
            };
            bodies[parent].motifs.insert(split, create);
            for (_, statement) in self.attentions.iter().filter(|(thread, _)| *thread == worker) {
                let at = split + 1 + self.random.below(bodies[parent].motifs.len() - split);
                bodies[parent].motifs.insert(at, statement.clone());
            }
            if let Some(join) = early_joins[worker - 1].clone() {
                let at = split + 1 + self.random.below(bodies[parent].motifs.len() - split);
                bodies[parent].motifs.insert(at, join);
            } else if !are_same && (is_joined || self.random.chance(50)) {
                bodies[parent].end.insert(0, Statement::call("pthread_join", vec![Expr::name(&id), Expr::Number(0)]));
            }
        }
        let main = bodies.remove(0);
        for (number, body) in bodies.into_iter().enumerate().rev() {
            let name = format!("worker{}", number + 1);
            let mut statements = [body.start, body.motifs, body.end].concat();
            if !matches!(statements.last(), Some(Statement::Return(_))) {
                statements.push(Statement::Return(Some(Expr::Number(0))));
            }
            let head = format!("void *{name}(void *argument)");
            self.draft.procedures.push(Procedure { head, name, body: statements });
        }
        let mut statements = [main.start, main.motifs, main.end].concat();
        statements.extend(self.last_words());
        statements.push(Statement::Return(Some(Expr::Number(0))));
        let head = "int main(void)".to_owned();
        self.draft.procedures.push(Procedure { head, name: "main".to_owned(), body: statements });
        self.draft
    }
}

/// A local with a value.
fn local(ty: &str, name: &str, value: Expr) -> Statement {
    Statement::Declare(Declaration {
        prefix: ty.to_owned(),
        name: name.to_owned(),
        suffix: String::new(),
        initial: Some(Initial::Value(value)),
    })
}

/// A body between two calls on the same object.
fn bracket(open: &str, close: &str, object: &Expr, body: Vec<Statement>) -> Statement {
    Statement::Bracket {
        open: Expr::call(open, vec![object.clone().address()]),
        body,
        close: Expr::call(close, vec![object.clone().address()]),
    }
}

/// An atomic section.
fn section(body: Vec<Statement>) -> Statement {
    Statement::Bracket {
        open: Expr::call("__VERIFIER_atomic_begin", Vec::new()),
        body,
        close: Expr::call("__VERIFIER_atomic_end", Vec::new()),
    }
}
