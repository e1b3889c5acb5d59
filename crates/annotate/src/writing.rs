//! Annotations in the texts of the files.

use raddle_cfront::typed::{FunctionId, Unit};
use raddle_program::source::Span;
use raddle_program::types::{TypeId, TypeKind};
use raddle_scan::Protection;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::declarations::{Declarations, Place};
use crate::follow::Effect;
use crate::header;
use crate::operations::{LOCK_FUNCTIONS, LockFunction};
use crate::patch::Change;
use crate::path::{Path, Step};
use crate::text::{blanked, end_of_function, end_of_object, include_position, is_annotated};

/// An annotation of a function: the macro, what stands before the locks, and the locks.
pub type Word = (&'static str, Option<&'static str>, Vec<Path>);

struct File {
    path: String,
    text: Arc<str>,
    blank: Vec<u8>,
    insertions: BTreeMap<usize, String>,
    /// Where the first declaration starts that needs the header.
    first: Option<usize>,
}

/// The files with what is inserted.
pub struct Writing<'a> {
    unit: &'a Unit,
    declarations: &'a Declarations<'a>,
    files: BTreeMap<Arc<str>, File>,
    members: FxHashMap<Span, Arc<str>>,
}

/// The annotations of what a function requires and does.
pub fn of_function(required: Option<&BTreeSet<Path>>, effect: Option<&Effect>) -> Vec<Word> {
    let nothing = Effect::default();
    let effect = effect.unwrap_or(&nothing);
    let of = |held: &BTreeMap<Path, bool>, shared: bool| -> Vec<Path> {
        held.iter().filter(|(_, is_shared)| **is_shared == shared).map(|(path, _)| path.clone()).collect()
    };
    let kept = required.into_iter().flatten().filter(|path| !effect.gives.contains_key(path)).cloned().collect();
    let mut words: Vec<Word> = vec![
        ("REQUIRES", None, kept),
        ("RELEASE", None, of(&effect.gives, false)),
        ("RELEASE_SHARED", None, of(&effect.gives, true)),
        ("ACQUIRE", None, of(&effect.takes, false)),
        ("ACQUIRE_SHARED", None, of(&effect.takes, true)),
    ];
    if let Some((is_if_true, path, is_shared)) = &effect.tries {
        let name = if *is_shared { "TRY_ACQUIRE_SHARED" } else { "TRY_ACQUIRE" };
        words.push((name, Some(if *is_if_true { "1" } else { "0" }), vec![path.clone()]));
    }
    words.retain(|(_, _, paths)| !paths.is_empty());
    words
}

/// `EXCLUDES` of some locks.
pub fn excludes(locks: &BTreeSet<Path>) -> Vec<Word> {
    vec![("EXCLUDES", None, locks.iter().cloned().collect())]
}

impl<'a> Writing<'a> {
    /// Nothing is inserted yet.
    pub fn new(unit: &'a Unit, declarations: &'a Declarations<'a>) -> Writing<'a> {
        let mut files = BTreeMap::new();
        for (name, path) in declarations.paths() {
            let Some(file) = unit.source.files().values().find(|file| file.name() == name) else { continue };
            let (text, insertions) = (file.text().clone(), BTreeMap::new());
            let new = File { path: path.to_string(), blank: blanked(&text), text, insertions, first: None };
            files.entry(path.clone()).or_insert(new);
        }
        let mut members = FxHashMap::default();
        for record in unit.types.records().values() {
            for field in record.body.iter().flat_map(|body| &body.fields) {
                members.extend(field.name.clone().map(|name| (field.span, name)));
            }
        }
        Writing { unit, declarations, files, members }
    }

    /// Whether nothing is inserted.
    pub fn is_empty(&self) -> bool {
        self.files.values().all(|file| file.insertions.is_empty())
    }

    /// The name of a variable or member, by where it is declared.
    pub fn name_of(&self, data: Span) -> Option<Arc<str>> {
        let variable = self.unit.variables.values().find(|variable| variable.span == data);
        variable.map(|variable| variable.name.clone()).or_else(|| self.members.get(&data).cloned())
    }

    /// Annotates data with a lock at file level. Whether that is possible.
    pub fn data(&mut self, protection: &Protection, lock: &Path) -> bool {
        self.why_not(protection, lock).is_none() && {
            let places = self.places(protection.data);
            let name = self.name_of(protection.data).unwrap_or_default();
            let word = if protection.is_pointee { "PT_GUARDED_BY" } else { "GUARDED_BY" };
            let inserted = format!(" {word}({})", lock.text(&self.unit.variables[lock.base].name));
            for place in places {
                let Some(file) = self.files.get(&place.file) else { continue };
                if let Some(end) = end_of_object(&file.blank, place.start, &name) {
                    self.insert(&place, end, &inserted);
                }
            }
            self.need_header_for(lock)
        }
    }

    /// Why data cannot be annotated with a lock at file level.
    pub fn why_not(&self, protection: &Protection, lock: &Path) -> Option<&'static str> {
        let Some(name) = self.name_of(protection.data) else { return Some("it has no name") };
        let places = self.places(protection.data);
        let is_file = |place: &Place| self.files.contains_key(&place.file);
        if !places.iter().all(is_file) {
            return Some("a file outside of the folder of the patch declares it");
        }
        if !self.can_name(lock) {
            return Some("the lock is not declared as a lock of POSIX in a file that can be changed");
        }
        for place in &places {
            let file = &self.files[&place.file];
            match end_of_object(&file.blank, place.start, &name) {
                None => return Some("its declaration is written by a macro"),
                Some(end) if is_annotated(&file.blank, end, &header::macros()) => return Some("it is annotated"),
                Some(_) => {}
            }
            if !self.declarations.is_visible(&self.unit.variables[lock.base], place) {
                return Some("the lock is declared behind it");
            }
            if !self.has_room_for_header(place) {
                return Some("no line in front of it, outside of conditions, can include the header");
            }
        }
        None
    }

