//! Handlers of signals (C11 7.14, POSIX 2.4): `signal` and `sigaction` with a function.
//!
//! An installed handler may run at any time, any number of times, in any thread of the process; the interrupted thread continues when the
//! handler has returned. So calls of a function in C, which runs handlers or not, are inserted between the steps of each thread (`points`).
//! Both readings run that program. Such a call is omitted where a handler could do nothing that it could not do at the next call:
//!
//! - In a program with one thread only the accesses to objects of the handlers can observe when a handler ran.
//! - If a handler makes one access and no synchronization, it suffices to run it where the next thread accesses that object, or where its
//!   own thread synchronizes.
//!
//! An access of a handler to an object that is neither atomic nor `volatile sig_atomic_t` races with the code that the handler interrupts
//! (C11 5.1.2.3p5). A separate thread that makes this access, and changes nothing by it, represents the handler; it is created where the
//! handler is installed. In a program with several threads usually another thread runs the handler, and the race is one of two threads.
//!
//! `raise` and `pthread_kill` of the calling thread run the handler before they return, and so does `kill` of the own process in a program
//! of one thread. Sleeping functions, `pause` and `sem_wait` end early behind a handler.
//!
//! Left out: handlers that jump (`longjmp`), end their thread, or let another thread go on (`sem_post`). In a program with one of them no
//! handler runs; that is an execution without signals, so violations count, but those of threads that wait or run for ever, and proofs
//! rest on it. Scans look at the code of the handlers all the same (`__raddle_signals_are_followed`). A signal that such a program sends itself is `Unsupported`. So is, where a handler is installed: the flags `SA_RESETHAND`
//! and `SA_NODEFER`, and handlers that the program computes from numbers. Where signals may be blocked,
//! or a handler interrupts another one, the choice that a signal comes is one that the system determines further.

