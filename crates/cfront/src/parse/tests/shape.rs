//! Trees as short text, for tests.

use crate::ast::*;
use crate::lex::Keyword;

pub(super) fn show_expr(expr: &Expr) -> String {
    let show = show_expr;
    match &expr.kind {
        ExprKind::Identifier(name) => name.to_string(),
        ExprKind::Integer(literal) => literal.value.to_string(),
        ExprKind::Floating { spelling, suffix } => format!("{spelling}{suffix}"),
        ExprKind::Character { value, .. } => format!("'{value}'"),
        ExprKind::String { units, encoding } => {
            format!("{}{units:?}", if *encoding == Encoding::Wide { "L" } else { "" })
        }
        ExprKind::Prefix(operator, operand) => format!("({} {})", prefix(*operator), show(operand)),
        ExprKind::Postfix { operand, is_increment } => {
            format!("{}{}", show(operand), if *is_increment { "++" } else { "--" })
        }
        ExprKind::Infix(operator, left, right) => format!("({} {} {})", show(left), infix(*operator), show(right)),
        ExprKind::Assign { operator, left, right } => {
            format!("({} {}= {})", show(left), operator.map_or("", infix), show(right))
        }
        ExprKind::Conditional { condition, then: Some(then), otherwise } => {
            format!("({} ? {} : {})", show(condition), show(then), show(otherwise))
        }
        ExprKind::Conditional { condition, then: None, otherwise } => {
            format!("({} ?: {})", show(condition), show(otherwise))
        }
        ExprKind::Comma(left, right) => format!("({} , {})", show(left), show(right)),
        ExprKind::Cast(ty, operand) => format!("(cast {} {})", show_type(ty), show(operand)),
        ExprKind::CompoundLiteral(ty, initializer) => {
            format!("(literal {} {})", show_type(ty), show_initializer(initializer))
        }
        ExprKind::Call(callee, arguments) => {
            let arguments: String = arguments.iter().map(|argument| format!(" {}", show(argument))).collect();
            format!("(call {}{arguments})", show(callee))
        }
        ExprKind::Index(array, index) => format!("{}[{}]", show(array), show(index)),
        ExprKind::Member { base, field, is_arrow } => {
            format!("{}{}{}", show(base), if *is_arrow { "->" } else { "." }, field.name)
        }
        ExprKind::SizeofExpr(operand) => format!("(sizeof {})", show(operand)),
        ExprKind::SizeofType(ty) => format!("(sizeof {})", show_type(ty)),
        ExprKind::AlignofType(ty, is_gnu) => {
            format!("({} {})", if *is_gnu { "__alignof__" } else { "_Alignof" }, show_type(ty))
        }
        ExprKind::AlignofExpr(operand) => format!("(__alignof__ {})", show(operand)),
        ExprKind::Statement(block) => format!("{{{} items}}", block.items.len()),
        ExprKind::LabelAddress(label) => format!("&&{}", label.name),
        ExprKind::Generic { control, associations } => {
            let associations: String = associations
                .iter()
                .map(|(ty, value)| format!(" {}:{}", ty.as_ref().map_or("default".into(), show_type), show(value)))
                .collect();
            format!("(generic {}{associations})", show(control))
        }
        ExprKind::Offsetof { ty, designators } => {
            format!("(offsetof {} {})", show_type(ty), show_designators(designators))
        }
        ExprKind::VaArg(list, ty) => format!("(va_arg {} {})", show(list), show_type(ty)),
        ExprKind::TypesCompatible(first, second) => format!("(compatible {} {})", show_type(first), show_type(second)),
        ExprKind::ChooseExpr(condition, first, second) => {
            format!("(choose {} {} {})", show(condition), show(first), show(second))
        }
        ExprKind::Error => "error".into(),
    }
}

pub(super) fn show_declaration(specifiers: &Specifiers, declarators: &[InitDeclarator]) -> String {
    let declarators: Vec<_> = declarators.iter().map(|entry| show_declarator(&entry.declarator)).collect();
    format!("{} {}", show_specifiers(specifiers), declarators.join("; "))
}

fn show_specifiers(specifiers: &Specifiers) -> String {
    let mut words: Vec<String> =
        specifiers.storage.iter().map(|(storage, _)| format!("{storage:?}").to_lowercase()).collect();
    words.extend(show_qualifiers(specifiers.qualifiers).split_whitespace().map(str::to_string));
    words.push(match &specifiers.ty {
        TypeSpecifier::Implicit => "implicit".into(),
        TypeSpecifier::Builtin(builtin) => {
            let words: Vec<_> = builtin
                .iter()
                .map(|word| match word {
                    BuiltinWord::Int128 => Keyword::Int128.spelling().to_string(),
                    other => format!("{other:?}").to_lowercase(),
                })
                .collect();
            words.join(" ")
        }
        TypeSpecifier::Typedef(name) => name.name.to_string(),
        TypeSpecifier::Record(record) => format!("struct {}", record.tag.as_ref().map_or("", |tag| &tag.name)),
        other => format!("{other:?}"),
    });
    words.join(" ")
}

