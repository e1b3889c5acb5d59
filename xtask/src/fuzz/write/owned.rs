//! Motifs about data that need no lock because only one thread uses them at a time: an element of an array for each
//! thread, chosen by an argument, an index, or a number that is drawn; results that the creator reads after the joins,
//! or after a counter shows that all threads are done.
//!
//! The static engine proves such programs without looking at interleavings, by rules with many side conditions. Each motif is
//! written with one of its conditions dropped about as often as with all of them: the index of a neighbour, a join too few, an
//! access too early, a counter that is changed before the work is done.

use super::{Writer, bracket, local};
use crate::fuzz::draft::{Declaration, Expr, Initial, Procedure, Record, Statement};

/// How a thread of the motif learns which element is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// The argument is the address of the element.
    Address,
    /// The argument is the index of the element.
    Index,
    /// The argument is the address of the counter of the creating loop.
    Counter,
    /// The argument is memory that was allocated for this thread.
    Allocated,
    /// The thread draws a number under a lock.
    DrawnLocked,
    /// The thread draws a number by an atomic operation.
    DrawnAtomic,
    /// The argument is a pointer that was stored in a table.
    Table,
}

/// How the creator learns that the threads are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It joins them in a loop.
    Joins,
    /// It waits until a counter, which a lock protects, has the number of threads.
    Counted,
    /// Not at all.
    Never,
}

/// The names of one motif.
struct Owned {
    choice: Choice,
    end: End,
    /// The threads that main creates.
    threads: i64,
    /// The array with an element for each thread.
    parts: Expr,
    /// The handles of the threads.
    ids: Expr,
    /// The mutex of the counters.
    lock: Expr,
    /// The condition variable of [`End::Counted`].
    changed: Expr,
    /// How many threads are done, or the next number that is drawn.
    count: Expr,
    /// A table of pointers for [`Choice::Table`] and [`Choice::Allocated`].
    table: Expr,
    /// A barrier at which the threads wait between two accesses, and whether main waits as well.
    barrier: Option<(Expr, bool)>,
    /// The function of the threads.
    worker: Expr,
}

impl Writer {
    /// Threads with an element each.
    pub(super) fn owned(&mut self) {
        let owned = self.owned_names();
        let worker = self.owned_worker(&owned);
        self.draft.procedures.push(worker);
        let created = self.owned_creation(&owned);
        let ended = self.owned_end(&owned);
        let mut statements = vec![created];
        if let Some((barrier, true)) = &owned.barrier {
            let index = Expr::Number(self.random.between(0, 1));
            let touched = self.touched(&owned, index);
            let waits = vec![Statement::call("pthread_barrier_wait", vec![barrier.clone().address()])];
            statements.extend(if self.random.chance(50) {
                [waits, touched].concat()
            } else {
                [touched, waits].concat()
            });
        }
        if self.random.chance(15) {
            statements.extend(self.touched(&owned, Expr::Number(0)));
        }
        statements.extend(ended);
        if self.random.chance(70) {
            let index = Expr::Number(self.random.between(0, 1));
            statements.extend(self.touched(&owned, index));
        }
        self.add(0, statements);
    }

