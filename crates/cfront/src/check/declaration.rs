//! Declarations: what each declarator declares, typedefs, functions without body, static assertions, and what can only be
//! said at the end of the file (C11 6.7, 6.2.2, 6.9.2).

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, TypeId, TypeKind};

use super::attribute::Attributes;
use super::label::Zone;
use super::scope::{Binding, SpelledType};
use super::specifier::{Base, Standing};
use super::{Checked, Checker, Linked, Poisoned};
use crate::ast::{Declaration, Identifier, InitDeclarator, Specifiers, StaticAssert, StorageClass, TypeSpecifier};
use crate::typed::{Function, FunctionId, Statement};

/// What a declarator declares, apart from its initializer.
pub(super) struct Declared<'a> {
    /// The name.
    pub name: &'a Identifier,
    /// The type.
    pub ty: SpelledType,
    /// The storage class, if one is written.
    pub storage: Option<StorageClass>,
    /// `_Thread_local`
    pub is_thread_local: bool,
    /// `_Alignas` in bytes, 0 if there is none.
    pub alignas: u64,
    /// Attributes of specifiers and declarator.
    pub attributes: Attributes,
    /// `inline`
    pub is_inline: bool,
    /// `_Noreturn`
    pub is_noreturn: bool,
    /// `asm("name")`
    pub asm_label: Option<&'a str>,
}

impl Checker {
    /// Checks a declaration; what it does at run time is appended to `out`.
    pub(super) fn declaration(&mut self, declaration: &Declaration, out: &mut Vec<Statement>) {
        if let Some(assertion) = &declaration.static_assert {
            self.static_assert(assertion);
            return;
        }
        let is_alone = declaration.declarators.is_empty();
        let standing = if is_alone { Standing::Alone } else { Standing::WithDeclarators };
        let base = self.specifiers(&declaration.specifiers, standing);
        out.append(&mut self.pending_lengths);
        if is_alone {
            self.warn_if_useless(declaration);
        }
        for declarator in &declaration.declarators {
            let declared = match base {
                Ok(base) => self.init_declarator(&declaration.specifiers, base, declarator, out),
                Err(poisoned) => Err(poisoned),
            };
            if let (Err(Poisoned), Some(name)) = (declared, &declarator.declarator.name) {
                // A name that is bound already keeps its meaning.
                if self.scopes.lookup_here(&name.name).is_none() {
                    self.scopes.bind(&name.name, Binding::Poisoned, name.span);
                }
            }
        }
    }

    fn warn_if_useless(&mut self, declaration: &Declaration) {
        let declares_a_tag = match &declaration.specifiers.ty {
            TypeSpecifier::Record(_) | TypeSpecifier::Enum(_) => true,
            // The parser gives an empty declaration for a stray `;`.
            TypeSpecifier::Implicit => declaration.specifiers.storage.is_empty(),
            TypeSpecifier::Builtin(_)
            | TypeSpecifier::Typedef(_)
            | TypeSpecifier::TypeofExpr(_)
            | TypeSpecifier::TypeofType(_)
            | TypeSpecifier::TypeofUnqual(_)
            | TypeSpecifier::Atomic(_)
            | TypeSpecifier::Auto
            | TypeSpecifier::VaList => false,
        };
        if !declares_a_tag {
            self.warning(declaration.span, "this declaration declares nothing", "add a name or remove it");
        }
    }

    /// The storage class of specifiers; more than one is an error.
    pub(super) fn storage_class(&mut self, specifiers: &Specifiers) -> Option<StorageClass> {
        if let Some((_, span)) = specifiers.storage.get(1) {
            self.error(*span, "this declaration has two storage classes", "remove one of them");
        }
        specifiers.storage.first().map(|(class, _)| *class)
    }

    fn init_declarator(
        &mut self,
        specifiers: &Specifiers,
        base: Base,
        declarator: &InitDeclarator,
        out: &mut Vec<Statement>,
    ) -> Checked<()> {
        let Some(name) = &declarator.declarator.name else {
            return Err(self.error(declarator.declarator.span, "this declarator has no name", "add a name"));
        };
        let storage = self.storage_class(specifiers);
        let mut attributes = base.attributes.and(self.attributes(&declarator.declarator.attributes));
        let base_type = self.apply_type_attributes(base.ty, attributes);
        if base.is_auto {
            let declared = Declared {
                name,
                ty: base_type,
                storage,
                is_thread_local: specifiers.is_thread_local,
                alignas: base.alignas,
                attributes,
                is_inline: false,
                is_noreturn: false,
                asm_label: declarator.asm_label.as_deref(),
            };
            return self.auto_typed_object(&declared, declarator, out);
        }
        let mut ty =
            self.derive(base_type, &declarator.declarator.derived, declarator.declarator.span, Some(&name.name))?;
        out.append(&mut self.pending_lengths);
        if storage == Some(StorageClass::Typedef) {
            if attributes.aligned > 0 {
                ty.alignment = attributes.aligned;
            }
            if declarator.initializer.is_some() {
                self.error(name.span, format!("type `{}` has an initializer", name.name), "remove it");
            }
            self.refuse_alignas(base.alignas, name.span, "a type");
            if let TypeKind::Record(record) = *self.unit.types.kind(ty.ty)
                && attributes.is_transparent_union
            {
                self.transparent_unions.insert(record);
            }
            return self.typedef(name, ty);
        }
        attributes.is_noreturn |= specifiers.is_noreturn;
        let declared = Declared {
            name,
            ty,
            storage,
            is_thread_local: specifiers.is_thread_local,
            alignas: base.alignas,
            attributes,
            is_inline: specifiers.is_inline,
            is_noreturn: attributes.is_noreturn,
            asm_label: declarator.asm_label.as_deref(),
        };
        if self.is_function(ty.ty) {
            self.refuse_alignas(base.alignas, name.span, "a function");
            if declarator.initializer.is_some() {
                return Err(self.error(
                    name.span,
                    format!("function `{}` is initialized like an object", name.name),
                    "give it a body, or declare a pointer to a function",
                ));
            }
            return self.function_declaration(&declared);
        }
        if specifiers.is_inline || specifiers.is_noreturn {
            let word = if specifiers.is_inline { "inline" } else { "_Noreturn" };
            let message = format!("object `{}` is declared `{word}`", name.name);
            self.warning(name.span, message, format!("remove `{word}`"));
        }
        self.object(&declared, declarator.initializer.as_ref(), out)
    }

