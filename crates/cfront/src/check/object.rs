//! Objects: storage, linkage, tentative definitions, their place among the statements (C11 6.2.2, 6.2.4, 6.9.2).

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, Qualified, TypeId};

use super::declaration::Declared;
use super::initializer::Lifetime;
use super::label::Zone;
use super::scope::Binding;
use super::{Checked, Checker, Linked};
use crate::ast::{Identifier, InitDeclarator, Initializer, StorageClass};
use crate::typed::{
    self, ElementSize, Expr, ExprKind, InitializerPart, Statement, StatementKind, Storage, Variable, VariableId,
};

impl Checker {
    /// Declares an object; its `Declare`, if it is automatic, goes to `out`.
    pub(super) fn object(
        &mut self,
        declared: &Declared,
        initializer: Option<&Initializer>,
        out: &mut Vec<Statement>,
    ) -> Checked<()> {
        let (name, ty) = (declared.name, declared.ty.ty);
        if self.is_void(ty) {
            return Err(self.error(
                name.span,
                format!("object `{}` has type `void`", name.name),
                "give it another type",
            ));
        }
        let least = self.minimum_alignment(declared.ty).unwrap_or(1);
        if declared.alignas > 0 && declared.alignas < least {
            self.error(
                name.span,
                format!("`_Alignas` of `{}` is weaker than the alignment {least} of its type", name.name),
                "use a greater alignment",
            );
        }
        if self.scopes.at_file_level() {
            return self.file_object(declared, initializer);
        }
        match declared.storage {
            Some(StorageClass::Extern) => {
                if initializer.is_some() {
                    self.error(
                        name.span,
                        format!("`{}` is declared `extern` in a block and initialized", name.name),
                        "remove the initializer",
                    );
                }
                if let Some(previous) = self.scopes.lookup_here(&name.name).cloned() {
                    let is_same = matches!(previous.binding, Binding::Variable(variable)
                        if matches!(self.linked.get(&name.name), Some(Linked::Variable(linked)) if *linked == variable));
                    if !is_same {
                        return Err(self.redeclared(name, previous.span));
                    }
                }
                if self.is_variably_modified(ty) {
                    let message = format!("`{}` is declared `extern` and has a variable length", name.name);
                    return Err(self.error(name.span, message, "use a constant length"));
                }
                let variable = self.linked_object(declared, false)?;
                self.scopes.bind(&name.name, Binding::Variable(variable), name.span);
                Ok(())
            }
            Some(StorageClass::Static) => self.static_local(declared, initializer),
            Some(StorageClass::Auto | StorageClass::Register | StorageClass::Typedef) | None => {
                if declared.is_thread_local {
                    self.refuse_local_thread_storage(name);
                }
                self.automatic_object(declared, initializer, out)
            }
        }
    }

    fn file_object(&mut self, declared: &Declared, initializer: Option<&Initializer>) -> Checked<()> {
        let name = declared.name;
        if declared.storage == Some(StorageClass::Auto) {
            self.error(name.span, format!("`{}` is `auto` at file level", name.name), "remove `auto`");
        }
        if declared.storage == Some(StorageClass::Register) && declared.asm_label.is_none() {
            self.error(name.span, format!("`{}` is `register` at file level", name.name), "remove `register`");
        }
        if self.is_variably_modified(declared.ty.ty) {
            return Err(self.error(
                name.span,
                format!("`{}` has a variable length at file level", name.name),
                "use a constant length",
            ));
        }
        if let Some(previous) = self.scopes.lookup_here(&name.name).cloned()
            && !matches!(previous.binding, Binding::Variable(_) | Binding::Poisoned)
        {
            return Err(self.redeclared(name, previous.span));
        }
        let is_definition = initializer.is_some() || declared.storage != Some(StorageClass::Extern);
        let variable = self.linked_object(declared, is_definition)?;
        self.scopes.bind(&name.name, Binding::Variable(variable), name.span);
        match initializer {
            None => Ok(()),
            Some(_) if self.unit.variables[variable].initializer.is_some() => {
                let previous = self.unit.variables[variable].span;
                Err(self.error_with_note(
                    name.span,
                    format!("`{}` is initialized twice", name.name),
                    "remove one of the initializers",
                    (previous, "the first definition is here"),
                ))
            }
            Some(initializer) => {
                self.unit.variables[variable].span = name.span;
                self.initialize_static(variable, initializer).inspect_err(|_| self.forget_incomplete(variable, name))
            }
        }
    }

