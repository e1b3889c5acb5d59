//! Function definitions, K&R ones and nested ones included (C11 6.9.1).

use raddle_program::source::Span;
use raddle_program::types::{Qualified, Qualifiers, TypeId, TypeKind};

use super::declarator::ParameterType;
use super::label::Labels;
use super::scope::Binding;
use super::specifier::{Base, Standing};
use super::switch::{SwitchContext, Target};
use super::{Checked, Checker, Poisoned};
use crate::ast::{Declaration, Derived, FunctionDeclarator, FunctionDefinition, Identifier, Name, StorageClass};
use crate::typed::{Function, FunctionId, VariableId};

/// What is known while a function's body is checked.
pub(super) struct FunctionContext {
    /// The function.
    pub id: FunctionId,
    /// Its name, for `__func__`.
    pub name: Name,
    /// What it returns.
    pub result: TypeId,
    /// Its automatic objects so far.
    pub locals: Vec<VariableId>,
    /// Automatic objects of the blocks that are open, outermost first.
    pub blocks: Vec<Vec<VariableId>>,
    /// What `break` and `continue` refer to, innermost last.
    pub targets: Vec<Target>,
    /// The switches that are open, innermost last.
    pub switches: Vec<SwitchContext>,
    /// Its labels.
    pub labels: Labels,
}

/// Where a definition stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// At file level.
    File,
    /// Inside another function (GNU): read, but not modelled.
    Nested,
}

// What stands before the body of a definition.
struct Heading<'a> {
    name: &'a Identifier,
    function: &'a FunctionDeclarator,
    result: Qualified,
    level: Level,
    is_static: bool,
}

impl Checker {
    /// Checks a function with a body at file level.
    pub(super) fn function_definition(&mut self, definition: &FunctionDefinition) {
        self.reported_names.clear();
        if self.define(definition, Level::File).is_err() {
            self.bind_failed(definition);
        }
        self.pending_lengths.clear();
    }

    /// Checks a nested function; calls of it become `Unsupported`.
    pub(super) fn nested_function(&mut self, definition: &FunctionDefinition) {
        if self.define(definition, Level::Nested).is_err() {
            self.bind_failed(definition);
        }
    }

    fn bind_failed(&mut self, definition: &FunctionDefinition) {
        if let Some(name) = &definition.declarator.name
            && self.scopes.lookup_here(&name.name).is_none()
        {
            self.scopes.bind(&name.name, Binding::Poisoned, name.span);
        }
    }

    fn define(&mut self, definition: &FunctionDefinition, level: Level) -> Checked<()> {
        let declarator = &definition.declarator;
        let (Some(name), Some((Derived::Function(function), outer))) =
            (&declarator.name, declarator.derived.split_first())
        else {
            return Err(self.error(
                declarator.span,
                "this body follows something that declares no function",
                "write the parameters in parentheses after the name",
            ));
        };
        let storage = self.storage_class(&definition.specifiers);
        let base = self.specifiers(&definition.specifiers, Standing::WithDeclarators)?;
        if base.is_auto || matches!(storage, Some(StorageClass::Typedef | StorageClass::Register)) {
            return Err(self.error(
                definition.specifiers.span,
                format!("function `{}` is defined with specifiers of something else", name.name),
                "write its return type, and `static` or `extern` at most",
            ));
        }
        let attributes = base.attributes.and(self.attributes(&declarator.attributes));
        let base_type = self.apply_type_attributes(base.ty, attributes);
        let result = self.derive(base_type, outer, declarator.span, Some(&name.name))?.qualified();
        let result = self.function_result(result, declarator.span)?;
        if !self.is_void(result.ty) && !self.is_complete(result.ty) {
            let message = format!("`{}` returns the incomplete type `{}`", name.name, self.spell(result.ty));
            return Err(self.error(name.span, message, "complete the type first"));
        }
        let is_static = storage == Some(StorageClass::Static);
        let is_for_inlining = (attributes.is_gnu_inline || self.units.options.has_gnu_inline)
            && definition.specifiers.is_inline
            && storage == Some(StorageClass::Extern);
        let id = self.enter_definition(name, level, is_static)?;
        if level == Level::File && !is_for_inlining {
            self.note_inline(id, definition.specifiers.is_inline, storage);
        }
        if is_for_inlining {
            self.inline_bodies.insert(id);
        }
        self.functions.push(FunctionContext {
            id,
            name: name.name.clone(),
            result: result.ty,
            locals: Vec::new(),
            blocks: Vec::new(),
            targets: Vec::new(),
            switches: Vec::new(),
            labels: Labels::new(),
        });
        self.scopes.enter();
        let heading = Heading { name, function, result, level, is_static };
        let defined = self.define_with_scope(definition, &heading);
        self.scopes.leave();
        self.functions.pop();
        self.unit.functions[id].is_noreturn |= attributes.is_noreturn || definition.specifiers.is_noreturn;
        if level == Level::File {
            self.note_link_attributes(super::Linked::Function(id), attributes);
        }
        self.note_outside_main(id, attributes);
        if defined.is_ok() && level == Level::File && &*name.name == "main" {
            self.unit.main = Some(id);
        }
        defined
    }

