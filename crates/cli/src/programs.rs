//! The programs that a command line is about: files and batches of them, the command line of a compiler, or all programs of a project.

use raddle_cfront::command::{CompilerCommand, is_compiler};
use raddle_cfront::project::{Project, ProjectEntry};
use raddle_report::diagnostic::{Diagnostic, Level, Rule};
use raddle_report::escape::escape;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::batch;
use crate::front::Input;
use crate::options::ProgramOptions;
use crate::output;
use crate::project;

/// The programs, each as its files.
pub struct Programs {
    /// The files of each.
    pub all: Vec<Vec<PathBuf>>,
    /// Whether there may be several, so that each answer names its program.
    pub is_batch: bool,
    /// Why programs of the project could not be put together; each was written to standard error, too.
    pub problems: Vec<Diagnostic>,
}

impl Programs {
    /// The programs of a command line. With `only`, one program that consists of these files; the other arguments say
    /// how they are read.
    ///
    /// # Errors
    /// What is wrong with the command of a compiler.
    pub fn named(
        options: &ProgramOptions,
        only: &[PathBuf],
        input: &mut Input,
        arguments: &[OsString],
    ) -> Result<Programs, String> {
        let command = compiler_command(options, arguments)?;
        let mut problems = Vec::new();
        let all = match (only, command) {
            (only, Some(command)) => {
                let files = command.files.clone();
                let entry = |file: &PathBuf| ProjectEntry { file: file.clone(), command: command.clone() };
                input.set_project(Project { entries: files.iter().map(entry).collect(), skipped: Vec::new() });
                vec![if only.is_empty() { files } else { only.to_vec() }]
            }
            ([], None) => match input.project().filter(|_| options.files.is_empty()) {
                Some(of) => {
                    let preprocess = input.preprocess();
                    let reading = (&preprocess, input.may_read_system_headers);
                    let found = match input.is_library() {
                        true => project::library(of, reading, &input.units),
                        false => project::programs(of, reading, &options.program, &options.choose, &input.units),
                    };
                    let problem = |why: &String| Diagnostic::new(Rule::Database, Level::Error, why);
                    problems.extend(found.problems.iter().map(problem));
                    problems.iter().for_each(|problem| output::message(&problem.shown));
                    found.programs
                }
                None => batch::programs(&options.files, options.each),
            },
            (only, None) => vec![only.to_vec()],
        };
        Ok(Programs { is_batch: all.len() > 1 || options.files.is_empty(), all, problems })
    }
}

/// The command line of a compiler that stands behind `--`.
fn compiler_command(options: &ProgramOptions, arguments: &[OsString]) -> Result<Option<CompilerCommand>, String> {
    let words: Vec<String> = options.files.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let Some((compiler, words)) = words.split_first().filter(|(first, _)| is_compiler(first)) else { return Ok(None) };
    let is_behind_dashes = arguments
        .iter()
        .position(|argument| argument == "--")
        .is_some_and(|dashes| arguments.get(dashes + 1).is_some_and(|next| *next == **compiler));
    if !is_behind_dashes {
        return Ok(None);
    }
    let command = CompilerCommand::read(Path::new(""), words);
    if command.files.is_empty() {
        return Err(format!("the command of {compiler} names no C file"));
    }
    if !command.objects.is_empty() {
        let names: Vec<String> = command.objects.iter().map(|object| escape(&object.to_string_lossy())).collect();
        let (files, them) = (names.join(", "), if names.len() == 1 { "it" } else { "them" });
        output::message(&format!(
            "note: only C is read: what {files} define has no body; name the C files behind {them}"
        ));
    }
    Ok(Some(command))
}
