//! `compile_commands.json`: which files a project compiles, and with which options for the preprocessor.
//!
//! The format is Clang's "JSON compilation database", which CMake, Meson and Bear write. Taken from each command: `-D`,
//! `-U`, the options that name include folders, `-include`, `-std=` and the data model. Everything else (warnings,
//! optimization, outputs) does not change what a program means to us.

use crate::preprocess::PreprocessOptions;
use raddle_program::types::DataModel;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// How a project compiles one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectEntry {
    /// The file, beside the folder that its command runs in if it is not absolute.
    pub file: PathBuf,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Names.
    pub undefines: Vec<String>,
    /// Include folders in the order in which they are searched.
    pub include_dirs: Vec<PathBuf>,
    /// Further arguments for the preprocessor: `-include FILE` and `-std=`.
    pub cc_args: Vec<String>,
    /// What `-m32` or `-m64` demand.
    pub data_model: Option<DataModel>,
}

impl ProjectEntry {
    /// The options for this file: the project's first, so that the user's win.
    pub fn options(&self, user: &PreprocessOptions) -> PreprocessOptions {
        let mut options = user.clone();
        options.defines = concatenated(&self.defines, &user.defines);
        options.undefines = concatenated(&self.undefines, &user.undefines);
        options.include_dirs = concatenated(&user.include_dirs, &self.include_dirs);
        options.cc_args = concatenated(&self.cc_args, &user.cc_args);
        options.data_model = self.data_model.unwrap_or(user.data_model);
        options
    }
}

/// The C files of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// One entry a compiled C file, in the order of the database; a file that is compiled twice has two.
    pub entries: Vec<ProjectEntry>,
    /// Files in other languages.
    pub skipped: Vec<PathBuf>,
}

/// Why a project cannot be read. Each message ends in what to do.
#[derive(Debug)]
pub enum ProjectError {
    /// The database cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is no compilation database.
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
}

impl std::fmt::Display for ProjectError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ProjectError::Unreadable { path, error } => write!(
                f,
                "cannot read `{}` ({error}): name a compile_commands.json, or the folder that holds it",
                path.to_string_lossy().escape_debug()
            ),
            ProjectError::Malformed { path, error } => write!(
                f,
                "`{}` is no compilation database ({}): write it anew, for instance with `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`",
                path.to_string_lossy().escape_debug(),
                error.to_string().escape_debug()
            ),
        }
    }
}

impl std::error::Error for ProjectError {}

/// One entry as the file has it.
#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    arguments: Option<Vec<String>>,
}

/// Reads a compilation database; `path` is the file, or the folder that holds `compile_commands.json`.
///
/// # Errors
/// If it cannot be read, or is none.
pub fn read_project(path: &Path) -> Result<Project, ProjectError> {
    let path = if path.is_dir() { path.join("compile_commands.json") } else { path.to_path_buf() };
    let text = std::fs::read(&path).map_err(|error| ProjectError::Unreadable { path: path.clone(), error })?;
    let commands: Vec<Command> =
        serde_json::from_slice(&text).map_err(|error| ProjectError::Malformed { path: path.clone(), error })?;
    // Folders may be given relative to the database.
    let base = path.parent().unwrap_or(Path::new(""));
    let mut project = Project::default();
    for command in commands {
        let folder = base.join(&command.directory);
        let file = folder.join(&command.file);
        if file.extension().is_some_and(|extension| extension == "c" || extension == "i") {
            let arguments = match (command.arguments, command.command) {
                (Some(arguments), _) => arguments,
                (None, Some(command)) => split_command(&command),
                (None, None) => Vec::new(),
            };
            project.entries.push(entry(file, &folder, &arguments));
        } else {
            project.skipped.push(file);
        }
    }
    Ok(project)
}

