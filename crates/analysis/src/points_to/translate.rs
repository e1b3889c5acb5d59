//! From code to inclusion constraints, context by context, as far as threads can come.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::live::LiveRegisters;
use raddle_program::source::Span;
use raddle_program::syntax::{
    Effect, ExprKind, GlobalId, InitialValue, LocalId, ProcedureId, Program, Synchronization,
};
use rustc_hash::FxHashMap;

use super::code::Code;
use super::new_objects::NewObjects;
use super::object::{AbstractObject, Cell, ObjectKind, Shape};
use super::outside::names_object;
use super::solver::{Node, Solution, Solver, Target};
use super::webs::Webs;
use super::{
    AccessSite, ComparisonSite, ComputationSite, Context, ContextData, Origin, PointerArithmetic, PointsTo,
    StepsInside, SynchronizationSite, ThreadClass, ThreadClassData, WrittenFirst,
};

/// What is to be done when a watched node gets a target.
#[derive(Clone)]
pub(super) enum Watch {
    /// A call through a pointer.
    Call { at: (Context, Transition), arguments: Vec<Node>, result: Option<LocalId> },
    /// A creation through a pointer.
    Creation { at: (Context, Transition), argument: Node, id: Node },
    /// A join whose value goes to a register.
    Join { into: Node },
}

pub(super) struct Translation<'p> {
    pub program: &'p Program,
    pub automata: &'p Table<ProcedureId, Automaton>,
    pub written: &'p WrittenFirst,
    /// Steps whose indices stay inside of the arrays that they name.
    pub inside: &'p StepsInside,
    pub live: FxHashMap<ProcedureId, LiveRegisters>,
    pub new_objects: NewObjects<'p>,
    pub solver: Solver,
    pub classes: Table<ThreadClass, ThreadClassData>,
    pub contexts: Table<Context, ContextData>,
    pub context_ids: FxHashMap<(ThreadClass, ProcedureId), Context>,
    pub class_ids: FxHashMap<(Context, Transition, ProcedureId), ThreadClass>,
    pub registers: FxHashMap<(Context, LocalId), Node>,
    webs: FxHashMap<ProcedureId, Webs>,
    web_registers: FxHashMap<(Context, LocalId, u32), Node>,
    pub results: FxHashMap<Context, Node>,
    pub thread_results: Table<ThreadClass, Node>,
    pub watches: FxHashMap<Node, Vec<Watch>>,
    pub accesses: Vec<AccessSite>,
    pub comparisons: Vec<ComparisonSite>,
    pub computations: Vec<ComputationSite>,
    pub pointer_arithmetic: Vec<PointerArithmetic>,
    pub synchronizations: FxHashMap<(Context, Transition), SynchronizationSite>,
    pub calls: FxHashMap<(Context, Transition), Vec<Context>>,
    pub creations: FxHashMap<(Context, Transition), Vec<ThreadClass>>,
    pub creation_operands: FxHashMap<(Context, Transition), (Node, Node)>,
    pub joins: FxHashMap<(Context, Transition), Node>,
    pub may_be_detached: Vec<(Context, Transition)>,
    pub unsupported: Vec<Span>,
    /// What external functions may write to or call.
    pub given_away: Vec<(Node, Span)>,
    /// Pointers to objects or functions that are used by more than an access.
    pub followed: Vec<(Node, Span)>,
    pub untranslated: Vec<Context>,
    pub number: Node,
    /// The numbers that are the id of no thread: 0 and -1. Their offset in the object of numbers tells them from the rest.
    pub no_id: Node,
    pub unknown: Node,
}

impl<'p> Translation<'p> {
    pub fn new(
        program: &'p Program,
        automata: &'p Table<ProcedureId, Automaton>,
        written: &'p WrittenFirst,
        inside: &'p StepsInside,
    ) -> Self {
        let mut solver = Solver::default();
        let mut constant = |kind, offset| {
            let object = solver.object(kind, Shape::whole);
            solver.constant(Target { object, offset })
        };
        let (number, unknown) = (constant(ObjectKind::Number, None), constant(ObjectKind::Unknown, None));
        let no_id = constant(ObjectKind::Number, Some(0));
        Translation {
            program,
            automata,
            written,
            inside,
            live: FxHashMap::default(),
            new_objects: NewObjects::new(program, automata),
            solver,
            classes: Table::new(),
            contexts: Table::new(),
            context_ids: FxHashMap::default(),
            class_ids: FxHashMap::default(),
            registers: FxHashMap::default(),
            webs: FxHashMap::default(),
            web_registers: FxHashMap::default(),
            results: FxHashMap::default(),
            thread_results: Table::new(),
            watches: FxHashMap::default(),
            accesses: Vec::new(),
            comparisons: Vec::new(),
            computations: Vec::new(),
            pointer_arithmetic: Vec::new(),
            synchronizations: FxHashMap::default(),
            calls: FxHashMap::default(),
            creations: FxHashMap::default(),
            creation_operands: FxHashMap::default(),
            joins: FxHashMap::default(),
            may_be_detached: Vec::new(),
            unsupported: Vec::new(),
            given_away: Vec::new(),
            followed: Vec::new(),
            untranslated: Vec::new(),
            number,
            no_id,
            unknown,
        }
    }

