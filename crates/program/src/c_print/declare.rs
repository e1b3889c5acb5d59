//! Declarators: C's way to write a type around a name.

use super::CPrinter;
use crate::syntax::Procedure;
use crate::types::{ArrayLength, DataModel, FloatKind, IntKind, TypeId, TypeKind};

impl CPrinter<'_> {
    /// A declaration of a name, without `;` and without qualifiers.
    pub(super) fn declare(&self, ty: TypeId, name: &str) -> String {
        let base = match self.program.types.kind(ty) {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Bool => "_Bool".to_owned(),
            TypeKind::Int(kind) => integer(*kind, self.program.types.model()).to_owned(),
            TypeKind::Float(kind) => float(*kind).to_owned(),
            TypeKind::Complex(kind) => format!("_Complex {}", float(*kind)),
            TypeKind::Record(record) => self.names.records[*record].clone(),
            TypeKind::Pointer(target) => {
                let is_suffixed =
                    matches!(self.program.types.kind(target.ty), TypeKind::Array { .. } | TypeKind::Function(_));
                let name = if is_suffixed { format!("(*{name})") } else { format!("*{name}") };
                return self.declare(target.ty, &name);
            }
            TypeKind::Array { element, length } => {
                let length = match length {
                    ArrayLength::Fixed(count) => count.to_string(),
                    ArrayLength::Unknown | ArrayLength::Variable(_) => String::new(),
                };
                return self.declare(element.ty, &format!("{name}[{length}]"));
            }
            TypeKind::Function(function) => {
                let mut parameters: Vec<String> =
                    function.parameters.iter().map(|parameter| self.ty(parameter.ty)).collect();
                if function.is_variadic && !parameters.is_empty() {
                    parameters.push("...".to_owned());
                }
                if parameters.is_empty() && function.has_prototype {
                    parameters.push("void".to_owned());
                }
                return self.declare(function.result.ty, &format!("{name}({})", parameters.join(", ")));
            }
        };
        if name.is_empty() { base } else { format!("{base} {name}") }
    }

    /// A type without a name.
    pub(super) fn ty(&self, ty: TypeId) -> String {
        self.declare(ty, "")
    }

    /// `result name(parameters)` of a procedure with a body.
    pub(super) fn header(&self, procedure: &Procedure) -> String {
        let id = self.program.procedures.iter().find(|(_, known)| std::ptr::eq(*known, procedure)).map(|(id, _)| id);
        let id = id.expect("the procedure is one of the program");
        let names = super::names::LocalNames::of(&self.names, procedure);
        let parameters: Vec<String> = (procedure.parameters.iter())
            .map(|&local| self.declare(procedure.locals[local].ty, &names.locals[local]))
            .collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        // The result of `main` is an `int` in C, whatever it is here.
        let is_main = id == self.program.main;
        let header = format!("{}({parameters})", self.names.procedures[id]);
        let linkage = if self.points.is_some() { "static " } else { "" };
        if is_main { format!("int {header}") } else { linkage.to_owned() + &self.declare(procedure.result, &header) }
    }
}

fn integer(kind: IntKind, model: DataModel) -> &'static str {
    match kind {
        // gcc has no `long` of 32 bits beside pointers of 64.
        IntKind::Long if model == DataModel::Llp64 => "int",
        IntKind::UnsignedLong if model == DataModel::Llp64 => "unsigned int",
        IntKind::Char => "char",
        IntKind::SignedChar => "signed char",
        IntKind::UnsignedChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UnsignedShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UnsignedInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::UnsignedLong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::UnsignedLongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UnsignedInt128 => "unsigned __int128",
    }
}

fn float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "__float128",
    }
}