    // The object with linkage that a declaration names; merges what the declarations say.
    fn linked_object(&mut self, declared: &Declared, is_definition: bool) -> Checked<VariableId> {
        let (name, ty) = (declared.name, declared.ty.qualified());
        let storage = if declared.is_thread_local { Storage::Thread } else { Storage::Static };
        let is_static = declared.storage == Some(StorageClass::Static);
        let alignment = object_alignment(declared);
        let variable = match self.linked.get(&name.name).copied() {
            Some(Linked::Function(function)) => {
                let previous = self.unit.functions[function].span;
                return Err(self.redeclared(name, previous));
            }
            None => {
                let variable = self.new_object(name, ty, storage, alignment);
                self.unit.variables[variable].function = None;
                self.unit.variables[variable].is_undefined = !is_definition;
                self.unit.globals.push(variable);
                self.tentative.push(variable);
                self.linked.insert(name.name.clone(), Linked::Variable(variable));
                if is_static {
                    self.internal.insert(name.name.clone());
                }
                variable
            }
            Some(Linked::Variable(variable)) => {
                self.merge_object(variable, declared, storage)?;
                if is_definition {
                    self.unit.variables[variable].is_undefined = false;
                }
                let known = &mut self.unit.variables[variable].alignment;
                *known = (*known).max(alignment);
                variable
            }
        };
        if declared.storage == Some(StorageClass::Register) {
            self.registers.insert(variable);
            self.refuse_linked(Linked::Variable(variable), "global register variable");
        }
        self.note_linkage(Linked::Variable(variable), declared);
        Ok(variable)
    }

    fn merge_object(&mut self, variable: VariableId, declared: &Declared, storage: Storage) -> Checked<()> {
        let (name, ty) = (declared.name, declared.ty.qualified());
        let (known, previous) = (self.unit.variables[variable].ty, self.unit.variables[variable].span);
        if known.qualifiers != ty.qualifiers || !self.compatible(known.ty, ty.ty) {
            let (earlier, later) = (self.spell_qualified(known), self.spell_qualified(ty));
            return Err(self.error_with_note(
                name.span,
                format!("`{}` is declared as `{later}`, but was `{earlier}` before", name.name),
                "make the two declarations agree",
                (previous, "the previous declaration is here"),
            ));
        }
        if self.unit.variables[variable].storage != storage {
            return Err(self.error_with_note(
                name.span,
                format!("only one of the declarations of `{}` is thread-local", name.name),
                "make the two declarations agree",
                (previous, "the previous declaration is here"),
            ));
        }
        let was_static = self.internal.contains(&name.name);
        let clashes = match declared.storage {
            Some(StorageClass::Static) => !was_static,
            Some(StorageClass::Extern) => false,
            Some(StorageClass::Auto | StorageClass::Register | StorageClass::Typedef) | None => was_static,
        };
        if clashes {
            return Err(self.error_with_note(
                name.span,
                format!("only one of the declarations of `{}` is `static`", name.name),
                "make the two declarations agree",
                (previous, "the previous declaration is here"),
            ));
        }
        // An enlarged flexible array member stays as its initializer made it.
        if !self.visible_types.contains_key(&variable) {
            self.unit.variables[variable].ty.ty = self.composite(known.ty, ty.ty);
        }
        Ok(())
    }

    fn static_local(&mut self, declared: &Declared, initializer: Option<&Initializer>) -> Checked<()> {
        let name = declared.name;
        self.refuse_second_local(name)?;
        if self.is_variable_length(declared.ty.ty) {
            return Err(self.error(
                name.span,
                format!("static object `{}` has a variable length", name.name),
                "use a constant length",
            ));
        }
        let storage = if declared.is_thread_local { Storage::Thread } else { Storage::Static };
        let variable = self.new_object(name, declared.ty.qualified(), storage, object_alignment(declared));
        if self.unevaluated == 0 {
            self.unit.globals.push(variable);
            self.note_linkage(Linked::Variable(variable), declared);
        }
        self.scopes.bind(&name.name, Binding::Variable(variable), name.span);
        if let Some(initializer) = initializer {
            self.initialize_static(variable, initializer).inspect_err(|_| self.forget_incomplete(variable, name))?;
        }
        self.require_complete(variable, name)
    }

