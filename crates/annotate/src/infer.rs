//! Which annotations hold: from the facts of a scan and the lock sets that Clang sees.
//!
//! A function *requires* the locks that are held at each of its calls, if it needs them: accesses guarded data, gives a lock back, waits with it, or
//! calls a function that requires it. The locks at the calls are a greatest fixed point over the calls that name the function; a function whose
//! address is taken is called without locks.
//!
//! Rule: a variable is guarded by a lock only if the scan knows that the lock protects it, and each access that Clang checks is seen to hold
//! the lock. `EXCLUDES(m)` holds only if `m` is not held at any call, on any path.
//! Tests: `annotations_follow_from_the_facts`, `what_clang_does_not_accept_is_named`.

use raddle_cfront::typed::{Expr, ExprKind, FunctionId, Unit, VariableId};
use raddle_program::source::Span;
use raddle_scan::{LockName, Protection};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

use crate::follow::{Effect, Event, Followed, Held, follow};
use crate::path::Path;

/// The most rounds until nothing changes.
const ROUNDS: usize = 40;

/// What is known of all functions.
pub struct Inference<'a> {
    unit: &'a Unit,
    asked: FxHashSet<(Span, bool)>,
    functions: Vec<FunctionId>,
    /// Functions that are called without locks, as far as annotations can say: their addresses are taken, or they cannot be annotated.
    pub plain: FxHashSet<FunctionId>,
    /// Functions whose address is taken, and main.
    named: FxHashSet<FunctionId>,
    /// Functions that may be called through pointers, by whatever code.
    pointed_to: FxHashSet<FunctionId>,
    /// What is known of each function.
    pub followed: FxHashMap<FunctionId, Followed>,
    entries: FxHashMap<FunctionId, Held>,
    effects: FxHashMap<FunctionId, Effect>,
}

impl<'a> Inference<'a> {
    /// For the functions that the user's files define.
    pub fn new(unit: &'a Unit, protections: &[Protection], functions: Vec<FunctionId>) -> Inference<'a> {
        let asked = protections.iter().map(|it| (it.data, it.is_pointee)).collect();
        let mut pointed_to: FxHashSet<FunctionId> = FxHashSet::default();
        for initializer in unit.variables.values().filter_map(|variable| variable.initializer.as_ref()) {
            initializer.parts.iter().for_each(|part| gather(&part.value, &mut pointed_to));
        }
        let mut named: FxHashSet<FunctionId> = unit.main.into_iter().collect();
        let none = FxHashMap::default();
        let mut called = FxHashSet::default();
        for function in unit.functions.ids() {
            let followed = follow(unit, function, &Held::new(), &none, &FxHashSet::default());
            pointed_to.extend(followed.named);
            named.extend(followed.started);
            called.extend(followed.events.iter().filter_map(|it| match it.event {
                Event::Call(callee, _) => Some(callee),
                _ => None,
            }));
        }
        named.extend(functions.iter().filter(|function| !called.contains(function)));
        named.extend(&pointed_to);
        Inference {
            unit,
            asked,
            functions,
            plain: FxHashSet::default(),
            named,
            pointed_to,
            followed: FxHashMap::default(),
            entries: FxHashMap::default(),
            effects: FxHashMap::default(),
        }
    }

    /// Finds the locks at calls and what calls do, for functions that are not [`Inference::plain`].
    pub fn solve(&mut self) {
        self.effects.clear();
        // At first too little is known of what calls do, and functions look as if Clang could not follow them. Only when nothing changes
        // any more, the locks at calls in such functions count as unknown.
        let mut is_last = false;
        for round in 0.. {
            self.entries = self.entries_of_roots();
            let before = self.effects.clone();
            self.solve_entries(is_last);
            let is_muted = |function: &FunctionId| self.plain.contains(function);
            self.effects = self
                .followed
                .iter()
                .filter(|(function, followed)| followed.trouble.is_none() && !is_muted(function))
                .map(|(&function, followed)| (function, followed.effect.clone()))
                .filter(|(_, effect)| !effect.is_none())
                .collect();
            if self.effects == before {
                if is_last {
                    break;
                }
                is_last = true;
            }
            if round >= ROUNDS {
                // Effects that depend on themselves: the functions are left out, and what they do is trouble.
                let all: Vec<FunctionId> = self.effects.keys().chain(before.keys()).copied().collect();
                self.plain.extend(all);
            }
        }
        for &function in &self.plain {
            if let Some(followed) = self.followed.get_mut(&function)
                && !followed.effect.is_none()
            {
                let span = self.unit.functions[function].span;
                followed.trouble.get_or_insert((span, "its callers cannot name the lock that it takes or gives back"));
            }
        }
    }

    fn entries_of_roots(&self) -> FxHashMap<FunctionId, Held> {
        let is_root = |function: &&FunctionId| self.named.contains(*function) || self.plain.contains(*function);
        self.functions.iter().filter(is_root).map(|&function| (function, Held::new())).collect()
    }

    fn solve_entries(&mut self, is_last: bool) {
        self.followed.clear();
        let roots: FxHashSet<FunctionId> = self.entries.keys().copied().collect();
        let is_own: FxHashSet<FunctionId> = self.functions.iter().copied().collect();
        let mut pending: BTreeSet<FunctionId> = roots.iter().copied().collect();
        loop {
            while let Some(function) = pending.pop_first() {
                let followed = follow(self.unit, function, &self.entries[&function], &self.effects, &self.asked);
                for happened in &followed.events {
                    let Event::Call(callee, arguments) = &happened.event else { continue };
                    if roots.contains(callee) || !is_own.contains(callee) {
                        continue;
                    }
                    // What a function holds that Clang cannot follow is not known.
                    let held = match followed.trouble {
                        Some(_) if is_last => Held::new(),
                        Some(_) | None => self.in_callee(*callee, arguments, &happened.held),
                    };
                    let known = match self.entries.get(callee) {
                        Some(known) => common(known, &held),
                        None => held,
                    };
                    if self.entries.get(callee) != Some(&known) {
                        self.entries.insert(*callee, known);
                        pending.insert(*callee);
                    }
                }
                self.followed.insert(function, followed);
            }
            // Functions that only call each other are never called.
            match self.functions.iter().find(|function| !self.entries.contains_key(function)) {
                Some(&function) => {
                    self.entries.insert(function, Held::new());
                    pending.insert(function);
                }
                None => break,
            }
        }
    }

    /// The held locks that a called function can name.
    fn in_callee(&self, callee: FunctionId, arguments: &[Expr], held: &Held) -> Held {
        let parameters = &self.unit.functions[callee].parameters;
        let mut found = Held::new();
        for (path, &is_shared) in held {
            if is_global(self.unit, path.base) {
                found.insert(path.clone(), is_shared);
            }
            for (&parameter, argument) in parameters.iter().zip(arguments) {
                found.extend(path.in_callee(self.unit, argument, parameter).map(|path| (path, is_shared)));
            }
        }
        found
    }

    /// The locks that a function is always called with.
    pub fn entry(&self, function: FunctionId) -> &Held {
        static NONE: Held = Held::new();
        self.entries.get(&function).unwrap_or(&NONE)
    }

    /// What calls of a function do.
    pub fn effect(&self, function: FunctionId) -> Option<&Effect> {
        self.effects.get(&function)
    }

    /// The lock functions that the user's functions call.
    pub fn called(&self) -> BTreeSet<&'static str> {
        self.followed.values().flat_map(|followed| followed.called.iter().copied()).collect()
    }