    /// Where data are declared: all declarations of a variable at file level, or that of a member.
    fn places(&self, data: Span) -> Vec<Place> {
        match self.unit.variables.values().find(|variable| variable.span == data) {
            Some(variable) if variable.function.is_none() => self.declarations.all_of(variable),
            Some(_) | None => vec![self.declarations.place(data)],
        }
    }

    /// Annotates a function at all of its declarations; or nowhere, if one of them has no room.
    pub fn function(&mut self, function: FunctionId, words: &[Word]) -> bool {
        let data = &self.unit.functions[function];
        let parameter = |path: &Path| data.parameters.iter().position(|&parameter| parameter == path.base);
        let mut insertions: Vec<(Place, usize, String)> = Vec::new();
        for declaration in self.declarations.of_function(data) {
            let Some(file) = self.files.get(&declaration.place.file) else { return false };
            let Some(end) = end_of_function(&file.blank, declaration.place.start, &data.name) else { return false };
            if is_annotated(&file.blank, end, &header::macros()) || !self.has_room_for_header(&declaration.place) {
                return false;
            }
            let mut text = String::new();
            for (word, first, paths) in words {
                let mut names: Vec<String> = first.iter().map(|&first| first.to_owned()).collect();
                for path in paths {
                    let variable = &self.unit.variables[path.base];
                    let is_hidden = || declaration.parameters.iter().flatten().any(|name| *name == variable.name);
                    let name = match parameter(path) {
                        Some(position) => match declaration.parameters.get(position) {
                            Some(Some(name)) => name.clone(),
                            Some(None) | None => return false,
                        },
                        None if self.declarations.is_visible(variable, &declaration.place) && !is_hidden() => {
                            variable.name.clone()
                        }
                        None => return false,
                    };
                    if !self.can_name(path) {
                        return false;
                    }
                    names.push(path.text(&name));
                }
                text.push_str(&format!(" {word}({})", names.join(", ")));
            }
            insertions.push((declaration.place, end, text));
        }
        if insertions.is_empty() {
            return false;
        }
        for (place, end, text) in insertions {
            self.insert(&place, end, &text);
        }
        let paths = words.iter().flat_map(|(_, _, paths)| paths);
        paths.for_each(|path| _ = self.need_header_for(path));
        true
    }

    /// Excludes a function from the analysis, at its definition.
    pub fn exclude(&mut self, function: FunctionId) -> bool {
        let data = &self.unit.functions[function];
        let place = self.declarations.place(data.span);
        let Some(file) = self.files.get(&place.file) else { return false };
        let Some(end) = end_of_function(&file.blank, place.start, &data.name) else { return false };
        if is_annotated(&file.blank, end, &header::macros()) {
            return true;
        }
        let has_room = self.has_room_for_header(&place);
        if has_room {
            self.insert(&place, end, &format!(" {}", header::NO_ANALYSIS));
        }
        has_room
    }

    fn insert(&mut self, place: &Place, at: usize, text: &str) {
        self.need_header(place);
        if let Some(file) = self.files.get_mut(&place.file) {
            let before = file.insertions.entry(at).or_default();
            if !before.contains(text) {
                before.push_str(text);
            }
        }
    }

    fn start(&self, place: &Place) -> usize {
        self.declarations.item_start(place).unwrap_or(place.start).min(place.start)
    }

