//! Typed tree to program: every expression becomes transitions with at most one listed access each.
//!
//! The order of evaluation is that of the typed tree (left to right). An unsupported construct becomes `Effect::Unsupported` at its place,
//! so that it costs nothing if it is not reached. The code stays as structured as it was written: a condition with one access stays a
//! condition; only expressions with several accesses or side effects are split with temporaries.
//!
//! Left out: `long double`, complex numbers, variable arguments inside functions, atomic records.

mod aggregate;
mod assign;
mod bodiless;
mod call;
mod choice;
mod constant;
mod expression;
mod floating;
mod globals;
mod initialize;
pub(crate) mod library;
mod operand;
mod place;
mod procedure;
mod scope;
mod statement;
mod switch;
mod temporary;
#[cfg(test)]
mod tests;

pub(crate) use call::LibraryCall;
pub(crate) use operand::Operand;
pub(crate) use procedure::ProcedureLowering;

use bodiless::Bodiless;
use std::sync::Arc;

use raddle_program::builder::empty_procedure;
use raddle_program::certain_tests::fold_certain_tests;
use raddle_program::entity::Table;
use raddle_program::source::Span;
use raddle_program::syntax::{Effect, Global, GlobalId, Procedure, ProcedureId, Program, Statement, Step};
use raddle_program::types::{ArrayLength, FunctionType, IntKind, Qualified, TypeId, TypeKind, Types};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostic;
use crate::names::ObjectNames;
use crate::typed::{FunctionId, StringId, Unit, VariableId};
use library::Library;

/// Lowers a checked unit to a program. Never fails: what has no model is `Unsupported` where it stands. The diagnostics
/// are warnings, for instance that an external function may return anything.
pub fn lower(unit: &Unit) -> (Program, Vec<Diagnostic>) {
    lower_with(unit, Obstacles::Stop)
}

/// Lowers a checked unit to a program in which threads go on behind what has no model.
pub fn lower_past_obstacles(unit: &Unit) -> Program {
    lower_with(unit, Obstacles::GoOn).0
}

/// What the program does where it comes to something without a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Obstacles {
    /// The execution ends there, and nothing is known of it: no answer is wrong.
    Stop,
    /// It is a call of an external function with the name of what has no model: it gives any value, and what else it does
    /// is an assumption.
    GoOn,
}

fn lower_with(unit: &Unit, obstacles: Obstacles) -> (Program, Vec<Diagnostic>) {
    let mut lowering = UnitLowering::new(unit, obstacles);
    lowering.declare_globals();
    let main = lowering.declare_procedures();
    lowering.initialize_globals();
    let mut done = 0;
    while let Some(&(procedure, function)) = lowering.bodies.get(done) {
        let is_start = procedure == main && !unit.functions[function].parameters.is_empty();
        let lowered = ProcedureLowering::lower(&mut lowering, procedure, function, is_start);
        lowering.procedures[procedure] = lowered;
        done += 1;
    }
    let UnitLowering { types, globals, procedures, mut diagnostics, bodiless, .. } = lowering;
    diagnostics.extend(bodiless.warnings(unit));
    let mut program = Program { source: unit.source.clone(), types, globals, procedures, main };
    fold_certain_tests(&mut program);
    (program, diagnostics)
}

/// What is shared by the lowering of all functions.
pub(crate) struct UnitLowering<'u> {
    pub unit: &'u Unit,
    pub types: Types,
    pub models: Library,
    names: ObjectNames,
    globals: Table<GlobalId, Global>,
    procedures: Table<ProcedureId, Procedure>,
    diagnostics: Vec<Diagnostic>,
    variable_globals: FxHashMap<VariableId, GlobalId>,
    string_globals: FxHashMap<StringId, GlobalId>,
    function_procedures: FxHashMap<FunctionId, ProcedureId>,
    functions_of: FxHashMap<ProcedureId, FunctionId>,
    /// The procedures to be lowered, in order; it grows if `main` with parameters is called.
    bodies: Vec<(ProcedureId, FunctionId)>,
    /// The calls of functions without a body and without a model.
    pub bodiless: Bodiless,
    /// Whether some array of the unit has a variable length, so that types need to be mapped.
    has_variable_lengths: bool,
    /// `errno`, once something asks for it.
    errno: Option<GlobalId>,
    /// The data that functions of the library share, by their names.
    hidden_states: FxHashMap<Arc<str>, GlobalId>,
    /// What the program does where it comes to something without a model.
    obstacles: Obstacles,
    /// The names of the functions that the program calls or takes the address of.
    used: FxHashSet<&'u str>,
}

