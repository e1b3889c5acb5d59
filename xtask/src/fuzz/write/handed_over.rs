//! Motifs about an object that belongs to one thread at a time: allocated and filled by one, handed over through a mailbox, a list, a
//! pointer that is stored before a thread starts, or a flag; then used and freed by another one.
//!
//! The static engine proves that the giver does not touch the object any more. The forms in which it does: the giver keeps the
//! pointer, also over the rounds of a loop; the taker leaves the pointer where the next one finds it; the flag orders nothing.

use super::{Writer, bracket, local};
use crate::fuzz::draft::{Declaration, Expr, Initial, Record, Statement};

/// The place in which an object is handed over.
struct Mailbox {
    /// `struct letter`.
    record: String,
    /// The pointer to the object, or to the first of a list.
    slot: Expr,
    /// The mutex that protects it.
    lock: Expr,
    /// The condition variable that signals a new object.
    filled: Expr,
}

impl Writer {
    /// An object that changes its owner.
    pub(super) fn handed_over(&mut self) {
        let (giver, taker) = self.two_threads();
        let mailbox = self.mailbox();
        match self.random.below(6) {
            0 => self.behind_flag(&mailbox, giver, taker),
            1 => self.prepared(&mailbox),
            _ => {
                let times = self.random.pick(&[1, 1, 2]);
                let given = self.given(&mailbox, times);
                let taken = self.taken(&mailbox, times);
                self.add(giver, given);
                self.add(taker, taken);
            }
        }
    }

    fn mailbox(&mut self) -> Mailbox {
        let record = format!("struct {}", self.fresh("letter"));
        let fields = vec!["int value".to_owned(), format!("{record} *next")];
        self.draft.records.push(Record { name: record.clone(), fields });
        let text = |text: &str| Some(Initial::Text(text.to_owned()));
        Mailbox {
            slot: self.global(&format!("{record} *"), "slot", "", None),
            lock: self.global("pthread_mutex_t", "mb", "", text("PTHREAD_MUTEX_INITIALIZER")),
            filled: self.global("pthread_cond_t", "cb", "", text("PTHREAD_COND_INITIALIZER")),
            record,
        }
    }

    /// A local pointer to a letter.
    fn letter(&mut self, mailbox: &Mailbox, stem: &str, initial: Expr) -> (Expr, Statement) {
        let name = self.fresh(stem);
        let declaration = Declaration {
            prefix: format!("{} *", mailbox.record),
            name: name.clone(),
            suffix: String::new(),
            initial: Some(Initial::Value(initial)),
        };
        (Expr::Name(name), Statement::Declare(declaration))
    }

    /// A new letter with values in it; the process ends where there is no memory.
    fn allocated(&mut self, mailbox: &Mailbox) -> (Expr, Vec<Statement>) {
        let size = Expr::call("sizeof", vec![Expr::name(&mailbox.record)]);
        let (letter, declared) = self.letter(mailbox, "letter", Expr::call("malloc", vec![size]));
        let is_null = Expr::Prefix("!", Box::new(letter.clone()));
        let statements = vec![
            declared,
            Statement::If(is_null, vec![Statement::call("exit", vec![Expr::Number(0)])], Vec::new()),
            letter.clone().arrow("value").assign(Expr::Number(self.random.between(1, 2))),
            letter.clone().arrow("next").assign(Expr::Number(0)),
        ];
        (letter, statements)
    }