    fn owned_names(&mut self) -> Owned {
        let choice = self.random.pick(&[
            Choice::Address,
            Choice::Address,
            Choice::Index,
            Choice::Index,
            Choice::Counter,
            Choice::Allocated,
            Choice::Allocated,
            Choice::DrawnLocked,
            Choice::DrawnAtomic,
            Choice::Table,
        ]);
        let end = self.random.pick(&[End::Joins, End::Joins, End::Joins, End::Counted, End::Never]);
        let record = format!("struct {}", self.fresh("part"));
        let fields = vec!["int value".to_owned(), "int more[2]".to_owned()];
        self.draft.records.push(Record { name: record.clone(), fields });
        let text = |text: &str| Some(Initial::Text(text.to_owned()));
        let counter = if choice == Choice::DrawnAtomic { "_Atomic int" } else { "int" };
        let threads = self.random.pick(&[2, 2, 2, 3]);
        Owned {
            choice,
            end,
            threads,
            barrier: self.random.chance(30).then(|| self.phases(threads)),
            parts: self.global(&record, "parts", "[4]", None),
            ids: self.global("pthread_t", "ids", "[3]", None),
            lock: self.global("pthread_mutex_t", "ml", "", text("PTHREAD_MUTEX_INITIALIZER")),
            changed: self.global("pthread_cond_t", "cl", "", text("PTHREAD_COND_INITIALIZER")),
            count: self.global(counter, "count", "", None),
            table: self.global(&format!("{record} *"), "table", "[4]", None),
            worker: Expr::Name(self.fresh("work")),
        }
    }

    /// A barrier for all threads of the motif, or for one more or less.
    fn phases(&mut self, threads: i64) -> (Expr, bool) {
        let barrier = self.global("pthread_barrier_t", "phase", "", None);
        let main_waits = self.random.chance(25);
        let count = threads + i64::from(main_waits) + self.random.pick(&[0, 0, 0, 0, 1, -1]);
        let arguments = vec![barrier.clone().address(), Expr::Number(0), Expr::Number(count)];
        self.threads[0].start.push(Statement::call("pthread_barrier_init", arguments));
        (barrier, main_waits)
    }

    /// The index of the own element, or of a neighbour.
    fn near(&mut self, own: Expr) -> Expr {
        match self.random.below(12) {
            0 => own.binary("+", Expr::Number(1)),
            1 => own.binary("&", Expr::Number(1)),
            2 => own.binary("/", Expr::Number(2)),
            3 => Expr::Number(3).binary("-", own),
            _ => own,
        }
    }

    /// An access to a part.
    fn part_access(&mut self, part: Expr) -> Vec<Statement> {
        let value = part.clone().field("value");
        let more = part.clone().field("more");
        match self.random.below(6) {
            0 => vec![Statement::Expr(Expr::Postfix(Box::new(value), "++"))],
            1 => {
                let counter = self.fresh("k");
                let cell = more.index(Expr::name(&counter));
                vec![Statement::Repeat { counter, times: 2, body: vec![cell.assign(Expr::Number(1))] }]
            }
            2 => {
                let name = self.fresh("read");
                vec![local("int", &name, value)]
            }
            3 => {
                // Through a pointer, in a function of its own.
                let name = self.fresh("bump");
                let head = format!("void {name}(int *place)");
                let body = vec![Statement::Expr(Expr::name("place").target().binary("+=", Expr::Number(1)))];
                self.draft.procedures.push(Procedure { head, name: name.clone(), body });
                vec![Statement::call(&name, vec![value.address()])]
            }
            _ => vec![value.assign(Expr::Number(self.random.between(1, 3)))],
        }
    }

    /// An access of the creator to a part.
    fn touched(&mut self, owned: &Owned, index: Expr) -> Vec<Statement> {
        let is_allocated = owned.choice == Choice::Allocated;
        let pointer = owned.table.clone().index(index.clone());
        let part = if is_allocated { pointer.clone().target() } else { owned.parts.clone().index(index) };
        let access = if self.random.chance(60) {
            self.variable().assign(part.field("value"))
        } else {
            part.field("value").assign(Expr::Number(1))
        };
        if is_allocated { vec![Statement::If(pointer, vec![access], Vec::new())] } else { vec![access] }
    }

