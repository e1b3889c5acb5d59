//! Running `cc -E` on what the built-in preprocessor leaves to it: what it is given, and what comes back.
//!
//! It reads a copy of the user's file in which line markers are blanked. The copy lies alone in a temporary
//! folder, since `#include "..."` looks beside the including file first; the folder of the user's file comes next. It is gone
//! when this module returns. Our headers lie in a folder of the [`Session`].

use super::options::{PreprocessOptions, ReadError};
use super::predefined::predefined_macros;
use super::session::Session;
use super::{FILE_MAX, messages};
use crate::headers;
use crate::lex::Lexed;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What `cc -E` gave.
pub(super) struct Output {
    /// The preprocessed text.
    pub(super) text: Vec<u8>,
    /// What it complained about.
    pub(super) messages: Vec<messages::Message>,
    /// The folder that our headers lay in: markers name them by it.
    pub(super) header_folder: String,
}

/// Preprocesses `text`, the content of the file `name` in `folder`. `lexed` tells where its line markers are.
pub(super) fn preprocess(
    name: &str,
    folder: Option<&Path>,
    text: &[u8],
    lexed: &Lexed,
    options: &PreprocessOptions,
    session: &Session,
) -> Result<Output, ReadError> {
    let mut copy = line_marker(name).into_bytes();
    copy.extend(without_line_markers(text, lexed));
    let temporary = Temporary::write(&copy, options, session).map_err(ReadError::Temporary)?;
    let output = run(options, arguments(folder, &temporary, options))?;
    if output.stdout.len() as u64 >= FILE_MAX {
        return Err(ReadError::OutputTooLarge);
    }
    let complaints = String::from_utf8_lossy(&output.stderr);
    let mut found = messages::parse(&complaints);
    if !output.status.success() && !found.iter().any(|message| message.is_error) {
        found.push(messages::unexplained_failure(&options.cc, &complaints));
    }
    let header_folder = temporary.headers.to_string_lossy().into_owned();
    Ok(Output { text: output.stdout, messages: found, header_folder })
}

/// Runs the preprocessor.
fn run(options: &PreprocessOptions, arguments: Vec<OsString>) -> Result<std::process::Output, ReadError> {
    Command::new(&options.cc)
        .args(arguments)
        .stdin(Stdio::null())
        .env("LC_ALL", "C")
        .output()
        .map_err(|error| ReadError::NoCompiler { command: options.cc.clone(), error })
}

/// What `cc` reads beside the user's headers; the input is removed when it is dropped.
struct Temporary {
    _folder: tempfile::TempDir,
    headers: PathBuf,
    input: PathBuf,
}

impl Temporary {
    fn write(copy: &[u8], options: &PreprocessOptions, session: &Session) -> std::io::Result<Self> {
        let is_system = options.system_headers;
        let headers = session.folder(is_system, |folder| write_headers(folder, is_system))?;
        let folder = tempfile::tempdir()?;
        let input = folder.path().join("raddle-input.c");
        std::fs::write(&input, copy)?;
        Ok(Temporary { _folder: folder, headers, input })
    }
}

fn arguments(folder: Option<&Path>, temporary: &Temporary, options: &PreprocessOptions) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = ["-E", "-x", "c", "-std=gnu11", "-undef"].map(OsString::from).into();
    // What `cc` reads is a copy, so `#include "..."` must be told where the file itself lies.
    let own_folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    arguments.extend(["-iquote".into(), own_folder.into()]);
    for folder in &options.include_dirs {
        arguments.extend(["-I".into(), folder.into()]);
    }
    if !options.system_headers {
        arguments.push("-nostdinc".into());
    }
    let option = if options.system_headers { "-idirafter" } else { "-isystem" };
    arguments.extend([option.into(), temporary.headers.clone().into()]);
    for (name, body) in predefined_macros(options.data_model) {
        arguments.push(format!("-D{name}={body}").into());
    }
    arguments.extend(options.defines.iter().map(|define| OsString::from(format!("-D{define}"))));
    arguments.extend(options.undefines.iter().map(|name| OsString::from(format!("-U{name}"))));
    arguments.extend(options.cc_args.iter().map(OsString::from));
    arguments.push(temporary.input.clone().into());
    arguments
}

/// Our headers; or, beside the host's, what the host lacks.
fn write_headers(folder: &Path, system_headers: bool) -> std::io::Result<()> {
    let own = headers::ALL.iter().filter(|_| !system_headers).copied();
    let missing = headers::MISSING_ON_THE_MACHINE.iter().filter(|_| system_headers).copied();
    for (name, text) in own.chain(missing) {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}

/// The marker that makes `cc` speak of the file by its name.
fn line_marker(name: &str) -> String {
    format!("# 1 {}\n", quoted(name))
}

/// The name of a file as line markers write it.
pub(super) fn quoted(name: &str) -> String {
    let mut marker = String::from("\"");
    for character in name.chars() {
        match character {
            '"' | '\\' => marker.extend(['\\', character]),
            _ if character.is_control() => marker.push_str(&format!("\\{:03o}", u32::from(character) & 0o777)),
            _ => marker.push(character),
        }
    }
    marker.push('"');
    marker
}

/// The text with its line markers and its byte order mark overwritten by blanks; line breaks stay.
pub(super) fn without_line_markers(text: &[u8], lexed: &Lexed) -> Vec<u8> {
    let mut blanked = text.to_vec();
    let mark_length = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let markers = lexed.markers.iter().map(|marker| marker.start..marker.end);
    for range in std::iter::once(0..mark_length).chain(markers) {
        for byte in &mut blanked[range] {
            if !matches!(*byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    blanked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;
    use raddle_program::source::FileId;

    #[test]
    fn line_markers_become_blank_lines() {
        let text = b"\xef\xbb\xbfint a;\n#line 5 \\\r\n \"x\"\nint b;\n# 7\n";
        let blanked = without_line_markers(text, &lex(FileId(0), text));
        assert_eq!(blanked.len(), text.len());
        assert_eq!(String::from_utf8(blanked).unwrap(), "   int a;\n         \r\n    \nint b;\n   \n");
    }

    #[test]
    fn names_are_escaped_in_markers() {
        assert_eq!(line_marker("a\"b\\c\nd.c"), "# 1 \"a\\\"b\\\\c\\012d.c\"\n");
    }
}