    /// A critical section of the mailbox; one that is forgotten where the program is careless.
    fn in_mailbox(&mut self, mailbox: &Mailbox, body: Vec<Statement>) -> Vec<Statement> {
        if self.random.chance(self.slips / 2) {
            return body;
        }
        vec![bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mailbox.lock, body)]
    }

    /// Fills letters and puts them into the mailbox.
    fn given(&mut self, mailbox: &Mailbox, times: i64) -> Vec<Statement> {
        let (letter, mut body) = self.allocated(mailbox);
        let (last, kept) = self.letter(mailbox, "last", Expr::Number(0));
        let keeps = self.random.chance(25);
        if keeps {
            // What was given in the round before, if there was one.
            let touched = last.clone().arrow("value").assign(Expr::Number(2));
            body.push(Statement::If(last.clone(), vec![touched], Vec::new()));
        }
        let put = vec![
            letter.clone().arrow("next").assign(mailbox.slot.clone()),
            mailbox.slot.clone().assign(letter.clone()),
            Statement::call("pthread_cond_signal", vec![mailbox.filled.clone().address()]),
        ];
        body.extend(self.in_mailbox(mailbox, put));
        if self.random.chance(20) {
            body.push(letter.clone().arrow("value").assign(Expr::Number(0)));
        }
        if keeps {
            body.push(last.assign(letter));
        }
        [vec![kept], self.repeated(times, body)].concat()
    }

    /// Takes letters out of the mailbox and uses them.
    fn taken(&mut self, mailbox: &Mailbox, times: i64) -> Vec<Statement> {
        let (got, declared) = self.letter(mailbox, "got", Expr::Number(0));
        let is_empty = Expr::Prefix("!", Box::new(mailbox.slot.clone()));
        let arguments = vec![mailbox.filled.clone().address(), mailbox.lock.clone().address()];
        let wait = vec![Statement::call("pthread_cond_wait", arguments)];
        let mut inside = Vec::new();
        match self.random.below(4) {
            0 => {}
            1 => inside.push(Statement::If(is_empty, wait, Vec::new())),
            _ => inside.push(Statement::While(is_empty, wait)),
        }
        inside.push(got.clone().assign(mailbox.slot.clone()));
        if self.random.chance(85) {
            let next = mailbox.slot.clone().assign(got.clone().arrow("next"));
            inside.push(Statement::If(got.clone(), vec![next], Vec::new()));
        }
        let variable = self.variable();
        let mut used = vec![match self.random.below(3) {
            0 => Statement::Expr(Expr::Postfix(Box::new(got.clone().arrow("value")), "++")),
            1 => variable.assign(got.clone().arrow("value")),
            _ => {
                let fits = got.clone().arrow("value").binary("<=", Expr::Number(2));
                Statement::call("assert", vec![fits])
            }
        }];
        if self.random.chance(60) {
            used.push(Statement::call("free", vec![got.clone()]));
        }
        let used = Statement::If(got, used, Vec::new());
        let mut body = vec![declared];
        if self.random.chance(30) {
            inside.push(used);
            body.extend(self.in_mailbox(mailbox, inside));
        } else {
            body.extend(self.in_mailbox(mailbox, inside));
            body.push(used);
        }
        self.repeated(times, body)
    }

    fn repeated(&mut self, times: i64, body: Vec<Statement>) -> Vec<Statement> {
        if times == 1 {
            return body;
        }
        vec![Statement::Repeat { counter: self.fresh("round"), times, body }]
    }

    /// Data behind a flag with some memory order.
    fn behind_flag(&mut self, mailbox: &Mailbox, giver: usize, taker: usize) {
        let flag = self.global("_Atomic int", "ready", "", None);
        let order = |writer: &mut Writer, strong: &'static str| {
            Expr::name(writer.random.pick(&["memory_order_seq_cst", strong, strong, "memory_order_relaxed"]))
        };
        let (letter, mut given) = self.allocated(mailbox);
        given.push(mailbox.slot.clone().assign(letter.clone()));
        let stored = order(self, "memory_order_release");
        let arguments = vec![flag.clone().address(), Expr::Number(1), stored];
        given.push(Statement::call("atomic_store_explicit", arguments));
        if self.random.chance(25) {
            given.push(letter.arrow("value").assign(Expr::Number(0)));
        }
        self.add(giver, given);
        let loaded = order(self, "memory_order_acquire");
        let is_ready = Expr::call("atomic_load_explicit", vec![flag.address(), loaded]);
        let used = self.local_of(taker).assign(mailbox.slot.clone().arrow("value"));
        let taken = if self.random.chance(50) {
            let unset = Expr::Prefix("!", Box::new(is_ready));
            vec![Statement::While(unset, Vec::new()), used]
        } else {
            vec![Statement::If(is_ready, vec![used], Vec::new())]
        };
        self.add(taker, taken);
    }

    /// A pointer that is stored before a thread starts, or too late.
    fn prepared(&mut self, mailbox: &Mailbox) {
        let (letter, filled) = self.allocated(mailbox);
        let stored = mailbox.slot.clone().assign(letter);
        let prepared = [filled, vec![stored]].concat();
        if self.random.chance(70) {
            self.threads[0].start.extend(prepared);
        } else {
            self.add(0, prepared);
        }
        for thread in 0..self.threads.len() {
            if !self.random.chance(60) {
                continue;
            }
            let value = mailbox.slot.clone().arrow("value");
            let name = self.fresh("seen");
            let access = match self.random.below(4) {
                0 => value.assign(Expr::Number(2)),
                1 => Statement::call("free", vec![mailbox.slot.clone()]),
                _ => local("int", &name, value),
            };
            let guarded = match self.random.below(3) {
                0 => vec![Statement::If(mailbox.slot.clone(), vec![access], Vec::new())],
                _ => vec![access],
            };
            let guarded = if self.random.chance(40) { self.in_mailbox(mailbox, guarded) } else { guarded };
            self.add(thread, guarded);
        }
    }
}
