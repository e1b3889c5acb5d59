//! The cone of influence: finds the globals outside of it, whose values influence no assertion.
//!
//! Rule: a value matters if it may reach a condition (of a branch, a loop, an assumption, an assertion), an address or an index,
//! an operand of anything but an assignment, a call or a return, or a place that is not followed. Values flow by
//! assignments, arguments and returns, from each global and register in an expression to what the expression is assigned to;
//! no order of the steps is looked at. Operands of divisions and shifts matter, since they decide whether the result is a choice.
//! A global whose value does not matter may hold any: no thread goes another way, fewer steps or more, because of it. So all
//! steps stay, assumptions and loops that do not end among them; only what is stored is forgotten.
//!
//! Followed are registers and globals that are accessed by their names only, and hold no pointers.
//!
//! [`without_influence_but_on_each_other`] also allows such values to decide which path a thread takes, if all of the
//! paths join again and only store on the way: if a branch, or a whole procedure, only assigns and returns, its
//! conditions flow to what is assigned and returned there. (If such globals hold any value, the program has more
//! executions, not the same ones.)
//!
//! Left out: locals in memory and allocations; the order of steps.

use std::collections::BTreeSet;

use raddle_program::automaton::Automaton;
use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::footprint::root;
use raddle_program::syntax::{
    BinaryOperator, Block, Callee, Effect, Expr, ExprKind, GlobalId, InitialValue, LocalId, Place, PlaceKind,
    ProcedureId, Program, Statement,
};
use raddle_program::types::{TypeId, TypeKind, Types};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

/// The globals whose values do not influence which steps threads take, nor what they assert.
pub fn without_influence(program: &Program, automata: &Table<ProcedureId, Automaton>) -> BTreeSet<GlobalId> {
    let named = named_globals(program, automata);
    let mut flows = Flows::new(program);
    flows.roots.extend(program.globals.ids().filter(|global| !named.contains(global)).map(ValueNode::Global));
    for (procedure, automaton) in automata.iter() {
        for transition in automaton.transitions.values() {
            if let Some(guard) = &transition.guard {
                flows.matters(procedure, &guard.condition);
            }
            flows.effect(procedure, &transition.effect);
        }
    }
    flows.without(named)
}

/// The globals whose values do not influence what is asserted. They may decide between paths that only store to other
/// such globals.
pub fn without_influence_but_on_each_other(
    program: &Program,
    automata: &Table<ProcedureId, Automaton>,
) -> BTreeSet<GlobalId> {
    let named = named_globals(program, automata);
    let mut flows = Flows::new(program);
    flows.roots.extend(program.globals.ids().filter(|global| !named.contains(global)).map(ValueNode::Global));
    for (procedure, data) in program.procedures.iter() {
        let mut decided = vec![ValueNode::Result(procedure)];
        let is_calm = flows.only_stores(procedure, &data.body, true, &mut decided);
        flows.block(procedure, &data.body, is_calm.then_some(&decided));
    }
    flows.without(named)
}

/// What a value lies in.
#[derive(Clone, Copy)]
enum ValueNode {
    Global(GlobalId),
    Register(ProcedureId, LocalId),
    /// What a procedure returns.
    Result(ProcedureId),
}

/// From which values other values are computed, and which values matter.
struct Flows<'a> {
    program: &'a Program,
    /// By procedure: the number of its first register.
    first: Vec<usize>,
    n_nodes: usize,
    flows: Vec<(ValueNode, ValueNode)>,
    roots: Vec<ValueNode>,
}

impl<'a> Flows<'a> {
    fn new(program: &'a Program) -> Self {
        let mut next = program.globals.len() + program.procedures.len();
        let mut first = Vec::new();
        for procedure in program.procedures.values() {
            first.push(next);
            next += procedure.locals.len();
        }
        Flows { program, first, n_nodes: next, flows: Vec::new(), roots: Vec::new() }
    }

    fn index(&self, node: ValueNode) -> usize {
        match node {
            ValueNode::Global(global) => global.index(),
            ValueNode::Result(procedure) => self.program.globals.len() + procedure.index(),
            ValueNode::Register(procedure, local) => self.first[procedure.index()] + local.index(),
        }
    }

    /// The globals among `named` whose values do not matter.
    fn without(&self, named: BTreeSet<GlobalId>) -> BTreeSet<GlobalId> {
        let matters = self.closure();
        named.into_iter().filter(|&global| !matters.contains(self.index(ValueNode::Global(global)))).collect()
    }

    /// The values of a block. `decided` is what its conditions decide, if they decide nothing else.
    fn block(&mut self, procedure: ProcedureId, block: &Block, decided: Option<&[ValueNode]>) {
        for statement in block {
            match statement {
                Statement::Step(step) => self.effect(procedure, &step.effect),
                Statement::If { condition, then, otherwise, .. } => {
                    let mut stored = decided.map(<[ValueNode]>::to_vec).unwrap_or_default();
                    let only_stores = decided.is_some()
                        || [then, otherwise].iter().all(|way| self.only_stores(procedure, way, false, &mut stored));
                    match only_stores {
                        true => stored.iter().for_each(|&node| self.flow(procedure, condition, node)),
                        false => self.matters(procedure, condition),
                    }
                    self.block(procedure, then, decided);
                    self.block(procedure, otherwise, decided);
                }
                Statement::Loop { test, condition, body, step, .. } => {
                    self.matters(procedure, condition);
                    [test, body, step].into_iter().for_each(|part| self.block(procedure, part, None));
                }
                Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Label(_) => {}
            }
        }
    }