fn entry(file: PathBuf, folder: &Path, arguments: &[String]) -> ProjectEntry {
    let mut entry = ProjectEntry {
        file,
        defines: Vec::new(),
        undefines: Vec::new(),
        include_dirs: Vec::new(),
        cc_args: Vec::new(),
        data_model: None,
    };
    // The first argument is the compiler.
    let mut arguments = arguments.iter().skip(1).map(String::as_str);
    while let Some(argument) = arguments.next() {
        // `-Idir` and `-I dir` mean the same.
        let mut value_of = |option: &str| {
            let joined = argument.strip_prefix(option)?;
            if joined.is_empty() { arguments.next() } else { Some(joined) }
        };
        if let Some(define) = value_of("-D") {
            let name = macro_name(define);
            entry.undefines.retain(|undefined| undefined != name);
            entry.defines.push(define.into());
        } else if let Some(name) = value_of("-U") {
            entry.defines.retain(|define| macro_name(define) != name);
            entry.undefines.push(name.into());
        } else if let Some(include) = value_of("-isystem")
            .or_else(|| value_of("-iquote"))
            .or_else(|| value_of("-idirafter"))
            .or_else(|| value_of("-I"))
        {
            entry.include_dirs.push(folder.join(include));
        } else if argument == "-include" {
            if let Some(header) = arguments.next() {
                let beside = folder.join(header);
                let found = if beside.exists() { beside.to_string_lossy().into_owned() } else { header.into() };
                entry.cc_args.extend(["-include".into(), found]);
            }
        } else if argument.starts_with("-std=") {
            entry.cc_args.push(argument.into());
        } else if argument == "-m32" {
            entry.data_model = Some(DataModel::Ilp32);
        } else if argument == "-m64" {
            entry.data_model = Some(DataModel::Lp64);
        }
    }
    entry
}

fn macro_name(define: &str) -> &str {
    define.split(['=', '(']).next().unwrap_or(define)
}

/// Splits a command as a POSIX shell does, without expansions.
fn split_command(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, ' ' | '\t' | '\n' | '\r') => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == character => quote = None,
            (None, '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some('"'), '\\') => {
                let escapes = characters.peek().is_some_and(|next| matches!(next, '"' | '\\' | '$' | '`'));
                let next = if escapes { characters.next() } else { None };
                word.get_or_insert_default().push(next.unwrap_or('\\'));
            }
            (Some(_) | None, _) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

fn concatenated<T: Clone>(first: &[T], second: &[T]) -> Vec<T> {
    first.iter().chain(second).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(text: &str) -> Result<Project, ProjectError> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("compile_commands.json"), text).expect("a temporary file");
        read_project(folder.path())
    }

    #[test]
    fn commands_and_argument_lists_are_read() {
        let text = r#"[
            {"directory": "/p", "file": "a.c", "output": "a.o",
             "command": "gcc -DA -D 'B=\"x y\"' -UA -Iinc -I /abs -isystem sys -O2 -Wall -m32 -std=gnu99 -o a.o -c a.c"},
            {"directory": "/p", "file": "/q/b.c", "arguments": ["cc", "-DA=1", "-UB", "-DB=2", "-include", "no.h"]},
            {"directory": "/p", "file": "c.cpp", "arguments": []}]"#;
        let project = project(text).expect("a database");
        let [a, b] = &project.entries[..] else { panic!("two entries, not {project:?}") };
        assert_eq!(a.file, Path::new("/p/a.c"));
        assert_eq!((&a.defines[..], &a.undefines[..]), (&["B=\"x y\"".to_string()][..], &["A".to_string()][..]));
        assert_eq!(a.include_dirs, [Path::new("/p/inc"), Path::new("/abs"), Path::new("/p/sys")]);
        assert_eq!((a.data_model, &a.cc_args[..]), (Some(DataModel::Ilp32), &["-std=gnu99".to_string()][..]));
        assert_eq!(b.file, Path::new("/q/b.c"));
        assert_eq!((b.defines.len(), b.undefines.len()), (2, 0));
        assert_eq!(b.cc_args, ["-include", "no.h"]);
        assert_eq!(project.skipped, [Path::new("/p/c.cpp")]);
    }

    #[test]
    fn the_users_options_come_last_and_win() {
        let entry = entry("a.c".into(), Path::new("/p"), &["cc".into(), "-DA=1".into(), "-Ix".into()]);
        let user =
            PreprocessOptions { defines: vec!["A=2".into()], include_dirs: vec!["y".into()], ..Default::default() };
        let options = entry.options(&user);
        assert_eq!(options.defines, ["A=1", "A=2"]);
        assert_eq!(options.include_dirs, [Path::new("y"), Path::new("/p/x")]);
        assert_eq!(options.data_model, DataModel::Lp64);
    }

    #[test]
    fn words_are_split_as_by_a_shell() {
        assert_eq!(
            split_command(r#"a  b\ c "d \"e\" \f" 'g "h"' "" i"j"k"#),
            ["a", "b c", "d \"e\" \\f", "g \"h\"", "", "ijk"]
        );
        assert_eq!(split_command("'open"), ["open"]);
        assert_eq!(split_command("end\\"), ["end"]);
    }

    #[test]
    fn what_is_no_database_is_explained() {
        assert!(project("{}").expect_err("an object").to_string().contains("write it anew"));
        let error = read_project(Path::new("/nonexistent")).expect_err("no such file");
        assert!(error.to_string().contains("compile_commands.json"));
    }
}
