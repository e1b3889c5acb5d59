//! The dependency graph of variables: which variables influence which, and how far each is from an asserted one.
//!
//! A variable is a global, a local or an allocation, as a whole. It *depends* on another one by *data* if a value that
//! is stored into it is computed from the other one (by an assignment, an argument, a result, or a pointer or index in
//! between). It depends by *control* if the other one is in a condition that decides whether, or when, the store is
//! made: a branch that can avoid it, a loop before it that may go on for ever, an assumption, and all of these around a
//! call or a creation that leads there. [`super::points_to`] gives the targets of pointers. The order of the steps is
//! ignored.
//!
//! The *distance* of a variable is the number of variables on the shortest path to it from an asserted variable; these
//! have distance zero. If the condition of an assertion is a constant, as in `if (x) reach_error();`, the conditions
//! around it are the asserted ones. Results of procedures, and temporaries of the lowering, do not count on a path.
//!
//! (Atig and others, *Counter-Example Guided Program Verification*, section 2, figure 3: what to keep when the rest is
//! sliced.) Which variables are worth keeping is a heuristic. No answer depends on the graph: a missing edge costs
//! time, and is never wrong.
//!
//! Left out: members and elements by themselves, synchronization objects.
//!
//! Rule: none; no answer depends on it.
//! Tests: `tests/harness/dependencies.rs`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::{Entity, Table};
use raddle_program::graph::reachable_from;
use raddle_program::syntax::{
    Callee, Effect, Expr, ExprKind, GlobalId, LocalId, LocalKind, Place, PlaceKind, ProcedureId, Program,
};
use raddle_program::written_registers::written;
use rustc_hash::FxHashMap;

use super::points_to::{AbstractObject, ObjectKind, PointsTo};

/// A piece of memory, or a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variable {
    /// A global, of each thread if each has one.
    Global(GlobalId),
    /// A local, in all activations.
    Local(ProcedureId, LocalId),
    /// What an allocation gives.
    Allocated(ProcedureId, Transition),
    /// What a procedure returns.
    Result(ProcedureId),
}

/// How a variable depends on another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dependence {
    /// What is stored is computed from it.
    Data,
    /// It decides whether something is stored.
    Control,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    edges: BTreeMap<Variable, BTreeMap<Variable, Dependence>>,
    asserted: BTreeSet<Variable>,
    /// Those that people know: no results.
    named: BTreeSet<Variable>,
}

impl Dependencies {
    /// Finds them.
    pub fn of(program: &Program, automata: &Table<ProcedureId, Automaton>) -> Dependencies {
        let points_to = PointsTo::of(program, automata);
        let mut reader = Reader::new(program, automata, &points_to);
        reader.conditions_at_entries();
        let mut found = Dependencies::default();
        for (procedure, automaton) in automata.iter() {
            for (transition, data) in automaton.transitions.iter() {
                let at = (procedure, transition);
                let mut stores = reader.stores(at, data);
                stores.retain(|(target, _)| !is_temporary(program, *target));
                if stores.is_empty() && !matches!(data.effect, Effect::Assert { .. }) {
                    continue;
                }
                let control = reader.conditions(procedure, data.from);
                for (target, from) in stores {
                    found.depends(target, &from, Dependence::Data);
                    found.depends(target, &control, Dependence::Control);
                }
                if let Effect::Assert { condition, .. } = &data.effect {
                    let read = reader.read(at, condition);
                    found.asserted.extend(if read.is_empty() { control } else { read });
                }
            }
        }
        let mentioned = found.edges.iter().flat_map(|(&target, from)| from.keys().copied().chain([target]));
        let is_named = |variable: &Variable| !matches!(variable, Variable::Result(_));
        found.named = mentioned.chain(found.asserted.iter().copied()).filter(is_named).collect();
        found
    }

