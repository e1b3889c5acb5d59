//! A program printed as C (C11 with GNU extensions) that a person recognizes and gcc compiles.
//!
//! What is kept: the structure of the code, names as far as C allows them, records with their layout, the calls of the
//! thread library and of `__VERIFIER_*` by their own names. The text needs no header; what it calls is declared on top.
//!
//! What cannot be kept as it is:
//! - Qualifiers are left out (but for `const` objects that are never stored to directly), and so is `_Atomic`: an atomic
//!   access is written `__atomic_load_n` or `__atomic_store_n` with its memory order. What reads and writes at once is two of them in
//!   a section, as other tools read it. A section orders more, so the text may have fewer data races than the program.
//! - Locals are declared where they begin to live or are first set, if all their uses stand behind that in the same block,
//!   and else on top of the procedure, where a `Live` that comes later has no effect. A variable-length array is `alloca`, and
//!   lives until the procedure returns.
//! - A loop's test and step are written in the head where they are expressions; otherwise the loop is `while (1)`, and
//!   `continue` a `goto` before the step.
//! - `memcpy` and `memmove` are one effect; both are printed as `memmove`. Byte ranges of bit-fields are accessed by
//!   address. A returned, passed or stored value that C leaves open comes from a `__VERIFIER_nondet_*` function.
//! - What C has no words for is a call of `__raddle_*`: halves of condition waits, sizes of allocations, unsupported steps.
//!
//! Arithmetic means what the program means only where signed overflow wraps (`-fwrapv`).

mod code;
mod constant;
mod declare;
mod expression;
mod idiom;
mod library;
mod loops;
mod names;
mod points;
mod records;
mod scope;

pub use points::{Listed, Point};

use std::cell::RefCell;
use std::collections::BTreeSet;

use self::code::CodePrinter;
use self::names::FileNames;
use self::points::Points;
use crate::footprint::root;
use crate::source::Span;
use crate::syntax::{Effect, GlobalId, InitialValue, PlaceKind, ProcedureId, Program, Statement};
use crate::types::{DataModel, TypeId, TypeKind};
use crate::visit::{Visitor, walk_block};

/// A program as C.
///
/// # Panics
/// If the program is not well-formed.
pub fn print_c(program: &Program) -> String {
    print(program, false, None).0
}

/// A program as C, with choices that are conjunctions or disjunctions of truth values written as such.
///
/// # Panics
/// If the program is not well-formed, but for the number of accesses in a transition.
pub fn print_c_with_logic(program: &Program) -> String {
    print(program, true, None).0
}

/// A program as C that asks a runtime before each step of which a trace may list something, and the points at which it does.
/// Its library is the runtime (`raddle.h`); nothing in it but `main` has a name outside of the file. `chosen` are the
/// places where a trace chooses what uninitialized objects hold.
///
/// # Panics
/// If the program is not well-formed.
pub fn print_c_with_points(program: &Program, chosen: &[Span]) -> (String, Vec<Point>) {
    print(program, false, Some(Points::new(chosen)))
}

fn print<'p>(program: &'p Program, writes_logic: bool, points: Option<Points<'p>>) -> (String, Vec<Point>) {
    let names = FileNames::of(program);
    let printer = CPrinter { program, names, used: RefCell::default(), writes_logic, points };
    // Bodies are printed first, since they tell which library functions have to be declared.
    let others = program.procedures.ids().filter(|&id| id != program.main);
    let bodies: Vec<String> = (others.chain([program.main]).map(|id| &program.procedures[id]))
        .filter(|procedure| procedure.is_defined)
        .map(|procedure| CodePrinter::new(&printer, procedure).definition())
        .collect();
    let globals = printer.globals();
    let mut out = String::new();
    let (long, model) = match program.types.model() {
        DataModel::Ilp32 => (4, "ilp32"),
        DataModel::Lp64 | DataModel::Llp64 => (8, "lp64"),
    };
    let library = match (&printer.points, program.types.model()) {
        (None, _) => {
            out += &format!(
                "_Static_assert(sizeof(long) == {long} && sizeof(void *) == {long}, \"this file is for {model}\");\n"
            );
            printer.called_models()
        }
        (Some(_), DataModel::Llp64) => "#define RADDLE_HAS_SHORT_LONG\n#include \"raddle.h\"\n".to_owned(),
        (Some(_), DataModel::Ilp32 | DataModel::Lp64) => "#include \"raddle.h\"\n".to_owned(),
    };
    for part in [printer.records(), library, printer.prototypes(), globals] {
        if !part.is_empty() {
            out.push('\n');
            out += &part;
        }
    }
    for body in bodies {
        out.push('\n');
        out += &body;
    }
    let points = printer.points.map_or_else(Vec::new, Points::into_list);
    (out.trim_start().to_owned(), points)
}