    pub fn run(&mut self) {
        for (global, data) in self.program.globals.iter() {
            if !data.is_thread_local {
                self.global(ObjectKind::Global(global), global);
            }
        }
        self.class(None, self.program.main);
        loop {
            if let Some(context) = self.untranslated.pop() {
                self.context_code(context);
                continue;
            }
            let Some((node, target)) = self.solver.next_watched() else { break };
            for watch in self.watches.get(&node).cloned().unwrap_or_default() {
                self.act(watch, target);
            }
        }
    }

    pub fn finish(mut self) -> PointsTo {
        self.follow_addresses();
        let solution = std::mem::take(&mut self.solver).finish();
        let hides_calls = self.find_hidden_calls(&solution);
        self.find_given_away(&solution);
        self.accesses.sort_by_key(|access| (access.context, access.transition));
        let outside = self.uses_from_outside(&solution);
        let mut births = Vec::new();
        let mut filled_at_birth = FxHashMap::default();
        let mut handed: FxHashMap<(Context, Transition), Vec<Transition>> = FxHashMap::default();
        for (context, data) in self.contexts.iter() {
            let known = self.new_objects.births(data.procedure);
            births.extend(known.filled.keys().chain(&known.calls).map(|&source| (context, source)));
            for (&allocation, filling) in &known.filled {
                filled_at_birth.entry((data.procedure, allocation)).or_insert_with(|| filling.clone());
            }
            for (&allocation, creations) in &known.handed {
                handed.insert((context, allocation), creations.iter().copied().collect());
            }
        }
        births.sort_unstable();
        let given = self.new_objects.given(&self.contexts, &self.classes);
        for site in &mut self.accesses {
            let procedure = self.contexts[site.context].procedure;
            site.is_at_birth = self.new_objects.is_use_of_new(&given, (site.context, procedure), site);
            site.is_raw_write = self.new_objects.is_raw_write(procedure, site);
        }
        for (&(context, transition), site) in &mut self.synchronizations {
            let place = (context, self.contexts[context].procedure);
            site.is_at_birth = self.new_objects.is_initialization_of_new(&given, place, transition);
        }
        PointsTo {
            solution,
            registers: self.registers,
            classes: self.classes,
            contexts: self.contexts,
            accesses: self.accesses,
            comparisons: self.comparisons,
            computations: self.computations,
            pointer_arithmetic: self.pointer_arithmetic,
            hides_calls,
            synchronizations: self.synchronizations,
            calls: self.calls,
            creations: self.creations,
            creation_operands: self.creation_operands,
            results: self.results,
            thread_results: self.thread_results,
            joins: self.joins,
            may_be_detached: self.may_be_detached,
            births,
            filled_at_birth,
            given: given.into_iter().collect(),
            handed,
            unsupported: self.unsupported,
            outside,
        }
    }

    /// Accesses and synchronization calls get the targets of their addresses as far as these lie in objects.
    fn follow_addresses(&mut self) {
        for access in &mut self.accesses {
            access.address = self.solver.followed(access.address);
        }
        let mut sites: Vec<_> = self.synchronizations.iter_mut().collect();
        sites.sort_unstable_by_key(|(place, _)| **place);
        for (_, site) in sites {
            for (index, operand) in site.operands.iter_mut().enumerate() {
                if names_object(site.operation, index) {
                    *operand = self.solver.followed(*operand);
                }
            }
        }
    }

