//! From code to inclusion constraints, context by context, as far as threads can come.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::footprint::is_listed;
use raddle_program::live::LiveRegisters;
use raddle_program::source::Span;
use raddle_program::syntax::{
    BinaryOperator, Callee, Effect, Expr, ExprKind, GlobalId, InitialValue, LocalId, Place, PlaceKind, ProcedureId,
    Program, Synchronization, UnaryOperator,
};
use raddle_program::types::Field;
use rustc_hash::FxHashMap;

use super::object::{AbstractObject, ObjectKind, Shape};
use super::solver::{Adjust, Node, Solver, Target};
use super::{AccessSite, Context, ContextData, PointsTo, SynchronizationSite, ThreadClass, ThreadClassData};

/// What is to be done when a watched node gets a target.
#[derive(Clone)]
enum Watch {
    /// A call through a pointer.
    Call { at: (Context, Transition), arguments: Vec<Node>, result: Option<LocalId> },
    /// A creation through a pointer.
    Creation { at: (Context, Transition), argument: Node, id: Node },
    /// A join whose value goes to a register.
    Join { into: Node },
}

pub(super) struct Translation<'p> {
    program: &'p Program,
    automata: &'p Table<ProcedureId, Automaton>,
    live: FxHashMap<ProcedureId, LiveRegisters>,
    solver: Solver,
    classes: Table<ThreadClass, ThreadClassData>,
    contexts: Table<Context, ContextData>,
    context_ids: FxHashMap<(ThreadClass, ProcedureId), Context>,
    class_ids: FxHashMap<(Context, Transition, ProcedureId), ThreadClass>,
    registers: FxHashMap<(Context, LocalId), Node>,
    results: FxHashMap<Context, Node>,
    thread_results: Table<ThreadClass, Node>,
    watches: FxHashMap<Node, Vec<Watch>>,
    accesses: Vec<AccessSite>,
    synchronizations: FxHashMap<(Context, Transition), SynchronizationSite>,
    calls: FxHashMap<(Context, Transition), Vec<Context>>,
    creations: FxHashMap<(Context, Transition), Vec<ThreadClass>>,
    creation_operands: FxHashMap<(Context, Transition), (Node, Node)>,
    joins: FxHashMap<(Context, Transition), Node>,
    may_be_detached: Vec<(Context, Transition)>,
    unsupported: Vec<Span>,
    /// What external functions may write to or call.
    given_away: Vec<(Node, Span)>,
    untranslated: Vec<Context>,
    number: Node,
    unknown: Node,
}