    fn initialize_static(&mut self, variable: VariableId, initializer: &Initializer) -> Checked<()> {
        let ty = self.unit.variables[variable].ty;
        let (initializer, sized) = self.initializer(ty.ty, initializer, Lifetime::Static)?;
        self.resize(variable, sized);
        self.unit.variables[variable].initializer = Some(initializer);
        Ok(())
    }

    // The type of an object after its initializer gave an array its length.
    fn resize(&mut self, variable: VariableId, sized: super::initializer::Sized) {
        if let Some(visible) = sized.visible {
            self.visible_types.insert(variable, visible);
        }
        self.unit.variables[variable].ty.ty = sized.ty;
    }

    fn require_complete(&mut self, variable: VariableId, name: &Identifier) -> Checked<()> {
        let ty = self.unit.variables[variable].ty;
        if self.is_complete(ty.ty) {
            return Ok(());
        }
        let message = format!("`{}` has the incomplete type `{}`", name.name, self.spell(ty.ty));
        let advice = match self.array_parts(ty.ty) {
            Some((_, ArrayLength::Unknown)) => "write the array's length, or initialize it",
            _ => "complete the type first, or use a pointer to it",
        };
        self.forget_incomplete(variable, name);
        Err(self.error(name.span, message, advice))
    }

    // Uses of an object whose type never became complete need no further message.
    fn forget_incomplete(&mut self, variable: VariableId, name: &Identifier) {
        if !self.is_complete(self.unit.variables[variable].ty.ty) {
            self.scopes.bind(&name.name, Binding::Poisoned, name.span);
        }
    }

    fn refuse_second_local(&mut self, name: &Identifier) -> Checked<()> {
        match self.scopes.lookup_here(&name.name).cloned() {
            Some(previous) => Err(self.declared_twice(name, previous.span)),
            None => Ok(()),
        }
    }

    fn automatic_object(
        &mut self,
        declared: &Declared,
        initializer: Option<&Initializer>,
        out: &mut Vec<Statement>,
    ) -> Checked<()> {
        let name = declared.name;
        self.refuse_second_local(name)?;
        let variable = self.new_object(name, declared.ty.qualified(), Storage::Automatic, object_alignment(declared));
        if declared.storage == Some(StorageClass::Register) {
            self.registers.insert(variable);
        }
        self.own_local(variable);
        self.scopes.bind(&name.name, Binding::Variable(variable), name.span);
        if self.is_variably_modified(declared.ty.ty) {
            self.enter_zone(Zone::VariableLength(name.span));
        }
        let is_variable_length = self.is_variable_length(declared.ty.ty);
        if is_variable_length && initializer.is_some() {
            return Err(self.error(
                name.span,
                format!("`{}` has a variable length and an initializer", name.name),
                "assign its elements after the declaration",
            ));
        }
        let mut span = name.span;
        let typed_initializer = match initializer {
            None => None,
            Some(initializer) => {
                span = span.to(initializer_span(initializer));
                let checked =
                    self.full_initializer(|cx| cx.initializer(declared.ty.ty, initializer, Lifetime::Automatic));
                let (initializer, sized) = checked.inspect_err(|_| self.forget_incomplete(variable, name))?;
                self.resize(variable, sized);
                Some(initializer)
            }
        };
        self.require_complete(variable, name)?;
        let size = is_variable_length.then(|| self.size_expression(declared.ty.ty, name.span));
        out.push(Statement { kind: StatementKind::Declare { variable, size, initializer: typed_initializer }, span });
        self.note_cleanup(variable, declared, span, out);
        Ok(())
    }

