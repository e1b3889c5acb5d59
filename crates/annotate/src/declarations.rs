//! Where variables, members and functions are declared in the texts of a program, and in which order.
//!
//! Clang reads an annotation where it stands: the lock that it names must be declared before. A header may be read by several units, so what
//! is asked of one place is asked in each unit that reads it.

use raddle_cfront::ast::{
    Declarator, Derived, FieldDeclaration, Item, Specifiers, StorageClass, TranslationUnit, TypeSpecifier,
};
use raddle_cfront::typed::{Function, Variable};
use raddle_program::source::{SourceMap, Span};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place in a file, by the path of the file in the patch, or its name if it is not to be changed: units that read one header number it each for
/// itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The file.
    pub file: Arc<str>,
    /// The offset of the first byte.
    pub start: usize,
}

/// A declaration of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionDeclaration {
    /// Where its name stands.
    pub place: Place,
    /// The names of its parameters.
    pub parameters: Vec<Option<Arc<str>>>,
}

struct Declared {
    item: usize,
    place: Place,
    is_static: bool,
}

/// One unit.
#[derive(Default)]
struct Unit {
    /// The files and byte ranges of what stands at file level, in order.
    items: Vec<(Arc<str>, usize, usize)>,
    objects: FxHashMap<Arc<str>, Vec<Declared>>,
    functions: FxHashMap<Arc<str>, Vec<(bool, FunctionDeclaration)>>,
}

/// The declarations of a program.
pub struct Declarations<'a> {
    source: &'a SourceMap,
    /// The path in the patch of each file that may be changed, by its name. A file may have several names.
    paths: FxHashMap<Arc<str>, Arc<str>>,
    units: Vec<Unit>,
    /// The typedef that a variable or member at file level is declared with.
    typedefs: FxHashMap<Place, Arc<str>>,
}