    /// Functions with code that Clang checks.
    pub fn checked(&self) -> impl Iterator<Item = (FunctionId, &Followed)> {
        let is_checked = |function: &&FunctionId| self.followed[*function].trouble.is_none();
        self.functions.iter().filter(is_checked).map(|&function| (function, &self.followed[&function]))
    }

    /// A lock of a scan as Clang sees it.
    pub fn path_of(&self, lock: &LockName) -> Option<Path> {
        let is_it = |path: &&Path| self.unit.variables[path.base].span == lock.variable && path.inside() == lock.path;
        let all = self.followed.values().flat_map(|followed| &followed.events);
        all.flat_map(|happened| happened.held.keys()).find(is_it).cloned()
    }

    /// The first access that Clang checks and that is not seen to hold a lock.
    pub fn unheld(&self, data: Span, is_pointee: bool, lock: &Path) -> Option<(FunctionId, Span)> {
        let mut found = self.checked().flat_map(|(function, followed)| {
            followed.events.iter().filter_map(move |happened| match happened.event {
                Event::Access { data: accessed, is_pointee: pointee, is_write } => {
                    let is_it = accessed == data && pointee == is_pointee;
                    let is_held = happened.held.get(lock).is_some_and(|is_shared| !(is_write && *is_shared));
                    (is_it && !is_held).then_some((function, happened.span))
                }
                Event::Take(_) | Event::Need(_) | Event::Call(..) => None,
            })
        });
        found.next()
    }

    /// The locks that each function requires, given the guarded data.
    pub fn required(&self, guards: &BTreeMap<(Span, bool), Path>) -> FxHashMap<FunctionId, BTreeSet<Path>> {
        let mut required: FxHashMap<FunctionId, BTreeSet<Path>> = FxHashMap::default();
        loop {
            let mut is_changed = false;
            for (function, followed) in self.checked() {
                let entry = self.entry(function);
                let mut needed: BTreeSet<Path> = BTreeSet::new();
                for happened in &followed.events {
                    match &happened.event {
                        Event::Access { data, is_pointee, .. } => {
                            needed.extend(guards.get(&(*data, *is_pointee)).cloned());
                        }
                        Event::Need(path) => _ = needed.insert(path.clone()),
                        Event::Call(callee, arguments) => {
                            let theirs = required.get(callee).into_iter().flatten();
                            needed.extend(theirs.filter_map(|path| self.in_caller(*callee, path, arguments)));
                        }
                        Event::Take(_) => {}
                    }
                }
                needed.retain(|path| entry.contains_key(path));
                if required.get(&function).is_none_or(|known| *known != needed) && !needed.is_empty() {
                    required.insert(function, needed);
                    is_changed = true;
                }
            }
            if !is_changed {
                return required;
            }
        }
    }