    fn has_room_for_header(&self, place: &Place) -> bool {
        let start = self.start(place);
        self.files.get(&place.file).is_some_and(|file| include_position(&file.blank, start).is_some())
    }

    fn need_header(&mut self, place: &Place) {
        let start = self.start(place);
        if let Some(file) = self.files.get_mut(&place.file) {
            file.first = Some(file.first.map_or(start, |first| first.min(start)));
        }
    }

    /// Where a lock is declared: the variable, or the innermost member.
    fn lock_places(&self, lock: &Path) -> Option<Vec<Place>> {
        let variable = &self.unit.variables[lock.base];
        let mut ty = variable.ty.ty;
        let mut member = None;
        for step in &lock.steps {
            let name = match step {
                Step::Member(name) => name,
                Step::Arrow(name) => {
                    ty = self.target(ty)?;
                    name
                }
                Step::Index(_) => {
                    let TypeKind::Array { element, .. } = self.unit.types.kind(ty) else { return None };
                    ty = element.ty;
                    continue;
                }
                Step::Deref => {
                    ty = self.target(ty)?;
                    continue;
                }
            };
            let TypeKind::Record(record) = self.unit.types.kind(ty) else { return None };
            let mut fields = self.unit.types.record(*record).body.as_ref()?.fields.iter();
            let field = fields.find(|field| field.name.as_ref() == Some(name))?;
            (ty, member) = (field.ty.ty, Some(field.span));
        }
        Some(match member {
            Some(member) => vec![self.declarations.place(member)],
            None if variable.function.is_some() => Vec::new(),
            None => self.declarations.all_of(variable),
        })
    }

    fn target(&self, ty: TypeId) -> Option<TypeId> {
        let TypeKind::Pointer(target) = self.unit.types.kind(ty) else { return None };
        Some(target.ty)
    }

    /// Whether Clang takes a lock for one: its type is that of POSIX where it is declared, behind the header.
    fn can_name(&self, lock: &Path) -> bool {
        let Some(places) = self.lock_places(lock) else { return false };
        places.iter().all(|place| {
            let ty = self.declarations.typedef(place).map(|name| &**name);
            matches!(ty, Some("pthread_mutex_t" | "pthread_rwlock_t" | "pthread_spinlock_t"))
                && self.has_room_for_header(place)
        })
    }

    fn need_header_for(&mut self, lock: &Path) -> bool {
        let places = self.lock_places(lock).unwrap_or_default();
        places.iter().for_each(|place| self.need_header(place));
        true
    }

    /// The changed files and the header.
    pub fn finish(mut self, called: &BTreeSet<&'static str>) -> (Vec<Change>, Option<(String, String)>) {
        self.files.retain(|_, file| file.first.is_some());
        let folders: Vec<Vec<&str>> = self.files.values().map(|file| folder(&file.path)).collect();
        let common = folders.iter().fold(folders.first().cloned().unwrap_or_default(), |common, folder| {
            common.iter().zip(folder).take_while(|(one, other)| one == other).map(|(one, _)| *one).collect()
        });
        let header_path: String = common.iter().map(|part| format!("{part}/")).collect::<String>() + header::NAME;
        let depth = common.len();
        // A file that is preprocessed already declares some types behind the header: functions with such parameters are left out.
        let are_known = |function: &&LockFunction| {
            self.files.values().all(|file| {
                let at = include_position(&file.blank, file.first.unwrap_or_default()).unwrap_or_default();
                let before = &file.blank[..at];
                let has = |word: &str| before.windows(word.len()).any(|window| window == word.as_bytes());
                has("#include") || function.types().all(has)
            })
        };
        let functions = LOCK_FUNCTIONS.iter().filter(|function| called.contains(function.name));
        let text = header::text(functions.filter(are_known));
        let change = |mut file: File| {
            let up = "../".repeat(folder(&file.path).len() - depth);
            let include = include_position(&file.blank, file.first.unwrap_or_default());
            let has_it = file.text.contains(&format!("{}\"", header::NAME));
            if let Some(at) = include.filter(|_| !has_it) {
                let break_ = if file.text.contains("\r\n") { "\r\n" } else { "\n" };
                let line = format!("#include \"{up}{}\"{break_}", header::NAME);
                let before = file.insertions.remove(&at).unwrap_or_default();
                file.insertions.insert(at, line + &before);
            }
            Change { path: file.path, text: file.text.to_string(), insertions: file.insertions }
        };
        let changes = self.files.into_values().map(change).collect();
        (changes, Some((header_path, text)))
    }
}

/// The folders of a path.
fn folder(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    parts
}