    /// Whether a block only stores what is followed, or returns, and comes to its end: what it stores is added.
    fn only_stores(&self, procedure: ProcedureId, block: &Block, returns: bool, stored: &mut Vec<ValueNode>) -> bool {
        block.iter().all(|statement| match statement {
            Statement::Step(step) => match &step.effect {
                Effect::Skip => true,
                Effect::Assign { target, .. } => {
                    let node = self.node(procedure, target);
                    stored.extend(node);
                    node.is_some()
                }
                Effect::Input { target, .. } => {
                    let node = self.register(procedure, *target);
                    stored.extend(node);
                    node.is_some()
                }
                Effect::Return(_) => returns,
                _ => false,
            },
            Statement::If { then, otherwise, .. } => {
                [then, otherwise].iter().all(|way| self.only_stores(procedure, way, returns, stored))
            }
            Statement::Loop { .. }
            | Statement::Break
            | Statement::Continue
            | Statement::Goto(_)
            | Statement::Label(_) => false,
        })
    }

    /// What a place is part of; `None` if that is not followed.
    fn node(&self, procedure: ProcedureId, place: &Place) -> Option<ValueNode> {
        match root(place).kind {
            PlaceKind::Global(global) => Some(ValueNode::Global(global)),
            PlaceKind::Local(local) => self.register(procedure, local),
            PlaceKind::Deref(_) | PlaceKind::Field(..) | PlaceKind::Index(..) | PlaceKind::BitLocation(_) => None,
        }
    }

    fn register(&self, procedure: ProcedureId, local: LocalId) -> Option<ValueNode> {
        let is_register = self.program.procedures[procedure].locals[local].is_register;
        is_register.then_some(ValueNode::Register(procedure, local))
    }

    fn effect(&mut self, procedure: ProcedureId, effect: &Effect) {
        match effect {
            Effect::Assign { target, value } | Effect::Initialize { target, value } => {
                self.operands(procedure, target);
                match self.node(procedure, target) {
                    Some(node) => self.flow(procedure, value, node),
                    None => self.matters(procedure, value),
                }
            }
            Effect::Call { callee: Callee::Procedure(callee), arguments, result } => {
                let parameters = &self.program.procedures[*callee].parameters;
                for (position, argument) in arguments.iter().enumerate() {
                    match parameters.get(position).and_then(|&parameter| self.register(*callee, parameter)) {
                        Some(node) => self.flow(procedure, argument, node),
                        None => self.matters(procedure, argument),
                    }
                }
                if let Some(result) = result {
                    match self.register(procedure, *result) {
                        Some(node) => self.flows.push((ValueNode::Result(*callee), node)),
                        None => self.roots.push(ValueNode::Result(*callee)),
                    }
                }
            }
            Effect::Return(Some(value)) => self.flow(procedure, value, ValueNode::Result(procedure)),
            Effect::Spawn { start: Callee::Procedure(start), .. } => {
                self.roots.push(ValueNode::Result(*start));
                self.all(procedure, effect);
            }
            Effect::Call { callee: Callee::Pointer(_), .. }
            | Effect::Spawn { start: Callee::Pointer(_), .. }
            | Effect::Assume(_)
            | Effect::Assert { .. }
            | Effect::External { .. }
            | Effect::Allocate { .. }
            | Effect::Free(..)
            | Effect::CopyBytes { .. }
            | Effect::FillBytes { .. }
            | Effect::Join { .. }
            | Effect::Exit(_)
            | Effect::Synchronize { .. } => self.all(procedure, effect),
            Effect::Skip
            | Effect::Input { .. }
            | Effect::Return(None)
            | Effect::Live { .. }
            | Effect::Dead(_)
            | Effect::Stop
            | Effect::Fence(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Unsupported(_) => {}
        }
    }

    /// Everything that an effect mentions matters.
    fn all(&mut self, procedure: ProcedureId, effect: &Effect) {
        let mut mentions = Mentions::default();
        walk_effect(effect, &mut mentions);
        self.mentioned(procedure, mentions);
    }

    fn matters(&mut self, procedure: ProcedureId, expr: &Expr) {
        let mut mentions = Mentions::default();
        walk_expr(expr, &mut mentions);
        self.mentioned(procedure, mentions);
    }

    fn mentioned(&mut self, procedure: ProcedureId, mentions: Mentions) {
        self.roots.extend(mentions.globals.into_iter().map(ValueNode::Global));
        self.roots.extend(mentions.locals.into_iter().map(|local| ValueNode::Register(procedure, local)));
        self.roots.extend(mentions.procedures.into_iter().map(ValueNode::Result));
    }

    /// Pointers and indices in the expression of a place.
    fn operands(&mut self, procedure: ProcedureId, place: &Place) {
        match &place.kind {
            PlaceKind::Global(_) | PlaceKind::Local(_) => {}
            PlaceKind::Deref(pointer) => self.matters(procedure, pointer),
            PlaceKind::Field(inner, _) | PlaceKind::BitLocation(inner) => self.operands(procedure, inner),
            PlaceKind::Index(inner, index) => {
                self.operands(procedure, inner);
                self.matters(procedure, index);
            }
        }
    }

    /// The value of an expression goes to a node.
    fn flow(&mut self, procedure: ProcedureId, expr: &Expr, to: ValueNode) {
        match &expr.kind {
            ExprKind::Integer(_) | ExprKind::SelfId => {}
            ExprKind::Procedure(named) => self.roots.push(ValueNode::Result(*named)),
            ExprKind::Read(place) => {
                self.operands(procedure, place);
                if let Some(from) = self.node(procedure, place) {
                    self.flows.push((from, to));
                }
            }
            ExprKind::AddressOf(place) => self.operands(procedure, place),
            ExprKind::AllocationSize(pointer, _) => self.matters(procedure, pointer),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.flow(procedure, operand, to),
            ExprKind::Binary(operator, left, right) => match operator {
                BinaryOperator::Divide
                | BinaryOperator::Remainder
                | BinaryOperator::ShiftLeft
                | BinaryOperator::ShiftRight => self.matters(procedure, expr),
                BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Multiply
                | BinaryOperator::BitAnd
                | BinaryOperator::BitOr
                | BinaryOperator::BitXor
                | BinaryOperator::Equal
                | BinaryOperator::NotEqual
                | BinaryOperator::Less
                | BinaryOperator::LessEqual
                | BinaryOperator::Greater
                | BinaryOperator::GreaterEqual => {
                    self.flow(procedure, left, to);
                    self.flow(procedure, right, to);
                }
            },
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.flow(procedure, pointer, to);
                self.flow(procedure, index, to);
            }
            ExprKind::PointerDifference { left, right, .. } => {
                self.flow(procedure, left, to);
                self.flow(procedure, right, to);
            }
            ExprKind::Floating(_, operands) => {
                operands.iter().for_each(|operand| self.flow(procedure, operand, to));
            }
            // What is not chosen is not evaluated.
            ExprKind::Conditional { .. } => self.matters(procedure, expr),
        }
    }