    fn owned_worker(&mut self, owned: &Owned) -> Procedure {
        let argument = Expr::name("argument");
        let number = self.fresh("own");
        let own = Expr::name(&number);
        let mut body = Vec::new();
        let part = match owned.choice {
            Choice::Address | Choice::Allocated | Choice::Table => {
                let prefix = self.part_type() + " *";
                body.push(Statement::Declare(Declaration {
                    prefix,
                    name: number,
                    suffix: String::new(),
                    initial: Some(Initial::Value(argument)),
                }));
                own.clone().target()
            }
            Choice::Index | Choice::Counter | Choice::DrawnLocked | Choice::DrawnAtomic => {
                let drawn = match owned.choice {
                    Choice::Counter => argument.cast("int *").target(),
                    Choice::DrawnAtomic => Expr::Postfix(Box::new(owned.count.clone()), "++"),
                    Choice::DrawnLocked => Expr::Number(0),
                    _ => argument.cast("long"),
                };
                body.push(local("int", &number, drawn));
                if owned.choice == Choice::DrawnLocked {
                    let draw = own.clone().assign(Expr::Postfix(Box::new(owned.count.clone()), "++"));
                    body.push(if self.random.chance(85) { self.locked(owned, vec![draw]) } else { draw });
                }
                let index = self.near(own.clone());
                owned.parts.clone().index(index)
            }
        };
        let mut work = self.part_access(part.clone());
        if let Some((barrier, _)) = &owned.barrier {
            let wait = Statement::call("pthread_barrier_wait", vec![barrier.clone().address()]);
            let wait =
                if self.random.chance(10) { Statement::If(part.field("value"), vec![wait], Vec::new()) } else { wait };
            let next = owned.parts.clone().index(Expr::Number(self.random.between(0, 1)));
            let behind = self.part_access(next);
            let round = [work, vec![wait.clone()], behind].concat();
            work = if self.random.chance(30) {
                let body = if self.random.chance(50) { [round, vec![wait]].concat() } else { round };
                vec![Statement::Repeat { counter: self.fresh("round"), times: 2, body }]
            } else {
                round
            };
        }
        if self.random.chance(30) {
            let variable = self.variable();
            let total = Statement::Expr(variable.binary("+=", Expr::Number(1)));
            let total = if self.random.chance(80) { self.locked(owned, vec![total]) } else { total };
            work.push(total);
        }
        if owned.end == End::Counted {
            let counted = Statement::Expr(Expr::Postfix(Box::new(self.done(owned)), "++"));
            let signal = Statement::call("pthread_cond_signal", vec![owned.changed.clone().address()]);
            let counted = self.locked(owned, vec![counted, signal]);
            let at = if self.random.chance(75) { work.len() } else { self.random.below(work.len() + 1) };
            work.insert(at, counted);
        }
        if owned.choice == Choice::Allocated && self.random.chance(40) {
            work.push(Statement::call("free", vec![own]));
        }
        body.extend(work);
        body.push(Statement::Return(Some(Expr::Number(0))));
        let Expr::Name(name) = owned.worker.clone() else { unreachable!("a worker is a name") };
        Procedure { head: format!("void *{name}(void *argument)"), name, body }
    }

    /// The type of the elements.
    fn part_type(&self) -> String {
        self.draft.records.last().map(|record| record.name.clone()).unwrap_or_default()
    }

    /// The counter of the threads that are done: not the one from which numbers are drawn.
    fn done(&mut self, owned: &Owned) -> Expr {
        match owned.choice {
            Choice::DrawnAtomic | Choice::DrawnLocked => {
                let is_there = self.draft.globals.iter().any(|global| global.name == "done");
                if !is_there {
                    self.draft.globals.push(Declaration {
                        prefix: "int".to_owned(),
                        name: "done".to_owned(),
                        suffix: String::new(),
                        initial: None,
                    });
                }
                Expr::name("done")
            }
            _ => owned.count.clone(),
        }
    }

    fn locked(&mut self, owned: &Owned, body: Vec<Statement>) -> Statement {
        bracket("pthread_mutex_lock", "pthread_mutex_unlock", &owned.lock, body)
    }