    /// The variables that people know, in order.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + '_ {
        self.named.iter().copied()
    }

    /// The variables on which a variable depends, with results of procedures in between: by data, if all dependences in
    /// between are by data.
    pub fn of_variable(&self, variable: Variable) -> BTreeMap<Variable, Dependence> {
        let mut found: BTreeMap<Variable, Dependence> = BTreeMap::new();
        let mut seen: BTreeMap<Variable, Dependence> = BTreeMap::new();
        let mut pending = vec![(variable, Dependence::Data)];
        while let Some((target, way)) = pending.pop() {
            for (&from, &by) in self.edges.get(&target).into_iter().flatten() {
                let by = by.max(way);
                let known = if self.named.contains(&from) { &mut found } else { &mut seen };
                if known.get(&from).is_some_and(|&known| known <= by) {
                    continue;
                }
                known.insert(from, by);
                if !self.named.contains(&from) {
                    pending.push((from, by));
                }
            }
        }
        found.remove(&variable);
        found
    }

    /// How far the variables that have an influence on an assertion are from it.
    pub fn distances(&self) -> BTreeMap<Variable, u32> {
        self.distances_among(&|_| true)
    }

    /// The same, but only some variables count as steps of a distance.
    pub fn distances_among(&self, counts: &dyn Fn(Variable) -> bool) -> BTreeMap<Variable, u32> {
        let mut distances: BTreeMap<Variable, u32> = BTreeMap::new();
        let mut pending: VecDeque<(Variable, u32)> = self.asserted.iter().map(|&variable| (variable, 0)).collect();
        while let Some((variable, distance)) = pending.pop_front() {
            if distances.contains_key(&variable) {
                continue;
            }
            distances.insert(variable, distance);
            // Results of procedures do not count.
            let is_counted = self.named.contains(&variable) && counts(variable);
            for &from in self.edges.get(&variable).into_iter().flatten().map(|(from, _)| from) {
                match is_counted {
                    true => pending.push_back((from, distance + 1)),
                    false => pending.push_front((from, distance)),
                }
            }
        }
        distances.retain(|variable, _| self.named.contains(variable));
        distances
    }

    fn depends(&mut self, target: Variable, from: &BTreeSet<Variable>, by: Dependence) {
        let edges = self.edges.entry(target).or_default();
        for &from in from {
            let known = edges.entry(from).or_insert(by);
            *known = by.min(*known);
        }
    }
}

/// A branch, or an assumption.
#[derive(Clone, Debug)]
struct Branch {
    location: Location,
    /// A step that has its condition.
    step: Transition,
    /// The locations that it decides about.
    decides: Table<Location, bool>,
    /// What its condition reads.
    read: BTreeSet<Variable>,
}

/// What is read, and which temporaries in front of which locations.
#[derive(Default)]
struct Reads {
    found: BTreeSet<Variable>,
    pending: Vec<(Location, LocalId)>,
    seen: BTreeSet<(Location, LocalId)>,
}

