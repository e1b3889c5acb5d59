//! From declarators to derived types: pointers, arrays, functions (C11 6.7.6).

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, FunctionType, Qualified, Qualifiers, TypeId, TypeKind};

use super::scope::{Binding, SpelledType};
use super::specifier::{Base, Standing, from_ast};
use super::{Checked, Checker};
use crate::ast::{ArraySize, Declarator, Derived, Expr, FunctionDeclarator, Identifier, Parameter};
use crate::typed::{self, Statement, StatementKind};

/// A parameter as its declaration gives it, adjusted to a pointer where it was an array or a function.
pub(super) struct ParameterType {
    /// Its name, if it has one.
    pub name: Option<Identifier>,
    /// Its type after adjustment.
    pub ty: Qualified,
    /// Its declaration.
    pub span: Span,
    /// `register`
    pub is_register: bool,
}

impl Checker {
    /// Applies derivations, which are listed from the name outwards, to a base type. `name` is for messages.
    pub(super) fn derive(
        &mut self,
        base: SpelledType,
        derived: &[Derived],
        span: Span,
        name: Option<&str>,
    ) -> Checked<SpelledType> {
        let mut ty = base;
        for step in derived.iter().rev() {
            let derived_type = match step {
                Derived::Pointer { qualifiers, .. } if qualifiers.is_restrict && self.is_function(ty.ty) => {
                    return Err(self.error(span, "`restrict` qualifies a pointer to a function", "remove `restrict`"));
                }
                Derived::Pointer { qualifiers, attributes: _ } => {
                    Qualified { ty: self.pointer(ty.qualified()), qualifiers: from_ast(*qualifiers) }
                }
                Derived::Array { size, qualifiers: _ } => Qualified::plain(self.array_type(ty, size, span, name)?),
                Derived::Function(function) => {
                    let result = self.function_result(ty.qualified(), span)?;
                    Qualified::plain(self.prototype(result, function)?)
                }
            };
            ty = SpelledType::natural(derived_type);
        }
        Ok(ty)
    }

    /// What a function returns: neither an array nor a function.
    pub(super) fn function_result(&mut self, ty: Qualified, span: Span) -> Checked<Qualified> {
        if self.is_array(ty.ty) || self.is_function(ty.ty) {
            let message = format!("a function returns `{}`", self.spell(ty.ty));
            return Err(self.error(span, message, "return a pointer"));
        }
        Ok(ty)
    }

    fn array_type(
        &mut self,
        element: SpelledType,
        size: &ArraySize,
        span: Span,
        name: Option<&str>,
    ) -> Checked<TypeId> {
        let called = name.map_or_else(|| "an array".to_owned(), |name| format!("array `{name}`"));
        if self.is_function(element.ty) || !self.is_complete(element.ty) {
            let message = format!("{called} has elements of type `{}`", self.spell(element.ty));
            let advice = if self.is_function(element.ty) {
                "use an array of pointers to functions"
            } else {
                "complete the type of the elements before the array"
            };
            return Err(self.error(span, message, advice));
        }
        if element.alignment > 1
            && self.unit.types.size_of(element.ty).is_some_and(|size| size % element.alignment != 0)
        {
            let message = format!("the alignment of the elements of {called} is greater than their size");
            return Err(self.error(span, message, "remove the alignment of the element type"));
        }
        let length = match size {
            ArraySize::Unspecified => ArrayLength::Unknown,
            ArraySize::Star if self.prototype_depth > 0 => ArrayLength::Variable(self.fresh_length()),
            ArraySize::Star => {
                let message = format!("the length of {called} is `*` outside a function prototype");
                return Err(self.error(span, message, "write the number of elements"));
            }
            ArraySize::Expr(expr) => self.array_length(element.ty, expr, &called)?,
        };
        Ok(self.array(element.qualified(), length))
    }

    fn array_length(&mut self, element: TypeId, expr: &Expr, called: &str) -> Checked<ArrayLength> {
        let count = self.value(expr)?;
        if !self.is_integer(count.ty) {
            let message = format!("the length of {called} has type `{}`", self.spell(count.ty));
            return Err(self.error(expr.span, message, "use an integer"));
        }
        let evaluation = super::constant::evaluate(&self.unit.types, &count);
        let at_file_level = self.functions.is_empty() && self.prototype_depth == 0;
        if let (Some(span), true) = (evaluation.overflow, at_file_level) {
            return Err(self.error(span, format!("the length of {called} overflows"), "use a wider type"));
        }
        if let Some(super::constant::Constant::Integer(value)) = evaluation.constant {
            let element_bytes = u128::from(self.unit.types.size_of(element).unwrap_or(0));
            let Ok(known) = u64::try_from(value) else {
                let message = format!("the length of {called} is negative");
                return Err(self.error(expr.span, message, "use a number that is not negative"));
            };
            let largest = u128::from(u64::MAX >> (65 - 8 * self.unit.types.model().pointer_bytes()));
            if u128::from(known) * element_bytes.max(1) > largest {
                let message = format!("{called} is larger than any object can be");
                return Err(self.error(expr.span, message, "use fewer elements"));
            }
            return Ok(ArrayLength::Fixed(known));
        }
        if at_file_level {
            let advice = "at file level, use literals, enumeration constants, `sizeof` and operators on these";
            return Err(self.error(expr.span, format!("the length of {called} is not constant"), advice));
        }
        let length = self.fresh_length();
        if self.prototype_depth == 0 {
            let size_type = self.size_type();
            let count = self.cast(count, size_type);
            let kind = StatementKind::FixLength { length, count };
            self.pending_lengths.push(Statement { kind, span: expr.span });
        }
        Ok(ArrayLength::Variable(length))
    }

    fn fresh_length(&mut self) -> u32 {
        let length = self.next_length;
        self.next_length += 1;
        length
    }