    /// Destructors of keys and cleanup handlers are called by the end of a thread, not by a call in the code.
    /// Whether there are any.
    fn find_hidden_calls(&mut self, solution: &Solution) -> bool {
        let mut hidden = Vec::new();
        for (&(context, transition), site) in &self.synchronizations {
            let is_procedure = |node: &Node| {
                let kind = |target: &Target| solution.objects()[target.object].kind;
                solution.targets(*node).iter().any(|target| matches!(kind(target), ObjectKind::Procedure(_)))
            };
            let hides = match site.operation {
                Synchronization::KeyCreate | Synchronization::CleanupPush => site.operands.iter().any(is_procedure),
                _ => false,
            };
            if hides {
                hidden.push(self.automata[self.contexts[context].procedure].transitions[transition].span);
            }
        }
        hidden.sort_unstable();
        let hides_calls = !hidden.is_empty();
        self.unsupported.extend(hidden);
        hides_calls
    }

    /// External functions are unsupported if they could write to memory or call back.
    fn find_given_away(&mut self, solution: &Solution) {
        for &(node, span) in &self.given_away {
            let matters = |target: &Target| match solution.objects()[target.object].kind {
                ObjectKind::Global(global) => !self.program.globals[global].is_read_only,
                ObjectKind::Number | ObjectKind::Unknown | ObjectKind::Indeterminate | ObjectKind::Thread(_) => false,
                ObjectKind::ThreadLocal(..)
                | ObjectKind::Local(..)
                | ObjectKind::Allocated(..)
                | ObjectKind::Keys
                | ObjectKind::Procedure(_) => true,
            };
            if solution.targets(node).iter().any(matters) {
                self.unsupported.push(span);
            }
        }
    }

    fn act(&mut self, watch: Watch, target: Target) {
        let kind = self.solver.objects()[target.object].kind;
        // What a function without a body does is not known, and least of all that it does not return.
        if let (Watch::Call { at, .. } | Watch::Creation { at, .. }, ObjectKind::Procedure(procedure)) = (&watch, kind)
            && !self.program.procedures[procedure].is_defined
        {
            self.unsupported.push(self.automata[self.contexts[at.0].procedure].transitions[at.1].span);
        }
        match (watch, kind) {
            (Watch::Call { at, arguments, result }, ObjectKind::Procedure(procedure)) => {
                self.call(at, procedure, &arguments, result);
            }
            (Watch::Creation { at, argument, id }, ObjectKind::Procedure(procedure)) => {
                self.create(at, procedure, argument, id);
            }
            (Watch::Join { into }, ObjectKind::Thread(class)) => {
                self.solver.copy(self.thread_results[class], into);
            }
            (Watch::Call { .. } | Watch::Creation { .. } | Watch::Join { .. }, _) => {}
        }
    }

    /// The class of threads that a transition creates with a function. If a class creates threads of a class from which
    /// it descends, this ancestor is used.
    fn class(&mut self, at: Option<(Context, Transition)>, start: ProcedureId) -> ThreadClass {
        if let Some((context, transition)) = at {
            if let Some(&class) = self.class_ids.get(&(context, transition, start)) {
                return class;
            }
            let mut above = Some(self.contexts[context].class);
            while let Some(class) = above {
                let data = &self.classes[class];
                let same_code = |&(at, by): &(Context, Transition)| {
                    by == transition && self.contexts[at].procedure == self.contexts[context].procedure
                };
                if self.contexts[data.start].procedure == start && data.created_at.iter().any(same_code) {
                    self.class_ids.insert((context, transition, start), class);
                    self.classes[class].created_at.push((context, transition));
                    return class;
                }
                above = data.parent;
            }
        }
        let class = self.classes.next_id();
        let result = self.solver.node();
        self.thread_results.push(result);
        let parent = at.map(|(context, _)| self.contexts[context].class);
        let created_at = at.into_iter().collect();
        let first = Context::from_index(self.contexts.len());
        self.classes.push(ThreadClassData { parent, start: first, created_at, is_single: false });
        let start_context = self.context(class, start);
        self.classes[class].start = start_context;
        let returned = self.result(start_context);
        self.solver.copy(returned, result);
        for (global, data) in self.program.globals.iter() {
            if data.is_thread_local {
                self.global(ObjectKind::ThreadLocal(class, global), global);
            }
        }
        if let Some((context, transition)) = at {
            self.class_ids.insert((context, transition, start), class);
        }
        class
    }

    fn context(&mut self, class: ThreadClass, procedure: ProcedureId) -> Context {
        if let Some(&context) = self.context_ids.get(&(class, procedure)) {
            return context;
        }
        let context = self.contexts.push(ContextData { class, procedure, callers: Vec::new(), is_once: false });
        self.context_ids.insert((class, procedure), context);
        self.untranslated.push(context);
        context
    }