    /// `_Alignas` only concerns objects and members.
    pub(super) fn refuse_alignas(&mut self, alignas: u64, span: Span, what: &str) {
        if alignas > 0 {
            self.error(span, format!("`_Alignas` is applied to {what}"), "remove it");
        }
    }

    fn typedef(&mut self, name: &Identifier, ty: SpelledType) -> Checked<()> {
        if let Some(previous) = self.scopes.lookup_here(&name.name).cloned() {
            let agrees = match previous.binding {
                Binding::Typedef(earlier) => earlier.qualifiers == ty.qualifiers && self.compatible(earlier.ty, ty.ty),
                Binding::Poisoned => true,
                Binding::Variable(_)
                | Binding::Function(_)
                | Binding::Constant { .. }
                | Binding::PrototypeParameter(_)
                | Binding::Unsupported { .. } => false,
            };
            if !agrees {
                return Err(self.redeclared(name, previous.span));
            }
        }
        if self.is_variably_modified(ty.ty) {
            self.enter_zone(Zone::VariableLength(name.span));
        }
        self.scopes.bind(&name.name, Binding::Typedef(ty), name.span);
        Ok(())
    }

    /// The error for a name that means two things in one scope.
    pub(super) fn redeclared(&mut self, name: &Identifier, previous: Span) -> Poisoned {
        self.error_with_note(
            name.span,
            format!("`{}` is declared differently than before", name.name),
            "rename one of them, or make the declarations agree",
            (previous, "the previous declaration is here"),
        )
    }

    /// The error for a name that is declared twice in a scope where that is one too many.
    pub(super) fn declared_twice(&mut self, name: &Identifier, previous: Span) -> Poisoned {
        self.error_with_note(
            name.span,
            format!("`{}` is declared twice in this scope", name.name),
            "rename or remove one of them",
            (previous, "the first declaration is here"),
        )
    }

    fn function_declaration(&mut self, declared: &Declared) -> Checked<()> {
        let name = declared.name;
        let in_block = !self.scopes.at_file_level();
        if in_block && declared.storage == Some(StorageClass::Static) {
            return Err(self.error(
                name.span,
                format!("function `{}` is declared `static` inside a block", name.name),
                "declare it at file level",
            ));
        }
        if in_block && declared.storage == Some(StorageClass::Auto) {
            // GNU: announces a nested function.
            let binding = Binding::Unsupported { what: "nested function".into(), ty: declared.ty.ty };
            self.scopes.bind(&name.name, binding, name.span);
            return Ok(());
        }
        if matches!(declared.storage, Some(StorageClass::Auto | StorageClass::Register)) {
            return Err(self.error(
                name.span,
                format!("function `{}` has the storage class of a local object", name.name),
                "remove it",
            ));
        }
        if let Some(previous) = self.scopes.lookup_here(&name.name).cloned()
            && !matches!(previous.binding, Binding::Function(_) | Binding::Poisoned)
        {
            return Err(self.redeclared(name, previous.span));
        }
        let ty = self.with_first_members(&name.name, declared.ty.ty);
        let is_static = declared.storage == Some(StorageClass::Static);
        let known = if is_static { None } else { self.type_of_known(name, ty) };
        let function = self.declare_function(name, known.unwrap_or(ty), is_static)?;
        self.unit.functions[function].is_implicit |= known.is_some();
        self.unit.functions[function].is_noreturn |= declared.is_noreturn;
        if !in_block {
            self.note_inline(function, declared.is_inline, declared.storage);
        }
        self.note_linkage(Linked::Function(function), declared);
        self.note_outside_main(function, declared.attributes);
        self.scopes.bind(&name.name, Binding::Function(function), name.span);
        Ok(())
    }