/// A program while it is printed.
struct CPrinter<'p> {
    program: &'p Program,
    names: FileNames,
    /// The library functions that have been called so far.
    used: RefCell<BTreeSet<&'static str>>,
    /// Whether `a ? b : 0` of truth values is written as `a && b`.
    writes_logic: bool,
    /// Where a runtime is asked, if one is.
    points: Option<Points<'p>>,
}

impl CPrinter<'_> {
    /// Declarations of the globals, with their initial values.
    fn globals(&self) -> String {
        let program = self.program;
        let (mut stored, mut named) =
            (Stored(vec![false; program.globals.len()]), Named(vec![false; program.globals.len()]));
        for procedure in program.procedures.values() {
            walk_block(&procedure.body, &mut stored);
            walk_block(&procedure.body, &mut named);
        }
        for part in program.globals.values().flat_map(|global| &global.initial) {
            if let InitialValue::Address(target, _) = part.value {
                named.global(target);
            }
        }
        let mut out = String::new();
        // An initial value may hold the address of a later global.
        let mut is_declared = vec![false; program.globals.len()];
        for (id, global) in program.globals.iter() {
            // Headers declare many objects that the program does not use.
            if global.is_external && !named.0[id.0 as usize] {
                continue;
            }
            let is_const = global.is_read_only && !stored.0[id.0 as usize];
            for part in &global.initial {
                if let InitialValue::Address(target, _) = part.value
                    && target > id
                    && !std::mem::replace(&mut is_declared[target.0 as usize], true)
                {
                    let is_const = program.globals[target].is_read_only && !stored.0[target.0 as usize];
                    let linkage = if self.points.is_some() { "static" } else { "extern" };
                    out += &format!("{linkage} {};\n", self.global_declaration(target, is_const));
                }
            }
            is_declared[id.0 as usize] = true;
            let linkage = match (&self.points, global.is_external) {
                (Some(_), _) => "static ",
                (None, true) => "extern ",
                (None, false) => "",
            };
            out += &format!("{linkage}{}", self.global_declaration(id, is_const));
            if let Some(value) = self.initial_value(global) {
                out += &format!(" = {value}");
            }
            out += ";\n";
        }
        out
    }

    fn global_declaration(&self, id: GlobalId, is_const: bool) -> String {
        let global = &self.program.globals[id];
        let thread = if global.is_thread_local { "__thread " } else { "" };
        let name = &self.names.globals[id];
        match (is_const, self.is_made_of_pointers(global.ty)) {
            (false, _) => format!("{thread}{}", self.declare(global.ty, name)),
            (true, false) => format!("{thread}const {}", self.declare(global.ty, name)),
            // The pointer is constant, not what it points to.
            (true, true) => format!("{thread}{}", self.declare(global.ty, &format!("const {name}"))),
        }
    }

    fn is_made_of_pointers(&self, ty: TypeId) -> bool {
        match self.program.types.kind(ty) {
            TypeKind::Pointer(_) => true,
            TypeKind::Array { element, .. } => self.is_made_of_pointers(element.ty),
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Record(_)
            | TypeKind::Function(_) => false,
        }
    }

    /// Declarations of the procedures: with parameters if they have a body, without otherwise.
    fn prototypes(&self) -> String {
        let mut out = String::new();
        let mut mentions = MainMentions { main: self.program.main, found: false };
        self.program.procedures.values().for_each(|procedure| walk_block(&procedure.body, &mut mentions));
        let parts = self.program.globals.values().flat_map(|global| &global.initial);
        for part in parts {
            mentions.found |= part.value == InitialValue::Procedure(self.program.main);
        }
        for (id, procedure) in self.program.procedures.iter() {
            let header = if procedure.is_defined {
                self.header(procedure)
            } else {
                let weak = if self.points.is_some() { "__attribute__((weak)) " } else { "" };
                weak.to_owned() + &self.declare(procedure.result, &format!("{}()", self.names.procedures[id]))
            };
            if id != self.program.main || mentions.found {
                out += &format!("{header};\n");
            }
        }
        if self.points.is_some() { out } else { out + &self.externals() }
    }
}

/// The globals that are stored to by name.
struct Stored(Vec<bool>);

impl Visitor for Stored {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Step(step) = statement
            && let Effect::Assign { target, .. } = &step.effect
            && let PlaceKind::Global(global) = root(target).kind
        {
            self.0[global.0 as usize] = true;
        }
    }
}

/// The globals that code mentions.
struct Named(Vec<bool>);

impl Visitor for Named {
    fn global(&mut self, global: GlobalId) {
        self.0[global.0 as usize] = true;
    }
}

/// Whether code mentions `main`, which otherwise needs no declaration.
struct MainMentions {
    main: ProcedureId,
    found: bool,
}

impl Visitor for MainMentions {
    fn procedure(&mut self, procedure: ProcedureId) {
        self.found |= procedure == self.main;
    }
}