/// What a procedure's steps read and write.
struct Reader<'a> {
    program: &'a Program,
    automata: &'a Table<ProcedureId, Automaton>,
    points_to: &'a PointsTo,
    /// What pointers lead to in a step, if they read and if they write.
    touched: FxHashMap<(ProcedureId, Transition, bool), BTreeSet<Variable>>,
    /// By procedure and location.
    incoming: Vec<Vec<Vec<Transition>>>,
    called: FxHashMap<(ProcedureId, Transition), BTreeSet<ProcedureId>>,
    started: FxHashMap<(ProcedureId, Transition), BTreeSet<ProcedureId>>,
    /// By procedure: its branches and assumptions.
    branches: Vec<Vec<Branch>>,
    /// By procedure: what decides whether it is called.
    at_entry: Vec<BTreeSet<Variable>>,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program, automata: &'a Table<ProcedureId, Automaton>, points_to: &'a PointsTo) -> Self {
        let procedure_of = |context| points_to.contexts[context].procedure;
        let mut touched: FxHashMap<(ProcedureId, Transition, bool), BTreeSet<Variable>> = FxHashMap::default();
        for site in &points_to.accesses {
            let objects = points_to.targets(site.address).iter().filter_map(|it| variable_of(points_to, it.object));
            touched.entry((procedure_of(site.context), site.transition, site.is_write)).or_default().extend(objects);
        }
        let mut called: FxHashMap<(ProcedureId, Transition), BTreeSet<ProcedureId>> = FxHashMap::default();
        for (&(context, transition), callees) in &points_to.calls {
            let callees = callees.iter().map(|&callee| procedure_of(callee));
            called.entry((procedure_of(context), transition)).or_default().extend(callees);
        }
        let mut started: FxHashMap<(ProcedureId, Transition), BTreeSet<ProcedureId>> = FxHashMap::default();
        for (&(context, transition), classes) in &points_to.creations {
            let starts = classes.iter().map(|&class| procedure_of(points_to.classes[class].start));
            started.entry((procedure_of(context), transition)).or_default().extend(starts);
        }
        let incoming = automata.values().map(|automaton| {
            let mut of = vec![Vec::new(); automaton.locations.len()];
            for (transition, data) in automaton.transitions.iter() {
                of[data.to.index()].push(transition);
            }
            of
        });
        let incoming = incoming.collect();
        let at_entry = vec![BTreeSet::new(); program.procedures.len()];
        let branches = Vec::new();
        let mut reader =
            Reader { program, automata, points_to, touched, incoming, called, started, branches, at_entry };
        reader.branches = automata.values().map(branches_of).collect();
        for (procedure, automaton) in automata.iter() {
            for number in 0..reader.branches[procedure.index()].len() {
                let step = reader.branches[procedure.index()][number].step;
                let read = condition_of(&automaton.transitions[step]).map(|it| reader.read((procedure, step), it));
                reader.branches[procedure.index()][number].read = read.unwrap_or_default();
            }
        }
        reader
    }

    /// What decides whether a procedure is called: the conditions around its calls, and around those of its callers.
    fn conditions_at_entries(&mut self) {
        let mut calls: Vec<(ProcedureId, Location, ProcedureId)> = Vec::new();
        for (&(caller, transition), callees) in self.called.iter().chain(&self.started) {
            let from = self.automata[caller].transitions[transition].from;
            calls.extend(callees.iter().map(|&callee| (caller, from, callee)));
        }
        loop {
            let mut is_changed = false;
            for &(caller, from, callee) in &calls {
                let conditions = self.conditions(caller, from);
                let known = &mut self.at_entry[callee.index()];
                let before = known.len();
                known.extend(conditions);
                is_changed |= known.len() != before;
            }
            if !is_changed {
                return;
            }
        }
    }

    /// What decides whether a thread comes to a location.
    fn conditions(&self, procedure: ProcedureId, location: Location) -> BTreeSet<Variable> {
        let branches = &self.branches[procedure.index()];
        let mut found = self.at_entry[procedure.index()].clone();
        found.extend(branches.iter().filter(|branch| branch.decides[location]).flat_map(|branch| &branch.read));
        found
    }

    /// What a step stores into, each with what the value is computed from.
    fn stores(&self, at: (ProcedureId, Transition), data: &TransitionData) -> Vec<(Variable, BTreeSet<Variable>)> {
        let local = |local: LocalId| Variable::Local(at.0, local);
        match &data.effect {
            Effect::Assign { target, value } | Effect::Initialize { target, value } => {
                let mut from = self.read(at, value);
                from.extend(self.read_on_the_way(at, target));
                self.targets(at, target).into_iter().map(|target| (target, from.clone())).collect()
            }
            Effect::Input { target, .. } | Effect::Allocate { target, .. } => vec![(local(*target), BTreeSet::new())],
            Effect::External { arguments, result: Some(result), .. } => {
                let from = arguments.iter().flat_map(|(argument, _)| self.read(at, argument)).collect();
                vec![(local(*result), from)]
            }
            Effect::Call { callee, arguments, result } => {
                let mut stores = self.passed(at, self.called.get(&at), arguments);
                let mut from: BTreeSet<Variable> =
                    self.called.get(&at).into_iter().flatten().map(|&callee| Variable::Result(callee)).collect();
                if let Callee::Pointer(pointer) = callee {
                    from.extend(self.read(at, pointer));
                }
                stores.extend(result.map(|result| (local(result), from)));
                stores
            }
            Effect::Spawn { argument, .. } => self.passed(at, self.started.get(&at), std::slice::from_ref(argument)),
            Effect::Return(Some(value)) => vec![(Variable::Result(at.0), self.read(at, value))],
            Effect::Exit(Some(value)) => {
                let from = self.read(at, value);
                self.thread_results().map(|result| (result, from.clone())).collect()
            }
            Effect::Join { value: Some(value), .. } => {
                vec![(local(*value), self.thread_results().collect())]
            }
            Effect::CopyBytes { target, origin, size, .. } => {
                let mut from: BTreeSet<Variable> =
                    [target, origin, size].iter().flat_map(|it| self.read(at, it)).collect();
                from.extend(self.touched_by(at, false));
                self.touched_by(at, true).map(|target| (target, from.clone())).collect()
            }
            Effect::FillBytes { target, byte, size } => {
                let from: BTreeSet<Variable> = [target, byte, size].iter().flat_map(|it| self.read(at, it)).collect();
                self.touched_by(at, true).map(|target| (target, from.clone())).collect()
            }
            Effect::External { result: None, .. }
            | Effect::Return(None)
            | Effect::Exit(None)
            | Effect::Join { value: None, .. }
            | Effect::Skip
            | Effect::Assume(_)
            | Effect::Assert { .. }
            | Effect::Live { .. }
            | Effect::Dead(_)
            | Effect::Free(..)
            | Effect::Stop
            | Effect::Synchronize { .. }
            | Effect::Fence(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Unsupported(_) => Vec::new(),
        }
    }

    fn passed(
        &self,
        at: (ProcedureId, Transition),
        callees: Option<&BTreeSet<ProcedureId>>,
        arguments: &[Expr],
    ) -> Vec<(Variable, BTreeSet<Variable>)> {
        let mut stores = Vec::new();
        for &callee in callees.into_iter().flatten() {
            for (&parameter, argument) in self.program.procedures[callee].parameters.iter().zip(arguments) {
                stores.push((Variable::Local(callee, parameter), self.read(at, argument)));
            }
        }
        stores
    }

    fn touched_by(&self, at: (ProcedureId, Transition), is_write: bool) -> impl Iterator<Item = Variable> + '_ {
        self.touched.get(&(at.0, at.1, is_write)).into_iter().flatten().copied()
    }

    /// What a store to a place may change.
    fn targets(&self, at: (ProcedureId, Transition), place: &Place) -> BTreeSet<Variable> {
        match &place.kind {
            PlaceKind::Global(global) => [Variable::Global(*global)].into(),
            PlaceKind::Local(local) => [Variable::Local(at.0, *local)].into(),
            PlaceKind::Deref(_) => self.touched_by(at, true).collect(),
            PlaceKind::Field(base, _) | PlaceKind::Index(base, _) | PlaceKind::BitLocation(base) => {
                self.targets(at, base)
            }
        }
    }

    /// The variables on which the value of an expression depends. A temporary is replaced by the variables whose values are stored into it on
    /// the paths to this step.
    fn read(&self, at: (ProcedureId, Transition), expr: &Expr) -> BTreeSet<Variable> {
        let mut reads = Reads::default();
        self.read_expr(at, expr, &mut reads);
        self.settled(at.0, reads)
    }

    /// The pointers and indices that lead to a place.
    fn read_on_the_way(&self, at: (ProcedureId, Transition), place: &Place) -> BTreeSet<Variable> {
        let mut reads = Reads::default();
        self.way_to(at, place, &mut reads);
        self.settled(at.0, reads)
    }

    /// Replaces temporaries by what they were computed from, and by what decides how.
    fn settled(&self, procedure: ProcedureId, mut reads: Reads) -> BTreeSet<Variable> {
        let automaton = &self.automata[procedure];
        while let Some((used_at, local)) = reads.pending.pop() {
            if !reads.seen.insert((used_at, local)) {
                continue;
            }
            let definitions = self.definitions(procedure, used_at, local);
            for &transition in &definitions {
                let at = (procedure, transition);
                match &automaton.transitions[transition].effect {
                    Effect::Assign { value, .. } => self.read_expr(at, value, &mut reads),
                    Effect::Call { .. } => {
                        let callees = self.called.get(&at).into_iter().flatten();
                        reads.found.extend(callees.map(|&callee| Variable::Result(callee)));
                    }
                    Effect::External { arguments, .. } => {
                        arguments.iter().for_each(|(argument, _)| self.read_expr(at, argument, &mut reads));
                    }
                    Effect::Join { .. } => reads.found.extend(self.thread_results()),
                    _ => {}
                }
            }
            // `a && b`: the value of the temporary depends on a.
            let decides_which = |branch: &&Branch| {
                let is_inside = |&it: &Transition| branch.decides[automaton.transitions[it].from];
                definitions.len() > 1 && definitions.iter().any(is_inside) && !branch.decides[used_at]
            };
            for branch in self.branches[procedure.index()].iter().filter(decides_which) {
                if let Some(condition) = condition_of(&automaton.transitions[branch.step]) {
                    self.read_expr((procedure, branch.step), condition, &mut reads);
                }
            }
        }
        reads.found
    }

    /// The steps that last gave a local its value on some path to a location.
    fn definitions(&self, procedure: ProcedureId, used_at: Location, local: LocalId) -> BTreeSet<Transition> {
        let automaton = &self.automata[procedure];
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::from([used_at]);
        let mut pending = vec![used_at];
        while let Some(location) = pending.pop() {
            for &transition in &self.incoming[procedure.index()][location.index()] {
                let data = &automaton.transitions[transition];
                let (one, other) = written(&data.effect);
                if one == Some(local) || other == Some(local) {
                    found.insert(transition);
                } else if seen.insert(data.from) {
                    pending.push(data.from);
                }
            }
        }
        found
    }

    /// The results of threads, which any thread may join.
    fn thread_results(&self) -> impl Iterator<Item = Variable> + '_ {
        let starts = self.points_to.classes.values().map(|class| self.points_to.contexts[class.start].procedure);
        starts.map(Variable::Result)
    }

    fn read_local(&self, at: (ProcedureId, Transition), local: LocalId, reads: &mut Reads) {
        match self.program.procedures[at.0].locals[local].kind {
            LocalKind::Temporary => reads.pending.push((self.automata[at.0].transitions[at.1].from, local)),
            _ => drop(reads.found.insert(Variable::Local(at.0, local))),
        }
    }

    fn read_expr(&self, at: (ProcedureId, Transition), expr: &Expr, reads: &mut Reads) {
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Procedure(_) | ExprKind::SelfId => {}
            ExprKind::Read(place) => self.read_place(at, place, reads),
            ExprKind::AddressOf(place) => self.way_to(at, place, reads),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::AllocationSize(operand, _) => {
                self.read_expr(at, operand, reads);
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::PointerDifference { left, right, .. } => {
                self.read_expr(at, left, reads);
                self.read_expr(at, right, reads);
            }
            ExprKind::Floating(_, operands) => operands.iter().for_each(|operand| self.read_expr(at, operand, reads)),
            ExprKind::Conditional { condition, then, otherwise } => {
                for part in [condition, then, otherwise] {
                    self.read_expr(at, part, reads);
                }
            }
        }
    }

    fn read_place(&self, at: (ProcedureId, Transition), place: &Place, reads: &mut Reads) {
        match &place.kind {
            PlaceKind::Global(global) => drop(reads.found.insert(Variable::Global(*global))),
            PlaceKind::Local(local) => self.read_local(at, *local, reads),
            PlaceKind::Deref(pointer) => {
                reads.found.extend(self.touched_by(at, false));
                self.read_expr(at, pointer, reads);
            }
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.read_place(at, base, reads),
            PlaceKind::Index(base, index) => {
                self.read_place(at, base, reads);
                self.read_expr(at, index, reads);
            }
        }
    }

    fn way_to(&self, at: (ProcedureId, Transition), place: &Place, reads: &mut Reads) {
        match &place.kind {
            PlaceKind::Global(_) | PlaceKind::Local(_) => {}
            PlaceKind::Deref(pointer) => self.read_expr(at, pointer, reads),
            PlaceKind::Field(base, _) | PlaceKind::BitLocation(base) => self.way_to(at, base, reads),
            PlaceKind::Index(base, index) => {
                self.way_to(at, base, reads);
                self.read_expr(at, index, reads);
            }
        }
    }
}

