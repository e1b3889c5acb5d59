//! Which headers the files of a program are read with.
//!
//! The built-in headers come first: with them results do not hang on the machine. If a file includes another header, that is one of this
//! machine, and so are all headers of the program then: types of both kinds in one program would not fit together. Options force one or the other.

use raddle_cfront::ast::TranslationUnit;
use raddle_cfront::check::UnitOptions;
use raddle_cfront::diagnostic::Diagnostic;
use raddle_cfront::preprocess::{PreprocessOptions, ReadError, misses_header, parse_into};
use raddle_program::source::SourceMap;
use std::path::Path;

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
) -> Result<Parsed, ReadError> {
    let parsed = parse(files.clone(), false)?;
    if !may_switch || parsed.reads_system_headers || !misses_header(&parsed.diagnostics) {
        return Ok(parsed);
    }
    let other = parse(files, true)?;
    // What this machine does not have either is told with the advice for it.
    Ok(if misses_header(&other.diagnostics) { parsed } else { other })
}

fn parse<'f>(
    files: impl Iterator<Item = (&'f Path, &'f PreprocessOptions)>,
    forces_system_headers: bool,
) -> Result<Parsed, ReadError> {
    let mut parsed = Parsed {
        source: SourceMap::new(),
        units: Vec::new(),
        diagnostics: Vec::new(),
        reads_system_headers: forces_system_headers,
    };
    for (path, options) in files {
        let system_headers = options.system_headers || forces_system_headers;
        let options = PreprocessOptions { system_headers, ..options.clone() };
        let (unit, found) = parse_into(&mut parsed.source, path, &options)?;
        parsed.diagnostics.extend(found);
        parsed.units.push((unit, UnitOptions::of_arguments(&options.cc_args)));
        parsed.reads_system_headers |= system_headers;
    }
    Ok(parsed)
}