    // The entry of the function: that of an earlier declaration, or a new one whose type is filled in later.
    fn enter_definition(&mut self, name: &Identifier, level: Level, is_static: bool) -> Checked<FunctionId> {
        if let Some(previous) = self.scopes.lookup_here(&name.name).cloned() {
            let agrees = match level {
                Level::File => matches!(previous.binding, Binding::Function(_) | Binding::Poisoned),
                Level::Nested => matches!(previous.binding, Binding::Unsupported { .. }),
            };
            if !agrees {
                return Err(self.redeclared(name, previous.span));
            }
        }
        let known = match (level, self.linked.get(&name.name)) {
            (Level::File, Some(super::Linked::Function(function))) => Some(*function),
            (Level::File, Some(super::Linked::Variable(variable))) => {
                let previous = self.unit.variables[*variable].span;
                return Err(self.redeclared(name, previous));
            }
            _ => None,
        };
        let Some(function) = known else {
            let ty = self.unprototyped(self.void());
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
            if level == Level::File {
                self.linked.insert(name.name.clone(), super::Linked::Function(function));
                if is_static {
                    self.internal.insert(name.name.clone());
                }
            }
            // Marks the type as not yet known.
            self.unit.functions[function].is_implicit = true;
            return Ok(function);
        };
        if self.inline_bodies.remove(&function) {
            self.unit.functions[function].body = None;
        }
        if self.unit.functions[function].body.is_some() {
            let previous = self.unit.functions[function].span;
            return Err(self.error_with_note(
                name.span,
                format!("function `{}` is defined twice", name.name),
                "remove or rename one of the definitions",
                (previous, "the first definition is here"),
            ));
        }
        Ok(function)
    }

    /// `result ()`
    pub(super) fn unprototyped(&mut self, result: TypeId) -> TypeId {
        self.unit.types.intern(TypeKind::Function(raddle_program::types::FunctionType {
            result: Qualified::plain(result),
            parameters: Vec::new(),
            is_variadic: false,
            has_prototype: false,
        }))
    }

    // The scope of the parameters is open; it is also the scope of the body's outermost block.
    fn define_with_scope(&mut self, definition: &FunctionDefinition, heading: &Heading) -> Checked<()> {
        let Heading { name, function, result, level, .. } = *heading;
        let parameters = if function.knr_names.is_empty() {
            self.parameters(function)
        } else {
            self.knr_parameters(function, &definition.knr_declarations)
        };
        let id = self.functions.last().map(|cx| cx.id).ok_or(Poisoned)?;
        let mut owned = Vec::new();
        if let Ok(parameters) = &parameters {
            owned = self.parameter_objects(parameters, id);
        }
        if let Ok(parameters) = &parameters {
            let listed: &[ParameterType] = if function.has_prototype { parameters } else { &[] };
            let ty = self.function_of(result, function, listed);
            self.settle_type(id, heading, ty, &owned);
        }
        self.unit.functions[id].span = name.span;
        let mut lengths = std::mem::take(&mut self.pending_lengths);
        // Even with wrong parameters the body is checked, for the sake of its messages.
        let mut body = self.function_body(&definition.body);
        self.finish_labels();
        parameters?;
        if level == Level::Nested {
            return Ok(());
        }
        lengths.append(&mut body.statements);
        body.statements = lengths;
        self.keep_objects(&mut body);
        let mut locals = self.functions.last_mut().map(|cx| std::mem::take(&mut cx.locals)).unwrap_or_default();
        self.write_cleanups(&mut body, id, result.ty, &mut locals);
        let entry = &mut self.unit.functions[id];
        entry.parameters = owned;
        entry.locals = locals;
        // A body that hands its variable arguments on stands for calls only; the function itself is defined elsewhere.
        entry.body = (!std::mem::take(&mut self.has_argument_pack)).then_some(body);
        Ok(())
    }

    fn settle_type(&mut self, id: FunctionId, heading: &Heading, ty: TypeId, owned: &[VariableId]) {
        let Heading { name, level, is_static, .. } = *heading;
        let has_prototype = heading.function.has_prototype;
        let is_new = self.unit.functions[id].span == name.span && self.unit.functions[id].is_implicit;
        if is_new {
            self.unit.functions[id].is_implicit = false;
            self.unit.functions[id].ty = ty;
        } else if !has_prototype && self.knr_agrees(id, ty, owned) {
            // An earlier prototype of a K&R definition stays in force.
        } else if !has_prototype && self.has_prototype(id) {
            let previous = self.unit.functions[id].span;
            self.redeclared(name, previous);
        } else {
            // What is wrong is told there; the body is checked all the same.
            let _ = self.declare_function(name, ty, is_static);
            if !self.compatible(self.unit.functions[id].ty, ty) {
                self.unit.functions[id].ty = ty;
            }
        }
        let settled = self.unit.functions[id].ty;
        match level {
            Level::File => self.scopes.bind_at_file_level(&name.name, Binding::Function(id), name.span),
            // The scope of the parameters is open, so this name is visible inside only; the caller's scope gets it too.
            Level::Nested => {
                let binding = Binding::Unsupported { what: "nested function".into(), ty: settled };
                self.scopes.bind_around(&name.name, binding, name.span);
            }
        }
    }