fn is_temporary(program: &Program, variable: Variable) -> bool {
    match variable {
        Variable::Local(procedure, local) => program.procedures[procedure].locals[local].kind == LocalKind::Temporary,
        Variable::Global(_) | Variable::Allocated(..) | Variable::Result(_) => false,
    }
}

fn variable_of(points_to: &PointsTo, object: AbstractObject) -> Option<Variable> {
    match points_to.object(object).kind {
        ObjectKind::Global(global) | ObjectKind::ThreadLocal(_, global) => Some(Variable::Global(global)),
        ObjectKind::Local(context, local) => Some(Variable::Local(points_to.contexts[context].procedure, local)),
        ObjectKind::Allocated(context, transition) => {
            Some(Variable::Allocated(points_to.contexts[context].procedure, transition))
        }
        ObjectKind::Keys
        | ObjectKind::Procedure(_)
        | ObjectKind::Thread(_)
        | ObjectKind::Number
        | ObjectKind::Unknown
        | ObjectKind::Indeterminate => None,
    }
}

/// The condition of a branch or an assumption.
fn condition_of(data: &TransitionData) -> Option<&Expr> {
    match (&data.guard, &data.effect) {
        (Some(guard), _) => Some(&guard.condition),
        (None, Effect::Assume(condition)) => Some(condition),
        (None, _) => None,
    }
}