    /// The type of a function of the library that is declared as if by its first call: `int malloc()`. Where addresses have 64 bits, an `int` could
    /// not hold its result; as after a call without a declaration, the type is that of the library. A function that the program defines is
    /// none of the library.
    fn type_of_known(&mut self, name: &Identifier, ty: TypeId) -> Option<TypeId> {
        let declared = self.function_type(ty)?;
        let (has_prototype, result) = (declared.has_prototype, declared.result.ty);
        let is_own = self.linked.contains_key(&name.name) || self.defined.contains(&name.name);
        if has_prototype || is_own || result != self.int() {
            return None;
        }
        let known = self.modelled_type(&name.name)?;
        if self.function_type(known).is_some_and(|function| function.result.ty != result) {
            let message =
                format!("function `{}` is declared as by a call and taken to be `{}`", name.name, self.spell(known));
            self.warning(name.span, message, "include its header, or declare it with its parameters");
        }
        Some(known)
    }

    /// Declares a function with linkage, or merges the declaration with what is known of it.
    pub(super) fn declare_function(&mut self, name: &Identifier, ty: TypeId, is_static: bool) -> Checked<FunctionId> {
        match self.linked.get(&name.name).copied() {
            None => {
                let function = self.unit.functions.push(Function {
                    name: name.name.clone(),
                    ty,
                    parameters: Vec::new(),
                    locals: Vec::new(),
                    body: None,
                    is_implicit: false,
                    is_noreturn: false,
                    is_used: false,
                    span: name.span,
                });
                self.linked.insert(name.name.clone(), Linked::Function(function));
                if is_static {
                    self.internal.insert(name.name.clone());
                }
                Ok(function)
            }
            Some(Linked::Variable(variable)) => {
                let previous = self.unit.variables[variable].span;
                Err(self.redeclared(name, previous))
            }
            Some(Linked::Function(function)) => {
                self.merge_function(function, name, ty)?;
                if is_static && !self.internal.contains(&name.name) {
                    let previous = self.unit.functions[function].span;
                    self.error_with_note(
                        name.span,
                        format!("`{}` is declared `static` after a declaration that is not", name.name),
                        "declare it `static` where it first appears",
                        (previous, "the previous declaration is here"),
                    );
                }
                Ok(function)
            }
        }
    }

    fn merge_function(&mut self, function: FunctionId, name: &Identifier, ty: TypeId) -> Checked<()> {
        let (known, previous) = (self.unit.functions[function].ty, self.unit.functions[function].span);
        let was_implicit = std::mem::replace(&mut self.unit.functions[function].is_implicit, false);
        if self.compatible(known, ty) {
            let composite = self.composite(known, ty);
            self.unit.functions[function].ty = if was_implicit { ty } else { composite };
            return Ok(());
        }
        if was_implicit {
            // Calls before the declaration assumed a type; what they pass is converted when the function begins.
            self.unit.functions[function].ty = ty;
            let returns_int = self
                .function_type(ty)
                .is_some_and(|function| self.is_void(function.result.ty) || function.result.ty == self.int_if_known());
            let message = format!("`{}` was called before this declaration, as a function of another type", name.name);
            let advice = "declare it before its first call";
            if returns_int {
                self.warning(name.span, message, advice);
                return Ok(());
            }
            self.error_with_note(name.span, message, advice, (previous, "the first call is here"));
            return Ok(());
        }
        let (earlier, later) = (self.spell(known), self.spell(ty));
        Err(self.error_with_note(
            name.span,
            format!("`{}` is declared as `{later}`, but was `{earlier}` before", name.name),
            "make the two declarations agree",
            (previous, "the previous declaration is here"),
        ))
    }

    fn int_if_known(&self) -> TypeId {
        self.unit
            .types
            .find(&TypeKind::Int(raddle_program::types::IntKind::Int))
            .unwrap_or_else(|| self.unit.types.void())
    }

    /// `_Static_assert`
    pub(super) fn static_assert(&mut self, assertion: &StaticAssert) {
        if let Ok((0, _)) = self.integer_constant(&assertion.condition, "the condition of a static assertion") {
            let message = match &assertion.message {
                Some(message) => format!("static assertion failed: {message}"),
                None => "static assertion failed".to_owned(),
            };
            self.error(assertion.span, message, "change what it asserts, or check with another data model");
        }
    }

    /// Completes the types of tentative definitions at the end of a file.
    pub(super) fn finish_unit(&mut self) {
        for variable in std::mem::take(&mut self.tentative) {
            let (ty, span) = (self.unit.variables[variable].ty, self.unit.variables[variable].span);
            if self.unit.variables[variable].is_undefined || self.is_complete(ty.ty) {
                continue;
            }
            let name = self.unit.variables[variable].name.clone();
            match self.array_parts(ty.ty) {
                Some((element, ArrayLength::Unknown)) if self.is_complete(element.ty) => {
                    self.warning(span, format!("array `{name}` gets one element"), "write its length");
                    self.unit.variables[variable].ty.ty = self.array(element, ArrayLength::Fixed(1));
                }
                _ => {
                    let message = format!("`{name}` has the incomplete type `{}`", self.spell(ty.ty));
                    self.error(span, message, "complete the type in this file");
                }
            }
        }
    }
}
