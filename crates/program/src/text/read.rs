//! Reading the tables of a program from the notation; code is in [`super::read_code`].
//!
//! A text is split into its items first, so that what stands early can name what stands late. Whatever the text, reading
//! ends in a program or an error. What is read need not be well-formed.

use std::fmt;
use std::sync::Arc;

use super::lex::{Token, TokenKind, tokens};
use super::names::{Names, is_word};
use super::read_code::read_body;
use crate::entity::{Entity, Table};
use crate::source::{FileId, LineDirective, SourceFile, SourceMap, Span};
use crate::syntax::{
    Global, GlobalId, InitialPart, InitialValue, Label, Local, LocalId, LocalKind, Procedure, ProcedureId, Program,
};
use crate::types::{BitField, DataModel, Field, Record, RecordBody, RecordId, TypeKind, Types};

/// Why a text is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Reads a program from the `.prog` notation. `load` gives the text of a source file by its name; a text that is not the one
/// that the program was made from is not used, and the file is then without text.
///
/// # Errors
/// The first place where the text is not in the notation, or names something that does not exist.
pub fn read(text: &str, load: impl Fn(&str) -> Option<String>) -> Result<Program, ReadError> {
    let tokens = tokens(text)?;
    let items = items(&tokens)?;
    let mut reader = TableReader::new(&items)?;
    let items = items.get(1..).unwrap_or(&[]);
    for item in items {
        reader.early(Cursor::new(item), &load)?;
    }
    for item in items {
        reader.names(Cursor::new(item))?;
    }
    for item in items {
        reader.late(Cursor::new(item))?;
    }
    let main = match reader.main {
        Some(main) => main,
        None => return Err(ReadError { line: 1, message: "no `main` is named".to_owned() }),
    };
    let TableReader { source, types, globals, procedures, .. } = reader;
    Ok(Program { source, types, globals, procedures, main })
}

/// Splits a text into its items: each starts with a word and ends with `;` or a closing brace, and its span.
fn items(tokens: &[Token]) -> Result<Vec<&[Token]>, ReadError> {
    let (mut items, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Mark("{") => depth += 1,
            TokenKind::Mark("}") => {
                depth = match depth.checked_sub(1) {
                    Some(depth) => depth,
                    None => return Err(ReadError { line: token.line, message: "`}` closes nothing".to_owned() }),
                }
            }
            _ => {}
        }
        // An item begins with a bare word at the start of a line, outside braces.
        let is_first = at > 0 && tokens[at - 1].line < token.line;
        if depth == 0 && is_first && matches!(token.kind, TokenKind::Bare(_)) {
            items.push(&tokens[start..at]);
            start = at;
        }
    }
    items.push(&tokens[start..tokens.len() - 1]);
    items.retain(|item| !item.is_empty());
    Ok(items)
}

/// A place in the tokens of an item.
#[derive(Clone)]
pub(super) struct Cursor<'t> {
    tokens: &'t [Token],
    at: usize,
    /// How many types are open around the current token.
    pub(super) open_types: u32,
}

impl<'t> Cursor<'t> {
    fn new(tokens: &'t [Token]) -> Self {
        Cursor { tokens, at: 0, open_types: 0 }
    }