    fn in_caller(&self, callee: FunctionId, path: &Path, arguments: &[Expr]) -> Option<Path> {
        let parameters = &self.unit.functions[callee].parameters;
        match parameters.iter().position(|&parameter| parameter == path.base) {
            Some(position) => path.in_caller(self.unit, arguments.get(position)?),
            None => Some(path.clone()),
        }
    }

    /// The locks that a function takes itself and that no caller holds: variables at file level alone, since only of them it is certain that two
    /// expressions are two locks.
    pub fn excluded(&self) -> FxHashMap<FunctionId, BTreeSet<Path>> {
        let mut taken: FxHashMap<FunctionId, BTreeSet<Path>> = FxHashMap::default();
        let mut unclear: BTreeSet<Path> = BTreeSet::new();
        for followed in self.followed.values() {
            for happened in &followed.events {
                let (Event::Take(path) | Event::Need(path)) = &happened.event else { continue };
                if path.steps.contains(&crate::path::Step::Deref) {
                    return FxHashMap::default();
                }
                if followed.trouble.is_some() {
                    unclear.insert(path.clone());
                }
            }
        }
        for (function, followed) in self.checked().filter(|(function, _)| !self.named.contains(function)) {
            let effect = self.effect(function);
            for happened in &followed.events {
                let Event::Take(path) = &happened.event else { continue };
                let is_left = effect.is_some_and(|effect| effect.takes.contains_key(path) || effect.tries.is_some());
                if path.steps.is_empty() && is_global(self.unit, path.base) && !unclear.contains(path) && !is_left {
                    taken.entry(function).or_default().insert(path.clone());
                }
            }
        }
        let (possible, unknown) = (self.possibly_held(), self.called_by_pointers());
        taken.retain(|function, locks| {
            locks.retain(|lock| possible.get(function).is_none_or(|held| !held.contains(lock)));
            !locks.is_empty() && !unknown.contains(function)
        });
        taken
    }

    /// The functions that calls through pointers lead to: what their callers hold is not known.
    fn called_by_pointers(&self) -> FxHashSet<FunctionId> {
        let mut found = self.pointed_to.clone();
        let mut pending: Vec<FunctionId> = found.iter().copied().collect();
        while let Some(function) = pending.pop() {
            for happened in self.followed.get(&function).iter().flat_map(|followed| &followed.events) {
                if let Event::Call(callee, _) = happened.event
                    && found.insert(callee)
                {
                    pending.push(callee);
                }
            }
        }
        found
    }

    /// The locks of variables at file level that some call of a function may hold.
    fn possibly_held(&self) -> FxHashMap<FunctionId, BTreeSet<Path>> {
        let mut possible: FxHashMap<FunctionId, BTreeSet<Path>> = FxHashMap::default();
        loop {
            let mut is_changed = false;
            for (function, followed) in &self.followed {
                let inherited = possible.get(function).cloned().unwrap_or_default();
                for happened in &followed.events {
                    let Event::Call(callee, _) = happened.event else { continue };
                    let known = possible.entry(callee).or_default();
                    let before = known.len();
                    known.extend(happened.held.keys().cloned());
                    known.extend(inherited.iter().cloned());
                    is_changed |= known.len() > before;
                }
            }
            if !is_changed {
                return possible;
            }
        }
    }
}

/// The locks that are held in both states; for reading, if in one of them.
fn common(one: &Held, other: &Held) -> Held {
    let both = |(path, is_shared): (&Path, &bool)| Some((path.clone(), *is_shared || *other.get(path)?));
    one.iter().filter_map(both).collect()
}

/// Whether a variable is declared at file level.
pub fn is_global(unit: &Unit, variable: VariableId) -> bool {
    let data = &unit.variables[variable];
    data.function.is_none() && data.storage == raddle_cfront::typed::Storage::Static
}

/// The functions that an initializer names.
fn gather(expr: &Expr, named: &mut FxHashSet<FunctionId>) {
    match &expr.kind {
        ExprKind::Function(function) => _ = named.insert(*function),
        ExprKind::Cast { operand: inner, .. }
        | ExprKind::AddressOf(inner)
        | ExprKind::Decay(inner)
        | ExprKind::Load(inner)
        | ExprKind::PointerAdd { pointer: inner, .. } => gather(inner, named),
        ExprKind::Conditional { then, otherwise, .. } => {
            gather(then, named);
            gather(otherwise, named);
        }
        ExprKind::CompoundLiteral { initializer, .. } => {
            initializer.parts.iter().for_each(|part| gather(&part.value, named));
        }
        _ => {}
    }
}