    fn global(&mut self, kind: ObjectKind, global: GlobalId) {
        let program = self.program;
        let data = &program.globals[global];
        let object = self.solver.object(kind, || Shape::of(&program.types, data.ty));
        if data.is_external {
            self.fill(object, self.unknown);
        }
        for part in &data.initial {
            let value = match part.value {
                InitialValue::Integer(0) => self.no_id,
                InitialValue::Integer(_) => self.number,
                InitialValue::Address(target, offset) => self.address_of_global(ThreadClass(0), target, offset.into()),
                InitialValue::Procedure(procedure) => self.constant(ObjectKind::Procedure(procedure), None),
            };
            let size = program.types.size_of(part.ty);
            let offset = self.solver.objects()[object].shape.canonical(part.offset.into());
            let address = self.solver.constant(Target { object, offset });
            self.solver.store(address, value, size);
        }
    }

    /// Whether an allocation has room for one element of a size and no more.
    pub fn is_one(&self, procedure: ProcedureId, allocation: Transition, element: u64) -> bool {
        let Effect::Allocate { size, .. } = &self.automata[procedure].transitions[allocation].effect else {
            return false;
        };
        matches!(size.kind, ExprKind::Integer(size) if size == i128::from(element))
    }

    /// Says that the cells of a new object are indeterminate, except cells that are written before they are read.
    pub fn fill_unwritten(&mut self, object: AbstractObject, origin: Origin, is_written: impl Fn(&Cell) -> bool) {
        let indeterminate = self.constant(ObjectKind::Indeterminate, None);
        let known = self.written.get(&origin);
        let is_known = |cell: &Cell| known.is_some_and(|known| known.contains(&cell.offset));
        let cells = &self.solver.objects()[object].shape.cells;
        let unwritten: Vec<bool> = cells.iter().map(|cell| !is_known(cell) && !is_written(cell)).collect();
        self.fill_where(object, indeterminate, &unwritten);
    }

    /// Puts a value into some cells of an object.
    fn fill_where(&mut self, object: AbstractObject, value: Node, is_filled: &[bool]) {
        let cells = self.solver.objects()[object].cells.clone();
        for (cell, _) in cells.into_iter().zip(is_filled).filter(|(_, is_filled)| **is_filled) {
            self.solver.copy(value, cell);
        }
    }

    pub fn fill(&mut self, object: AbstractObject, value: Node) {
        for cell in self.solver.objects()[object].cells.clone() {
            self.solver.copy(value, cell);
        }
    }

    pub fn address_of_global(&mut self, class: ThreadClass, global: GlobalId, offset: i128) -> Node {
        let program = self.program;
        let data = &program.globals[global];
        let kind =
            if data.is_thread_local { ObjectKind::ThreadLocal(class, global) } else { ObjectKind::Global(global) };
        let object = self.solver.object(kind, || Shape::of(&program.types, data.ty));
        let offset = self.solver.objects()[object].shape.canonical(offset);
        self.solver.constant(Target { object, offset })
    }

    pub fn constant(&mut self, kind: ObjectKind, offset: Option<u64>) -> Node {
        let object = self.solver.object(kind, Shape::whole);
        self.solver.constant(Target { object, offset })
    }

    /// All that a register holds, wherever it is read.
    pub fn register(&mut self, context: Context, local: LocalId) -> Node {
        if let Some(&node) = self.registers.get(&(context, local)) {
            return node;
        }
        let node = self.solver.node();
        self.registers.insert((context, local), node);
        node
    }

    pub fn result(&mut self, context: Context) -> Node {
        if let Some(&node) = self.results.get(&context) {
            return node;
        }
        let node = self.solver.node();
        self.results.insert(context, node);
        node
    }

    pub fn local_object(&mut self, context: Context, local: LocalId) -> AbstractObject {
        let program = self.program;
        let ty = program.procedures[self.contexts[context].procedure].locals[local].ty;
        self.solver.object(ObjectKind::Local(context, local), || Shape::of(&program.types, ty))
    }

    pub fn local_address(&mut self, context: Context, local: LocalId) -> Node {
        let object = self.local_object(context, local);
        self.solver.constant(Target { object, offset: Some(0) })
    }

    pub fn call(
        &mut self,
        at: (Context, Transition),
        callee: ProcedureId,
        arguments: &[Node],
        result: Option<LocalId>,
    ) {
        let procedure = &self.program.procedures[callee];
        if !procedure.is_defined {
            return;
        }
        let class = self.contexts[at.0].class;
        let context = self.context(class, callee);
        let called = self.calls.entry(at).or_default();
        if called.contains(&context) {
            return;
        }
        called.push(context);
        self.contexts[context].callers.push(at);
        self.pass_arguments(context, arguments);
        if let Some(result) = result {
            let returned = self.result(context);
            let to = self.automata[self.contexts[at.0].procedure].transitions[at.1].to;
            self.set_local(at.0, result, to, returned);
        }
    }

