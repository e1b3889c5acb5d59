//! The built-in preprocessor: from a file to tokens with places, without starting a compiler (C11 6.10, as gcc carries it out).
//!
//! A header is cut into tokens and directives once in a session ([`cut`]). Reading a file ([`reader`]) carries out its directives, expands its macros
//! ([`expand`], [`substitute`]), evaluates its conditions ([`condition`]) and finds its headers ([`search`]). What a macro brought in has the place of
//! the macro's name in the file, arguments included.
//!
//! Where gcc would say anything, or the text does something unusual (`#error`, `__DATE__`, a name that is defined in two ways, pragmas about macros,
//! trigraphs), nothing is decided here: [`Leave`] hands the whole file to `cc -E`, whose messages count. Only gcc's warnings about quotes in text that is
//! skipped are not repeated.
//!
//! The alternative that was measured is to keep outputs of `cc -E` on disk. To check the kept outputs of libuv's 228 files against all headers, to lex
//! and to align them took more time than this module needs.
//!
//! Rule: what the built-in preprocessor reads is what `cc -E` gives; where that is not certain, the compiler reads the file.
//! Tests: `macros_stand_for_what_the_compiler_says`, `conditions_hold_where_the_compiler_says`, `what_the_compiler_has_a_word_about_is_left_to_it`,
//! `headers_are_found_where_the_compiler_finds_them`, `real_programs_read_as_the_compiler_reads_them`.

mod condition;
mod cut;
mod definition;
mod expand;
mod host;
mod reader;
mod search;
mod substitute;
mod word;

pub(super) use cut::Cut;
pub(super) use host::Host;
pub(super) use word::Words;

use super::Preprocessed;
use super::options::PreprocessOptions;
use super::predefined::predefined_macros;
use super::session::Session;
use crate::lex::scanner::extended_name;
use crate::lex::{Builder, TokenKind};
use cut::{HeaderName, ItemKind, PieceKind};
use definition::{Definition, Definitions};
use expand::{Context, Expanded};
use raddle_program::source::{FileId, SourceFile, SourceMap, Span};
use reader::Level;
use rustc_hash::FxHashMap;
use search::{Folders, Found};
use std::path::Path;
use std::sync::Arc;
use word::Word;

/// The file is left to the machine's compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leave;

/// A place in the file that is read, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    start: u32,
    end: u32,
}

/// How many tokens a file may become: more than any file of less than [`super::FILE_MAX`] bytes of C that people write.
const TOKEN_LIMIT: usize = 1 << 26;

/// Names that the preprocessor computes.
const BUILT_IN: &[Word] = &[
    Word::LINE,
    Word::FILE,
    Word::COUNTER,
    Word::INCLUDE_LEVEL,
    Word::BASE_FILE,
    Word::FILE_NAME,
    Word::DATE,
    Word::TIME,
    Word::TIMESTAMP,
    Word::HAS_INCLUDE,
    Word::HAS_INCLUDE_NEXT,
    Word::HAS_ATTRIBUTE,
    Word::HAS_CPP_ATTRIBUTE,
    Word::HAS_C_ATTRIBUTE,
    Word::HAS_BUILTIN,
];

/// The state while a file is read.
struct Preprocessor<'a> {
    options: &'a PreprocessOptions,
    session: &'a Session,
    words: &'a Words,
    host: &'a Host,
    folders: Folders,
    definitions: Definitions,
    /// Files that are open, the innermost last.
    levels: Vec<Level>,
    /// Files that are not to be read again.
    once: Vec<Arc<Cut>>,
    contexts: Vec<Context>,
    /// The place of the macro use that is expanded, or of the directive.
    place: Place,
    is_in_arguments: bool,
    is_condition: bool,
    /// Whether the next token is the first of its line.
    starts_line: bool,
    /// Whether an empty expansion leaves a blank.
    owes_space: bool,
    /// Whether GNU's extensions are off.
    is_strict: bool,
    counter: u32,
    /// The nesting depth of the expanded argument or directive.
    depth: usize,
    /// How many tokens the contexts have.
    n_waiting: usize,
    /// Results of `##`.
    pasted: FxHashMap<(Word, Word), (Word, PieceKind)>,
    /// Tokens that words became.
    kinds: FxHashMap<Word, TokenKind>,
    source: SourceMap,
    files: FxHashMap<String, FileId>,
    builder: Builder,
}

