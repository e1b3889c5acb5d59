//! Motifs about functions of the library that read memory, write it, block, or are points at which a thread can be cancelled.

use super::Writer;
use crate::fuzz::draft::{Expr, Initial, Procedure, Statement};

impl Writer {
    /// A buffer that one thread prints and another one changes.
    pub(super) fn output(&mut self) {
        let (one, other) = self.two_threads();
        let buffer = if self.random.chance(75) {
            self.global("char", "buf", "[3]", Some(Initial::Text("\"ab\"".to_owned())))
        } else {
            let buffer = self.global("char *", "heap", "", None);
            let allocated = Expr::call("calloc", vec![Expr::Number(3), Expr::Number(1)]);
            self.threads[0].start.push(buffer.clone().assign(allocated));
            buffer
        };
        let reads = self.reading_call(&buffer);
        let reads = self.careful(vec![reads]);
        self.add(one, reads);
        let index = Expr::Number(self.random.pick(&[0, 1, 2, 2]));
        let changes = match self.random.below(6) {
            0 => self.writing_call(other, &buffer),
            1 if self.is_heap(&buffer) => Statement::call("free", vec![buffer.clone()]),
            _ => buffer.clone().index(index).assign(Expr::Number(self.random.pick(&[0, 99]))),
        };
        let changes = self.careful(vec![changes]);
        self.add(other, changes);
        if self.random.chance(35) {
            self.cancelled_in_a_call(&buffer);
        }
    }

    fn is_heap(&self, buffer: &Expr) -> bool {
        matches!(buffer, Expr::Name(name) if name.starts_with("heap"))
    }

    /// A call that reads the buffer, up to a given length or up to its end.
    fn reading_call(&mut self, buffer: &Expr) -> Statement {
        let stdout = || Expr::name("stdout");
        let text = |text: &str| Expr::Name(format!("\"{text}\""));
        let count = Expr::Number(self.random.pick(&[0, 1, 2, 3, 3, 4]));
        let buffer = buffer.clone();
        match self.random.below(10) {
            0 | 1 => Statement::call("printf", vec![text("%s"), buffer]),
            2 => Statement::call("printf", vec![text(".%.2s."), buffer]),
            3 => Statement::call("printf", vec![text("%c"), buffer.index(Expr::Number(1))]),
            4 => Statement::call("puts", vec![buffer]),
            5 => Statement::call("fputs", vec![buffer, stdout()]),
            6 => Statement::call("fwrite", vec![buffer, Expr::Number(1), count, stdout()]),
            7 => Statement::call("write", vec![Expr::Number(1), buffer, count]),
            8 => Statement::call("fprintf", vec![stdout(), text("%s"), buffer]),
            _ => Statement::call("perror", vec![buffer]),
        }
    }

    /// A call that writes to the buffer.
    fn writing_call(&mut self, thread: usize, buffer: &Expr) -> Statement {
        let value = self.local_of(thread);
        let buffer = buffer.clone();
        let text = |text: &str| Expr::Name(format!("\"{text}\""));
        match self.random.below(4) {
            0 => Statement::call("snprintf", vec![buffer, Expr::Number(3), text("x")]),
            1 => Statement::call("strcpy", vec![buffer, text("y")]),
            2 => Statement::call("memset", vec![buffer, value, Expr::Number(2)]),
            _ => Statement::call("memmove", vec![buffer.clone().binary("+", Expr::Number(1)), buffer, Expr::Number(1)]),
        }
    }

    /// A worker that is cancelled, with a handler that shows how far it came.
    fn cancelled_in_a_call(&mut self, buffer: &Expr) {
        let worker = self.worker();
        let mark = self.global("int", "mark", "", None);
        let name = self.fresh("handler");
        let limit = Expr::Number(self.random.between(0, 2));
        let body = vec![Statement::call("assert", vec![mark.clone().binary("!=", limit)])];
        let head = format!("void {name}(void *unused)");
        self.draft.procedures.push(Procedure { head, name: name.clone(), body });
        let call = match self.random.below(6) {
            0 => Statement::call("usleep", vec![Expr::Number(1)]),
            1 => Statement::call("sched_yield", Vec::new()),
            2 => Statement::call("fsync", vec![Expr::Number(1)]),
            3 => Statement::call("pthread_testcancel", Vec::new()),
            _ => self.reading_call(buffer),
        };
        let inner = vec![mark.clone().assign(Expr::Number(1)), call, mark.assign(Expr::Number(2))];
        let open = Expr::call("pthread_cleanup_push", vec![Expr::Name(name), Expr::Number(0)]);
        let close = Expr::call("pthread_cleanup_pop", vec![Expr::Number(0)]);
        self.add(worker, vec![Statement::Pair { open, body: inner, close }]);
        let cancel = Statement::call("pthread_cancel", vec![Expr::Name(format!("t{worker}"))]);
        self.attentions.push((worker, cancel));
    }
}
