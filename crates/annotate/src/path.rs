//! Names of locks as Clang sees them: the text of an expression, with variables instead of their names.

use raddle_cfront::typed::{Expr, ExprKind, FieldIndex, Unit, VariableId};
use raddle_program::source::Span;
use raddle_program::types::{Field, TypeKind};
use std::sync::Arc;

/// One step of a path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    /// `.name`
    Member(Arc<str>),
    /// `->name`
    Arrow(Arc<str>),
    /// `[3]`
    Index(i128),
    /// `*`; only at the end.
    Deref,
}

/// A lock: a variable, and the path from there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Path {
    /// The variable.
    pub base: VariableId,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Path {
    /// The path of an lvalue.
    pub fn of_lvalue(unit: &Unit, expr: &Expr) -> Option<Path> {
        match &expr.kind {
            ExprKind::Variable(base) => Some(Path { base: *base, steps: Vec::new() }),
            ExprKind::Member { base, field } => {
                let name = member(unit, base, *field)?.name.clone();
                let (path, is_arrow) = match &base.kind {
                    ExprKind::Deref(pointer) => match Path::of_pointer(unit, pointer)? {
                        (path, true) => (path, false),
                        (path, false) => (path, true),
                    },
                    _ => (Path::of_lvalue(unit, base)?, false),
                };
                // Members of an anonymous record are members of the record around it.
                let Some(name) = name else { return (!is_arrow).then_some(path) };
                Some(path.with(if is_arrow { Step::Arrow(name) } else { Step::Member(name) }))
            }
            ExprKind::Deref(pointer) => match Path::of_pointer(unit, pointer)? {
                (path, true) => Some(path),
                (path, false) => Some(path.with(Step::Deref)),
            },
            _ => None,
        }
    }

    /// What a pointer points to, if it is the address of an lvalue (then `true`); else the pointer.
    pub fn of_pointer(unit: &Unit, expr: &Expr) -> Option<(Path, bool)> {
        match &expr.kind {
            ExprKind::Cast { operand, .. } => Path::of_pointer(unit, operand),
            ExprKind::AddressOf(lvalue) => Some((Path::of_lvalue(unit, lvalue)?, true)),
            ExprKind::Load(lvalue) => Some((Path::of_lvalue(unit, lvalue)?, false)),
            ExprKind::PointerAdd { pointer, index, is_subtraction: false, .. } => {
                let (ExprKind::Decay(array), ExprKind::Integer(index)) = (&pointer.kind, &uncast(index).kind) else {
                    return None;
                };
                Some((Path::of_lvalue(unit, array)?.with(Step::Index(*index)), true))
            }
            _ => None,
        }
    }

    /// The lock that a pointer to it names.
    pub fn of_lock(unit: &Unit, pointer: &Expr) -> Option<Path> {
        match Path::of_pointer(unit, pointer)? {
            (path, true) => Some(path),
            (path, false) => Some(path.with(Step::Deref)),
        }
    }

    fn with(mut self, step: Step) -> Path {
        self.steps.push(step);
        self
    }

    /// Whether it changes with the value of its variable: the variable is a pointer that is followed.
    pub fn follows_base(&self) -> bool {
        matches!(self.steps.first(), Some(Step::Arrow(_) | Step::Deref))
    }

    /// The text, with a name for the variable.
    pub fn text(&self, base: &str) -> String {
        let mut text = base.to_owned();
        for step in &self.steps {
            match step {
                Step::Member(name) => text = format!("{text}.{name}"),
                Step::Arrow(name) => text = format!("{text}->{name}"),
                Step::Index(index) => text = format!("{text}[{index}]"),
                Step::Deref => text = format!("*{text}"),
            }
        }
        text
    }

    /// The path inside of the variable, as a scan writes it: `.lock`, `[1]`.
    pub fn inside(&self) -> String {
        self.text("")
    }

    /// A path of a called function, whose variable is a parameter, in terms of the argument.
    pub fn in_caller(&self, unit: &Unit, argument: &Expr) -> Option<Path> {
        let (mut path, is_address) = Path::of_pointer(unit, argument)?;
        let mut steps = self.steps.iter().cloned();
        if is_address {
            match steps.next()? {
                Step::Arrow(name) => path.steps.push(Step::Member(name)),
                Step::Deref => {}
                Step::Member(_) | Step::Index(_) => return None,
            }
        }
        path.steps.extend(steps);
        Some(path)
    }

    /// A path of a caller in terms of a parameter of the called function, if it leads through the argument.
    pub fn in_callee(&self, unit: &Unit, argument: &Expr, parameter: VariableId) -> Option<Path> {
        let (prefix, is_address) = Path::of_pointer(unit, argument)?;
        if prefix.base != self.base {
            return None;
        }
        let rest = self.steps.strip_prefix(&prefix.steps[..])?;
        let mut steps = rest.to_vec();
        if is_address {
            match steps.first().cloned() {
                Some(Step::Member(name)) => steps[0] = Step::Arrow(name),
                None => steps.push(Step::Deref),
                Some(Step::Arrow(_) | Step::Index(_) | Step::Deref) => return None,
            }
        }
        let path = Path { base: parameter, steps };
        path.follows_base().then_some(path)
    }
}

/// The member of a record that an expression names.
pub fn member<'u>(unit: &'u Unit, base: &Expr, field: FieldIndex) -> Option<&'u Field> {
    let TypeKind::Record(record) = unit.types.kind(base.ty) else { return None };
    unit.types.record(*record).body.as_ref()?.fields.get(field.0 as usize)
}

/// Where the variable or the member is declared that an lvalue names.
pub fn declaration(unit: &Unit, expr: &Expr) -> Option<Span> {
    match &expr.kind {
        ExprKind::Variable(variable) => Some(unit.variables[*variable].span),
        ExprKind::Member { base, field } => Some(member(unit, base, *field)?.span),
        _ => None,
    }
}

/// An expression without conversions.
pub fn uncast(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => uncast(operand),
        _ => expr,
    }
}