impl<'p> Translation<'p> {
    pub fn new(program: &'p Program, automata: &'p Table<ProcedureId, Automaton>) -> Self {
        let mut solver = Solver::default();
        let mut constant = |kind| {
            let object = solver.object(kind, Shape::whole);
            let node = solver.node();
            solver.add(node, Target { object, offset: None });
            node
        };
        let (number, unknown) = (constant(ObjectKind::Number), constant(ObjectKind::Unknown));
        Translation {
            program,
            automata,
            live: FxHashMap::default(),
            solver,
            classes: Table::new(),
            contexts: Table::new(),
            context_ids: FxHashMap::default(),
            class_ids: FxHashMap::default(),
            registers: FxHashMap::default(),
            results: FxHashMap::default(),
            thread_results: Table::new(),
            watches: FxHashMap::default(),
            accesses: Vec::new(),
            synchronizations: FxHashMap::default(),
            calls: FxHashMap::default(),
            creations: FxHashMap::default(),
            creation_operands: FxHashMap::default(),
            joins: FxHashMap::default(),
            may_be_detached: Vec::new(),
            unsupported: Vec::new(),
            given_away: Vec::new(),
            untranslated: Vec::new(),
            number,
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
        self.find_hidden_calls();
        self.find_given_away();
        self.accesses.sort_by_key(|access| (access.context, access.transition));
        PointsTo {
            solver: self.solver,
            classes: self.classes,
            contexts: self.contexts,
            accesses: self.accesses,
            synchronizations: self.synchronizations,
            calls: self.calls,
            creations: self.creations,
            creation_operands: self.creation_operands,
            thread_results: self.thread_results,
            joins: self.joins,
            may_be_detached: self.may_be_detached,
            unsupported: self.unsupported,
        }
    }

    /// Destructors of keys and cleanup handlers are called by the end of a thread, not by a call in the code.
    fn find_hidden_calls(&mut self) {
        let mut hidden = Vec::new();
        for (&(context, transition), site) in &self.synchronizations {
            let is_procedure = |node: &Node| {
                let kind = |target: &Target| self.solver.objects()[target.object].kind;
                self.solver.targets(*node).iter().any(|target| matches!(kind(target), ObjectKind::Procedure(_)))
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
        self.unsupported.extend(hidden);
    }

    /// External functions have no model where they could write to memory or call back.
    fn find_given_away(&mut self) {
        for &(node, span) in &self.given_away {
            let matters = |target: &Target| match self.solver.objects()[target.object].kind {
                ObjectKind::Global(global) => !self.program.globals[global].is_read_only,
                ObjectKind::Number | ObjectKind::Unknown | ObjectKind::Indeterminate | ObjectKind::Thread(_) => false,
                ObjectKind::ThreadLocal(..)
                | ObjectKind::Local(..)
                | ObjectKind::Allocated(..)
                | ObjectKind::Keys
                | ObjectKind::Procedure(_) => true,
            };
            if self.solver.targets(node).iter().any(matters) {
                self.unsupported.push(span);
            }
        }
    }

    fn act(&mut self, watch: Watch, target: Target) {
        let kind = self.solver.objects()[target.object].kind;
        match (watch, kind) {
            (Watch::Call { at, arguments, result }, ObjectKind::Procedure(procedure)) => {
                self.call(at, procedure, &arguments, result);
            }
            (Watch::Creation { at, argument, id }, ObjectKind::Procedure(procedure)) => {
                self.create(at, procedure, argument, id);
            }
            (Watch::Join { into }, ObjectKind::Thread(class)) => {
                self.solver.copy(self.thread_results[class], into, Adjust::Same);
            }
            (Watch::Call { .. } | Watch::Creation { .. } | Watch::Join { .. }, _) => {}
        }
    }

    /// The class of threads that a transition creates with a function. Where a class creates what it descends from, the
    /// ancestor stands for both.
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
        self.solver.copy(returned, result, Adjust::Same);
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
                InitialValue::Integer(_) => self.number,
                InitialValue::Address(target, offset) => self.address_of_global(ThreadClass(0), target, offset.into()),
                InitialValue::Procedure(procedure) => self.constant(ObjectKind::Procedure(procedure), None),
            };
            let size = program.types.size_of(part.ty);
            let offset = self.solver.objects()[object].shape.canonical(part.offset.into());
            let address = self.solver.node();
            self.solver.add(address, Target { object, offset });
            self.solver.store(address, value, size);
        }
    }

    fn fill(&mut self, object: AbstractObject, value: Node) {
        for cell in self.solver.objects()[object].cells.clone() {
            self.solver.copy(value, cell, Adjust::Same);
        }
    }

    fn address_of_global(&mut self, class: ThreadClass, global: GlobalId, offset: i128) -> Node {
        let program = self.program;
        let data = &program.globals[global];
        let kind =
            if data.is_thread_local { ObjectKind::ThreadLocal(class, global) } else { ObjectKind::Global(global) };
        let object = self.solver.object(kind, || Shape::of(&program.types, data.ty));
        let offset = self.solver.objects()[object].shape.canonical(offset);
        let node = self.solver.node();
        self.solver.add(node, Target { object, offset });
        node
    }

    fn constant(&mut self, kind: ObjectKind, offset: Option<u64>) -> Node {
        let object = self.solver.object(kind, Shape::whole);
        let node = self.solver.node();
        self.solver.add(node, Target { object, offset });
        node
    }

    fn register(&mut self, context: Context, local: LocalId) -> Node {
        if let Some(&node) = self.registers.get(&(context, local)) {
            return node;
        }
        let node = self.solver.node();
        self.registers.insert((context, local), node);
        node
    }

    fn result(&mut self, context: Context) -> Node {
        if let Some(&node) = self.results.get(&context) {
            return node;
        }
        let node = self.solver.node();
        self.results.insert(context, node);
        node
    }

    fn local_object(&mut self, context: Context, local: LocalId) -> AbstractObject {
        let program = self.program;
        let ty = program.procedures[self.contexts[context].procedure].locals[local].ty;
        self.solver.object(ObjectKind::Local(context, local), || Shape::of(&program.types, ty))
    }