fn show_qualifiers(qualifiers: Qualifiers) -> String {
    let names = [
        (qualifiers.is_const, "const"),
        (qualifiers.is_volatile, "volatile"),
        (qualifiers.is_restrict, "restrict"),
        (qualifiers.is_atomic, "_Atomic"),
    ];
    let present: Vec<_> = names.iter().filter(|(is_present, _)| *is_present).map(|(_, name)| *name).collect();
    present.join(" ")
}

fn show_type(ty: &TypeName) -> String {
    format!("{} {}", show_specifiers(&ty.specifiers), show_declarator(&ty.declarator)).trim_end().to_string()
}

fn show_declarator(declarator: &Declarator) -> String {
    let mut parts: Vec<String> = declarator.name.iter().map(|name| format!("{}:", name.name)).collect();
    parts.extend(declarator.derived.iter().map(|derived| match derived {
        Derived::Pointer { qualifiers, .. } => format!("*{}", show_qualifiers(*qualifiers)),
        Derived::Array { size: ArraySize::Unspecified, .. } => "[]".into(),
        Derived::Array { size: ArraySize::Star, .. } => "[*]".into(),
        Derived::Array { size: ArraySize::Expr(size), .. } => format!("[{}]", show_expr(size)),
        Derived::Function(function) if !function.has_prototype && function.knr_names.is_empty() => "(?)".into(),
        Derived::Function(function) => {
            let mut parameters: Vec<String> = function
                .parameters
                .iter()
                .map(|parameter| {
                    let text = format!(
                        "{} {}",
                        show_specifiers(&parameter.specifiers),
                        show_declarator(&parameter.declarator)
                    );
                    text.trim_end().to_string()
                })
                .collect();
            if function.is_variadic {
                parameters.push("...".into());
            }
            format!("({})", parameters.join(", "))
        }
    }));
    parts.join(" ")
}

fn show_initializer(initializer: &Initializer) -> String {
    match initializer {
        Initializer::Expr(expr) => show_expr(expr),
        Initializer::List { entries, .. } => {
            let entries: Vec<_> = entries
                .iter()
                .map(|entry| match &entry.designators[..] {
                    [] => show_initializer(&entry.value),
                    designators => format!("{} = {}", show_designators(designators), show_initializer(&entry.value)),
                })
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

fn show_designators(designators: &[Designator]) -> String {
    designators
        .iter()
        .map(|designator| match designator {
            Designator::Field(field) => format!(".{}", field.name),
            Designator::Index(index) => format!("[{}]", show_expr(index)),
            Designator::Range(low, high) => format!("[{} ... {}]", show_expr(low), show_expr(high)),
        })
        .collect()
}

fn prefix(operator: PrefixOperator) -> &'static str {
    match operator {
        PrefixOperator::Plus => "+",
        PrefixOperator::Minus => "-",
        PrefixOperator::BitNot => "~",
        PrefixOperator::LogicalNot => "!",
        PrefixOperator::AddressOf => "&",
        PrefixOperator::Dereference => "*",
        PrefixOperator::Increment => "++",
        PrefixOperator::Decrement => "--",
        PrefixOperator::Real => "__real__",
        PrefixOperator::Imaginary => "__imag__",
    }
}

fn infix(operator: InfixOperator) -> &'static str {
    match operator {
        InfixOperator::Multiply => "*",
        InfixOperator::Divide => "/",
        InfixOperator::Remainder => "%",
        InfixOperator::Add => "+",
        InfixOperator::Subtract => "-",
        InfixOperator::ShiftLeft => "<<",
        InfixOperator::ShiftRight => ">>",
        InfixOperator::Less => "<",
        InfixOperator::Greater => ">",
        InfixOperator::LessEqual => "<=",
        InfixOperator::GreaterEqual => ">=",
        InfixOperator::Equal => "==",
        InfixOperator::NotEqual => "!=",
        InfixOperator::BitAnd => "&",
        InfixOperator::BitXor => "^",
        InfixOperator::BitOr => "|",
        InfixOperator::LogicalAnd => "&&",
        InfixOperator::LogicalOr => "||",
    }
}
