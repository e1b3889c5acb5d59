//! What a file needs of its headers: of thousands of declarations a program names a few dozen. The rest is left out before it is checked, so that a
//! program of many files fits into memory.
//!
//! Kept is what the file itself says, and of its headers each definition that a linker sees, each declaration with an attribute that a
//! linker obeys, and each declaration of a name that something kept mentions, anywhere. Names of members and labels count as mentioned, too: that keeps
//! more, never less. A name behind `__builtin_` stands for the library function.
//!
//! Rule: what is left out declares no name that the rest of the file mentions, and defines nothing for other files.
//! Tests: `what_nothing_names_is_left_out`, `definitions_and_aliases_stay`, `names_lead_to_names`.

use super::parser::Parser;
use crate::ast::PragmaKind;
use crate::ast::{
    Attribute, Declaration, Declarator, Derived, FieldDeclaration, FunctionDefinition, Item, Name, Specifiers,
    StorageClass, TypeSpecifier,
};
use crate::diagnostic::Diagnostic;
use crate::lex::{NameId, TokenKind, Tokens};
use raddle_program::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Attributes by which a declaration does something that nothing names.
const EFFECTIVE: [&str; 7] = ["alias", "ifunc", "weakref", "constructor", "destructor", "section", "interrupt"];

/// The ranges of the tokens that are needed, in order, and what the parser found; `is_of_header` tells whether a token comes from a header.
pub(crate) fn needed(tokens: &Tokens, is_of_header: impl Fn(Span) -> bool) -> (Vec<Range<usize>>, Vec<Diagnostic>) {
    let mut items: Vec<Range<usize>> = Vec::new();
    let mut kept: Vec<bool> = Vec::new();
    let mut declarations: FxHashMap<NameId, Vec<usize>> = FxHashMap::default();
    let diagnostics = Parser::new(tokens).each_item(|item, range| {
        let is_own = || !tokens.list()[range.clone()].iter().all(|token| is_of_header(token.span));
        let keeps = has_effect(&item) || is_own();
        if !keeps {
            let mut names = Vec::new();
            declared(&item, &mut names);
            for id in names.into_iter().filter_map(|name| tokens.find_name(&name)) {
                declarations.entry(id).or_default().push(items.len());
            }
        }
        kept.push(keeps);
        items.push(range);
    });
    let mut open: Vec<usize> = (0..items.len()).filter(|&item| kept[item]).collect();
    let mut mentioned: FxHashSet<NameId> = FxHashSet::default();
    let mut keep = |name: NameId, open: &mut Vec<usize>| {
        if mentioned.insert(name) {
            for &item in declarations.get(&name).into_iter().flatten() {
                if !std::mem::replace(&mut kept[item], true) {
                    open.push(item);
                }
            }
        }
    };
    for pragma in &tokens.pragmas {
        let names = match &pragma.kind {
            PragmaKind::Renamed { name, symbol } => [Some(name), Some(symbol)],
            PragmaKind::Weak { name, target } => [Some(name), target.as_ref()],
            PragmaKind::Unsupported(_) => [None, None],
        };
        names.into_iter().flatten().filter_map(|name| tokens.find_name(name)).for_each(|id| keep(id, &mut open));
    }
    while let Some(item) = open.pop() {
        for token in &tokens.list()[items[item].clone()] {
            let TokenKind::Identifier(id) = token.kind else { continue };
            keep(id, &mut open);
            let library = tokens.name(id).strip_prefix("__builtin_").and_then(|name| tokens.find_name(name));
            library.into_iter().for_each(|id| keep(id, &mut open));
        }
    }
    let ranges = items.into_iter().zip(kept).filter(|(_, is_kept)| *is_kept).map(|(range, _)| range).collect();
    (ranges, diagnostics)
}

/// Whether an item does something though nothing may name it.
fn has_effect(item: &Item) -> bool {
    match item {
        Item::Assembly(_) => true,
        Item::Function(FunctionDefinition { specifiers, declarator, .. }) => {
            let is_static = specifiers.storage.iter().any(|(storage, _)| *storage == StorageClass::Static);
            !(is_static || specifiers.is_inline) || obeys(&specifiers.attributes) || obeys(&declarator.attributes)
        }
        Item::Declaration(declaration) => {
            let specifiers = &declaration.specifiers;
            let is_only_declared = (specifiers.storage.iter())
                .any(|(storage, _)| matches!(storage, StorageClass::Typedef | StorageClass::Extern));
            let is_function =
                |declarator: &Declarator| matches!(declarator.derived.first(), Some(Derived::Function(_)));
            declaration.static_assert.is_some()
                || obeys(&specifiers.attributes)
                || declaration.declarators.iter().any(|one| {
                    one.initializer.is_some()
                        || obeys(&one.declarator.attributes)
                        || !is_only_declared && !is_function(&one.declarator)
                })
        }
    }
}