    fn local_address(&mut self, context: Context, local: LocalId) -> Node {
        let object = self.local_object(context, local);
        let node = self.solver.node();
        self.solver.add(node, Target { object, offset: Some(0) });
        node
    }

    fn call(&mut self, at: (Context, Transition), callee: ProcedureId, arguments: &[Node], result: Option<LocalId>) {
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
            self.set_local(at.0, result, returned);
        }
    }

    fn pass_arguments(&mut self, context: Context, arguments: &[Node]) {
        let procedure = &self.program.procedures[self.contexts[context].procedure];
        for (index, &parameter) in procedure.parameters.iter().enumerate() {
            let value = arguments.get(index).copied().unwrap_or(self.unknown);
            self.set_local(context, parameter, value);
        }
    }

    fn set_local(&mut self, context: Context, local: LocalId, value: Node) {
        let data = &self.program.procedures[self.contexts[context].procedure].locals[local];
        if data.is_register {
            let register = self.register(context, local);
            self.solver.copy(value, register, Adjust::Same);
        } else {
            let address = self.local_address(context, local);
            self.solver.store(address, value, self.program.types.size_of(data.ty));
        }
    }

    fn create(&mut self, at: (Context, Transition), start: ProcedureId, argument: Node, id: Node) {
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
        self.solver.store(id, number, None);
    }

    fn context_code(&mut self, context: Context) {
        let automaton = &self.automata[self.contexts[context].procedure];
        for (transition, data) in automaton.transitions.iter() {
            let mut code = Code { translation: self, context, transition };
            if let Some(guard) = &data.guard {
                code.value(&guard.condition, data.span);
            }
            code.effect(&data.effect, data.span);
        }
    }

    fn is_read_before_written(&mut self, procedure: ProcedureId, transition: Transition, local: LocalId) -> bool {
        let (program, automaton) = (self.program, &self.automata[procedure]);
        let live = self
            .live
            .entry(procedure)
            .or_insert_with(|| LiveRegisters::of(program, &program.procedures[procedure], automaton));
        live.is_live(automaton.transitions[transition].to, local)
    }
}

/// The code of one transition in one context.
struct Code<'t, 'p> {
    translation: &'t mut Translation<'p>,
    context: Context,
    transition: Transition,
}

impl Code<'_, '_> {
    fn at(&self) -> (Context, Transition) {
        (self.context, self.transition)
    }

    fn procedure(&self) -> ProcedureId {
        self.translation.contexts[self.context].procedure
    }

