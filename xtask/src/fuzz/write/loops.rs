//! Motifs about loops: with counters that meet or wrap around, nested ones, ended by inputs, over arrays.
//!
//! All of them end, or go on for ever in a few states: the reference interpreter visits what there is. Beside other threads
//! they take few iterations; alone as many as a bound that is tried first may miss.

use super::{Writer, local};
use crate::fuzz::draft::{Expr, Initial, Statement};

impl Writer {
    /// A loop whose variables the rest of the thread may look at.
    pub(super) fn loops(&mut self) {
        let thread = self.thread();
        let is_alone = self.threads.len() == 1;
        let statements = match self.random.below(if is_alone { 8 } else { 4 }) {
            0 => self.two_counters(thread),
            1 => self.nested_loops(thread),
            2 => self.differences(thread),
            3 => self.filled_array(thread),
            4 => self.wrapping_counter(thread),
            5 => self.flags_in_turn(thread),
            _ => self.until_told(thread),
        };
        let statements = self.careful(statements);
        self.add(thread, statements);
    }

    /// A local of a thread that is there from the start.
    pub(super) fn counter(&mut self, thread: usize, ty: &str, stem: &str, value: i64) -> Expr {
        let name = self.fresh(stem);
        self.threads[thread].start.push(local(ty, &name, Expr::Number(value)));
        self.threads[thread].locals.push(name.clone());
        Expr::Name(name)
    }

    fn iterations(&mut self) -> i64 {
        if self.threads.len() > 1 { self.random.between(1, 2) } else { self.random.pick(&[2, 3, 5, 9, 17]) }
    }

    /// One counter goes up, another one with it: what they have to do with each other stays.
    fn two_counters(&mut self, thread: usize) -> Vec<Statement> {
        let (one, other) = (self.counter(thread, "int", "i", 0), self.counter(thread, "int", "j", 0));
        let (times, step) = (self.iterations(), self.random.between(1, 3));
        let up = Statement::Expr(Expr::Postfix(Box::new(one.clone()), "++"));
        let with_it = Statement::Expr(other.clone().binary("+=", Expr::Number(step)));
        let mut body = vec![up, with_it];
        if self.random.chance(40) {
            let condition = self.condition(thread);
            body.push(Statement::If(condition, vec![Statement::Break], Vec::new()));
        }
        let relation = one.clone().binary("*", Expr::Number(step));
        let relation = if self.random.chance(70) { relation } else { relation.binary("+", Expr::Number(1)) };
        let holds = other.binary(self.random.pick(&["==", "==", "!=", "<="]), relation);
        let condition = one.binary(self.random.pick(&["<", "!="]), Expr::Number(times));
        vec![Statement::While(condition, body), Statement::call("assert", vec![holds])]
    }

    /// The inner loop goes as far as the outer one has come.
    fn nested_loops(&mut self, thread: usize) -> Vec<Statement> {
        let (outer, inner) = (self.counter(thread, "int", "i", 0), self.counter(thread, "int", "k", 0));
        let times = self.iterations().min(5);
        let change = self.change(thread);
        let within = Statement::While(
            inner.clone().binary("<", outer.clone()),
            vec![Statement::Expr(Expr::Postfix(Box::new(inner.clone()), "++")), change],
        );
        let body =
            vec![inner.assign(Expr::Number(0)), within, Statement::Expr(Expr::Postfix(Box::new(outer.clone()), "++"))];
        vec![Statement::While(outer.binary("<", Expr::Number(times)), body)]
    }

    /// Two numbers, the greater of which becomes smaller by the other until they meet.
    fn differences(&mut self, thread: usize) -> Vec<Statement> {
        let (a, b) = (self.random.between(1, 4), self.random.between(1, 4));
        let (one, other) = (self.counter(thread, "int", "g", a), self.counter(thread, "int", "h", b));
        let less = |from: &Expr, by: &Expr| Statement::Expr(from.clone().binary("-=", by.clone()));
        let step =
            Statement::If(one.clone().binary(">", other.clone()), vec![less(&one, &other)], vec![less(&other, &one)]);
        vec![Statement::While(one.binary("!=", other), vec![step])]
    }

