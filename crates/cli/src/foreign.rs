//! Advice for options that belong to another command: a C compiler.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;

/// Options of compilers that change what a program means to them, or say where its parts are.
const OF_COMPILERS: [&str; 13] =
    ["-O", "-W", "-f", "-m", "-g", "-l", "-L", "-std", "-pthread", "-isystem", "-include", "-iquote", "-pedantic"];

/// The message that replaces the parser's about such an option.
pub fn message(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else { return None };
    // Of `-O2`, the parser knows `-O`.
    let letter: String = unknown.chars().take(2).collect();
    let words = arguments.iter().map(|argument| argument.to_string_lossy());
    let word = words.into_iter().take_while(|word| word != "--").find(|word| word.starts_with(&letter))?;
    let is_of_compiler = OF_COMPILERS.iter().any(|option| word.starts_with(option));
    let word = raddle_report::escape::escape(&word);
    (is_of_compiler && !unknown.starts_with("--")).then(|| {
        format!(
            "error: {word} is an option of a C compiler\n\n  \
             tip: give the whole command of the compiler behind `--`: raddle check -- cc {word} FILE.c\n       \
             or this option alone to its preprocessor: raddle check --cc-arg={word} FILE.c\n"
        )
    })
}
