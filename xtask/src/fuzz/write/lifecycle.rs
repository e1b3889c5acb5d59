//! Motifs about the lives of threads: once, keys with destructors, cancellation with cleanup handlers, detached threads,
//! results of joins.

use super::Writer;
use crate::fuzz::draft::{Expr, Initial, Procedure, Statement};

impl Writer {
    /// A function that the library calls.
    fn callback(&mut self, stem: &str, head: &dyn Fn(&str) -> String, body: Vec<Statement>) -> Expr {
        let name = self.fresh(stem);
        let head = head(&name);
        self.draft.procedures.push(Procedure { head, name: name.clone(), body });
        Expr::Name(name)
    }

    /// Two threads that want something done once.
    pub(super) fn once(&mut self) {
        let control = self.global("pthread_once_t", "on", "", Some(Initial::Text("PTHREAD_ONCE_INIT".to_owned())));
        let target = self.global("int", "done", "", None);
        let step = Statement::Expr(Expr::Postfix(Box::new(target.clone()), "++"));
        let routine = self.callback("routine", &|name| format!("void {name}(void)"), vec![step]);
        let (one, other) = self.two_threads();
        for thread in [one, other] {
            let call = Statement::call("pthread_once", vec![control.clone().address(), routine.clone()]);
            let use_of_it = self.local_of(thread).assign(target.clone());
            let mut statements = vec![call];
            if self.random.chance(60) {
                let at = self.random.pick(&[1, 1, 1, 0]);
                statements.insert(at, use_of_it);
            }
            self.add(thread, statements);
        }
        if self.random.chance(40) {
            let once = target.binary("==", Expr::Number(1));
            self.add(one, vec![Statement::call("assert", vec![once])]);
        }
    }

    /// A key whose destructor another thread can observe.
    pub(super) fn keys(&mut self) {
        let key = self.global("pthread_key_t", "ke", "", None);
        let ended = self.global("int", "gone", "", None);
        let step = self.careful(vec![Statement::Expr(Expr::Postfix(Box::new(ended.clone()), "++"))]);
        let destructor = self.callback("destroy", &|name| format!("void {name}(void *value)"), step);
        let destructor = if self.random.chance(70) { destructor } else { Expr::Number(0) };
        let create = Statement::call("pthread_key_create", vec![key.clone().address(), destructor]);
        self.threads[0].start.push(create);
        let (one, other) = self.two_threads();
        for thread in [one, other] {
            let set = Statement::call("pthread_setspecific", vec![key.clone(), ended.clone().address()]);
            let get = Expr::call("pthread_getspecific", vec![key.clone()]).binary("!=", Expr::Number(0));
            let statements = match self.random.below(3) {
                0 => vec![self.local_of(thread).assign(get)],
                1 => vec![set],
                _ => vec![set, Statement::call("assert", vec![get])],
            };
            self.add(thread, statements);
        }
        if self.random.chance(30) {
            let delete = Statement::call("pthread_key_delete", vec![key]);
            if self.random.chance(50) {
                self.threads[0].end.push(delete);
            } else {
                self.add(other, vec![delete]);
            }
        }
    }

    /// A thread that main ends, or that protects itself.
    pub(super) fn cancellation(&mut self) {
        let worker = self.worker();
        let change = self.change(worker);
        let second = self.change(worker);
        let mut body = vec![change, Statement::call("pthread_testcancel", Vec::new()), second];
        if self.random.chance(40) {
            let cleaned = self.global("int", "clean", "", None);
            let write = self.careful(vec![cleaned.assign(Expr::Number(1))]);
            let handler = self.callback("cleanup", &|name| format!("void {name}(void *unused)"), write);
            body = vec![Statement::Pair {
                open: Expr::call("pthread_cleanup_push", vec![handler, Expr::Number(0)]),
                body,
                close: Expr::call("pthread_cleanup_pop", vec![Expr::Number(i64::from(self.random.chance(50)))]),
            }];
        }
        if self.random.chance(30) {
            let disabled = Expr::name("PTHREAD_CANCEL_DISABLE");
            body.insert(0, Statement::call("pthread_setcancelstate", vec![disabled, Expr::Number(0)]));
        }
        self.add(worker, body);
        let cancel = Statement::call("pthread_cancel", vec![Expr::Name(format!("t{worker}"))]);
        self.attentions.push((worker, cancel));
    }

    /// Results of joins, and threads that are never joined.
    pub(super) fn lives(&mut self) {
        let worker = self.worker();
        let id = Expr::Name(format!("t{worker}"));
        let statement = match self.random.below(3) {
            0 => Statement::call("pthread_detach", vec![id]),
            1 => {
                let own = Expr::call("pthread_self", Vec::new());
                Statement::call(
                    "assert",
                    vec![Expr::call("pthread_equal", vec![own, id]).binary("==", Expr::Number(0))],
                )
            }
            _ => {
                let result = self.global("void *", "res", "", None);
                Statement::call("pthread_join", vec![id, result.address()])
            }
        };
        self.attentions.push((worker, statement));
    }
}
