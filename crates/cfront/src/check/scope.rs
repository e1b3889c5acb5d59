//! Scopes: what ordinary names and tags are bound to (C11 6.2.1, 6.2.3). Labels have scopes of their own in `label`.
//!
//! One stack of bindings for each name, so that looking a name up costs the same at any nesting depth.

use raddle_program::source::Span;
use raddle_program::types::{Qualified, Qualifiers, RecordId, TypeId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

use crate::ast::Name;
use crate::spelling::distance;
use crate::typed::{FunctionId, VariableId};

/// A type as a declaration spells it: typedefs and attributes may give it an alignment of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SpelledType {
    /// The type.
    pub ty: TypeId,
    /// Its qualifiers; none for arrays, whose elements carry them.
    pub qualifiers: Qualifiers,
    /// The alignment in bytes that replaces the type's own; 0 if there is none.
    pub alignment: u64,
}

impl SpelledType {
    /// Without qualifiers and with its natural alignment.
    pub fn plain(ty: TypeId) -> Self {
        SpelledType { ty, qualifiers: Qualifiers::default(), alignment: 0 }
    }

    /// With the natural alignment.
    pub fn natural(qualified: Qualified) -> Self {
        SpelledType { ty: qualified.ty, qualifiers: qualified.qualifiers, alignment: 0 }
    }

    /// Without the alignment.
    pub fn qualified(self) -> Qualified {
        Qualified { ty: self.ty, qualifiers: self.qualifiers }
    }
}

/// What an ordinary name stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// An object.
    Variable(VariableId),
    /// A function.
    Function(FunctionId),
    /// A type.
    Typedef(SpelledType),
    /// An enumeration constant.
    Constant { value: i128, ty: TypeId },
    /// A parameter of a function that is only declared: it has a type and no object.
    PrototypeParameter(Qualified),
    /// Something that is read and not modelled: what it is, and its type.
    Unsupported { what: Arc<str>, ty: TypeId },
    /// A declaration that was in error: uses are dropped without a further message.
    Poisoned,
}

/// A binding with the place that made it.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// What the name stands for.
    pub binding: Binding,
    /// Where it was declared.
    pub span: Span,
}

/// What a tag stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tag {
    /// A struct or union.
    Record(RecordId),
    /// An enumeration: its type once its constants are known.
    Enum(Option<TypeId>),
}

/// A tag with the place that declared it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundTag {
    /// What the tag stands for.
    pub tag: Tag,
    /// Where it was declared.
    pub span: Span,
}

/// All open scopes; depth 0 is the file.
#[derive(Default)]
pub(super) struct Scopes {
    names: FxHashMap<Name, Vec<(usize, Bound)>>,
    tags: FxHashMap<Name, Vec<(usize, BoundTag)>>,
    // For each open scope but the file's: what it binds, to be undone at its end.
    opened: Vec<Opened>,
}

#[derive(Default)]
struct Opened {
    names: Vec<Name>,
    tags: Vec<Name>,
}

impl Scopes {
    /// Only the file's scope is open.
    pub fn new() -> Self {
        Scopes::default()
    }

    /// Replaces the types and the records that names and tags stand for.
    pub fn replace_types(&mut self, ty: impl Fn(TypeId) -> TypeId, record: impl Fn(RecordId) -> RecordId) {
        for (_, bound) in self.names.values_mut().flatten() {
            match &mut bound.binding {
                Binding::Typedef(spelled) => spelled.ty = ty(spelled.ty),
                Binding::Constant { ty: old, .. } | Binding::Unsupported { ty: old, .. } => *old = ty(*old),
                Binding::PrototypeParameter(parameter) => parameter.ty = ty(parameter.ty),
                Binding::Variable(_) | Binding::Function(_) | Binding::Poisoned => {}
            }
        }
        for (_, bound) in self.tags.values_mut().flatten() {
            bound.tag = match bound.tag {
                Tag::Record(old) => Tag::Record(record(old)),
                Tag::Enum(old) => Tag::Enum(old.map(&ty)),
            };
        }
    }

    /// Whether the innermost open scope is the file's.
    pub fn at_file_level(&self) -> bool {
        self.opened.is_empty()
    }

    /// Opens a scope.
    pub fn enter(&mut self) {
        self.opened.push(Opened::default());
    }

    /// Closes the innermost scope. The file's scope stays open.
    pub fn leave(&mut self) {
        if let Some(opened) = self.opened.pop() {
            for name in opened.names {
                if let Some(stack) = self.names.get_mut(&name) {
                    stack.pop();
                }
            }
            for name in opened.tags {
                if let Some(stack) = self.tags.get_mut(&name) {
                    stack.pop();
                }
            }
        }
    }