    /// The loop that creates the threads.
    fn owned_creation(&mut self, owned: &Owned) -> Statement {
        let counter = self.fresh("i");
        let own = Expr::name(&counter);
        let mut body = Vec::new();
        let part = owned.parts.clone().index(own.clone());
        let argument = match owned.choice {
            Choice::Address => owned.parts.clone().index(self.near(own.clone())).address(),
            Choice::Index => own.clone().cast("long").cast("void *"),
            Choice::Counter => own.clone().address(),
            Choice::DrawnLocked | Choice::DrawnAtomic => Expr::Number(0),
            Choice::Table | Choice::Allocated => owned.table.clone().index(own.clone()),
        };
        let place = owned.table.clone().index(own.clone());
        match owned.choice {
            Choice::Table => body.push(place.assign(owned.parts.clone().index(self.near(own.clone())).address())),
            Choice::Allocated => {
                let size = Expr::call("sizeof", vec![Expr::name(&self.part_type())]);
                let allocated = Expr::call("malloc", vec![size]);
                let again = Expr::Prefix("!", Box::new(place.clone()));
                if self.random.chance(15) {
                    // One object for all threads.
                    body.push(Statement::If(
                        Expr::Prefix("!", Box::new(owned.table.clone().target())),
                        vec![owned.table.clone().target().assign(allocated)],
                        Vec::new(),
                    ));
                    body.push(place.clone().assign(owned.table.clone().target()));
                } else {
                    body.push(place.clone().assign(allocated));
                }
                body.push(Statement::If(again, vec![Statement::call("exit", vec![Expr::Number(0)])], Vec::new()));
                body.push(place.target().field("value").assign(Expr::Number(0)));
            }
            _ => {}
        }
        let touch = |index: Expr| owned.parts.clone().index(index).field("value").assign(Expr::Number(2));
        if self.random.chance(30) {
            body.push(touch(own.clone()));
        }
        let handle = owned.ids.clone().index(own.clone()).address();
        let arguments = vec![handle, Expr::Number(0), owned.worker.clone(), argument];
        body.push(Statement::call("pthread_create", arguments));
        match self.random.below(12) {
            0 => body.push(part.field("value").assign(Expr::Number(1))),
            1 => body.push(touch(own.binary("+", Expr::Number(1)))),
            2 => body.push(Statement::call("pthread_join", vec![owned.ids.clone().index(own), Expr::Number(0)])),
            _ => {}
        }
        Statement::Repeat { counter, times: owned.threads, body }
    }

    /// What the creator waits for.
    fn owned_end(&mut self, owned: &Owned) -> Vec<Statement> {
        match owned.end {
            End::Never => Vec::new(),
            End::Joins => {
                let counter = self.fresh("j");
                let own = Expr::name(&counter);
                let times = if self.random.chance(80) { owned.threads } else { owned.threads - 1 };
                let which = match self.random.below(10) {
                    0 => Expr::Number(owned.threads - 1).binary("-", own.clone()),
                    _ => own.clone(),
                };
                let join = Statement::call("pthread_join", vec![owned.ids.clone().index(which), Expr::Number(0)]);
                let index = self.near(own);
                let touched = if self.random.chance(50) { self.touched(owned, index) } else { Vec::new() };
                let body = if self.random.chance(75) {
                    [vec![join], touched].concat()
                } else {
                    [touched, vec![join]].concat()
                };
                vec![Statement::Repeat { counter, times, body }]
            }
            End::Counted => {
                let done = self.done(owned);
                let limit = if self.random.chance(80) { owned.threads } else { owned.threads - 1 };
                let is_early = done.binary("<", Expr::Number(limit));
                let arguments = vec![owned.changed.clone().address(), owned.lock.clone().address()];
                let wait = vec![Statement::call("pthread_cond_wait", arguments)];
                let waits = if self.random.chance(80) {
                    Statement::While(is_early, wait)
                } else {
                    Statement::If(is_early, wait, Vec::new())
                };
                vec![self.locked(owned, vec![waits])]
            }
        }
    }
}
