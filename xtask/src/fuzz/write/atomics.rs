//! Motifs about atomic accesses: sections, C11's atomic types and generic functions, the builtins of gcc.

use super::{Writer, local, section};
use crate::fuzz::draft::{Expr, Initial, Statement};

/// All memory orders that a read-modify-write or a fence may have.
const ORDERS: [&str; 5] = [
    "memory_order_relaxed",
    "memory_order_acquire",
    "memory_order_release",
    "memory_order_acq_rel",
    "memory_order_seq_cst",
];

/// The same for the builtins of gcc.
const BUILTIN_ORDERS: [&str; 5] =
    ["__ATOMIC_RELAXED", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"];

impl Writer {
    /// An atomic section around changes.
    pub(super) fn sections(&mut self) {
        let thread = self.thread();
        let count = 1 + self.random.below(2);
        let changes = (0..count).map(|_| self.change(thread)).collect();
        self.add(thread, vec![section(changes)]);
    }

    /// An atomic variable that two threads use by C11's generic functions or by operators.
    pub(super) fn c11_atomics(&mut self) {
        let ty =
            self.random.pick(&["_Atomic int", "_Atomic unsigned char", "_Atomic long", "atomic_int", "_Atomic short"]);
        let initial = self.random.chance(40).then_some(Initial::Value(Expr::Number(1)));
        let atomic = self.global(ty, "at", "", initial);
        let (one, other) = self.two_threads();
        for thread in [one, other] {
            let statements = self.c11_access(thread, &atomic);
            self.add(thread, statements);
        }
        if self.random.chance(30) {
            self.flag_lock(one, other);
        }
        if self.random.chance(40) {
            self.published(one, other);
        }
    }

    fn c11_access(&mut self, thread: usize, atomic: &Expr) -> Vec<Statement> {
        let value = self.private(thread);
        let target = self.local_of(thread);
        let object = atomic.clone().address();
        let order = self.load_order();
        match self.random.below(13) {
            9 => {
                let order = self.random.pick(&["memory_order_relaxed", "memory_order_release", "memory_order_seq_cst"]);
                vec![Statement::call("atomic_store_explicit", vec![object, value, Expr::name(order)])]
            }
            10 => {
                let name = self.random.pick(&["fetch_add", "fetch_or", "exchange"]);
                let order = Expr::name(self.random.pick(&ORDERS));
                vec![target.assign(Expr::call(&format!("atomic_{name}_explicit"), vec![object, value, order]))]
            }
            11 => {
                let name = self.fresh("e");
                let expected = local(&self.plain_type(atomic), &name, Expr::Number(0));
                let arguments = vec![object, Expr::name(&name).address(), value];
                let (success, failure) = self.random.pick(&[
                    ("memory_order_acquire", "memory_order_relaxed"),
                    ("memory_order_release", "memory_order_relaxed"),
                    ("memory_order_acq_rel", "memory_order_acquire"),
                    ("memory_order_relaxed", "memory_order_relaxed"),
                ]);
                let orders = [Expr::name(success), Expr::name(failure)];
                let arguments = arguments.into_iter().chain(orders).collect();
                vec![expected, target.assign(Expr::call("atomic_compare_exchange_strong_explicit", arguments))]
            }
            12 => {
                vec![self.fence(), target.assign(Expr::call("atomic_load_explicit", vec![object, order])), self.fence()]
            }
            0 => vec![Statement::call("atomic_store", vec![object, value])],
            1 => vec![target.assign(Expr::call("atomic_load", vec![object]))],
            2 => vec![target.assign(Expr::call("atomic_load_explicit", vec![object, order]))],
            3 => vec![target.assign(Expr::call("atomic_exchange", vec![object, value]))],
            4 | 5 => {
                let name = self.random.pick(&["add", "sub", "or", "xor", "and"]);
                vec![target.assign(Expr::call(&format!("atomic_fetch_{name}"), vec![object, value]))]
            }
            6 | 7 => {
                let strength = self.random.pick(&["strong", "strong", "weak"]);
                let name = self.fresh("e");
                // The expected value has the type of the object without its qualifier.
                let expected = local(&self.plain_type(atomic), &name, Expr::Number(0));
                let arguments = vec![object, Expr::name(&name).address(), value];
                let call = Expr::call(&format!("atomic_compare_exchange_{strength}"), arguments);
                vec![expected, target.assign(call)]
            }
            _ => match self.random.below(3) {
                0 => vec![Statement::Expr(Expr::Postfix(Box::new(atomic.clone()), "++"))],
                1 => vec![Statement::Expr(atomic.clone().binary(self.random.pick(&["+=", "^=", "|="]), value))],
                _ => vec![atomic.clone().assign(value)],
            },
        }
    }

    /// A plain variable that one thread writes, and that another one reads after it has read an atomic flag: with any
    /// orders and fences.
    fn published(&mut self, one: usize, other: usize) {
        let data = self.global("int", "pd", "", None);
        let flag = self.global("atomic_int", "pf", "", None);
        let pointer = flag.clone().address();
        let store = match self.random.below(3) {
            0 => {
                let order = Expr::name(self.random.pick(&ORDERS));
                Statement::Expr(Expr::call("atomic_fetch_add_explicit", vec![pointer.clone(), Expr::Number(1), order]))
            }
            _ => {
                let order = self.random.pick(&["memory_order_relaxed", "memory_order_release", "memory_order_release"]);
                Statement::call("atomic_store_explicit", vec![pointer.clone(), Expr::Number(1), Expr::name(order)])
            }
        };
        let mut written = vec![data.clone().assign(Expr::Number(7))];
        if self.random.chance(35) {
            written.push(self.fence());
        }
        written.push(store);
        if self.random.chance(25) {
            let relaxed = Expr::name("memory_order_relaxed");
            written.push(Statement::call("atomic_store_explicit", vec![pointer.clone(), Expr::Number(2), relaxed]));
        }
        self.add(one, written);
        let mut read = Vec::new();
        if self.random.chance(35) {
            read.push(self.fence());
        }
        let target = self.local_of(other);
        read.push(target.assign(data));
        let load = Expr::call("atomic_load_explicit", vec![pointer.clone(), self.load_order()]);
        self.add(other, vec![Statement::If(load, read, Vec::new())]);
        if self.random.chance(30) {
            let thread = self.thread();
            let order = Expr::name(self.random.pick(&ORDERS));
            let update = Expr::call("atomic_fetch_add_explicit", vec![pointer, Expr::Number(1), order]);
            self.add(thread, vec![Statement::Expr(update)]);
        }
    }

    fn load_order(&mut self) -> Expr {
        Expr::name(self.random.pick(&["memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst"]))
    }

    fn fence(&mut self) -> Statement {
        let order = Expr::name(self.random.pick(&ORDERS));
        Statement::call("atomic_thread_fence", vec![order])
    }

    /// The type of a global without its qualifier.
    fn plain_type(&self, object: &Expr) -> String {
        let Expr::Name(name) = object else { return "int".to_owned() };
        let prefix = self.draft.globals.iter().find(|global| global.name == *name).map(|global| global.prefix.clone());
        let prefix = prefix.unwrap_or_default();
        match prefix.strip_prefix("_Atomic ") {
            Some(plain) => plain.to_owned(),
            None => "int".to_owned(),
        }
    }

    /// A lock made of a flag: tried, not waited for, so that the program ends.
    fn flag_lock(&mut self, one: usize, other: usize) {
        let flag = self.global("atomic_flag", "fl", "", Some(Initial::Text("ATOMIC_FLAG_INIT".to_owned())));
        for thread in [one, other] {
            let change = self.change(thread);
            let take =
                Expr::name(self.random.pick(&["memory_order_acquire", "memory_order_acq_rel", "memory_order_relaxed"]));
            let taken = Expr::call("atomic_flag_test_and_set_explicit", vec![flag.clone().address(), take]);
            let is_free = Expr::Prefix("!", Box::new(taken));
            let mut body = vec![change];
            if self.random.chance(70) {
                let give = Expr::name(self.random.pick(&[
                    "memory_order_release",
                    "memory_order_seq_cst",
                    "memory_order_relaxed",
                ]));
                body.push(Statement::call("atomic_flag_clear_explicit", vec![flag.clone().address(), give]));
            }
            self.add(thread, vec![Statement::If(is_free, body, Vec::new())]);
        }
    }

    /// A plain variable that two threads use by builtins of gcc, or one of them by hand.
    pub(super) fn builtin_atomics(&mut self) {
        let ty = self.random.pick(&["int", "unsigned", "long", "unsigned char", "short"]);
        let object = self.global(ty, "ba", "", None);
        let (one, other) = self.two_threads();
        for thread in [one, other] {
            let statements = self.builtin_access(thread, ty, &object);
            self.add(thread, statements);
        }
    }

    fn builtin_access(&mut self, thread: usize, ty: &str, object: &Expr) -> Vec<Statement> {
        let value = self.private(thread);
        let target = self.local_of(thread);
        let pointer = object.clone().address();
        let order = self.random.pick(&BUILTIN_ORDERS);
        let order = || Expr::name(order);
        match self.random.below(11) {
            0 => {
                let order = self.random.pick(&["__ATOMIC_RELAXED", "__ATOMIC_RELEASE", "__ATOMIC_SEQ_CST"]);
                vec![Statement::call("__atomic_store_n", vec![pointer, value, Expr::name(order)])]
            }
            1 => {
                let order = self.random.pick(&["__ATOMIC_RELAXED", "__ATOMIC_ACQUIRE", "__ATOMIC_SEQ_CST"]);
                vec![target.assign(Expr::call("__atomic_load_n", vec![pointer, Expr::name(order)]))]
            }
            10 => vec![Statement::call("__atomic_thread_fence", vec![order()])],
            2 => vec![target.assign(Expr::call("__atomic_exchange_n", vec![pointer, value, order()]))],
            3 => {
                let name = self.random.pick(&["add", "sub", "or", "xor", "and", "nand"]);
                vec![target.assign(Expr::call(&format!("__atomic_fetch_{name}"), vec![pointer, value, order()]))]
            }
            4 => {
                let name = self.random.pick(&["add", "sub", "or", "xor", "and", "nand"]);
                vec![target.assign(Expr::call(&format!("__atomic_{name}_fetch"), vec![pointer, value, order()]))]
            }
            5 => {
                let name = self.random.pick(&["fetch_and_add", "fetch_and_or", "sub_and_fetch", "xor_and_fetch"]);
                vec![target.assign(Expr::call(&format!("__sync_{name}"), vec![pointer, value]))]
            }
            6 => {
                let name = self.random.pick(&["bool", "val"]);
                let old = self.private(thread);
                let call = Expr::call(&format!("__sync_{name}_compare_and_swap"), vec![pointer, old, value]);
                vec![target.assign(call)]
            }
            7 => {
                let name = self.fresh("e");
                let expected = local(ty, &name, Expr::Number(0));
                let weak = Expr::Number(i64::from(self.random.chance(30)));
                let failed = Expr::name(self.random.pick(&["__ATOMIC_RELAXED", "__ATOMIC_SEQ_CST"]));
                let arguments = vec![pointer, Expr::name(&name).address(), value, weak, order(), failed];
                vec![expected, target.assign(Expr::call("__atomic_compare_exchange_n", arguments))]
            }
            8 => vec![target.assign(object.clone())],
            _ => vec![Statement::call("__sync_synchronize", Vec::new()), object.clone().assign(value)],
        }
    }
}