    /// The kind of the token `ahead` places further on.
    pub(super) fn peek(&self, ahead: usize) -> &'t TokenKind {
        self.tokens.get(self.at + ahead).map_or(&TokenKind::End, |token| &token.kind)
    }

    /// Goes on to the next token.
    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    /// An error at the current token.
    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T, ReadError> {
        let last = self.tokens.len().saturating_sub(1);
        let line = self.tokens.get(self.at.min(last)).map_or(1, |token| token.line);
        Err(ReadError { line, message: message.into() })
    }

    /// Whether the current token is a mark.
    pub(super) fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(0), TokenKind::Mark(found) if *found == mark)
    }

    /// Takes a mark if it is there.
    pub(super) fn eat_mark(&mut self, mark: &str) -> bool {
        let is_there = self.is_mark(mark);
        self.at += usize::from(is_there);
        is_there
    }

    /// Takes a mark.
    pub(super) fn mark(&mut self, mark: &str) -> Result<(), ReadError> {
        if self.eat_mark(mark) { Ok(()) } else { self.error(format!("`{mark}` is missing here")) }
    }

    /// Whether the current token is a bare word.
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(0), TokenKind::Bare(found) if found == word)
    }

    /// Takes a bare word if it is there.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is_there = self.is_word(word);
        self.at += usize::from(is_there);
        is_there
    }

    /// Takes a bare word.
    pub(super) fn word(&mut self, word: &str) -> Result<(), ReadError> {
        if self.eat_word(word) { Ok(()) } else { self.error(format!("`{word}` is missing here")) }
    }

    /// Takes a name.
    pub(super) fn name(&mut self) -> Result<Arc<str>, ReadError> {
        let name = match self.peek(0) {
            TokenKind::Bare(name) if !is_word(name) => name,
            TokenKind::Quoted(name) => name,
            _ => return self.error("a name is missing here"),
        };
        self.advance();
        Ok(name.as_str().into())
    }

    /// Takes `#` and a number behind a name, if it is there.
    pub(super) fn index(&mut self) -> Result<Option<u32>, ReadError> {
        if self.eat_mark("#") { Ok(Some(self.number()?)) } else { Ok(None) }
    }

    /// Takes a text in double quotes.
    pub(super) fn text(&mut self) -> Result<Arc<str>, ReadError> {
        let TokenKind::Text(text) = self.peek(0) else { return self.error("a text in double quotes is missing here") };
        self.advance();
        Ok(text.as_str().into())
    }

    /// Takes a number without suffix that fits a type.
    pub(super) fn number<N: TryFrom<u128>>(&mut self) -> Result<N, ReadError> {
        if let TokenKind::Number(value, suffix) = self.peek(0)
            && suffix.is_empty()
            && let Ok(value) = N::try_from(*value)
        {
            self.advance();
            return Ok(value);
        }
        self.error("a number that is not too large is missing here")
    }

    /// Takes a number that may be negative; not its suffix.
    pub(super) fn signed_number(&mut self) -> Result<(i128, &'t str), ReadError> {
        let is_negative = self.is_mark("-");
        if let TokenKind::Number(magnitude, suffix) = self.peek(usize::from(is_negative)) {
            let value =
                if is_negative { 0_i128.checked_sub_unsigned(*magnitude) } else { i128::try_from(*magnitude).ok() };
            if let Some(value) = value {
                self.at += 1 + usize::from(is_negative);
                return Ok((value, suffix));
            }
        }
        self.error("a number that is not too large is missing here")
    }

    /// Takes a span, if it is there.
    pub(super) fn span(&mut self) -> Result<Span, ReadError> {
        if !self.eat_mark("@") {
            return Ok(Span::NOWHERE);
        }
        let file = FileId(self.number()?);
        self.mark(":")?;
        let start = self.number()?;
        self.mark("-")?;
        Ok(Span { file, start, end: self.number()? })
    }

    /// Takes `;` and a span.
    pub(super) fn end_of_line(&mut self) -> Result<Span, ReadError> {
        self.mark(";")?;
        self.span()
    }

    /// Checks that the item has ended.
    fn end(&self) -> Result<(), ReadError> {
        if self.at < self.tokens.len() { self.error("this does not belong here") } else { Ok(()) }
    }
}

/// The tables while they are read.
pub(super) struct TableReader {
    source: SourceMap,
    pub(super) types: Types,
    pub(super) globals: Table<GlobalId, Global>,
    pub(super) procedures: Table<ProcedureId, Procedure>,
    pub(super) tags: Names,
    pub(super) global_names: Names,
    pub(super) procedure_names: Names,
    read_globals: usize,
    read_procedures: usize,
    main: Option<ProcedureId>,
}

