//! The headers with which the files of a program are read.
//!
//! The built-in headers come first: with them results do not depend on the machine. If a file includes another header,
//! that is one of this machine, and then all headers of the program are: types of both kinds in one program would not
//! fit together. Options force one or the other.

use raddle_cfront::ast::TranslationUnit;
use raddle_cfront::check::UnitOptions;
use raddle_cfront::diagnostic::Diagnostic;
use raddle_cfront::preprocess::{PreprocessOptions, ReadError};
use raddle_program::source::SourceMap;
use std::path::Path;

use crate::units::{ReadFiles, Units, key};

/// The parsed files of a program.
pub struct Parsed {
    /// Where everything came from.
    pub source: SourceMap,
    /// The files in their order, with their options.
    pub units: Vec<(TranslationUnit, UnitOptions)>,
    /// What preprocessor and parser found.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the headers are those of this machine.
    pub reads_system_headers: bool,
}

/// Parses the files of a program, each with its options. `may_switch`: whether headers that are not built in may be those of this machine.
///
/// # Errors
/// If a file or the preprocessor is not available at all.
pub fn parse_program<'f>(
    files: impl Iterator<Item = (&'f Path, &'f PreprocessOptions)> + Clone,
    may_switch: bool,
    units: &Units,
) -> Result<Parsed, ReadError> {
    let may_switch = may_switch && !files.clone().any(|(_, options)| options.system_headers);
    if let Some(parsed) = parse(files.clone(), false, may_switch, units)? {
        return Ok(parsed);
    }
    // If this machine lacks the header, too, the error has the advice for this machine's headers.
    match parse(files.clone(), true, true, units)? {
        Some(parsed) => Ok(parsed),
        None => Ok(parse(files, false, false, units)?.expect("all files are read if headers may be missing")),
    }
}

/// The same for one file of a project whose other files need headers of this machine: those headers are tried first.
///
/// # Errors
/// As [`parse_program`].
pub fn parse_with_system_headers(path: &Path, options: &PreprocessOptions, units: &Units) -> Result<Parsed, ReadError> {
    let file = [(path, options)].into_iter();
    match parse(file.clone(), true, true, units)? {
        Some(parsed) => Ok(parsed),
        None => parse_program(file, true, units),
    }
}

/// `None` if a header is missing and `is_hasty`.
fn parse<'f>(
    files: impl Iterator<Item = (&'f Path, &'f PreprocessOptions)> + Clone,
    forces_system_headers: bool,
    is_hasty: bool,
    units: &Units,
) -> Result<Option<Parsed>, ReadError> {
    let keys: Vec<_> = files.clone().map(|(path, options)| key(path, options, forces_system_headers)).collect();
    let read = match units.read(&keys, is_hasty)? {
        ReadFiles::All(read) => read,
        ReadFiles::MissesHeader => return Ok(None),
    };
    let mut parsed = Parsed {
        source: SourceMap::new(),
        units: Vec::new(),
        diagnostics: Vec::new(),
        reads_system_headers: keys.iter().any(|(_, options)| options.system_headers),
    };
    for (read, (_, options)) in read.into_iter().zip(files) {
        let (unit, found) = read.parse_into(&mut parsed.source);
        parsed.diagnostics.extend(found);
        parsed.units.push((unit, UnitOptions::of_arguments(&options.cc_args)));
    }
    Ok(Some(parsed))
}