    // C11 6.7.6.3p15: a prototype agrees with a K&R definition if its parameters are those of the definition.
    fn knr_agrees(&self, id: FunctionId, ty: TypeId, owned: &[VariableId]) -> bool {
        let (Some(known), Some(new)) = (self.function_type(self.unit.functions[id].ty), self.function_type(ty)) else {
            return false;
        };
        known.has_prototype
            && known.parameters.len() == owned.len()
            && self.compatible(known.result.ty, new.result.ty)
            && known.parameters.iter().zip(owned).all(|(parameter, variable)| {
                let own = self.unit.variables[*variable].ty.ty;
                self.compatible(parameter.ty, own) || (self.is_arithmetic(parameter.ty) && self.is_arithmetic(own))
            })
    }

    fn has_prototype(&self, id: FunctionId) -> bool {
        self.function_type(self.unit.functions[id].ty).is_some_and(|function| function.has_prototype)
    }

    fn parameter_objects(&mut self, parameters: &[ParameterType], id: FunctionId) -> Vec<VariableId> {
        let mut owned = Vec::new();
        for parameter in parameters {
            let unnamed = Identifier { name: "".into(), span: parameter.span };
            let name = parameter.name.as_ref().unwrap_or(&unnamed);
            let bound = match self.scopes.lookup_here(&name.name).map(|bound| &bound.binding) {
                Some(Binding::Variable(variable)) if parameter.name.is_some() => Some(*variable),
                _ => None,
            };
            let variable = bound.unwrap_or_else(|| self.new_parameter(name, parameter.ty));
            self.unit.variables[variable].function = Some(id);
            if parameter.is_register {
                self.registers.insert(variable);
            }
            if !self.is_complete(parameter.ty.ty) {
                let message = format!("a parameter has the incomplete type `{}`", self.spell(parameter.ty.ty));
                self.error(parameter.span, message, "complete the type first, or use a pointer to it");
            }
            owned.push(variable);
        }
        owned
    }

    fn knr_parameters(
        &mut self,
        function: &FunctionDeclarator,
        declarations: &[Declaration],
    ) -> Checked<Vec<ParameterType>> {
        let mut declared: Vec<(Identifier, Checked<Qualified>, bool)> = Vec::new();
        for declaration in declarations {
            let base = self.specifiers(&declaration.specifiers, Standing::WithDeclarators);
            let is_register = declaration.specifiers.storage.iter().any(|(class, _)| *class == StorageClass::Register);
            for declarator in &declaration.declarators {
                let Some(name) = &declarator.declarator.name else { continue };
                if !function.knr_names.iter().any(|listed| listed.name == name.name) {
                    let message = format!("`{}` is declared like a parameter, but is none", name.name);
                    self.error(name.span, message, "add it to the names in parentheses, or remove it");
                    continue;
                }
                if declared.iter().any(|(earlier, ..)| earlier.name == name.name) {
                    let message = format!("parameter `{}` is declared twice", name.name);
                    self.error(name.span, message, "remove one of the declarations");
                    continue;
                }
                let ty = self.knr_parameter(base, declarator, name);
                declared.push((name.clone(), ty, is_register));
            }
        }
        let mut parameters = Vec::new();
        for name in &function.knr_names {
            let found = declared.iter().find(|(declared, ..)| declared.name == name.name);
            let (ty, is_register, span) = match found {
                Some((declared, ty, is_register)) => ((*ty)?, *is_register, declared.span),
                None => {
                    let message = format!("parameter `{}` is not declared and taken to be `int`", name.name);
                    self.warning(name.span, message, "declare it before the body");
                    (Qualified { ty: self.int(), qualifiers: Qualifiers::default() }, false, name.span)
                }
            };
            if found.is_none() {
                let variable = self.new_parameter(name, ty);
                self.scopes.bind(&name.name, Binding::Variable(variable), name.span);
            }
            parameters.push(ParameterType { name: Some(name.clone()), ty, span, is_register });
        }
        Ok(parameters)
    }

    fn knr_parameter(
        &mut self,
        base: Checked<Base>,
        declarator: &crate::ast::InitDeclarator,
        name: &Identifier,
    ) -> Checked<Qualified> {
        let span: Span = name.span;
        if declarator.initializer.is_some() {
            self.error(span, format!("parameter `{}` is initialized", name.name), "remove the initializer");
        }
        let ty = match base {
            Ok(base) => self.adjusted_parameter(base, &declarator.declarator, span),
            Err(poisoned) => Err(poisoned),
        };
        let binding = match ty {
            Ok(ty) => Binding::Variable(self.new_parameter(name, ty)),
            Err(Poisoned) => Binding::Poisoned,
        };
        self.scopes.bind(&name.name, binding, span);
        ty
    }
}