    fn pass_arguments(&mut self, context: Context, arguments: &[Node]) {
        let procedure = &self.program.procedures[self.contexts[context].procedure];
        let entry = self.automata[self.contexts[context].procedure].entry;
        for (index, &parameter) in procedure.parameters.iter().enumerate() {
            let value = arguments.get(index).copied().unwrap_or(self.unknown);
            self.set_local(context, parameter, entry, value);
        }
    }

    /// What a register holds where a transition reads it.
    pub fn read_register(&mut self, context: Context, local: LocalId, transition: Transition) -> Node {
        let from = self.automata[self.contexts[context].procedure].transitions[transition].from;
        match self.web(context, local, from) {
            Some(node) => node,
            None => self.register(context, local),
        }
    }

    /// The node of the web of a register at a location, if the register has several webs.
    fn web(&mut self, context: Context, local: LocalId, location: Location) -> Option<Node> {
        let procedure = self.contexts[context].procedure;
        if !self.webs.contains_key(&procedure) {
            let (program, automaton) = (self.program, &self.automata[procedure]);
            let webs = Webs::of(&program.procedures[procedure], automaton, self.live_registers(procedure));
            self.webs.insert(procedure, webs);
        }
        let web = self.webs[&procedure].at(local, location)?;
        if let Some(&node) = self.web_registers.get(&(context, local, web)) {
            return Some(node);
        }
        let node = self.solver.node();
        self.web_registers.insert((context, local, web), node);
        Some(node)
    }

    /// A local gets a value on the path to a location.
    pub fn set_local(&mut self, context: Context, local: LocalId, location: Location, value: Node) {
        let data = &self.program.procedures[self.contexts[context].procedure].locals[local];
        if data.is_register {
            let register = self.register(context, local);
            self.solver.copy(value, register);
            if let Some(web) = self.web(context, local, location) {
                self.solver.copy(value, web);
            }
        } else {
            let address = self.local_address(context, local);
            self.solver.store(address, value, self.program.types.size_of(data.ty));
        }
    }

    pub fn create(&mut self, at: (Context, Transition), start: ProcedureId, argument: Node, id: Node) {
        if !self.program.procedures[start].is_defined {
            return;
        }
        let class = self.class(Some(at), start);
        let created = self.creations.entry(at).or_default();
        if created.contains(&class) {
            return;
        }
        created.push(class);
        self.pass_arguments(self.classes[class].start, &[argument]);
        let number = self.constant(ObjectKind::Thread(class), None);
        // Ids are as wide as pointers; they stand beside each other in arrays.
        let size = self.program.types.model().pointer_bytes();
        self.solver.store(id, number, Some(size));
    }

    fn context_code(&mut self, context: Context) {
        let procedure = self.contexts[context].procedure;
        let (program, automaton) = (self.program, &self.automata[procedure]);
        let data = &program.procedures[procedure];
        for (local, _) in data.locals.iter().filter(|(local, it)| it.is_register && !data.parameters.contains(local)) {
            if self.is_live(procedure, automaton.entry, local) {
                let indeterminate = self.constant(ObjectKind::Indeterminate, None);
                self.set_local(context, local, automaton.entry, indeterminate);
            }
        }
        for (transition, data) in automaton.transitions.iter() {
            let mut code = Code { translation: self, context, transition, is_accessed: false };
            if let Some(guard) = &data.guard {
                code.value(&guard.condition, data.span);
            }
            code.effect(&data.effect, data.span);
        }
    }

    pub fn is_read_before_written(&mut self, procedure: ProcedureId, transition: Transition, local: LocalId) -> bool {
        let to = self.automata[procedure].transitions[transition].to;
        self.is_live(procedure, to, local)
    }

    /// Whether some path from a location reads a register before it writes it.
    fn is_live(&mut self, procedure: ProcedureId, location: Location, local: LocalId) -> bool {
        self.live_registers(procedure).is_live(location, local)
    }

    fn live_registers(&mut self, procedure: ProcedureId) -> &LiveRegisters {
        let (program, automaton) = (self.program, &self.automata[procedure]);
        let find = || LiveRegisters::of(program, &program.procedures[procedure], automaton);
        self.live.entry(procedure).or_insert_with(find)
    }
}