    /// The type of a function that is declared and not defined: its parameters have a scope of their own.
    pub(super) fn prototype(&mut self, result: Qualified, function: &FunctionDeclarator) -> Checked<TypeId> {
        self.scopes.enter();
        self.prototype_depth += 1;
        let parameters = self.parameters(function);
        self.prototype_depth -= 1;
        self.scopes.leave();
        Ok(self.function_of(result, function, &parameters?))
    }

    /// The function type of checked parameters.
    pub(super) fn function_of(
        &mut self,
        result: Qualified,
        function: &FunctionDeclarator,
        parameters: &[ParameterType],
    ) -> TypeId {
        self.unit.types.intern(TypeKind::Function(FunctionType {
            result: Qualified::plain(result.ty),
            parameters: parameters.iter().map(|parameter| Qualified::plain(parameter.ty.ty)).collect(),
            is_variadic: function.is_variadic,
            has_prototype: function.has_prototype,
        }))
    }

    /// Checks parameters in the scope that is open, binding each name after its declaration, so that a later parameter's
    /// array length may use it. In a definition the caller replaces these bindings by objects.
    pub(super) fn parameters(&mut self, function: &FunctionDeclarator) -> Checked<Vec<ParameterType>> {
        let checked: Vec<_> = function.parameters.iter().map(|parameter| self.parameter(parameter)).collect();
        checked.into_iter().collect()
    }

    fn parameter(&mut self, parameter: &Parameter) -> Checked<ParameterType> {
        let name = parameter.declarator.name.clone();
        let checked = self.parameter_type(parameter);
        if let Some(name) = &name {
            if let Some(previous) = self.scopes.lookup_here(&name.name) {
                let note = (previous.span, "the first one is here");
                self.error_with_note(
                    name.span,
                    format!("two parameters are called `{}`", name.name),
                    "rename one of them",
                    note,
                );
            }
            let binding = match &checked {
                Ok(ty) if self.prototype_depth == 0 => Binding::Variable(self.new_parameter(name, *ty)),
                Ok(ty) => Binding::PrototypeParameter(*ty),
                Err(_) => Binding::Poisoned,
            };
            self.scopes.bind(&name.name, binding, name.span);
        }
        let is_register =
            parameter.specifiers.storage.iter().any(|(class, _)| *class == crate::ast::StorageClass::Register);
        for (class, span) in &parameter.specifiers.storage {
            if *class != crate::ast::StorageClass::Register {
                self.error(*span, "a parameter has a storage class other than `register`", "remove it");
            }
        }
        Ok(ParameterType { name, ty: checked?, span: parameter.span, is_register })
    }

    fn parameter_type(&mut self, parameter: &Parameter) -> Checked<Qualified> {
        let base = self.specifiers(&parameter.specifiers, Standing::WithDeclarators)?;
        self.adjusted_parameter(base, &parameter.declarator, parameter.span)
    }

    /// The type of a parameter: arrays and functions become pointers.
    pub(super) fn adjusted_parameter(&mut self, base: Base, declarator: &Declarator, span: Span) -> Checked<Qualified> {
        if base.is_auto {
            return Err(self.error(span, "a parameter is declared `__auto_type`", "write its type"));
        }
        self.refuse_alignas(base.alignas, span, "a parameter");
        let attributes = self.attributes(&declarator.attributes);
        let base_type = self.apply_type_attributes(base.ty, base.attributes.and(attributes));
        let name = declarator.name.as_ref().map(|name| &*name.name);
        // The outermost array becomes a pointer (C11 6.7.6.3), whatever its length; qualifiers in its brackets are the
        // pointer's.
        let (adjusted, outer, rest) = match declarator.derived.split_first() {
            Some((Derived::Array { size, qualifiers }, rest)) => (Some(size), from_ast(*qualifiers), rest),
            _ => (None, Qualifiers::default(), declarator.derived.as_slice()),
        };
        let ty = self.derive(base_type, rest, span, name)?.qualified();
        if let Some(size) = adjusted {
            if !self.is_complete(ty.ty) {
                let message = format!("an array parameter has elements of type `{}`", self.spell(ty.ty));
                return Err(self.error(span, message, "complete the type of the elements, or use a pointer"));
            }
            if matches!(size, ArraySize::Star) && self.prototype_depth == 0 {
                let message = "the length of an array parameter is `*` in a function with a body";
                return Err(self.error(span, message, "write the number of elements, or nothing"));
            }
            if let ArraySize::Expr(expr) = size {
                let count = self.without_evaluation(|cx| cx.value(expr))?;
                if !self.is_integer(count.ty) {
                    let message = format!("the length of an array has type `{}`", self.spell(count.ty));
                    return Err(self.error(expr.span, message, "use an integer"));
                }
            }
            return Ok(Qualified { ty: self.pointer(ty), qualifiers: outer });
        }
        match *self.kind(ty.ty) {
            TypeKind::Array { element, .. } => Ok(Qualified { ty: self.pointer(element), qualifiers: outer }),
            TypeKind::Function(_) => Ok(Qualified::plain(self.pointer(ty))),
            TypeKind::Void => Err(self.error(
                span,
                "a parameter has type `void`",
                "write `(void)` alone for no parameters, or give it a type",
            )),
            _ => Ok(ty),
        }
    }

    pub(super) fn new_parameter(&mut self, name: &Identifier, ty: Qualified) -> typed::VariableId {
        let function = self.functions.last().map(|function| function.id);
        self.unit.variables.push(typed::Variable {
            name: name.name.clone(),
            ty,
            storage: typed::Storage::Parameter,
            function,
            address_taken: false,
            is_undefined: false,
            alignment: 0,
            initializer: None,
            span: name.span,
        })
    }
}
