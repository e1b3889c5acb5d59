//! `compile_commands.json`: which files a project compiles, and with which options for the preprocessor.
//!
//! The format is Clang's "JSON compilation database", which CMake, Meson and Bear write. What is taken from each command is in
//! `crate::command`.

use crate::command::{CompilerCommand, split_command};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// How a project compiles one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectEntry {
    /// The file, beside the folder that its command runs in if it is not absolute.
    pub file: PathBuf,
    /// What its command says.
    pub command: CompilerCommand,
}

impl ProjectEntry {
    /// What the file is compiled for, where the build system keeps the objects of each program or library in a folder:
    /// `CMakeFiles/NAME.dir` (CMake), `NAME.p` (Meson).
    pub fn target(&self) -> Option<&Path> {
        let output = self.command.output.as_deref()?;
        output.ancestors().find(|folder| {
            let extension = folder.extension().and_then(|extension| extension.to_str());
            extension == Some("dir") || extension == Some("p")
        })
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
    #[serde(default)]
    output: Option<PathBuf>,
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
        let command_output = command.output;
        // Without the `.` in it.
        let file: PathBuf = from_here(folder.join(&command.file).components().collect());
        if file.extension().is_some_and(|extension| extension == "c" || extension == "i") {
            let arguments = match (command.arguments, command.command) {
                (Some(arguments), _) => arguments,
                (None, Some(command)) => split_command(&command),
                (None, None) => Vec::new(),
            };
            // The first argument is the compiler.
            let mut command = CompilerCommand::read(&folder, arguments.get(1..).unwrap_or_default());
            command.include_dirs = command.include_dirs.into_iter().map(from_here).collect();
            if let Some(output) = &command_output {
                command.output.get_or_insert_with(|| folder.join(output));
            }
            project.entries.push(ProjectEntry { file, command });
        } else {
            project.skipped.push(file);
        }
    }
    Ok(project)
}

/// A path as people in the current folder write it: build systems write whole paths.
fn from_here(path: PathBuf) -> PathBuf {
    let here = std::env::current_dir().ok();
    match here.as_deref().and_then(|here| path.strip_prefix(here).ok()) {
        Some(below) if below.as_os_str().is_empty() => ".".into(),
        Some(below) => below.to_path_buf(),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preprocess::PreprocessOptions;
    use raddle_program::types::DataModel;

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
        assert_eq!(
            (&a.command.defines[..], &a.command.undefines[..]),
            (&["B=\"x y\"".to_string(), "__OPTIMIZE__=1".to_string()][..], &["A".to_string()][..])
        );
        assert_eq!(a.command.include_dirs, [Path::new("/p/inc"), Path::new("/abs"), Path::new("/p/sys")]);
        assert_eq!(
            (a.command.data_model, &a.command.cc_args[..]),
            (Some(DataModel::Ilp32), &["-std=gnu99".to_string()][..])
        );
        assert_eq!(b.file, Path::new("/q/b.c"));
        assert_eq!((b.command.defines.len(), b.command.undefines.len()), (2, 0));
        assert_eq!(b.command.cc_args, ["-include", "no.h"]);
        assert_eq!(project.skipped, [Path::new("/p/c.cpp")]);
    }

    #[test]
    fn the_users_options_come_last_and_win() {
        let command = CompilerCommand::read(Path::new("/p"), &["-DA=1".into(), "-Ix".into()]);
        let user =
            PreprocessOptions { defines: vec!["A=2".into()], include_dirs: vec!["y".into()], ..Default::default() };
        let options = command.options(&user);
        assert_eq!(options.defines, ["A=1", "A=2"]);
        assert_eq!(options.include_dirs, [Path::new("y"), Path::new("/p/x")]);
        assert_eq!(options.data_model, DataModel::Lp64);
    }

    #[test]
    fn what_is_no_database_is_explained() {
        assert!(project("{}").expect_err("an object").to_string().contains("write it anew"));
        let error = read_project(Path::new("/nonexistent")).expect_err("no such file");
        assert!(error.to_string().contains("compile_commands.json"));
    }
}
