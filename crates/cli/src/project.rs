//! The programs of a project: each file that defines `main`, with the files that define what is still undefined, as a linker
//! takes members from an archive.
//!
//! A symbol that several files define is looked for in the target of the build system that `main` belongs to, then in that of the
//! file which needs it. If that does not decide, `--choose SYMBOL=FILE` does; without it the program is not checked. A file that cannot be
//! read belongs to every program that misses a function: nothing is safe because a file was left out.

use raddle_cfront::check::{FileSymbols, is_library_function, symbols_of};
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cfront::project::{Project, ProjectEntry};
use raddle_program::types::DataModel;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::headers::{parse_program, parse_with_system_headers};
use crate::supervise::{Ended, Limits, Supervisor};
use crate::units::{ReadFiles, Units, key};

/// What is found in a project.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The files of each program, that with `main` first.
    pub programs: Vec<Vec<PathBuf>>,
    /// What cannot be put together, in sentences.
    pub problems: Vec<String>,
}

/// A file of the project; `None` stands for one that cannot be read.
struct File<'p> {
    entry: &'p ProjectEntry,
    symbols: Option<FileSymbols>,
}

impl File<'_> {
    fn has_main(&self) -> bool {
        self.symbols.as_ref().is_some_and(|symbols| symbols.defined.iter().any(|(name, _)| &**name == "main"))
    }
}

/// The programs of a project. `wanted` picks some by their names, `choices` are `SYMBOL=FILE`.
pub fn programs(
    project: &Project,
    (options, may_switch): (&PreprocessOptions, bool),
    wanted: &[String],
    choices: &[String],
    units: &Arc<Units>,
) -> Found {
    let files = files(project, (options, may_switch), units);
    let mut found = Found::default();
    let mut definitions: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, file) in files.iter().enumerate().filter(|(_, file)| !file.has_main()) {
        for (name, _) in file.symbols.iter().flat_map(|symbols| &symbols.defined) {
            definitions.entry(name).or_default().push(number);
        }
    }
    let linking = Linking { files: &files, definitions, choices };
    let mains = files.iter().enumerate().filter(|(_, file)| file.has_main()).map(|(number, _)| number);
    let picked: Vec<usize> = mains.filter(|&number| is_wanted(files[number].entry, wanted)).collect();
    for &main in &picked {
        match linking.program(main) {
            Ok(program) => found.programs.push(program),
            Err(why) => found.problems.push(why),
        }
    }
    for name in wanted {
        let is_called = |file: &&File<'_>| is_wanted(file.entry, std::slice::from_ref(name));
        if picked.iter().any(|&number| is_called(&&files[number])) {
            continue;
        }
        // A file that cannot be read may define `main`: reading it as a program says what is wrong.
        match files.iter().filter(|file| file.symbols.is_none()).find(is_called) {
            Some(file) => found.programs.push(vec![file.entry.file.clone()]),
            None => found.problems.push(format!("no program of the project is called {name}")),
        }
    }
    if wanted.is_empty() {
        let taken: BTreeSet<&PathBuf> = found.programs.iter().flatten().collect();
        let left: Vec<Vec<PathBuf>> = (files.iter())
            .filter(|file| file.symbols.is_none() && !taken.contains(&file.entry.file))
            .map(|file| vec![file.entry.file.clone()])
            .collect();
        found.programs.extend(left);
        if found.programs.is_empty() && found.problems.is_empty() {
            let why = "no file of the project defines main, where a program starts: --library lets any threads call the functions";
            found.problems.push(why.to_owned());
        }
    }
    found
}

/// The library of a project: all files that do not define `main`, as one program, and what is wrong if there are none.
pub fn library(project: &Project, reading: (&PreprocessOptions, bool), units: &Arc<Units>) -> Found {
    let files = files(project, reading, units);
    let files: Vec<PathBuf> =
        files.into_iter().filter(|file| !file.has_main()).map(|file| file.entry.file.clone()).collect();
    match files.is_empty() {
        true => Found {
            problems: vec!["each file of the project defines main: leave out --library".to_owned()],
            ..Found::default()
        },
        false => Found { programs: vec![files], ..Found::default() },
    }
}