    fn effect(&mut self, effect: &Effect, span: Span) {
        match effect {
            Effect::Skip | Effect::Stop | Effect::AtomicBegin | Effect::AtomicEnd | Effect::Dead(_) => {}
            Effect::Assign { target, value } => self.assign(target, value, span, true),
            Effect::Initialize { target, value } => self.assign(target, value, span, false),
            Effect::Input { target, source: _ } => {
                let unknown = self.translation.unknown;
                self.translation.set_local(self.context, *target, unknown);
            }
            Effect::Assume(condition) | Effect::Assert { condition, .. } => drop(self.value(condition, span)),
            Effect::Call { callee, arguments, result } => {
                let arguments: Vec<Node> = arguments.iter().map(|argument| self.value(argument, span)).collect();
                match callee {
                    Callee::Procedure(procedure) => {
                        self.translation.call(self.at(), *procedure, &arguments, *result);
                    }
                    Callee::Pointer(pointer) => {
                        let pointer = self.value(pointer, span);
                        self.watch(pointer, Watch::Call { at: self.at(), arguments, result: *result });
                    }
                }
            }
            Effect::External { name: _, arguments, result } => {
                for (argument, reads_only) in arguments {
                    let value = self.value(argument, span);
                    if !reads_only {
                        self.translation.given_away.push((value, span));
                    }
                }
                if let Some(result) = result {
                    let unknown = self.translation.unknown;
                    self.translation.set_local(self.context, *result, unknown);
                }
            }
            Effect::Return(value) => {
                if let Some(value) = value {
                    let value = self.value(value, span);
                    let result = self.translation.result(self.context);
                    self.translation.solver.copy(value, result, Adjust::Same);
                }
            }
            Effect::Live { local, is_zeroed } => self.live(*local, *is_zeroed),
            Effect::Allocate { target, size, is_zeroed, region: _ } => {
                self.value(size, span);
                let address = self.allocated(*target, *is_zeroed);
                self.translation.set_local(self.context, *target, address);
            }
            Effect::Free(address) => {
                let address = self.value(address, span);
                self.access(address, None, true, false, true, span);
            }
            Effect::CopyBytes { target, origin, size } => {
                let bytes = constant_size(size);
                self.value(size, span);
                let (target, origin) = (self.value(target, span), self.value(origin, span));
                self.access(origin, bytes, false, false, false, span);
                self.access(target, bytes, true, false, false, span);
                self.translation.solver.copy_bytes(origin, target, bytes);
            }
            Effect::FillBytes { target, byte, size } => {
                let bytes = constant_size(size);
                self.value(size, span);
                self.value(byte, span);
                let target = self.value(target, span);
                self.access(target, bytes, true, false, false, span);
                let number = self.translation.number;
                self.translation.solver.store(target, number, bytes);
            }
            Effect::Spawn { start, argument, id, is_detached, result } => {
                let argument = self.value(argument, span);
                let size = self.translation.program.types.model().pointer_bytes();
                let id = self.value(id, span);
                self.access(id, Some(size), true, false, false, span);
                if let Some(is_detached) = is_detached {
                    self.value(is_detached, span);
                    self.translation.may_be_detached.push(self.at());
                }
                self.set_number(*result);
                let at = self.at();
                self.translation.creation_operands.insert(at, (argument, id));
                match start {
                    Callee::Procedure(start) => self.translation.create(self.at(), *start, argument, id),
                    Callee::Pointer(pointer) => {
                        let pointer = self.value(pointer, span);
                        self.watch(pointer, Watch::Creation { at: self.at(), argument, id });
                    }
                }
            }
            Effect::Join { thread, value, result } => {
                let thread = self.value(thread, span);
                self.translation.joins.insert(self.at(), thread);
                if let Some(value) = value {
                    let into = self.translation.register(self.context, *value);
                    self.watch(thread, Watch::Join { into });
                }
                self.set_number(*result);
            }
            Effect::Exit(value) => {
                if let Some(value) = value {
                    let value = self.value(value, span);
                    let class = self.translation.contexts[self.context].class;
                    let result = self.translation.thread_results[class];
                    self.translation.solver.copy(value, result, Adjust::Same);
                }
            }
            Effect::Synchronize { operation, operands, result } => {
                self.synchronize(*operation, operands, *result, span)
            }
            Effect::Unsupported(_) => self.translation.unsupported.push(span),
        }
    }

    fn watch(&mut self, node: Node, watch: Watch) {
        let watches = self.translation.watches.entry(node).or_default();
        watches.push(watch);
        self.translation.solver.watch(node);
    }

    fn set_number(&mut self, local: Option<LocalId>) {
        if let Some(local) = local {
            let number = self.translation.number;
            self.translation.set_local(self.context, local, number);
        }
    }

    fn synchronize(&mut self, operation: Synchronization, operands: &[Expr], result: Option<LocalId>, span: Span) {
        let operands: Vec<Node> = operands.iter().map(|operand| self.value(operand, span)).collect();
        match operation {
            Synchronization::KeySet | Synchronization::KeyGet => {
                let keys = self.translation.constant(ObjectKind::Keys, Some(0));
                if operation == Synchronization::KeySet {
                    self.translation.solver.store(keys, operands[1], None);
                    self.set_number(result);
                } else if let Some(result) = result {
                    let register = self.translation.register(self.context, result);
                    self.translation.solver.load(keys, register, None);
                }
            }
            _ => self.set_number(result),
        }
        let site = SynchronizationSite { operation, operands, result };
        self.translation.synchronizations.insert(self.at(), site);
    }

    fn live(&mut self, local: LocalId, is_zeroed: bool) {
        if is_zeroed {
            return;
        }
        let procedure = self.procedure();
        let is_register = self.translation.program.procedures[procedure].locals[local].is_register;
        if is_register && !self.translation.is_read_before_written(procedure, self.transition, local) {
            return;
        }
        let indeterminate = self.translation.constant(ObjectKind::Indeterminate, None);
        if is_register {
            let register = self.translation.register(self.context, local);
            self.translation.solver.copy(indeterminate, register, Adjust::Same);
        } else {
            let object = self.translation.local_object(self.context, local);
            self.translation.fill(object, indeterminate);
        }
    }