fn obeys(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| EFFECTIVE.contains(&&*attribute.name))
}

/// The names that an item gives a meaning at file level.
fn declared(item: &Item, names: &mut Vec<Name>) {
    match item {
        Item::Assembly(_) => {}
        Item::Function(FunctionDefinition { specifiers, declarator, .. }) => {
            of_specifiers(specifiers, names);
            names.extend(declarator.name.as_ref().map(|name| name.name.clone()));
        }
        Item::Declaration(Declaration { specifiers, declarators, .. }) => {
            of_specifiers(specifiers, names);
            names.extend(declarators.iter().filter_map(|one| Some(one.declarator.name.as_ref()?.name.clone())));
        }
    }
}

fn of_specifiers(specifiers: &Specifiers, names: &mut Vec<Name>) {
    let mut ty = &specifiers.ty;
    while let TypeSpecifier::TypeofUnqual(inner) = ty {
        ty = inner;
    }
    match ty {
        TypeSpecifier::Record(record) => {
            names.extend(record.tag.as_ref().map(|tag| tag.name.clone()));
            for FieldDeclaration { specifiers, .. } in record.fields.iter().flatten() {
                of_specifiers(specifiers, names);
            }
        }
        TypeSpecifier::Enum(enumeration) => {
            names.extend(enumeration.tag.as_ref().map(|tag| tag.name.clone()));
            names.extend(enumeration.constants.iter().flatten().map(|constant| constant.name.name.clone()));
        }
        TypeSpecifier::TypeofType(inner) | TypeSpecifier::Atomic(inner) => of_specifiers(&inner.specifiers, names),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;
    use raddle_program::source::FileId;

    /// What is left of a header in front of a user's text.
    fn left(header: &str, own: &str) -> String {
        let text = format!("{header}\n{own}");
        let tokens = lex(FileId(0), text.as_bytes()).tokens;
        let (ranges, diagnostics) = needed(&tokens, |span| (span.start as usize) < header.len());
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let text_of = |index: usize| {
            let span = tokens.list()[index].span;
            &text[span.start as usize..span.end as usize]
        };
        let in_header = ranges.iter().filter(|range| (tokens.list()[range.start].span.start as usize) < header.len());
        in_header.map(|range| range.clone().map(text_of).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_nothing_names_is_left_out() {
        let header = "typedef int t; extern int f(t); extern int g(void); enum { A, B }; static inline int h(void) { return g(); }";
        assert_eq!(left(header, "int main(void) { return 0; }"), "");
        assert_eq!(left(header, "int main(void) { return f(1); }"), "typedef int t ;\nextern int f ( t ) ;");
        assert_eq!(left(header, "int x = B;"), "enum { A , B } ;");
        assert_eq!(left(header, "int x(void) { return __builtin_g(); }"), "extern int g ( void ) ;");
    }

    #[test]
    fn definitions_and_aliases_stay() {
        let header = "int object; extern int declared; int f(void) { return 0; } static int own = 1; \
                      static int (*taken)(void) = f; extern int other(void) __attribute__((alias(\"f\"))); \
                      _Static_assert(1, \"\");";
        let kept = left(header, "");
        assert_eq!(kept.lines().count(), 6, "{kept}");
        assert!(!kept.contains("declared"), "{kept}");
    }

    #[test]
    fn names_lead_to_names() {
        let header = "struct inner; struct inner { int x; }; typedef struct outer { struct inner *in; struct nested { int y; } n; } outer_t; \
                      typedef outer_t *handle; extern int use(handle); typedef long unused;";
        let kept = left(header, "int main(void) { return use(0); }");
        assert_eq!(kept.lines().count(), 5, "{kept}");
        assert!(!kept.contains("unused"), "{kept}");
        assert!(left(header, "struct nested *p;").contains("outer_t"));
    }
}