/// The branches and assumptions of a procedure. A location depends on a branch if one path from the branch leads to it
/// and another one avoids it, on a loop before it, and on what these depend on.
fn branches_of(automaton: &Automaton) -> Vec<Branch> {
    let mut steps: BTreeMap<Location, Transition> = BTreeMap::new();
    for (transition, data) in automaton.transitions.iter().filter(|(_, data)| condition_of(data).is_some()) {
        steps.insert(data.from, transition);
    }
    if steps.is_empty() {
        return Vec::new();
    }
    let behind: Table<Location, Table<Location, bool>> =
        automaton.locations.ids().map(|location| reachable_from(automaton, [location])).collect();
    let avoiding: Table<Location, Vec<bool>> =
        automaton.locations.ids().map(|location| who_avoids(automaton, location)).collect();
    let decides = |branch: Location, step: Transition| -> Table<Location, bool> {
        let is_assumption = automaton.transitions[step].guard.is_none();
        let may_come_back = automaton.outgoing(branch).iter().any(|&it| behind[automaton.transitions[it].to][branch]);
        let hangs_on_it = |location: Location| {
            let leads_there = |&it: &Transition| {
                let first = automaton.transitions[it].to;
                behind[first][location] && !avoiding[location][first.index()]
            };
            let may_stay = may_come_back && !behind[location][branch];
            let is_one_way = avoiding[location][branch.index()] && automaton.outgoing(branch).iter().any(leads_there);
            behind[branch][location] && location != branch && (is_assumption || may_stay || is_one_way)
        };
        automaton.locations.ids().map(hangs_on_it).collect()
    };
    let branch = |(location, step): (Location, Transition)| {
        let decides = decides(location, step);
        Branch { location, step, decides, read: BTreeSet::new() }
    };
    let mut branches: Vec<Branch> = steps.into_iter().map(branch).collect();
    // What decides about a branch decides about what the branch does.
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for number in 0..branches.len() {
            let Branch { location: inner, decides: decided, .. } = branches[number].clone();
            for outer in branches.iter_mut().filter(|outer| outer.decides[inner]) {
                for location in automaton.locations.ids().filter(|&location| decided[location]) {
                    is_changed |= !std::mem::replace(&mut outer.decides[location], true);
                }
            }
        }
    }
    branches
}

/// The locations from which some path to the end avoids another one.
fn who_avoids(automaton: &Automaton, avoided: Location) -> Vec<bool> {
    let mut avoids = vec![false; automaton.locations.len()];
    let is_end = |&location: &Location| automaton.outgoing(location).is_empty() && location != avoided;
    let mut into: Vec<Vec<Location>> = vec![Vec::new(); automaton.locations.len()];
    for data in automaton.transitions.values() {
        into[data.to.index()].push(data.from);
    }
    let mut pending: Vec<Location> = automaton.locations.ids().filter(is_end).collect();
    while let Some(location) = pending.pop() {
        if location != avoided && !std::mem::replace(&mut avoids[location.index()], true) {
            pending.extend(&into[location.index()]);
        }
    }
    avoids
}