/// Preprocesses `text`, the content of the user's file without its line markers, which lies in `folder`.
///
/// # Errors
/// If the file is left to the compiler.
pub(super) fn preprocess(
    main: SourceFile,
    folder: Option<&Path>,
    text: &[u8],
    options: &PreprocessOptions,
    session: &Session,
) -> Result<Preprocessed, Leave> {
    let flags = Flags::read(&options.cc_args)?;
    let host = session.host(&options.cc);
    let words = session.words();
    let name = main.name().to_string();
    let cut = Arc::new(Cut::new(&name, &name, text, words)?);
    if flags.is_strict && cut.has_trigraphs {
        return Err(Leave);
    }
    let mut source = SourceMap::new();
    let file = source.add(main);
    let mut preprocessor = Preprocessor {
        options,
        session,
        words,
        host: &host,
        folders: Folders::new(folder, options, &host)?,
        definitions: Definitions::default(),
        levels: Vec::new(),
        once: Vec::new(),
        contexts: Vec::new(),
        place: Place { start: 0, end: 0 },
        is_in_arguments: false,
        is_condition: false,
        starts_line: true,
        owes_space: false,
        is_strict: flags.is_strict,
        counter: 0,
        depth: 0,
        n_waiting: 0,
        pasted: FxHashMap::default(),
        kinds: FxHashMap::default(),
        source,
        files: std::iter::once((name, file)).collect(),
        builder: Builder::new(text.len() / 4),
    };
    preprocessor.define_all(flags.version)?;
    let end = text.len() as u32;
    let mut level = Level::new(cut, 0, false);
    level.file = Some(file);
    preprocessor.levels.push(level);
    preprocessor.include_all(&flags.includes)?;
    preprocessor.run()?;
    let end = Span { file: FileId(0), start: end, end };
    let Preprocessor { builder, source, starts_line, .. } = preprocessor;
    let (tokens, diagnostics) = builder.finish(end, starts_line);
    Ok(Preprocessed { source, tokens, diagnostics })
}

/// What the further arguments for the compiler ask for.
struct Flags {
    /// The value of `__STDC_VERSION__`, if it is defined.
    version: Option<&'static str>,
    is_strict: bool,
    /// Files of `-include`.
    includes: Vec<String>,
}

impl Flags {
    fn read(arguments: &[String]) -> Result<Flags, Leave> {
        let mut flags = Flags { version: Some("201112L"), is_strict: false, includes: Vec::new() };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "-include" => flags.includes.push(arguments.next().ok_or(Leave)?.clone()),
                "-fcommon" | "-fno-common" | "-fgnu89-inline" | "-fno-gnu89-inline" => {}
                argument => {
                    let standard = argument.strip_prefix("-std=").ok_or(Leave)?;
                    (flags.version, flags.is_strict) = match standard {
                        // In the strict form `//` starts no comment.
                        "gnu89" | "gnu90" => (None, false),
                        "gnu99" | "gnu9x" => (Some("199901L"), false),
                        "c99" | "c9x" => (Some("199901L"), true),
                        "gnu11" | "gnu1x" => (Some("201112L"), false),
                        "c11" | "c1x" => (Some("201112L"), true),
                        "gnu17" | "gnu18" => (Some("201710L"), false),
                        "c17" | "c18" => (Some("201710L"), true),
                        _ => return Err(Leave),
                    };
                }
            }
        }
        Ok(flags)
    }
}