    /// An allocated object. Its shape is that of the type to which its address is converted, if that is one type.
    fn allocated(&mut self, target: LocalId, is_zeroed: bool) -> Node {
        let (program, procedure) = (self.translation.program, self.procedure());
        let automaton = &self.translation.automata[procedure];
        let element = super::element::element_of(program, &program.procedures[procedure], automaton, target);
        let shape = || element.map_or_else(Shape::whole, |ty| Shape::repeated(&program.types, ty));
        let object = self.translation.solver.object(ObjectKind::Allocated(self.context, self.transition), shape);
        if !is_zeroed {
            let indeterminate = self.translation.constant(ObjectKind::Indeterminate, None);
            self.translation.fill(object, indeterminate);
        }
        let node = self.translation.solver.node();
        self.translation.solver.add(node, Target { object, offset: Some(0) });
        node
    }

    fn access(&mut self, address: Node, size: Option<u64>, is_write: bool, is_atomic: bool, is_free: bool, span: Span) {
        let (context, transition) = self.at();
        let site = AccessSite { context, transition, span, address, size, is_write, is_atomic, is_free };
        self.translation.accesses.push(site);
    }

    fn is_listed(&self, place: &Place) -> bool {
        is_listed(&self.translation.program.procedures[self.procedure()], place)
    }