    /// The innermost binding of a name.
    pub fn lookup(&self, name: &str) -> Option<&Bound> {
        self.names.get(name)?.last().map(|(_, bound)| bound)
    }

    /// The visible name that is most like one that is not bound, if any is so alike that it may be meant.
    pub fn most_alike(&self, name: &str) -> Option<&Name> {
        let bound = self.names.iter().filter(|(_, stack)| !stack.is_empty()).map(|(name, _)| name);
        most_alike(name, bound)
    }

    /// The binding of a name in the innermost scope only.
    pub fn lookup_here(&self, name: &str) -> Option<&Bound> {
        let depth = self.opened.len();
        self.names.get(name)?.last().filter(|(at, _)| *at == depth).map(|(_, bound)| bound)
    }

    /// Binds a name in the innermost scope; replaces a binding of the same scope.
    pub fn bind(&mut self, name: &Name, binding: Binding, span: Span) {
        let depth = self.opened.len();
        let stack = self.names.entry(name.clone()).or_default();
        match stack.last_mut() {
            Some((at, bound)) if *at == depth => *bound = Bound { binding, span },
            _ => {
                stack.push((depth, Bound { binding, span }));
                if let Some(opened) = self.opened.last_mut() {
                    opened.names.push(name.clone());
                }
            }
        }
    }

    /// Binds a name in the file's scope, below whatever inner scopes say; keeps a binding that is there.
    pub fn bind_at_file_level(&mut self, name: &Name, binding: Binding, span: Span) {
        let stack = self.names.entry(name.clone()).or_default();
        if stack.first().is_none_or(|(at, _)| *at != 0) {
            stack.insert(0, (0, Bound { binding, span }));
        }
    }

    /// Binds a name in the scope around the innermost one, which must not bind it itself.
    pub fn bind_around(&mut self, name: &Name, binding: Binding, span: Span) {
        let Some(inner) = self.opened.pop() else { return };
        self.bind(name, binding, span);
        self.opened.push(inner);
    }

    /// The innermost binding of a tag.
    pub fn lookup_tag(&self, name: &str) -> Option<BoundTag> {
        self.tags.get(name)?.last().map(|(_, bound)| *bound)
    }

    /// The binding of a tag in the innermost scope only.
    pub fn lookup_tag_here(&self, name: &str) -> Option<BoundTag> {
        let depth = self.opened.len();
        self.tags.get(name)?.last().filter(|(at, _)| *at == depth).map(|(_, bound)| *bound)
    }

    /// Binds a tag in the innermost scope; replaces a binding of the same scope.
    pub fn bind_tag(&mut self, name: &Name, tag: Tag, span: Span) {
        let depth = self.opened.len();
        let stack = self.tags.entry(name.clone()).or_default();
        match stack.last_mut() {
            Some((at, bound)) if *at == depth => *bound = BoundTag { tag, span },
            _ => {
                stack.push((depth, BoundTag { tag, span }));
                if let Some(opened) = self.opened.last_mut() {
                    opened.tags.push(name.clone());
                }
            }
        }
    }
}

/// Of some names the one that is most like another, if any is so alike that it may be meant. The order of the names does
/// not matter.
pub(super) fn most_alike<'a>(name: &str, names: impl Iterator<Item = &'a Name>) -> Option<&'a Name> {
    // One letter in three may be wrong.
    let most = (name.chars().count() / 3).min(3);
    names
        .filter(|other| other.len().abs_diff(name.len()) <= 4 * most)
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_few_wrong_letters_are_suggested() {
        let names: Vec<Name> = ["counter", "count", "mutex", "i"].into_iter().map(Name::from).collect();
        let suggested = |name| most_alike(name, names.iter()).map(|name| &**name);
        assert_eq!(suggested("countr"), Some("count"));
        assert_eq!(suggested("conter"), Some("counter"));
        assert_eq!(suggested("mutx"), Some("mutex"));
        assert_eq!(suggested("unrelated"), None);
    }

    #[test]
    fn inner_bindings_end_with_their_scope() {
        let mut scopes = Scopes::new();
        let (name, span) = (Name::from("x"), Span::NOWHERE);
        let value = |scopes: &Scopes| match scopes.lookup("x").map(|bound| &bound.binding) {
            Some(Binding::Constant { value, .. }) => *value,
            other => panic!("`x` is {other:?}"),
        };
        scopes.bind(&name, Binding::Constant { value: 1, ty: TypeId(0) }, span);
        scopes.enter();
        assert!(scopes.lookup_here("x").is_none());
        scopes.bind(&name, Binding::Constant { value: 2, ty: TypeId(0) }, span);
        assert_eq!(value(&scopes), 2);
        scopes.leave();
        assert_eq!(value(&scopes), 1);
        assert!(scopes.at_file_level());
    }
}