impl<'u> UnitLowering<'u> {
    fn new(unit: &'u Unit, obstacles: Obstacles) -> Self {
        let is_variable = |kind: &TypeKind| matches!(kind, TypeKind::Array { length: ArrayLength::Variable(_), .. });
        UnitLowering {
            unit,
            types: unit.types.clone(),
            models: Library::new(),
            names: ObjectNames::of(unit),
            globals: Table::new(),
            procedures: Table::new(),
            diagnostics: Vec::new(),
            variable_globals: FxHashMap::default(),
            string_globals: FxHashMap::default(),
            function_procedures: FxHashMap::default(),
            functions_of: FxHashMap::default(),
            bodies: Vec::new(),
            bodiless: Bodiless::default(),
            has_variable_lengths: unit.types.kinds().values().any(is_variable),
            errno: None,
            hidden_states: FxHashMap::default(),
            obstacles,
            used: unit.functions.values().filter(|known| known.is_used).map(|known| &*known.name).collect(),
        }
    }

    /// Whether the program calls a function of this name, or takes its address.
    pub(crate) fn uses(&self, function: &str) -> bool {
        self.used.contains(function)
    }

    /// Gives every function with a body a procedure, and returns the one where execution starts. A `main` with
    /// parameters is lowered as a procedure without: its parameters are locals that its own first steps set.
    fn declare_procedures(&mut self) -> ProcedureId {
        let mut main = None;
        for (id, function) in self.unit.functions.iter().filter(|(_, function)| function.body.is_some()) {
            let procedure = self.push_procedure(&function.name, id, true);
            self.bodies.push((procedure, id));
            let is_main = self.unit.main == Some(id);
            if is_main {
                main = Some(procedure);
            }
            if !is_main || function.parameters.is_empty() {
                self.function_procedures.insert(id, procedure);
            }
        }
        main.unwrap_or_else(|| {
            let mut procedure = empty_procedure("main", self.types.void());
            let effect = Effect::Unsupported("a program without main".into());
            procedure.body.push(Statement::Step(Step { effect, span: Span::NOWHERE }));
            self.procedures.push(procedure)
        })
    }

    fn push_procedure(&mut self, name: &str, function: FunctionId, is_defined: bool) -> ProcedureId {
        let result = self.function_type(function).result.ty;
        let result = self.program_type(result);
        let mut procedure = empty_procedure(name, result);
        procedure.is_defined = is_defined;
        procedure.span = self.unit.functions[function].span;
        let id = self.procedures.push(procedure);
        self.functions_of.insert(id, function);
        id
    }

    /// The procedure of a function: to be called or pointed to. Functions without a body get one that is only declared.
    pub fn procedure_of(&mut self, function: FunctionId) -> ProcedureId {
        if let Some(&procedure) = self.function_procedures.get(&function) {
            return procedure;
        }
        let declaration = &self.unit.functions[function];
        let is_defined = declaration.body.is_some();
        // The one function with a body that has no entry yet is a `main` with parameters, which the program itself calls.
        let name: Arc<str> = if is_defined { "main::called".into() } else { declaration.name.clone() };
        let procedure = self.push_procedure(&name, function, is_defined);
        if is_defined {
            self.bodies.push((procedure, function));
        }
        self.function_procedures.insert(function, procedure);
        procedure
    }

