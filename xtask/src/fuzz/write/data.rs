//! Motifs about data: integers, pointers, arrays, structures, unions, bit-fields.

use super::Writer;
use crate::fuzz::draft::{Declaration, Expr, Initial, Record, Statement};

impl Writer {
    /// One or two changes of shared variables.
    pub(super) fn integers(&mut self) {
        let thread = self.thread();
        let count = 1 + self.random.below(2);
        let changes = (0..count).map(|_| self.change(thread)).collect();
        let changes = self.careful(changes);
        self.add(thread, changes);
    }

    /// A pointer to a shared variable: a local pointer, or a shared one that a thread changes.
    pub(super) fn pointers(&mut self) {
        let thread = self.thread();
        let mut targets = Vec::new();
        for _ in 0..2 {
            let initial = Some(Initial::Value(self.number()));
            targets.push(self.global("int", "v", "", initial));
        }
        if self.random.chance(50) {
            let name = self.fresh("p");
            let pointer = Expr::name(&name);
            let declare = Statement::Declare(Declaration {
                prefix: "int *".to_owned(),
                name,
                suffix: String::new(),
                initial: Some(Initial::Value(targets[0].clone().address())),
            });
            let other = targets[1].clone();
            let mut body = vec![pointer.clone().target().assign(other)];
            if self.random.chance(50) {
                let condition = self.condition(thread);
                let moved = pointer.clone().assign(targets[1].clone().address());
                body.insert(0, Statement::If(condition, vec![moved], Vec::new()));
            }
            let body = self.careful(body);
            self.add(thread, [vec![declare], body].concat());
        } else {
            let initial = Some(Initial::Value(targets[0].clone().address()));
            let pointer = self.global("int *", "p", "", initial);
            let (mover, user) = self.two_threads();
            let moved = pointer.clone().assign(targets[1].clone().address());
            let moved = self.careful(vec![moved]);
            self.add(mover, moved);
            let value = self.private(user);
            let used = self.careful(vec![pointer.target().assign(value)]);
            self.add(user, used);
            let target = self.random.pick(&targets);
            let reader = self.local_of(mover).assign(target);
            let read = self.careful(vec![reader]);
            self.add(mover, read);
        }
    }

    /// An array, with an index that is a number, a variable or a pointer into it.
    pub(super) fn arrays(&mut self) {
        let length = self.random.between(2, 3);
        let initial = self.random.chance(50).then(|| Initial::Text("{ 1, 2 }".to_owned()));
        let ty = self.random.pick(&["int", "char", "short", "long"]);
        let array = self.global(ty, "a", &format!("[{length}]"), initial);
        let (first, second) = self.two_threads();
        for thread in [first, second] {
            let index = match self.random.below(3) {
                0 => Expr::Number(self.random.between(0, length - 1)),
                1 => self.value(thread, 0).cast("unsigned").binary("%", Expr::Number(length)),
                _ => self.local_of(thread).binary("&", Expr::Number(1)),
            };
            let element = match self.random.below(4) {
                0 => array.clone().binary("+", index).target(),
                1 => array.clone().index(Expr::Number(0)).address().index(index),
                _ => array.clone().index(index),
            };
            let statement = match self.random.below(3) {
                0 => self.local_of(thread).assign(element),
                1 => Statement::Expr(Expr::Postfix(Box::new(element), "++")),
                _ => {
                    let value = self.private(thread);
                    element.assign(value)
                }
            };
            let statement = self.careful(vec![statement]);
            self.add(thread, statement);
        }
    }

    /// A structure or union: members, copies of the whole.
    pub(super) fn records(&mut self) {
        let name = self.fresh("s");
        let is_union = self.random.chance(25);
        let name = if is_union { format!("union {name}") } else { format!("struct {name}") };
        let fields = match (is_union, self.random.below(3)) {
            (true, 0) => vec!["int a", "char b"],
            (true, 1) => vec!["short a", "unsigned b"],
            (true, _) => vec!["int a", "unsigned char b[4]"],
            (false, 0) => vec!["int a", "char b"],
            (false, 1) => vec!["char a", "long b"],
            (false, _) => vec!["int a", "int b[2]"],
        };
        let is_array = fields[1].ends_with(']');
        let fields = fields.into_iter().map(str::to_owned).collect();
        self.draft.records.push(Record { name: name.clone(), fields });
        let first = self.global(&name, "r", "", None);
        let second = self.random.chance(40).then(|| self.global(&name, "r", "", None));
        let (one, other) = self.two_threads();
        for thread in [one, other] {
            let base = match (&second, self.random.below(3)) {
                (_, 0) => first.clone().address().arrow("a"),
                (_, 1) if is_array => first.clone().field("b").index(Expr::Number(1)),
                (Some(second), 1) => second.clone().field("a"),
                (_, 1) => first.clone().field("b"),
                (_, _) => first.clone().field("a"),
            };
            let statement = match (&second, self.random.below(4)) {
                (Some(second), 0) => first.clone().assign(second.clone()),
                (_, 1) => self.local_of(thread).assign(base),
                (_, _) => {
                    let value = self.private(thread);
                    base.assign(value)
                }
            };
            let statement = self.careful(vec![statement]);
            self.add(thread, statement);
        }
    }

    /// Bit-fields beside each other: C11 gives neighbours one memory location.
    pub(super) fn bit_fields(&mut self) {
        let name = self.fresh("f");
        let name = format!("struct {name}");
        let fields = match self.random.below(4) {
            0 => vec!["unsigned a : 3", "unsigned b : 2"],
            1 => vec!["int a : 3", "int : 0", "int b : 4"],
            2 => vec!["unsigned char a : 2", "int b : 9"],
            _ => vec!["int a : 2", "char c", "unsigned b : 5"],
        };
        self.draft.records.push(Record { name: name.clone(), fields: fields.into_iter().map(str::to_owned).collect() });
        let record = self.global(&name, "b", "", None);
        let (one, other) = self.two_threads();
        for (thread, field) in [(one, "a"), (other, "b")] {
            let place = record.clone().field(field);
            let statement = match self.random.below(4) {
                0 => Statement::Expr(Expr::Postfix(Box::new(place), "++")),
                1 => self.local_of(thread).assign(place),
                2 => {
                    let value = self.private(thread);
                    Statement::Expr(place.binary("+=", value))
                }
                _ => {
                    let value = self.private(thread);
                    place.assign(value)
                }
            };
            let statement = self.careful(vec![statement]);
            self.add(thread, statement);
        }
    }
}