impl<'a> Declarations<'a> {
    /// Those of some units.
    pub fn of<'t>(
        source: &'a SourceMap,
        syntax: impl Iterator<Item = &'t TranslationUnit>,
        path_in_patch: &dyn Fn(&str) -> Option<String>,
    ) -> Declarations<'a> {
        let names = source.files().values().map(|file| file.name());
        let paths = names.filter_map(|name| Some((name.clone(), path_in_patch(name)?.into()))).collect();
        let mut all = Declarations { source, paths, units: Vec::new(), typedefs: FxHashMap::default() };
        for tree in syntax {
            let unit = all.unit(tree);
            all.units.push(unit);
        }
        all
    }

    /// The place of a span.
    pub fn place(&self, span: Span) -> Place {
        let name = self.source.files().get(span.file).map_or_else(|| "".into(), |file| file.name().clone());
        let file = self.paths.get(&name).cloned().unwrap_or(name);
        Place { file, start: span.start as usize }
    }

    /// The paths of the files that may be changed, by their names.
    pub fn paths(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        self.paths.iter()
    }

    /// Whether the file of a span may be changed.
    pub fn is_own(&self, span: Span) -> bool {
        self.source.files().get(span.file).is_some_and(|file| self.paths.contains_key(file.name()))
    }

    fn unit(&mut self, tree: &TranslationUnit) -> Unit {
        let mut unit = Unit::default();
        for (number, item) in tree.items.iter().enumerate() {
            let span = match item {
                Item::Declaration(declaration) => {
                    self.specifiers(&declaration.specifiers);
                    let is_static = is_static(&declaration.specifiers);
                    for declared in &declaration.declarators {
                        self.declarator(&mut unit, number, &declaration.specifiers, &declared.declarator, is_static);
                    }
                    declaration.span
                }
                Item::Function(function) => {
                    self.specifiers(&function.specifiers);
                    let is_static = is_static(&function.specifiers);
                    self.declarator(&mut unit, number, &function.specifiers, &function.declarator, is_static);
                    function.span
                }
                Item::Assembly(span) => *span,
            };
            let Place { file, start } = self.place(span);
            unit.items.push((file, start, span.end as usize));
        }
        unit
    }

    fn declarator(
        &mut self,
        unit: &mut Unit,
        item: usize,
        specifiers: &Specifiers,
        declarator: &Declarator,
        is_static: bool,
    ) {
        let Some(name) = &declarator.name else { return };
        let place = self.place(name.span);
        if let TypeSpecifier::Typedef(alias) = &specifiers.ty
            && declarator.derived.iter().all(|derived| matches!(derived, Derived::Array { .. }))
        {
            self.typedefs.insert(place.clone(), alias.name.clone());
        }
        match declarator.derived.first() {
            Some(Derived::Function(function)) => {
                let parameters = function
                    .parameters
                    .iter()
                    .map(|it| it.declarator.name.as_ref().map(|it| it.name.clone()))
                    .collect();
                let declaration = FunctionDeclaration { place, parameters };
                unit.functions.entry(name.name.clone()).or_default().push((is_static, declaration));
            }
            _ => unit.objects.entry(name.name.clone()).or_default().push(Declared { item, place, is_static }),
        }
    }

    /// Notes the members of a structure.
    fn specifiers(&mut self, specifiers: &Specifiers) {
        let TypeSpecifier::Record(record) = &specifiers.ty else { return };
        record.fields.iter().flatten().for_each(|field| self.members(field));
    }

    fn members(&mut self, field: &FieldDeclaration) {
        self.specifiers(&field.specifiers);
        let TypeSpecifier::Typedef(alias) = &field.specifiers.ty else { return };
        for declarator in field.declarators.iter().map(|it| &it.declarator) {
            if let Some(name) = &declarator.name
                && declarator.derived.iter().all(|derived| matches!(derived, Derived::Array { .. }))
            {
                self.typedefs.insert(self.place(name.span), alias.name.clone());
            }
        }
    }

    /// The name of the type that a variable or a member is declared with.
    pub fn typedef(&self, place: &Place) -> Option<&Arc<str>> {
        self.typedefs.get(place)
    }

    /// Whether a variable at file level is declared before a place, in each unit that reads it.
    pub fn is_visible(&self, variable: &Variable, at: &Place) -> bool {
        let declared = self.place(variable.span);
        let mut is_read = false;
        for unit in &self.units {
            let Some(item) = unit.item_at(at) else { continue };
            is_read = true;
            let known = unit.objects.get(&variable.name).into_iter().flatten();
            let mut before = known.filter(|known| known.item < item);
            if !before.any(|known| !known.is_static || known.place == declared) {
                return false;
            }
        }
        is_read
    }

    /// All declarations at file level of the variable that is declared at a place, or that one alone for a member.
    pub fn all_of(&self, variable: &Variable) -> Vec<Place> {
        let declared = self.place(variable.span);
        let mut places = vec![declared.clone()];
        for known in self.units.iter().flat_map(|unit| unit.objects.get(&variable.name)).flatten() {
            if !known.is_static {
                places.push(known.place.clone());
            }
        }
        places.sort();
        places.dedup();
        places
    }

    /// The declarations of a function, each place once.
    pub fn of_function(&self, function: &Function) -> Vec<FunctionDeclaration> {
        let defined = self.place(function.span);
        let mut found: BTreeMap<Place, FunctionDeclaration> = BTreeMap::new();
        let all = |unit: &'_ Unit| unit.functions.get(&function.name).cloned().unwrap_or_default();
        let defining = |all: &[(bool, FunctionDeclaration)]| all.iter().any(|(_, it)| it.place == defined);
        let is_static = self.units.iter().any(|unit| {
            let all = all(unit);
            defining(&all) && all.iter().any(|(is_static, _)| *is_static)
        });
        for unit in &self.units {
            let all = all(unit);
            if !is_static || defining(&all) {
                found.extend(all.into_iter().map(|(_, it)| (it.place.clone(), it)));
            }
        }
        found.into_values().collect()
    }

    /// Where the declaration at file level starts that a place belongs to.
    pub fn item_start(&self, at: &Place) -> Option<usize> {
        self.units.iter().find_map(|unit| unit.item_at(at).map(|item| unit.items[item].1))
    }
}

impl Unit {
    fn item_at(&self, at: &Place) -> Option<usize> {
        self.items.iter().position(|(file, start, end)| *file == at.file && (*start..*end).contains(&at.start))
    }
}

fn is_static(specifiers: &Specifiers) -> bool {
    specifiers.storage.iter().any(|(storage, _)| *storage == StorageClass::Static)
}
