//! Motifs about addresses that are numbers for a while: kept in integers, passed through functions and arguments, taken apart and put
//! together again, guessed. What they point to may be anything whose address escaped.

use super::{Writer, bracket, local};
use crate::fuzz::draft::{Expr, Initial, Procedure, Statement};

impl Writer {
    /// A shared object that a thread reaches through a number.
    pub(super) fn addresses(&mut self) {
        let (one, other) = self.two_threads();
        let first = self.global("int", "target", "", None);
        let second = self.global("int", "target", "", None);
        let object = if self.random.chance(75) { first.clone() } else { second.clone() };
        let number = self.as_number(&object);
        let kept = self.global("unsigned long", "kept", "", None);
        let at;
        let mut shows = Vec::new();
        let mut is_shown = false;
        match self.random.below(5) {
            0 => {
                // Its own number, in a local.
                let name = self.fresh("u");
                shows.push(local("unsigned long", &name, number.clone()));
                at = Expr::Name(name);
            }
            1 => at = number.clone(),
            2 => {
                // Through a function that returns its argument.
                let name = self.fresh("same");
                let head = format!("unsigned long {name}(unsigned long number)");
                let body = vec![Statement::Return(Some(Expr::name("number")))];
                self.draft.procedures.push(Procedure { head, name: name.clone(), body });
                at = Expr::call(&name, vec![number.clone()]);
            }
            _ => {
                // A global that main or another thread fills in.
                let filled = kept.clone().assign(number.clone());
                if self.random.chance(70) {
                    self.threads[0].start.push(filled);
                } else {
                    let filled = self.careful(vec![filled]);
                    self.add(other, filled);
                }
                at = kept.clone();
                is_shown = true;
            }
        }
        let target = self.masked(at.clone()).cast("int *").target();
        let access = match self.random.below(3) {
            0 => self.local_of(one).assign(target),
            1 => target.assign(Expr::Number(self.random.between(1, 3))),
            _ => Statement::Expr(target.binary("+=", Expr::Number(1))),
        };
        let access =
            if is_shown && self.random.chance(60) { Statement::If(at, vec![access], Vec::new()) } else { access };
        let access = self.careful(vec![access]);
        self.add(one, [shows, access].concat());
        // What the other thread does to the object by its name.
        let value = self.random.between(0, 3);
        let named = match self.random.below(3) {
            0 => Statement::call("assert", vec![first.clone().binary("!=", Expr::Number(value))]),
            1 => self.local_of(other).assign(first.clone()),
            _ => first.clone().assign(Expr::Number(value)),
        };
        let named = self.careful(vec![named]);
        self.add(other, named);
        if self.random.chance(35) {
            self.lock_by_number(one, other, &second);
        }
        if self.random.chance(25) {
            self.in_order([one, other], [first, second]);
        }
    }

    /// Each of two threads writes the one of two objects that lies in front of the other one, or the other one.
    fn in_order(&mut self, threads: [usize; 2], [first, second]: [Expr; 2]) {
        for thread in threads {
            let is_in_front = first.clone().address().binary("<", second.clone().address());
            let value = Expr::Number(self.random.between(0, 3));
            let mut ways = [vec![first.clone().assign(value.clone())], vec![second.clone().assign(value)]];
            if self.random.chance(50) {
                ways.reverse();
            }
            let [then, otherwise] = ways;
            self.add(thread, vec![Statement::If(is_in_front, then, otherwise)]);
        }
    }

    /// The address of an object as a number.
    fn as_number(&mut self, object: &Expr) -> Expr {
        let address = object.clone().address();
        match self.random.below(3) {
            0 => address.cast("void *").cast("unsigned long"),
            1 => address.cast("long").cast("unsigned long"),
            _ => address.cast("unsigned long"),
        }
    }

    /// A number, taken apart and put together again.
    fn masked(&mut self, number: Expr) -> Expr {
        match self.random.below(8) {
            4 => number
                .binary("|", Expr::Number(2))
                .binary("&", Expr::Prefix("~", Box::new(Expr::Number(3).cast("unsigned long")))),
            0 => number.binary("+", Expr::Number(4)).binary("-", Expr::Number(4)),
            1 => number.binary("^", Expr::Number(1)).binary("^", Expr::Number(1)),
            2 => number.binary("|", Expr::Number(0)),
            3 => number.binary("&", Expr::Prefix("~", Box::new(Expr::Number(0).cast("unsigned long")))),
            _ => number,
        }
    }

    /// A mutex that one thread takes by its number.
    fn lock_by_number(&mut self, one: usize, other: usize, object: &Expr) {
        let mutex = self.mutex();
        let kept = self.global("unsigned long", "lock", "", Some(Initial::Text("0".to_owned())));
        self.threads[0].start.push(kept.clone().assign(mutex.clone().address().cast("unsigned long")));
        let by_number = |name: &str| Statement::call(name, vec![kept.clone().cast("pthread_mutex_t *")]);
        let step = object.clone().assign(Expr::Number(1));
        let mut statements = vec![by_number("pthread_mutex_lock"), step.clone()];
        if self.random.chance(85) {
            statements.push(by_number("pthread_mutex_unlock"));
        }
        self.add(one, statements);
        self.add(other, vec![bracket("pthread_mutex_lock", "pthread_mutex_unlock", &mutex, vec![step])]);
    }
}
