//! Motifs about allocated memory: handed over from one thread to another, freed by one of them.

use super::Writer;
use crate::fuzz::draft::{Expr, Statement};

impl Writer {
    /// An allocation that one thread makes before the other threads start, and that two threads use.
    pub(super) fn heap(&mut self) {
        let pointer = self.global("int *", "h", "", None);
        let count = self.random.between(1, 2);
        let size = Expr::Number(count * 4);
        let allocated = match self.random.below(2) {
            0 => Expr::call("calloc", vec![Expr::Number(count), Expr::Number(4)]),
            _ => Expr::call("malloc", vec![size]),
        };
        let is_clear = matches!(&allocated, Expr::Call(name, _) if name == "calloc");
        self.threads[0].start.push(pointer.clone().assign(allocated));
        if !is_clear {
            for index in 0..count {
                let value = self.number();
                self.threads[0].start.push(pointer.clone().index(Expr::Number(index)).assign(value));
            }
        }
        let (one, other) = self.two_threads();
        for thread in [one, other] {
            let element = pointer.clone().index(Expr::Number(self.random.between(0, count - 1)));
            let statement = if self.random.chance(50) {
                self.local_of(thread).assign(element)
            } else {
                let value = self.private(thread);
                element.assign(value)
            };
            let statement = self.careful(vec![statement]);
            self.add(thread, statement);
        }
        let free = Statement::call("free", vec![pointer]);
        match self.random.below(6) {
            0 => self.add(one, vec![free]),
            1 => self.threads[one].end.insert(0, free),
            2 => {}
            _ => self.threads[0].end.push(free),
        }
    }
}