    /// What matters, and what it is computed from.
    fn closure(&self) -> BitSet {
        let mut from = vec![Vec::new(); self.n_nodes];
        for &(origin, target) in &self.flows {
            from[self.index(target)].push(self.index(origin));
        }
        let mut matters = BitSet::new(self.n_nodes);
        let mut pending: Vec<usize> = self.roots.iter().map(|&root| self.index(root)).collect();
        while let Some(node) = pending.pop() {
            if matters.insert(node) {
                pending.extend(&from[node]);
            }
        }
        matters
    }
}

/// What code mentions.
#[derive(Default)]
struct Mentions {
    globals: Vec<GlobalId>,
    locals: Vec<LocalId>,
    procedures: Vec<ProcedureId>,
}

impl Visitor for Mentions {
    fn global(&mut self, global: GlobalId) {
        self.globals.push(global);
    }

    fn local(&mut self, local: LocalId) {
        self.locals.push(local);
    }

    fn procedure(&mut self, procedure: ProcedureId) {
        self.procedures.push(procedure);
    }
}

/// The globals that are accessed by their names only, are the same for all threads, begin with known values, and hold no
/// pointers.
pub fn named_globals(program: &Program, automata: &Table<ProcedureId, Automaton>) -> BTreeSet<GlobalId> {
    let mut addressed = Addressed(BTreeSet::new());
    for part in program.globals.values().flat_map(|global| &global.initial) {
        if let InitialValue::Address(target, _) = part.value {
            addressed.0.insert(target);
        }
    }
    for transition in automata.values().flat_map(|automaton| automaton.transitions.values()) {
        walk_effect(&transition.effect, &mut addressed);
        if let Some(guard) = &transition.guard {
            walk_expr(&guard.condition, &mut addressed);
        }
    }
    let is_followed = |global: &GlobalId| {
        let data = &program.globals[*global];
        !addressed.0.contains(global)
            && !data.is_thread_local
            && !data.is_external
            && !data.is_read_only
            && !holds_pointers(&program.types, data.ty)
    };
    program.globals.ids().filter(is_followed).collect()
}

struct Addressed(BTreeSet<GlobalId>);

impl Visitor for Addressed {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::AddressOf(place) = &expr.kind
            && let PlaceKind::Global(global) = root(place).kind
        {
            self.0.insert(global);
        }
    }
}

fn holds_pointers(types: &Types, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) => false,
        TypeKind::Array { element, .. } => holds_pointers(types, element.ty),
        TypeKind::Record(record) => match &types.record(*record).body {
            Some(body) => body.fields.iter().any(|field| holds_pointers(types, field.ty.ty)),
            None => true,
        },
        TypeKind::Void | TypeKind::Complex(_) | TypeKind::Pointer(_) | TypeKind::Function(_) => true,
    }
}