    /// GNU `__auto_type x = value;`. The type of `declared` counts for its qualifiers and its alignment only.
    pub(super) fn auto_typed_object(
        &mut self,
        declared: &Declared,
        declarator: &InitDeclarator,
        out: &mut Vec<Statement>,
    ) -> Checked<()> {
        let name = declared.name;
        let Some(Initializer::Expr(expr)) = &declarator.initializer else {
            return Err(self.error(
                name.span,
                format!("`__auto_type {}` has no initializer that tells its type", name.name),
                "write `= value` after the name",
            ));
        };
        if !declarator.declarator.derived.is_empty() {
            return Err(self.error(
                name.span,
                format!("`__auto_type {}` is declared with `*`, `[]` or `()`", name.name),
                "declare the plain name",
            ));
        }
        let value = self.value(expr)?;
        if self.is_void(value.ty) {
            return Err(self.error(expr.span, "the value of this initializer has type `void`", "use another value"));
        }
        self.refuse_second_local(name)?;
        let (ty, span) = (value.ty, name.span.to(expr.span));
        let is_static = declared.storage == Some(StorageClass::Static) || self.scopes.at_file_level();
        if declared.is_thread_local && !is_static {
            self.refuse_local_thread_storage(name);
        }
        let storage = match (is_static, declared.is_thread_local) {
            (false, _) => Storage::Automatic,
            (true, false) => Storage::Static,
            (true, true) => Storage::Thread,
        };
        let qualified = Qualified { ty, qualifiers: declared.ty.qualifiers };
        let variable = self.new_object(name, qualified, storage, object_alignment(declared));
        if declared.storage == Some(StorageClass::Register) {
            self.registers.insert(variable);
        }
        self.scopes.bind(&name.name, Binding::Variable(variable), name.span);
        let value = if is_static { self.static_value(value)? } else { value };
        let initializer =
            Some(typed::Initializer { parts: vec![InitializerPart { offset: 0, ty, bits: None, value }] });
        if is_static {
            self.unit.variables[variable].initializer = initializer;
            self.unit.globals.push(variable);
            if self.scopes.at_file_level() {
                self.linked.insert(name.name.clone(), Linked::Variable(variable));
                if declared.storage == Some(StorageClass::Static) {
                    self.internal.insert(name.name.clone());
                }
            }
        } else {
            self.own_local(variable);
            out.push(Statement { kind: StatementKind::Declare { variable, size: None, initializer }, span });
            self.note_cleanup(variable, declared, span, out);
        }
        Ok(())
    }

    fn refuse_local_thread_storage(&mut self, name: &Identifier) {
        self.error(
            name.span,
            format!("local object `{}` is thread-local, but not `static`", name.name),
            "add `static` or remove `_Thread_local`",
        );
    }

    /// A new object of the present function.
    pub(super) fn new_object(
        &mut self,
        name: &Identifier,
        ty: Qualified,
        storage: Storage,
        alignment: u64,
    ) -> VariableId {
        self.unit.variables.push(Variable {
            name: name.name.clone(),
            ty,
            storage,
            function: self.functions.last().map(|function| function.id),
            address_taken: false,
            is_undefined: false,
            alignment,
            initializer: None,
            span: name.span,
        })
    }

    /// Enters an automatic object into the present function and block, unless nothing here is executed.
    pub(super) fn own_local(&mut self, variable: VariableId) {
        if self.unevaluated > 0 {
            return;
        }
        if let Some(function) = self.functions.last_mut() {
            function.locals.push(variable);
            if let Some(block) = function.blocks.last_mut() {
                block.push(variable);
            }
        }
    }

    /// The size of a type as an expression of type `size_t`: a constant, or a product with variable lengths.
    pub(super) fn size_expression(&mut self, ty: TypeId, span: Span) -> Expr {
        let kind = match self.element_size(ty) {
            ElementSize::Fixed(bytes) => ExprKind::Integer(i128::from(bytes)),
            ElementSize::Variable(bytes, lengths) => ExprKind::VariableSize { bytes, lengths },
        };
        Expr { kind, ty: self.size_type(), span }
    }
}

// Attributes, `_Alignas` and an aligned typedef together.
fn object_alignment(declared: &Declared) -> u64 {
    declared.alignas.max(declared.attributes.aligned).max(declared.ty.alignment)
}

fn initializer_span(initializer: &Initializer) -> Span {
    match initializer {
        Initializer::Expr(expr) => expr.span,
        Initializer::List { span, .. } => *span,
    }
}