impl Preprocessor<'_> {
    /// Defines what is defined before the first line.
    fn define_all(&mut self, version: Option<&str>) -> Result<(), Leave> {
        let mut text = String::new();
        let mut define = |name: &str, body: &str| text.push_str(&format!("#define {name} {body}\n"));
        for (name, body) in predefined_macros(self.options.data_model) {
            define(name, body);
        }
        define("__STDC__", "1");
        define("__STDC_HOSTED__", "1");
        if let Some(version) = version {
            define("__STDC_VERSION__", version);
        }
        if version.is_some_and(|version| !self.is_strict || version > "199901L") {
            define("__STDC_UTF_16__", "1");
            define("__STDC_UTF_32__", "1");
        }
        for option in &self.options.defines {
            let (name, body) = option.split_once('=').unwrap_or((option, "1"));
            define(name, body);
        }
        if self.options.defines.iter().any(|define| define.contains(['\n', '\r'])) {
            return Err(Leave);
        }
        let cut = Cut::new("<command-line>", "<command-line>", text.as_bytes(), self.words)?;
        for item in &cut.items {
            let ItemKind::Define(name, definition) = &item.kind else { return Err(Leave) };
            self.define(*name, definition)?;
        }
        for &name in BUILT_IN {
            self.definitions.set(name, Some(Definition::BuiltIn));
        }
        for name in &self.options.undefines {
            self.undefine(self.words.word(name.as_bytes()))?;
        }
        Ok(())
    }

    /// Opens what is included before the first line: the last of it first, so that the first is read first.
    fn include_all(&mut self, includes: &[String]) -> Result<(), Leave> {
        let mut found: Vec<Found> = Vec::new();
        if self.options.system_headers {
            let header = HeaderName { name: b"stdc-predef.h".to_vec(), is_angled: true };
            found.extend(self.find(&header, false)?);
        }
        for path in includes {
            // The working folder is searched first.
            let file = match self.cut(path)? {
                Some(cut) => Found { cut, next_folder: 0, is_system: false },
                None => {
                    self.find(&HeaderName { name: path.clone().into_bytes(), is_angled: false }, false)?.ok_or(Leave)?
                }
            };
            found.push(file);
        }
        found.into_iter().rev().try_for_each(|file| self.open(file))
    }

    fn run(&mut self) -> Result<(), Leave> {
        while let Some((token, place)) = self.next()? {
            self.emit(token, place)?;
            if self.builder.n_tokens() > TOKEN_LIMIT {
                return Err(Leave);
            }
        }
        Ok(())
    }

    /// Hands a token on.
    fn emit(&mut self, token: Expanded, place: Place) -> Result<(), Leave> {
        let span = self.span(place);
        let kind = match token.kind {
            PieceKind::Punctuator(punctuator) => TokenKind::Punctuator(punctuator),
            PieceKind::Stray | PieceKind::Hash | PieceKind::Paste => {
                let spelling = self.words.spelling(token.word);
                self.builder.stray(&spelling, span);
                return Ok(());
            }
            PieceKind::Name | PieceKind::ExtendedName | PieceKind::Number | PieceKind::Quoted(_) => {
                match self.kinds.get(&token.word) {
                    Some(&known) => known,
                    None => self.kind(token, span)?,
                }
            }
        };
        let starts_line = std::mem::take(&mut self.starts_line);
        self.builder.push(kind, span, starts_line);
        Ok(())
    }

    fn kind(&mut self, token: Expanded, span: Span) -> Result<TokenKind, Leave> {
        let spelling = self.words.spelling(token.word);
        let ascii = || std::str::from_utf8(&spelling).map_err(|_| Leave);
        let n_diagnostics = self.builder.n_diagnostics();
        let kind = match token.kind {
            PieceKind::Name => self.builder.name(ascii()?),
            PieceKind::ExtendedName => self.builder.name(&extended_name(&spelling)),
            PieceKind::Number => self.builder.number(ascii()?, span),
            PieceKind::Quoted(form) if form.is_closed => self.builder.quoted(form, &spelling, span),
            PieceKind::Quoted(_) | PieceKind::Punctuator(_) | PieceKind::Stray | PieceKind::Hash | PieceKind::Paste => {
                return Err(Leave);
            }
        };
        // A message belongs to each place.
        if self.builder.n_diagnostics() == n_diagnostics {
            self.kinds.insert(token.word, kind);
        }
        Ok(kind)
    }

    /// A place of the innermost file as one of the source map, which the file joins with its first token.
    fn span(&mut self, place: Place) -> Span {
        let file = match self.levels.last_mut() {
            None => FileId(0),
            Some(level) => match level.file {
                Some(file) => file,
                None => {
                    let path = &level.cut.path;
                    let file = match self.files.get(path) {
                        Some(&file) => file,
                        None => {
                            let file = self.source.add(level.cut.source.clone());
                            self.files.insert(path.clone(), file);
                            file
                        }
                    };
                    level.file = Some(file);
                    file
                }
            },
        };
        Span { file, start: place.start, end: place.end }
    }
}

#[cfg(test)]
mod tests;