/// The files of a project with their symbols. A file that is compiled twice counts as it is compiled first.
fn files<'p>(
    project: &'p Project,
    (options, may_switch): (&PreprocessOptions, bool),
    units: &Arc<Units>,
) -> Vec<File<'p>> {
    let mut seen = BTreeSet::new();
    let entries: Vec<&ProjectEntry> = project.entries.iter().filter(|entry| seen.insert(entry.file.clone())).collect();
    let needs_system_headers = may_switch && read_all(&entries, options, units);
    let symbols = |entry| symbols(entry, options, (may_switch, needs_system_headers), units);
    entries.into_iter().map(|entry| File { entry, symbols: symbols(entry) }).collect()
}

/// Whether a program is called by one of some names, if there are any: the path of the file with `main`, the end of that, its name
/// without `.c`, or the target of the build system.
fn is_wanted(entry: &ProjectEntry, wanted: &[String]) -> bool {
    let is_called = |name: &String| {
        let stem = |path: &Path| path.file_stem().is_some_and(|stem| *stem == **name);
        entry.file.ends_with(name)
            || stem(&entry.file)
            || entry.target().is_some_and(stem)
            || entry.command.output.as_deref().is_some_and(stem)
    };
    wanted.is_empty() || wanted.iter().any(is_called)
}

/// Reads all files at once, so that their symbols need no reading. Whether one includes a header that is not built in.
fn read_all(entries: &[&ProjectEntry], options: &PreprocessOptions, units: &Arc<Units>) -> bool {
    let keys = |is_system| -> Vec<_> {
        entries.iter().map(|entry| key(&entry.file, &entry.command.options(options), is_system)).collect()
    };
    let (built_in, system, units) = (keys(false), keys(true), units.clone());
    let ended = Supervisor::new(Limits::default()).run(move |_| {
        // A file that cannot be read is reported when its symbols are needed.
        let misses = matches!(units.read(&built_in, true), Ok(ReadFiles::MissesHeader));
        if misses {
            let _ = units.read(&system, false);
        }
        misses
    });
    matches!(ended, Ended::Answered(true))
}

/// The symbols of a file, if it can be read.
fn symbols(
    entry: &ProjectEntry,
    options: &PreprocessOptions,
    (may_switch, needs_system_headers): (bool, bool),
    units: &Arc<Units>,
) -> Option<FileSymbols> {
    let (path, options, units) = (entry.file.clone(), entry.command.options(options), units.clone());
    let mut supervisor = Supervisor::new(Limits::default());
    let ended = supervisor.run(move |_| {
        let parsed = match needs_system_headers {
            true => parse_with_system_headers(&path, &options, &units),
            false => parse_program([(&*path, &options)].into_iter(), may_switch, &units),
        };
        let parsed = parsed.ok()?;
        let (unit, unit_options) = parsed.units.first().filter(|_| !has_errors(&parsed.diagnostics))?;
        let (symbols, found) = symbols_of(parsed.source, unit, *unit_options, options.data_model);
        (!has_errors(&found)).then_some(symbols)
    });
    match ended {
        Ended::Answered(symbols) => symbols,
        Ended::Unanswered(_) => None,
    }
}

struct Linking<'p> {
    files: &'p [File<'p>],
    /// The files that define each symbol; those with `main` are none of them.
    definitions: BTreeMap<&'p str, Vec<usize>>,
    choices: &'p [String],
}

