//! One function: its locals, its body, and the state that lowering its code needs.

use std::sync::Arc;

use raddle_program::builder::{address_of, assign, index, integer, local_place, read};
use raddle_program::entity::{Entity, Table};
use raddle_program::source::Span;
use raddle_program::syntax::{
    Atomic, Block, Effect, Expr, InputSource, Label, LabelId, Local, LocalId, LocalKind, Place, PlaceKind, Procedure,
    ProcedureId,
};
use raddle_program::types::{TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::operand::Operand;
use super::scope::{JumpTarget, PendingJump, ScopeId};
use super::temporary::Temporaries;
use super::{Obstacles, UnitLowering};
use crate::names::{MAIN_ENVIRONMENT, MAIN_NAME, MAIN_NAME_TEXT, MAIN_VECTOR, UniqueNames};
use crate::typed::{self, FunctionId, Storage, VariableId};

/// The lowering of one function.
pub(crate) struct ProcedureLowering<'l, 'u> {
    /// What all functions share.
    pub cx: &'l mut UnitLowering<'u>,
    /// The procedure, without its body.
    pub procedure: Procedure,
    /// The code that is being written.
    pub block: Block,
    pub(super) locals: FxHashMap<VariableId, LocalId>,
    /// Registers that hold the lengths of variable-length arrays, by number.
    pub(super) lengths: FxHashMap<u32, LocalId>,
    /// Registers that point to variable-length arrays, which die with their blocks.
    pub(super) variable_length_arrays: FxHashSet<LocalId>,
    pub(super) names: UniqueNames,
    pub(super) label_names: UniqueNames,
    pub(super) temporaries: Temporaries,
    /// Counts writes of registers.
    pub(super) clock: u64,
    pub(super) last_write: FxHashMap<LocalId, u64>,
    /// Registers that cannot be indeterminate: parameters, and those that are declared with an initializer and that no
    /// jump can reach past.
    pub(super) initialized: FxHashSet<LocalId>,
    /// Whether the function has labels, so that declarations may be jumped over or reached again.
    pub(super) has_labels: bool,
    pub(super) labels: FxHashMap<typed::LabelId, LabelId>,
    /// Where each label stands: the scopes around it, with the number of locals declared before it.
    pub(super) label_scopes: FxHashMap<typed::LabelId, Vec<(ScopeId, usize)>>,
    /// Labels that a computed goto may go to.
    pub(super) address_labels: Vec<typed::LabelId>,
    pub(super) scopes: Table<ScopeId, Vec<LocalId>>,
    pub(super) open_scopes: Vec<ScopeId>,
    /// The block that owns a local.
    pub(super) owners: FxHashMap<LocalId, ScopeId>,
    pub(super) targets: Vec<JumpTarget>,
    /// How many `Statement::Loop`s of the program are open.
    pub(super) loop_depth: usize,
    pub(super) jumps: Vec<PendingJump>,
}

impl<'l, 'u> ProcedureLowering<'l, 'u> {
    /// The procedure of a function with a body. `is_start` makes its parameters locals that it sets itself, as the
    /// environment calls `main`.
    pub fn lower(
        cx: &'l mut UnitLowering<'u>,
        procedure: ProcedureId,
        function: FunctionId,
        is_start: bool,
    ) -> Procedure {
        let unit = cx.unit;
        let source = &unit.functions[function];
        let procedure = cx.procedures[procedure].clone();
        let body = source.body.as_ref().expect("only functions with a body are lowered");
        let mut lowering = ProcedureLowering {
            cx,
            procedure,
            block: Block::new(),
            locals: FxHashMap::default(),
            lengths: FxHashMap::default(),
            variable_length_arrays: FxHashSet::default(),
            names: UniqueNames::default(),
            label_names: UniqueNames::default(),
            temporaries: Temporaries::default(),
            clock: 0,
            last_write: FxHashMap::default(),
            initialized: FxHashSet::default(),
            has_labels: super::scope::has_labels(body),
            labels: FxHashMap::default(),
            label_scopes: FxHashMap::default(),
            address_labels: Vec::new(),
            scopes: Table::new(),
            open_scopes: Vec::new(),
            owners: FxHashMap::default(),
            targets: Vec::new(),
            loop_depth: 0,
            jumps: Vec::new(),
        };
        for &parameter in &source.parameters {
            let local = lowering.declare_variable(parameter, is_start);
            lowering.initialized.insert(local);
            if !is_start {
                lowering.procedure.parameters.push(local);
            }
        }
        for &variable in &source.locals {
            lowering.declare_variable(variable, false);
        }
        lowering.open_scope(&[]);
        if is_start {
            lowering.set_main_parameters(&source.parameters);
        }
        lowering.block(body);
        lowering.close_scope(body.span);
        lowering.procedure.body = lowering.resolve_jumps();
        lowering.procedure
    }

    /// Makes a local for a parameter or an automatic object.
    fn declare_variable(&mut self, variable: VariableId, is_start: bool) -> LocalId {
        if let Some(&local) = self.locals.get(&variable) {
            return local;
        }
        let source = &self.cx.unit.variables[variable];
        let is_variable_length = self.cx.is_variable(source.ty.ty);
        let mut ty = self.cx.program_type(source.ty.ty);
        if is_variable_length {
            ty = self.cx.types.pointer_to(ty);
        }
        let kind = match source.storage {
            Storage::Parameter if !is_start => LocalKind::Parameter,
            Storage::Parameter | Storage::Automatic | Storage::Static | Storage::Thread => LocalKind::Variable,
        };
        let is_register = source.is_register(&self.cx.unit.types) || is_variable_length;
        let name = self.cx.names.variables[variable].clone();
        // The name is unique in the function already; temporaries stay away from it.
        let name = self.names.take(&name);
        let span = source.span;
        let local = self.procedure.locals.push(Local { name, ty, kind, is_register, span });
        self.locals.insert(variable, local);
        local
    }

    /// The local of an automatic object or parameter of this function.
    pub(super) fn local_of(&mut self, variable: VariableId) -> LocalId {
        self.declare_variable(variable, false)
    }

    /// A local as a place; atomic if the object is.
    pub(super) fn variable_place(&mut self, variable: VariableId) -> Place {
        let local = self.local_of(variable);
        let is_atomic = self.cx.unit.variables[variable].ty.qualifiers.is_atomic;
        Place { atomic: is_atomic.then_some(Atomic::PLAIN), ..local_place(&self.procedure, local) }
    }

    /// `argc`, `argv` and the environment, as locals of the procedure where execution starts.
    fn set_main_parameters(&mut self, parameters: &[VariableId]) {
        let span = self.procedure.span;
        for (position, &parameter) in parameters.iter().enumerate() {
            let local = self.local_of(parameter);
            let target = local_place(&self.procedure, local);
            let is_register = self.procedure.locals[local].is_register;
            if !is_register {
                self.emit(Effect::Live { local, is_zeroed: false }, span);
                self.declare_in_scope(local);
            }
            let value = match position {
                0 => Some(integer(1, target.ty)),
                1 => {
                    let vector = self.cx.main_strings(MAIN_VECTOR, Some((MAIN_NAME, MAIN_NAME_TEXT)));
                    Some(self.first_element(vector))
                }
                2 => {
                    let environment = self.cx.main_strings(MAIN_ENVIRONMENT, None);
                    Some(self.first_element(environment))
                }
                // Implementations may give main more parameters; these have no model and stay indeterminate.
                _ => None,
            };
            if let Some(value) = value.filter(|_| self.cx.types.integer_shape(target.ty).is_some()) {
                let value = self.convert(value, target.ty);
                if is_register {
                    self.block.push(assign(target, value, span));
                } else {
                    self.emit(Effect::Initialize { target, value }, span);
                }
            }
        }
    }

    fn first_element(&mut self, global: raddle_program::syntax::GlobalId) -> Expr {
        let place = Place { kind: PlaceKind::Global(global), ty: self.cx.globals[global].ty, atomic: None };
        let zero = self.number(0);
        let element = index(&self.cx.types, place, zero);
        address_of(&mut self.cx.types, element)
    }

    /// A number of type `int`.
    pub fn number(&mut self, value: i128) -> Expr {
        integer(value, self.cx.int())
    }

    /// Marks that reaching this place has no model.
    pub fn unsupported(&mut self, what: impl Into<Arc<str>>, span: Span) {
        self.unsupported_with(what, Vec::new(), span);
    }

    /// Marks that reaching this place has no model. What stands there gets some values.
    pub fn unsupported_with(&mut self, what: impl Into<Arc<str>>, values: Vec<Expr>, span: Span) {
        let name = what.into();
        let effect = match self.cx.obstacles {
            Obstacles::Stop => Effect::Unsupported(name),
            Obstacles::GoOn => {
                let arguments = values.into_iter().map(|value| (value, false)).collect();
                Effect::External { name, arguments, result: None }
            }
        };
        self.emit(effect, span);
    }

    /// Some value of a type. What should give it is unsupported: none is ever used, unless threads go on behind that.
    pub fn dummy(&mut self, ty: TypeId, span: Span) -> Operand {
        let ty = self.cx.program_type(ty);
        if self.cx.obstacles == Obstacles::GoOn && self.cx.types.scalar_shape(ty).is_some() {
            let target = self.temporary(ty);
            let source = InputSource::Undefined("something without a model".into());
            self.emit(Effect::Input { target, source }, span);
            return Operand::pure(read(raddle_program::builder::local_place(&self.procedure, target)), span);
        }
        let expr = match self.cx.types.kind(ty) {
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) => integer(0, ty),
            // A function where a pointer to one is called.
            TypeKind::Function(_) => integer(0, self.cx.types.pointer_to(ty)),
            _ if self.cx.types.size_of(ty).is_none() => integer(0, self.cx.int()),
            TypeKind::Void
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Array { .. }
            | TypeKind::Record(_) => read(self.memory_temporary(ty, span)),
        };
        Operand::pure(expr, span)
    }

    /// A new label, named after a stem.
    pub(super) fn fresh_label(&mut self, stem: &str) -> LabelId {
        let name = self.label_names.take(stem);
        self.procedure.labels.push(Label { name })
    }

    /// The label of the program for a label of the source.
    pub(super) fn label_of(&mut self, label: typed::LabelId) -> LabelId {
        if let Some(&known) = self.labels.get(&label) {
            return known;
        }
        let name = self.cx.unit.labels[label].name.clone();
        let fresh = self.fresh_label(&name);
        self.labels.insert(label, fresh);
        fresh
    }

    /// The number that stands for the address of a label.
    pub(super) fn label_number(label: typed::LabelId) -> i128 {
        label.index() as i128 + 1
    }
}