    fn as_register(&self, place: &Place) -> Option<LocalId> {
        match place.kind {
            PlaceKind::Local(local) => {
                let procedure = &self.translation.program.procedures[self.procedure()];
                procedure.locals[local].is_register.then_some(local)
            }
            PlaceKind::Global(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Field(..)
            | PlaceKind::Index(..)
            | PlaceKind::BitLocation(_) => None,
        }
    }

    fn assign(&mut self, target: &Place, value: &Expr, span: Span, is_listed: bool) {
        if let Some(local) = self.as_register(target) {
            let value = self.value(value, span);
            self.translation.set_local(self.context, local, value);
            return;
        }
        let address = self.address(target, span);
        let size = self.extent(target);
        match &value.kind {
            ExprKind::Read(place) if self.as_register(place).is_none() && !self.is_scalar(value) => {
                let origin = self.address(place, span);
                if self.is_listed(place) {
                    self.access(origin, size, false, place.is_atomic, false, span);
                }
                self.translation.solver.copy_bytes(origin, address, size);
            }
            _ => {
                let value = self.value(value, span);
                self.translation.solver.store(address, value, size);
            }
        }
        if is_listed && self.is_listed(target) {
            self.access(address, size, true, target.is_atomic, false, span);
        }
    }

    fn is_scalar(&self, value: &Expr) -> bool {
        self.translation.program.types.integer_shape(value.ty).is_some()
    }

    /// Number of bytes that an access to a place touches.
    fn extent(&self, place: &Place) -> Option<u64> {
        match self.field(place).and_then(|field| field.bits) {
            Some(bits) => Some(bits.location_bytes.into()),
            None => self.translation.program.types.size_of(place.ty),
        }
    }

    fn field(&self, place: &Place) -> Option<&Field> {
        let PlaceKind::Field(base, number) = &place.kind else { return None };
        raddle_program::builder::field_of(&self.translation.program.types, base.ty, *number)
    }

    /// The addresses of a place in memory.
    fn address(&mut self, place: &Place, span: Span) -> Node {
        match &place.kind {
            PlaceKind::Global(global) => {
                let class = self.translation.contexts[self.context].class;
                self.translation.address_of_global(class, *global, 0)
            }
            PlaceKind::Local(local) => self.translation.local_address(self.context, *local),
            PlaceKind::Deref(pointer) => self.value(pointer, span),
            PlaceKind::BitLocation(inner) => self.address(inner, span),
            PlaceKind::Field(base, _) => {
                let offset = self.field(place).map_or(0, |field| field.offset);
                let base = self.address(base, span);
                self.adjusted(base, Adjust::Shift(offset.into()))
            }
            PlaceKind::Index(base, index) => {
                let element = self.translation.program.types.size_of(place.ty);
                let base = self.address(base, span);
                self.moved(base, index, element, false, span)
            }
        }
    }

    fn moved(&mut self, base: Node, index: &Expr, element: Option<u64>, is_subtraction: bool, span: Span) -> Node {
        self.value(index, span);
        let adjust = match (&index.kind, element) {
            (ExprKind::Integer(number), Some(element)) => {
                let distance = number.saturating_mul(element.into());
                Adjust::Shift(if is_subtraction { -distance } else { distance })
            }
            (_, Some(element)) if element > 0 => Adjust::Stride(element),
            (_, Some(_)) => Adjust::Same,
            (_, None) => Adjust::Anywhere,
        };
        self.adjusted(base, adjust)
    }

    fn adjusted(&mut self, from: Node, adjust: Adjust) -> Node {
        if matches!(adjust, Adjust::Same | Adjust::Shift(0)) {
            return from;
        }
        let to = self.translation.solver.node();
        self.translation.solver.copy(from, to, adjust);
        to
    }

    fn union(&mut self, parts: &[Node], adjust: Adjust) -> Node {
        let to = self.translation.solver.node();
        for &part in parts {
            self.translation.solver.copy(part, to, adjust);
        }
        to
    }

    /// What an expression may hold.
    fn value(&mut self, expr: &Expr, span: Span) -> Node {
        match &expr.kind {
            ExprKind::Integer(_) => self.translation.number,
            ExprKind::Read(place) => self.read(place, span),
            ExprKind::AddressOf(place) => self.address(place, span),
            ExprKind::Procedure(procedure) => self.translation.constant(ObjectKind::Procedure(*procedure), None),
            ExprKind::SelfId => {
                let class = self.translation.contexts[self.context].class;
                self.translation.constant(ObjectKind::Thread(class), None)
            }
            ExprKind::AllocationSize(operand) => {
                self.value(operand, span);
                self.translation.number
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.value(operand, span);
                match operator {
                    UnaryOperator::LogicalNot => self.translation.number,
                    UnaryOperator::Negate | UnaryOperator::BitNot => self.arithmetic(&[operand]),
                }
            }
            ExprKind::Binary(operator, left, right) => {
                let operands = [self.value(left, span), self.value(right, span)];
                match operator {
                    BinaryOperator::Equal
                    | BinaryOperator::NotEqual
                    | BinaryOperator::Less
                    | BinaryOperator::LessEqual
                    | BinaryOperator::Greater
                    | BinaryOperator::GreaterEqual => self.translation.number,
                    BinaryOperator::Add
                    | BinaryOperator::Subtract
                    | BinaryOperator::Multiply
                    | BinaryOperator::Divide
                    | BinaryOperator::Remainder
                    | BinaryOperator::ShiftLeft
                    | BinaryOperator::ShiftRight
                    | BinaryOperator::BitAnd
                    | BinaryOperator::BitOr
                    | BinaryOperator::BitXor => self.arithmetic(&operands),
                }
            }
            ExprKind::Cast(operand) => self.value(operand, span),
            ExprKind::PointerAdd { pointer, index, element, is_subtraction } => {
                let pointer = self.value(pointer, span);
                self.moved(pointer, index, Some(*element), *is_subtraction, span)
            }
            ExprKind::PointerDifference { left, right, element: _ } => {
                self.value(left, span);
                self.value(right, span);
                self.translation.number
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.value(condition, span);
                let parts = [self.value(then, span), self.value(otherwise, span)];
                self.union(&parts, Adjust::Same)
            }
        }
    }

    fn arithmetic(&mut self, operands: &[Node]) -> Node {
        let number = self.translation.number;
        let result = self.union(operands, Adjust::Anywhere);
        self.translation.solver.copy(number, result, Adjust::Same);
        result
    }

    fn read(&mut self, place: &Place, span: Span) -> Node {
        if let Some(local) = self.as_register(place) {
            return self.translation.register(self.context, local);
        }
        let address = self.address(place, span);
        let size = self.extent(place);
        if self.is_listed(place) {
            self.access(address, size, false, place.is_atomic, false, span);
        }
        let into = self.translation.solver.node();
        self.translation.solver.load(address, into, size);
        into
    }
}

fn constant_size(size: &Expr) -> Option<u64> {
    match size.kind {
        ExprKind::Integer(number) => u64::try_from(number).ok(),
        _ => None,
    }
}