impl TableReader {
    /// Reads the data model and the names of the records.
    fn new(items: &[&[Token]]) -> Result<Self, ReadError> {
        let Some(first) = items.first() else {
            return Err(ReadError { line: 1, message: "there is no text".to_owned() });
        };
        let mut cursor = Cursor::new(first);
        cursor.word("program")?;
        let model = match (cursor.eat_word("lp64"), cursor.eat_word("ilp32"), cursor.eat_word("llp64")) {
            (true, _, _) => DataModel::Lp64,
            (_, true, _) => DataModel::Ilp32,
            (_, _, true) => DataModel::Llp64,
            (false, false, false) => return cursor.error("the data model is neither `lp64` nor `ilp32`"),
        };
        cursor.mark(";")?;
        cursor.end()?;
        let mut reader = TableReader {
            source: SourceMap::new(),
            types: Types::new(model),
            globals: Table::new(),
            procedures: Table::new(),
            tags: Names::new(std::iter::empty()),
            global_names: Names::new(std::iter::empty()),
            procedure_names: Names::new(std::iter::empty()),
            read_globals: 0,
            read_procedures: 0,
            main: None,
        };
        for item in items {
            let mut cursor = Cursor::new(item);
            if cursor.eat_word("record") {
                reader.record_header(&mut cursor)?;
            }
        }
        Ok(reader)
    }