impl Linking<'_> {
    /// The files of the program whose `main` is in a file.
    fn program(&self, main: usize) -> Result<Vec<PathBuf>, String> {
        let mut taken = vec![main];
        let mut missing = BTreeSet::new();
        let mut next = 0;
        while let Some(&file) = taken.get(next) {
            next += 1;
            let symbols = self.files[file].symbols.as_ref();
            for name in symbols.iter().flat_map(|symbols| &symbols.undefined) {
                if taken.iter().any(|&taken| self.defines(taken, name)) {
                    continue;
                }
                match self.definition(name, main, file)? {
                    Some(found) => taken.push(found),
                    None => _ = missing.insert(name.clone()),
                }
            }
        }
        let model = self.files[main].entry.command.data_model.unwrap_or(DataModel::Lp64);
        if missing.iter().any(|name| !is_library_function(name, model)) {
            taken.extend((0..self.files.len()).filter(|&file| self.files[file].symbols.is_none()));
        }
        Ok(taken.into_iter().map(|file| self.files[file].entry.file.clone()).collect())
    }

    fn defines(&self, file: usize, name: &str) -> bool {
        let symbols = self.files[file].symbols.as_ref();
        symbols.is_some_and(|symbols| symbols.defined.iter().any(|(defined, _)| &**defined == name))
    }

    /// Whether a file needs a symbol that only a file with another `main` defines: a linker could not add it to this program.
    fn is_of_another_program(&self, file: usize, main: usize) -> bool {
        let mut needed = self.files[file].symbols.iter().flat_map(|symbols| &symbols.undefined);
        needed.any(|name| {
            !self.definitions.contains_key(&**name)
                && !self.defines(main, name)
                && (0..self.files.len()).any(|other| self.files[other].has_main() && self.defines(other, name))
        })
    }

    /// The file that a symbol is taken from.
    fn definition(&self, name: &str, main: usize, user: usize) -> Result<Option<usize>, String> {
        let Some(candidates) = self.definitions.get(name) else { return Ok(None) };
        let chosen =
            self.choices.iter().filter_map(|choice| choice.split_once('=')).find(|(symbol, _)| *symbol == name);
        if let Some((_, file)) = chosen {
            let is_it = |candidate: &&usize| self.files[**candidate].entry.file.ends_with(file);
            return match candidates.iter().find(is_it) {
                Some(&candidate) => Ok(Some(candidate)),
                None => Err(format!("--choose {name}={file}: the file does not define {name}")),
            };
        }
        for near in [main, user] {
            let target = self.files[near].entry.target();
            let same: Vec<usize> = candidates
                .iter()
                .copied()
                .filter(|&candidate| target.is_some() && self.files[candidate].entry.target() == target)
                .collect();
            if let [only] = same[..] {
                return Ok(Some(only));
            }
        }
        let is_weak = |candidate: usize| {
            let symbols = self.files[candidate].symbols.as_ref();
            symbols.is_some_and(|symbols| symbols.defined.iter().any(|(defined, weak)| &**defined == name && *weak))
        };
        let strong: Vec<usize> = candidates.iter().copied().filter(|&candidate| !is_weak(candidate)).collect();
        if let (&[only], _) | (&[], &[only]) = (&strong[..], &candidates[..]) {
            return Ok(Some(only));
        }
        let of_this_program: Vec<usize> =
            strong.into_iter().filter(|&candidate| !self.is_of_another_program(candidate, main)).collect();
        match of_this_program[..] {
            [only] => Ok(Some(only)),
            _ => {
                let names: Vec<String> = candidates
                    .iter()
                    .map(|&candidate| self.files[candidate].entry.file.to_string_lossy().into_owned())
                    .collect();
                let program = self.files[main].entry.file.display();
                Err(format!(
                    "the program of {program} needs {name}, which several files define ({}): add --choose {name}=FILE",
                    names.join(", ")
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_cfront::project::read_project;

    /// The programs of a project with these files; each may be followed by the target that it is compiled for.
    fn found(files: &[(&str, &str)], wanted: &[&str], choices: &[&str]) -> (Vec<String>, Vec<String>) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let mut entries = Vec::new();
        for (name, text) in files {
            let (name, target) = name.split_once(' ').unwrap_or((name, "all"));
            std::fs::write(folder.path().join(name), text).expect("a file can be written");
            entries.push(format!(
                "{{\"directory\": {:?}, \"file\": {name:?}, \"command\": \"cc -c {name} -o CMakeFiles/{target}.dir/{name}.o\"}}",
                folder.path()
            ));
        }
        let database = format!("[{}]", entries.join(","));
        std::fs::write(folder.path().join("compile_commands.json"), database).expect("a file can be written");
        let project = read_project(folder.path()).expect("it is a project");
        let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let found = programs(
            &project,
            (&PreprocessOptions::default(), true),
            &texts(wanted),
            &texts(choices),
            &Arc::new(Units::kept()),
        );
        let short = |text: String| text.replace(&format!("{}/", folder.path().display()), "");
        let program = |files: Vec<PathBuf>| {
            let names = files.into_iter().map(|file| short(file.to_string_lossy().into_owned()));
            names.collect::<Vec<_>>().join(" ")
        };
        (found.programs.into_iter().map(program).collect(), found.problems.into_iter().map(short).collect())
    }

    const FILES: [(&str, &str); 5] = [
        ("one.c", "int f(void); int main(void) { return f(); }"),
        ("two.c", "extern int shared; static int g(void) { return 0; } int main(void) { return shared + g(); }"),
        ("f.c", "int g(void); int f(void) { return g(); }"),
        ("g.c", "int shared; int g(void) { return 1; }"),
        ("unused.c", "int h(void) { return 1; }"),
    ];

    #[test]
    fn each_main_gets_the_files_that_it_needs() {
        let (programs, problems) = found(&FILES, &[], &[]);
        assert_eq!(programs, ["one.c f.c g.c", "two.c g.c"]);
        assert!(problems.is_empty());
        assert_eq!(found(&FILES, &["two"], &[]).0, ["two.c g.c"]);
        assert_eq!(found(&FILES, &["three"], &[]).1, ["no program of the project is called three"]);
        let problems = found(&FILES[2..], &[], &[]).1;
        assert!(matches!(&problems[..], [why] if why.contains("no file of the project defines main")), "{problems:?}");
    }

    #[test]
    fn a_symbol_with_several_definitions_is_chosen() {
        let other = ("other.c", "int f(void) { return 2; }");
        let files = [&FILES[..], &[other]].concat();
        let (programs, problems) = found(&files, &[], &[]);
        assert_eq!(programs, ["two.c g.c"]);
        let why = "the program of one.c needs f, which several files define (f.c, other.c): add --choose f=FILE";
        assert_eq!(problems, [why]);
        assert_eq!(found(&files, &[], &["f=other.c"]).0, ["one.c other.c", "two.c g.c"]);
        let targets = [("one.c x", FILES[0].1), ("f.c y", FILES[2].1), ("g.c", FILES[3].1), ("other.c x", other.1)];
        assert_eq!(found(&targets, &[], &[]).0, ["one.c other.c"]);
        // What needs something of the file with another `main` belongs to that program.
        let needs_two = ("other.c", "extern int of_two; int f(void) { return of_two; }");
        let two = ("two.c", "int of_two, f(void); int main(void) { return f(); }");
        let files = [FILES[0], two, FILES[2], FILES[3], needs_two];
        assert_eq!(found(&files, &["one"], &[]).0, ["one.c f.c g.c"]);
        let weak = [FILES[0], FILES[2], FILES[3], ("weak.c", "__attribute__((weak)) int f(void) { return 2; }")];
        assert_eq!(found(&weak, &[], &[]).0, ["one.c f.c g.c"]);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_part_of_what_misses_something() {
        let files = [FILES[0], FILES[1], FILES[3], ("broken.c", "int f(void) { return")];
        assert_eq!(found(&files, &[], &[]).0, ["one.c broken.c", "two.c g.c"]);
        assert_eq!(found(&files, &["broken"], &[]), (vec!["broken.c".to_owned()], Vec::new()));
        // Library functions are not missing, and a broken file that no program needs is said to be broken.
        let files = [("one.c", "int puts(const char *); int main(void) { return puts(\"\"); }"), files[3]];
        assert_eq!(found(&files, &[], &[]).0, ["one.c", "broken.c"]);
    }
}