    /// The globals so far.
    pub fn globals(&self) -> &Table<GlobalId, Global> {
        &self.globals
    }

    /// Whether a procedure has a body.
    pub fn is_defined(&self, procedure: ProcedureId) -> bool {
        self.procedures[procedure].is_defined
    }

    /// The thread-local object behind `errno`.
    pub fn errno(&mut self) -> GlobalId {
        if let Some(known) = self.errno {
            return known;
        }
        let global = self.globals.push(Global {
            name: self.names.error_number.clone(),
            ty: self.types.int(IntKind::Int),
            is_thread_local: true,
            is_read_only: false,
            is_external: false,
            initial: Vec::new(),
            span: Span::NOWHERE,
        });
        self.errno = Some(global);
        global
    }

    /// The object that stands for data which functions of the library share; they are declared at the first of them that is called.
    pub fn hidden_state(&mut self, name: &Arc<str>, function: FunctionId) -> GlobalId {
        if let Some(&known) = self.hidden_states.get(name) {
            return known;
        }
        let global = self.globals.push(Global {
            name: name.clone(),
            ty: self.types.int(IntKind::Int),
            is_thread_local: false,
            is_read_only: false,
            is_external: false,
            initial: Vec::new(),
            span: self.unit.functions[function].span,
        });
        self.hidden_states.insert(name.clone(), global);
        global
    }

    /// The function that a procedure was made of.
    pub fn function_of(&self, procedure: ProcedureId) -> Option<FunctionId> {
        self.functions_of.get(&procedure).copied()
    }

    /// The type of a function.
    pub fn function_type(&self, function: FunctionId) -> FunctionType {
        self.as_function(self.unit.functions[function].ty).expect("a function has a function type")
    }

    /// A type as a function type, if it is one or points to one.
    pub fn as_function(&self, ty: TypeId) -> Option<FunctionType> {
        match self.types.kind(ty) {
            TypeKind::Function(function) => Some(function.clone()),
            TypeKind::Pointer(pointee) => match self.types.kind(pointee.ty) {
                TypeKind::Function(function) => Some(function.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// A type as the program has it: arrays of variable length are gone, pointers to them point to their elements.
    pub fn program_type(&mut self, ty: TypeId) -> TypeId {
        if !self.has_variable_lengths {
            return ty;
        }
        match self.types.kind(ty).clone() {
            TypeKind::Pointer(pointee) => {
                let target = self.program_type(pointee.ty);
                self.types.intern(TypeKind::Pointer(Qualified { ty: target, ..pointee }))
            }
            TypeKind::Array { element, length } => {
                let inner = self.program_type(element.ty);
                match length {
                    // The innermost element: a pointer to it can reach all of the array.
                    ArrayLength::Variable(_) => inner,
                    ArrayLength::Fixed(_) if self.is_variable(element.ty) => inner,
                    ArrayLength::Fixed(_) | ArrayLength::Unknown => {
                        self.types.intern(TypeKind::Array { element: Qualified { ty: inner, ..element }, length })
                    }
                }
            }
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Record(_)
            | TypeKind::Function(_) => ty,
        }
    }

    /// Whether a type is an array whose size is known only when the program runs.
    pub fn is_variable(&self, ty: TypeId) -> bool {
        match self.types.kind(ty) {
            TypeKind::Array { length: ArrayLength::Variable(_), .. } => true,
            TypeKind::Array { element, .. } => self.is_variable(element.ty),
            _ => false,
        }
    }

    /// `int`
    pub fn int(&mut self) -> TypeId {
        self.types.int(IntKind::Int)
    }

    /// `size_t`
    pub fn size_type(&mut self) -> TypeId {
        let kind = self.types.model().size_type();
        self.types.int(kind)
    }

    /// `void *`
    pub fn void_pointer(&mut self) -> TypeId {
        let void = self.types.void();
        self.types.pointer_to(void)
    }
}