    /// Reads `record 0 struct tag`.
    fn record_header(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ReadError> {
        let index: u32 = cursor.number()?;
        if index as usize != self.types.records().len() {
            return cursor.error("records are numbered from 0 on");
        }
        let is_union = cursor.eat_word("union");
        if !is_union {
            cursor.word("struct")?;
        }
        // `size` is a name, too: a tag is one that is followed by it.
        let has_tag = match cursor.peek(0) {
            TokenKind::Quoted(_) => true,
            TokenKind::Bare(name) => name != "size" || !matches!(cursor.peek(1), TokenKind::Number(..)),
            _ => false,
        };
        let tag = if has_tag { Some(cursor.name()?) } else { None };
        self.tags.add(tag.as_ref().unwrap_or(&"".into()));
        self.types.add_record(Record { tag, is_union, body: None, span: Span::NOWHERE });
        Ok(())
    }

    /// Reads files and types.
    fn early(&mut self, mut cursor: Cursor<'_>, load: &impl Fn(&str) -> Option<String>) -> Result<(), ReadError> {
        if cursor.eat_word("file") {
            let (name, length) = (cursor.text()?, cursor.number()?);
            let hash = cursor.number()?;
            let file = SourceFile::without_text(&name, length, hash, Vec::new());
            let loaded = load(&name).map(|text| SourceFile::new(&name, &text, Vec::new()));
            let is_same = |found: &SourceFile| found.length() == length && found.hash() == hash;
            self.source.add(loaded.filter(is_same).unwrap_or(file));
            cursor.mark(";")?;
            cursor.end()?;
        } else if cursor.eat_word("directive") {
            let (line, file, presumed) = (cursor.number()?, cursor.text()?, cursor.number()?);
            if !self.source.add_directive(LineDirective { line, file, presumed }) {
                return cursor.error("directives follow their file, in the order of their lines");
            }
            cursor.mark(";")?;
            cursor.end()?;
        } else if cursor.eat_word("type") {
            let index: usize = cursor.number::<u32>()? as usize;
            // `void` is the first type of every table.
            let known = if index == 0 { 0 } else { self.types.kinds().len() };
            let ty = self.new_type(&mut cursor)?;
            if index != known || ty.index() != index {
                return cursor.error("types are numbered from 0, each once, `void` first");
            }
            cursor.mark(";")?;
            cursor.end()?;
        }
        Ok(())
    }

    /// Reads the members of records, and the names of globals and procedures.
    fn names(&mut self, mut cursor: Cursor<'_>) -> Result<(), ReadError> {
        if cursor.eat_word("record") {
            let id = RecordId(cursor.number()?);
            return self.record(&mut cursor, id);
        }
        if cursor.eat_word("global") {
            let is_thread_local = cursor.eat_word("thread_local");
            let is_read_only = cursor.eat_word("read_only");
            let is_external = cursor.eat_word("external");
            let ty = self.ty(&mut cursor)?;
            let name = cursor.name()?;
            self.global_names.add(&name);
            let (initial, span) = (Vec::new(), Span::NOWHERE);
            self.globals.push(Global { name, ty, is_thread_local, is_read_only, is_external, initial, span });
            return Ok(());
        }
        let is_defined = !cursor.eat_word("declared");
        if cursor.eat_word("procedure") {
            let name = cursor.name()?;
            self.procedure_names.add(&name);
            let mut procedure = crate::builder::empty_procedure(&name, self.types.void());
            procedure.is_defined = is_defined;
            self.procedures.push(procedure);
        }
        Ok(())
    }

    fn record(&mut self, cursor: &mut Cursor<'_>, id: RecordId) -> Result<(), ReadError> {
        cursor.advance();
        if self.types.records().get(id).is_some_and(|record| record.tag.is_some()) {
            cursor.advance();
        }
        if cursor.eat_mark(";") {
            let span = cursor.span()?;
            self.types.set_record_span(id, span);
            return cursor.end();
        }
        cursor.word("size")?;
        let size = cursor.number()?;
        cursor.word("align")?;
        let alignment = cursor.number()?;
        cursor.mark("{")?;
        let span = cursor.span()?;
        self.types.set_record_span(id, span);
        let mut fields = Vec::new();
        while !cursor.eat_mark("}") {
            let ty = self.qualified(cursor)?;
            let name = if cursor.eat_word("unnamed") { None } else { Some(cursor.name()?) };
            cursor.word("at")?;
            let offset = cursor.number()?;
            let bits = if cursor.eat_word("bits") {
                let width = cursor.number()?;
                cursor.word("in")?;
                let location_bytes = cursor.number()?;
                cursor.word("from")?;
                Some(BitField { location_bytes, first_bit: cursor.number()?, width })
            } else {
                None
            };
            fields.push(Field { name, ty, offset, bits, span: cursor.end_of_line()? });
        }
        self.types.complete_record(id, RecordBody { fields, size, alignment });
        cursor.end()
    }

    /// Reads initial values and procedures.
    fn late(&mut self, mut cursor: Cursor<'_>) -> Result<(), ReadError> {
        if cursor.eat_word("global") {
            let id = GlobalId::from_index(self.read_globals);
            self.read_globals += 1;
            for word in ["thread_local", "read_only", "external"] {
                cursor.eat_word(word);
            }
            self.ty(&mut cursor)?;
            cursor.name()?;
            let initial = if cursor.eat_mark("=") { self.initial(&mut cursor)? } else { Vec::new() };
            let global = &mut self.globals[id];
            global.initial = initial;
            global.span = cursor.end_of_line()?;
            return cursor.end();
        }
        if cursor.eat_word("main") {
            self.main = Some(self.procedure(&mut cursor)?);
            cursor.mark(";")?;
            return cursor.end();
        }
        cursor.eat_word("declared");
        if cursor.eat_word("procedure") {
            let id = ProcedureId::from_index(self.read_procedures);
            self.read_procedures += 1;
            cursor.name()?;
            let procedure = self.procedure_of(&mut cursor, id)?;
            self.procedures[id] = procedure;
            return cursor.end();
        }
        for word in ["file", "directive", "record", "type"] {
            if cursor.is_word(word) {
                return Ok(());
            }
        }
        cursor.error("nothing begins like this")
    }

    fn initial(&mut self, cursor: &mut Cursor<'_>) -> Result<Vec<InitialPart>, ReadError> {
        cursor.mark("{")?;
        let mut parts = Vec::new();
        loop {
            let offset = cursor.number()?;
            cursor.mark(":")?;
            let ty = self.ty(cursor)?;
            let value = if cursor.eat_mark("&") {
                let target = self.global(cursor)?;
                let is_negative = cursor.is_mark("-");
                let offset = if cursor.eat_mark("+") || is_negative { cursor.signed_number()?.0 } else { 0 };
                match i64::try_from(offset) {
                    Ok(offset) => InitialValue::Address(target, offset),
                    Err(_) => return cursor.error("this offset is too large"),
                }
            } else if cursor.eat_word("fn") {
                InitialValue::Procedure(self.procedure(cursor)?)
            } else {
                InitialValue::Integer(cursor.signed_number()?.0)
            };
            parts.push(InitialPart { offset, ty, value });
            if !cursor.eat_mark(",") {
                break;
            }
        }
        cursor.mark("}")?;
        Ok(parts)
    }

    /// Reads the name of a global.
    pub(super) fn global(&self, cursor: &mut Cursor<'_>) -> Result<GlobalId, ReadError> {
        let before = cursor.clone();
        let (name, index) = (cursor.name()?, cursor.index()?);
        match self.global_names.find(&name, index) {
            Some(index) => Ok(GlobalId(index)),
            None => before.error(format!("there is no one global `{name}`")),
        }
    }

    /// Reads the name of a procedure.
    pub(super) fn procedure(&self, cursor: &mut Cursor<'_>) -> Result<ProcedureId, ReadError> {
        let before = cursor.clone();
        let (name, index) = (cursor.name()?, cursor.index()?);
        match self.procedure_names.find(&name, index) {
            Some(index) => Ok(ProcedureId(index)),
            None => before.error(format!("there is no one procedure `{name}`")),
        }
    }

    /// Reads a procedure behind its name.
    fn procedure_of(&mut self, cursor: &mut Cursor<'_>, id: ProcedureId) -> Result<Procedure, ReadError> {
        let mut procedure = self.procedures[id].clone();
        cursor.mark("(")?;
        let mut parameters = Vec::new();
        while !cursor.eat_mark(")") {
            if !parameters.is_empty() {
                cursor.mark(",")?;
            }
            let before = cursor.clone();
            parameters.push((before, cursor.name()?, cursor.index()?));
        }
        cursor.mark("->")?;
        procedure.result = self.ty(cursor)?;
        cursor.mark("{")?;
        procedure.span = cursor.span()?;
        loop {
            let is_register = cursor.is_word("register");
            if is_register || cursor.is_word("memory") {
                cursor.advance();
                let kind = match (cursor.eat_word("parameter"), cursor.eat_word("variable")) {
                    (true, _) => LocalKind::Parameter,
                    (_, true) => LocalKind::Variable,
                    (false, false) => {
                        cursor.word("temporary")?;
                        LocalKind::Temporary
                    }
                };
                let (ty, name) = (self.ty(cursor)?, cursor.name()?);
                procedure.locals.push(Local { name, ty, kind, is_register, span: cursor.end_of_line()? });
            } else if cursor.eat_word("label") {
                procedure.labels.push(Label { name: cursor.name()? });
                cursor.mark(";")?;
            } else {
                break;
            }
        }
        let names = Names::new(procedure.locals.values().map(|local| &local.name));
        for (before, name, index) in parameters {
            match names.find(&name, index) {
                Some(local) => procedure.parameters.push(LocalId(local)),
                None => return before.error(format!("there is no one local `{name}`")),
            }
        }
        procedure.body = read_body(self, &procedure, names, cursor)?;
        Ok(procedure)
    }

    /// Reads a type for the table of types.
    fn new_type(&mut self, cursor: &mut Cursor<'_>) -> Result<crate::types::TypeId, ReadError> {
        let before = cursor.clone();
        let kind: TypeKind = self.kind(cursor)?;
        if self.types.find(&kind).is_some_and(|known| known.index() > 0) {
            return before.error("this type is in the table already");
        }
        Ok(self.types.intern(kind))
    }
}
