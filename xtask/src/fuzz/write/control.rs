//! Motifs about control: branches, loops with small bounds, `switch`, `goto`, inputs, what threads return.

use super::{Writer, local};
use crate::fuzz::draft::{Case, Expr, Statement};

impl Writer {
    /// A branch, a loop, a `switch` or a jump around changes.
    pub(super) fn control(&mut self) {
        let thread = self.thread();
        let change = self.change(thread);
        let statements = match self.random.below(6) {
            0 | 1 => {
                let condition = self.condition(thread);
                let no = if self.random.chance(40) { vec![self.change(thread)] } else { Vec::new() };
                vec![Statement::If(condition, vec![change], no)]
            }
            2 => {
                let counter = self.fresh("i");
                let body = self.careful(vec![change]);
                self.add(thread, vec![Statement::Repeat { counter, times: 2, body }]);
                return;
            }
            3 => self.switch(thread, change),
            4 => {
                let label = self.fresh("skip");
                let condition = self.condition(thread);
                vec![
                    Statement::If(condition, vec![Statement::Goto(label.clone())], Vec::new()),
                    change,
                    Statement::Label(label),
                ]
            }
            _ => {
                // A loop that another thread may end early, and that ends by itself.
                let counter = self.fresh("n");
                let condition = self.condition(thread);
                let left = Expr::Postfix(Box::new(Expr::name(&counter)), "--").binary(">", Expr::Number(0));
                let counts = local("int", &counter, Expr::Number(2));
                let body = vec![Statement::If(condition, vec![Statement::Break], Vec::new()), change];
                vec![counts, Statement::While(left, body)]
            }
        };
        let statements = self.careful(statements);
        self.add(thread, statements);
    }

    fn switch(&mut self, thread: usize, change: Statement) -> Vec<Statement> {
        let expr = self.value(thread, 0);
        let mut cases = vec![Case { number: Some(0), body: vec![change], falls_through: self.random.chance(40) }];
        let body = vec![self.change(thread)];
        cases.push(Case { number: Some(self.random.between(1, 2)), body, falls_through: self.random.chance(20) });
        if self.random.chance(50) {
            let body = vec![self.change(thread)];
            let at = self.random.below(cases.len() + 1);
            cases.insert(at, Case { number: None, body, falls_through: false });
        }
        vec![Statement::Switch(expr, cases)]
    }

    /// An input with two or three values.
    pub(super) fn inputs(&mut self) {
        let thread = self.thread();
        let name = self.fresh("n");
        let low = self.random.between(-1, 1);
        let high = low + self.random.between(1, 2);
        self.threads[thread].start.push(Statement::Input { name: name.clone(), low, high });
        let target = self.variable();
        let used = match self.random.below(3) {
            0 => target.assign(Expr::name(&name)),
            1 => Statement::Expr(target.binary("+=", Expr::name(&name))),
            _ => {
                let change = self.change(thread);
                let number = Expr::Number(self.random.between(low, high));
                Statement::If(Expr::name(&name).binary("==", number), vec![change], Vec::new())
            }
        };
        let used = self.careful(vec![used]);
        self.add(thread, used);
        self.threads[thread].locals.push(name);
    }

    /// What a thread was given, what it returns.
    pub(super) fn results(&mut self) {
        let worker = self.worker();
        let argument = Expr::name("argument").cast("long").cast("int");
        let target = self.variable();
        let used = match self.random.below(3) {
            0 => target.assign(argument),
            1 => Statement::Expr(target.binary("+=", argument)),
            _ => self.local_of(worker).assign(argument),
        };
        let used = self.careful(vec![used]);
        self.add(worker, used);
        if self.random.chance(40) {
            let value = self.local_of(worker).cast("long").cast("void *");
            let end = if self.random.chance(50) {
                Statement::Return(Some(value))
            } else {
                Statement::call("pthread_exit", vec![value])
            };
            self.threads[worker].end.push(end);
        }
    }
}