    /// An array is filled and looked at in another place.
    fn filled_array(&mut self, thread: usize) -> Vec<Statement> {
        let length = self.iterations().min(5);
        let array = self.global("int", "a", &format!("[{length}]"), None);
        let at = self.counter(thread, "int", "i", 0);
        let last = length - 1 + i64::from(self.random.chance(15));
        let value = if self.random.chance(50) { at.clone() } else { self.private(thread) };
        let body = vec![
            array.clone().index(at.clone()).assign(value),
            Statement::Expr(Expr::Postfix(Box::new(at.clone()), "++")),
        ];
        let looked_at = self.random.between(0, length - 1);
        let read = self.local_of(thread).assign(array.index(Expr::Number(looked_at)));
        vec![Statement::While(at.binary("<=", Expr::Number(last)), body), read]
    }

    /// A small counter that meets its goal on the second turn, or the first.
    fn wrapping_counter(&mut self, thread: usize) -> Vec<Statement> {
        let start = self.random.pick(&[0, 1, 250, 3]);
        let counter = self.counter(thread, "unsigned char", "c", start);
        let step = self.random.pick(&[1, 3, 5, 85]);
        let goal = self.random.pick(&[0, 2, 17, 255]);
        let mut body = vec![Statement::Expr(counter.clone().binary("+=", Expr::Number(step)))];
        if self.random.chance(30) {
            let wrong = counter.clone().binary("!=", Expr::Number(self.random.pick(&[7, 128, 254])));
            body.push(Statement::call("assert", vec![wrong]));
        }
        vec![Statement::While(counter.binary("!=", Expr::Number(goal)), body)]
    }

    /// Flags that are handed round for ever, until an input ends it.
    fn flags_in_turn(&mut self, thread: usize) -> Vec<Statement> {
        let (one, other) = (self.counter(thread, "int", "f", 1), self.counter(thread, "int", "f", 0));
        let input = self.fresh("n");
        let asked = Statement::Input { name: input.clone(), low: 0, high: 1 };
        let mut turn =
            vec![one.clone().assign(other.clone()), other.clone().assign(Expr::Number(1).binary("-", one.clone()))];
        if self.random.chance(20) {
            turn.swap(0, 1);
        }
        let holds = one.binary("+", other).binary(self.random.pick(&["==", "<=", ">="]), Expr::Number(1));
        let stops = Statement::If(Expr::Name(input), vec![Statement::Break], Vec::new());
        let body = [vec![asked, stops], turn, vec![Statement::call("assert", vec![holds])]].concat();
        vec![Statement::While(Expr::Number(1), body)]
    }

    /// Something grows up to a limit until an input ends it.
    fn until_told(&mut self, thread: usize) -> Vec<Statement> {
        let ty = self.random.pick(&["int", "unsigned", "unsigned char", "long"]);
        let grown = if self.random.chance(50) {
            self.counter(thread, ty, "u", 0)
        } else {
            self.global(ty, "u", "", Some(Initial::Value(Expr::Number(0))))
        };
        let limit = self.random.pick(&[1, 2, 6, 20]);
        let input = self.fresh("n");
        let asked = Statement::Input { name: input.clone(), low: 0, high: 1 };
        let step = self.random.between(1, 2);
        let grows = Statement::Expr(grown.clone().binary("+=", Expr::Number(step)));
        let grows = Statement::If(grown.clone().binary("<", Expr::Number(limit)), vec![grows], Vec::new());
        let holds = grown.binary("<=", Expr::Number(limit + i64::from(self.random.chance(50))));
        let told = Expr::Name(input);
        let body = if self.random.chance(50) {
            vec![asked, Statement::If(told, vec![Statement::Break], Vec::new()), grows]
        } else {
            vec![asked, Statement::If(told, vec![grows], Vec::new())]
        };
        let held = Statement::call("assert", vec![holds]);
        if self.random.chance(50) {
            return vec![Statement::While(Expr::Number(1), [body, vec![held]].concat())];
        }
        vec![Statement::While(Expr::Number(1), body), held]
    }
}