use raddle_program::source::Span;
use raddle_program::types::{FunctionType, IntKind, Qualified, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use self::blocking::BLOCKING;
use self::conduct::{Conduct, Plain, root};
use self::points::Points;
use self::search::{Actions, Called, Found, Install, NamedObjects};
use self::text::{Handler, Texts};
use super::linkage::Replacement;
use super::walk::walk;
use super::{Checker, Linked};
use crate::typed::{Block, Expr, ExprKind, Function, FunctionId, Statement, StatementKind};

mod blocking;
mod conduct;
mod points;
mod search;
mod text;

/// Functions that may block signals.
const BLOCKS: [&str; 5] = ["sigprocmask", "pthread_sigmask", "sighold", "sigsuspend", "ppoll"];

impl Checker {
    /// Comes when all bodies are there.
    pub(super) fn run_signal_handlers(&mut self) {
        let is_used = |id: &FunctionId| self.unit.functions[*id].is_used;
        let installs: Vec<FunctionId> =
            self.declared_only(&["signal", "sigaction"]).into_iter().filter(is_used).collect();
        if installs.is_empty() {
            self.take_no_signals();
            return;
        }
        let has_sigaction = self.unit.names("sigaction");
        if Found::new(self, &installs).functions.is_empty() && !has_sigaction {
            self.take_no_signals();
            return;
        }
        self.name_actions();
        let found = Found::new(self, &installs);
        let Found { functions, pointed, numbers, has_one_action, has_odd_flags, has_odd_handlers } = found;
        let conduct = Conduct::of(&self.unit, &functions, &pointed);
        let has_threads = ["pthread_create", "thrd_create"].iter().any(|name| self.unit.names(name));
        let normal = self.normal_functions(&functions, &pointed);
        let n_signals = numbers.as_ref().map_or(64, Vec::len);
        let nests = n_signals > 1 && !conduct.is_simple;
        let may_be_blocked = BLOCKS.iter().any(|name| self.unit.names(name));
        let stays = has_one_action && !may_be_blocked;
        let mut racing = self.racing_handlers(&functions, &conduct, &normal, (has_threads, stays));
        if conduct.is_left_out {
            racing.iter_mut().for_each(|racing| *racing = None);
        }
        let texts = Texts {
            handlers: self.handlers(&functions),
            repeats: !conduct.is_idempotent || numbers.is_none(),
            signals: numbers,
            remembers: nests || conduct.functions.iter().any(|function| normal.contains(function)),
            nests,
            may_be_blocked,
            has_threads,
            has_lock: racing.iter().any(Option::is_some),
            racing: racing.iter().map(Option::is_some).collect(),
            is_left_out: conduct.is_left_out,
            declares_create: self.unit.functions.values().any(|function| &*function.name == "pthread_create"),
            has_odd_flags,
            has_odd_handlers,
            handler_member: self.handler_member(),
        };
        if !self.define_signals(&texts, &functions, has_sigaction) {
            return;
        }
        if conduct.is_left_out {
            self.unit.signal_handlers.clone_from(&functions);
        }
        for (number, racing) in racing.into_iter().enumerate() {
            if let Some(accesses) = racing {
                self.write_accesses(&texts.handlers[number].accesses, accesses);
            }
        }
        self.end_waits_early(has_threads && !conduct.is_simple);
        self.interrupt(&texts, &conduct, &normal, &pointed);
        // Values of calls, behind which a handler may run, lie in objects of ours.
        self.find_texts();
    }

    /// The union with the handlers in the program's `struct sigaction`, if its header names it.
    fn handler_member(&self) -> Option<String> {
        let types = &self.unit.types;
        let is_action = |tag: &Option<std::sync::Arc<str>>| tag.as_deref() == Some("sigaction");
        let record = types.records().values().find(|record| is_action(&record.tag) && record.body.is_some())?;
        let fields = &record.body.as_ref()?.fields;
        let has_handler = |ty: TypeId| match types.kind(ty) {
            TypeKind::Record(record) => types
                .record(*record)
                .body
                .as_ref()
                .is_some_and(|body| body.fields.iter().any(|field| field.name.as_deref() == Some("sa_handler"))),
            _ => false,
        };
        fields.iter().find(|field| has_handler(field.ty.ty))?.name.as_deref().map(str::to_owned)
    }

    /// Defines the calls that handlers end early.
    fn end_waits_early(&mut self, moves: bool) {
        for (name, text, is_only_for_moves) in BLOCKING {
            if (moves || !is_only_for_moves)
                && self.unit.names(name)
                && self.function_named(name).is_none()
                && let Some(function) = self.own_function(&format!("__raddle_{name}"), text)
            {
                self.replace_calls(name, function);
            }
        }
    }

    /// No handler runs.
    fn take_no_signals(&mut self) {
        if self.unit.names("__raddle_handle_signal") {
            let text = "int __raddle_handle_signal(int signal, int target)\n{\n    return 0;\n}\n";
            self.own_function("__raddle_handle_signal", text);
        }
    }

    /// The handlers for the texts. The names of their functions for accesses are new.
    fn handlers(&self, functions: &[FunctionId]) -> Vec<Handler> {
        let mut handlers: Vec<Handler> = Vec::new();
        for (number, &function) in functions.iter().enumerate() {
            let name = format!("signal_handler_{}", self.unit.functions[function].name);
            let is_known = self.unit.functions.values().any(|known| *known.name == *name)
                || handlers.iter().any(|known| known.accesses == name);
            let accesses = if is_known { format!("__raddle_{name}_{number}") } else { name };
            handlers.push(Handler { accesses, takes_information: self.n_parameters(function) == 3 });
        }
        handlers
    }

    /// Puts functions in the place of `SIG_IGN` and `SIG_ERR`: a function and a number cannot be compared.
    fn name_actions(&mut self) {
        let text = "void __raddle_ignore(int signal)\n{\n}\nvoid __raddle_no_handler(int signal)\n{\n}\n";
        self.own_function("__raddle_ignore", text);
        let (Some(ignore), Some(error)) =
            (self.function_named("__raddle_ignore"), self.function_named("__raddle_no_handler"))
        else {
            return;
        };
        let ty = self.unit.functions[ignore].ty;
        let pointer = self.unit.types.pointer_to(ty);
        self.rewrite_everything_but(&[], &mut Actions { ignore, error, ty, pointer });
    }

    fn n_parameters(&self, function: FunctionId) -> usize {
        match self.unit.types.kind(self.unit.functions[function].ty) {
            TypeKind::Function(ty) => ty.parameters.len(),
            _ => 0,
        }
    }

    /// The functions that run other than as handlers.
    fn normal_functions(&self, handlers: &[FunctionId], pointed: &FxHashSet<FunctionId>) -> FxHashSet<FunctionId> {
        let others: FxHashSet<FunctionId> =
            pointed.iter().copied().filter(|function| !handlers.contains(function)).collect();
        let mut from: Vec<FunctionId> = others.iter().copied().chain(self.unit.main).collect();
        from.sort();
        // A handler that code names as a value is no call of it.
        let mut seen = FxHashSet::default();
        let mut open = from;
        while let Some(function) = open.pop() {
            if !seen.insert(function) {
                continue;
            }
            let Some(body) = &self.unit.functions[function].body else { continue };
            let mut called = Called::default();
            walk(&mut body.clone(), &mut called);
            open.extend(called.found);
            if called.calls_pointers {
                open.extend(others.iter().copied());
            }
        }
        seen
    }

    /// The accesses of each handler that race with the code of its own thread, if that code accesses the same objects.
    fn racing_handlers(
        &self,
        handlers: &[FunctionId],
        conduct: &Conduct,
        normal: &FxHashSet<FunctionId>,
        (has_threads, stays): (bool, bool),
    ) -> Vec<Option<Vec<Plain>>> {
        let mut named = NamedObjects::default();
        for &function in normal {
            if let Some(body) = &self.unit.functions[function].body {
                walk(&mut body.clone(), &mut named);
            }
        }
        let is_shared = |plain: &Plain| {
            let root = plain.target.as_ref().and_then(root);
            root.is_none_or(|root| named.objects.contains(&root) || self.unit.variables[root].address_taken)
        };
        let mut all: Vec<Option<Vec<Plain>>> = Vec::new();
        for &handler in handlers {
            let single = Conduct::of(&self.unit, &[handler], &conduct.functions);
            let mut plain: Vec<Plain> = single.plain.into_iter().filter(is_shared).collect();
            if !stays {
                plain.iter_mut().for_each(|plain| plain.is_certain = false);
            }
            if single.synchronizes {
                // The thread would not have the locks of the handler. In a program of several threads another one runs it.
                plain.iter_mut().for_each(|plain| plain.is_certain = false);
                plain.retain(|_| !has_threads);
            }
            all.push(if plain.is_empty() { None } else { Some(plain) });
        }
        all
    }

    /// Defines the functions in C. Returns whether the program declares what they need.
    fn define_signals(&mut self, texts: &Texts, handlers: &[FunctionId], has_sigaction: bool) -> bool {
        let mut replacements = FxHashMap::default();
        let own = self.own_function("__raddle_signals_come", &texts.signals());
        let by_action = self.own_function("__raddle_signal", &texts.signal_by_action());
        let is_there = |checker: &Checker, own: Option<FunctionId>| {
            own.is_some_and(|own| checker.unit.functions[own].body.is_some())
        };
        if !is_there(self, own) || !is_there(self, by_action) {
            return false;
        }
        if let Some(by_action) = by_action {
            self.install_by_action(handlers, by_action);
        }
        if self.unit.names("signal") {
            self.own_function("signal", &texts.signal());
        }
        if has_sigaction {
            self.own_function("sigaction", &texts.sigaction());
        }
        if self.unit.names("__raddle_handle_signal") {
            self.own_function("__raddle_handle_signal", &texts.takes());
        }
        for (number, &handler) in handlers.iter().enumerate() {
            let name = format!("__raddle_handler_{number}");
            for (id, function) in self.unit.functions.iter() {
                if *function.name == *name {
                    replacements.insert(Linked::Function(id), Replacement::Entity(Linked::Function(handler)));
                }
            }
        }
        self.replace(&replacements);
        true
    }

    /// Puts actions in the place of handlers that calls of `signal` name.
    fn install_by_action(&mut self, handlers: &[FunctionId], own: FunctionId) {
        let installs = self.declared_only(&["signal"]);
        let int = self.unit.types.int(IntKind::Int);
        let ty = self.unit.functions[own].ty;
        let ignore = self.function_named("__raddle_ignore");
        self.rewrite_everything_but(&[own], &mut Install { installs, handlers, own, ignore, ty, int });
    }

    /// Lets a thread make accesses of a handler, without an effect on what is stored.
    fn write_accesses(&mut self, name: &str, accesses: Vec<Plain>) {
        let Some(function) = self.function_named(name) else { return };
        let comes = self.function_named("__raddle_access_comes");
        let locks = [self.function_named("__raddle_lock_signals"), self.function_named("__raddle_unlock_signals")];
        let mut statements = Vec::new();
        for Plain { target, is_write, is_certain } in accesses {
            let span = target.as_ref().map_or(self.unit.functions[function].span, |target| target.span);
            let access = match target {
                Some(target) => {
                    let ty = target.ty;
                    let value = Expr { kind: ExprKind::Load(Box::new(target.clone())), ty, span };
                    let kind = ExprKind::Assign { target: Box::new(target), value: Box::new(value.clone()) };
                    if is_write { Expr { kind, ty, span } } else { value }
                }
                None => Expr {
                    kind: ExprKind::Unsupported("a signal handler that accesses what it computes".into()),
                    ty: self.unit.types.void(),
                    span,
                },
            };
            let mut block = Vec::new();
            if let [Some(lock), Some(unlock)] = locks {
                block.push(self.call_statement(lock, Vec::new(), span));
                block.extend(self.in_one_step(access));
                block.push(self.call_statement(unlock, Vec::new(), span));
            } else {
                block.extend(self.in_one_step(access));
            }
            match comes {
                Some(comes) if !is_certain => {
                    let condition = self.call_of(comes, Vec::new(), span);
                    let then = Block { statements: block, variables: Vec::new(), span };
                    let otherwise = Block { statements: Vec::new(), variables: Vec::new(), span };
                    statements.push(Statement { kind: StatementKind::If { condition, then, otherwise }, span });
                }
                _ => statements.extend(block),
            }
        }
        if let Some(body) = &mut self.unit.functions[function].body {
            statements.append(&mut body.statements);
            body.statements = statements;
        }
    }

    /// An expression in an atomic section.
    fn in_one_step(&mut self, access: Expr) -> Vec<Statement> {
        let span = access.span;
        let call = |checker: &mut Checker, name: &str| {
            let function = checker.declared_section(name, span);
            checker.call_statement(function, Vec::new(), span)
        };
        let before = call(self, "__VERIFIER_atomic_begin");
        let after = call(self, "__VERIFIER_atomic_end");
        vec![before, Statement { kind: StatementKind::Expr(access), span }, after]
    }

    /// A function without parameters and results, declared.
    fn declared_section(&mut self, name: &str, span: Span) -> FunctionId {
        if let Some(known) = self.unit.functions.ids().find(|&id| *self.unit.functions[id].name == *name) {
            self.unit.functions[known].is_used = true;
            return known;
        }
        let result = Qualified::plain(self.unit.types.void());
        let ty = self.unit.types.intern(TypeKind::Function(FunctionType {
            result,
            parameters: Vec::new(),
            is_variadic: false,
            has_prototype: true,
        }));
        self.unit.functions.push(Function {
            name: name.into(),
            ty,
            parameters: Vec::new(),
            locals: Vec::new(),
            body: None,
            is_implicit: false,
            is_noreturn: false,
            is_used: true,
            span,
        })
    }

    /// Puts calls between the steps of the program.
    fn interrupt(
        &mut self,
        texts: &Texts,
        conduct: &Conduct,
        normal: &FxHashSet<FunctionId>,
        pointed: &FxHashSet<FunctionId>,
    ) {
        let Some(come) = self.function_named("__raddle_signals_come") else { return };
        let mut functions: Vec<FunctionId> = if texts.nests {
            normal.union(&conduct.functions).copied().collect()
        } else {
            normal.iter().copied().collect()
        };
        functions.sort();
        let accesses: Vec<FunctionId> =
            texts.handlers.iter().filter_map(|handler| self.function_named(&handler.accesses)).collect();
        let point = self.call_of(come, Vec::new(), Span::NOWHERE);
        for function in functions {
            let name = self.unit.functions[function].name.clone();
            let name = &*name;
            // What ours keep for themselves is no part of the program.
            if name.starts_with("__raddle_")
                || accesses.contains(&function)
                || name.starts_with("__raddle_installed_")
                || name == "signal"
                || name == "sigaction"
            {
                continue;
            }
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            let ends = Some(function) == self.unit.main || pointed.contains(&function) || name == "main";
            let mut points = Points::new(self, function, conduct, texts.has_threads, &point);
            points.write(&mut body, ends);
            let locals = points.locals;
            self.unit.functions[function].locals.extend(locals);
            self.unit.functions[function].body = Some(body);
        }
    }
}
