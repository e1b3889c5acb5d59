//! Macro expansion (C11 6.10.3.1 to 6.10.3.4). What a macro stands for is a context on a stack; its name means itself until the context
//! is used up, as in gcc's preprocessor (gcc, cppinternals, "Macro Expansion Algorithm").

use super::cut::PieceKind;
use super::definition::{Definition, Macro};
use super::word::Word;
use super::{Leave, Place, Preprocessor};
use crate::lex::Punctuator;
use std::sync::Arc;

/// How deep arguments of macros may stand in arguments, how many tokens one may become, and how many tokens may wait on the stack. No
/// program needs as much.
const DEPTH_LIMIT: usize = 500;
const ARGUMENT_LIMIT: usize = 1 << 20;
const WAITING_LIMIT: usize = 1 << 22;

/// A token during expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Expanded {
    pub(super) word: Word,
    pub(super) kind: PieceKind,
    pub(super) is_spaced: bool,
    /// A name that was met inside of its own expansion stays as it is.
    pub(super) is_final: bool,
    /// Where it starts in the file, unless a macro brought it in: `__LINE__` in an argument is the line that it stands on.
    pub(super) start: Option<u32>,
}

impl Expanded {
    pub(super) fn is_name(&self) -> bool {
        matches!(self.kind, PieceKind::Name | PieceKind::ExtendedName)
    }

    pub(super) fn is(&self, punctuator: Punctuator) -> bool {
        self.kind == PieceKind::Punctuator(punctuator)
    }
}

/// Tokens that are read before what lies below them on the stack.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) tokens: Vec<Expanded>,
    pub(super) at: usize,
    /// The macro that stands for them.
    pub(super) name: Option<Word>,
    /// Whether reading ends with them: an argument, or a directive.
    pub(super) is_closed: bool,
}

impl Preprocessor<'_> {
    /// The next token with all macros expanded, and its place; `None` at the end of what is read.
    pub(super) fn next(&mut self) -> Result<Option<(Expanded, Place)>, Leave> {
        loop {
            let Some((mut token, place)) = self.unexpanded()? else { return Ok(None) };
            token.is_spaced |= std::mem::take(&mut self.owes_space);
            if !token.is_name() || token.is_final {
                return Ok(Some((token, place)));
            }
            if self.is_condition && token.word == Word::DEFINED {
                return Ok(Some((self.defined(token)?, place)));
            }
            match self.definitions.get(token.word) {
                None => return Ok(Some((token, place))),
                Some(Definition::BuiltIn) => {
                    return Ok(Some((self.built_in_value(token, place)?, place)));
                }
                Some(Definition::Plain(definition)) => {
                    if self.is_in_expansion(token.word) {
                        token.is_final = true;
                        return Ok(Some((token, place)));
                    }
                    let definition = definition.clone();
                    if !self.enter(token, &definition, place)? {
                        return Ok(Some((token, place)));
                    }
                }
            }
        }
    }

    /// The next token as it is.
    pub(super) fn unexpanded(&mut self) -> Result<Option<(Expanded, Place)>, Leave> {
        while let Some(context) = self.contexts.last_mut() {
            if let Some(&token) = context.tokens.get(context.at) {
                context.at += 1;
                return Ok(Some((token, self.place)));
            }
            if context.is_closed {
                return Ok(None);
            }
            self.leave();
        }
        self.read()
    }

    /// Reads these tokens next.
    fn read_next(&mut self, tokens: Vec<Expanded>, name: Option<Word>, is_closed: bool) -> Result<(), Leave> {
        self.n_waiting += tokens.len();
        self.contexts.push(Context { tokens, at: 0, name, is_closed });
        if self.n_waiting > WAITING_LIMIT { Err(Leave) } else { Ok(()) }
    }

    /// Leaves the innermost context.
    fn leave(&mut self) {
        self.n_waiting -= self.contexts.pop().map_or(0, |context| context.tokens.len());
    }

    /// Reads these tokens instead of the file, with macros expanded.
    pub(super) fn expanded(&mut self, tokens: Vec<Expanded>) -> Result<Vec<Expanded>, Leave> {
        self.depth += 1;
        self.read_next(tokens, None, true)?;
        let mut result = Vec::new();
        while let Some((token, _)) = self.next()? {
            result.push(token);
            if result.len() > ARGUMENT_LIMIT || self.depth > DEPTH_LIMIT {
                return Err(Leave);
            }
        }
        self.depth -= 1;
        self.leave();
        self.owes_space = false;
        Ok(result)
    }

    fn is_in_expansion(&self, name: Word) -> bool {
        self.contexts.iter().any(|context| context.name == Some(name))
    }

    /// Starts the expansion of a macro, unless it needs arguments and there are none.
    fn enter(&mut self, name: Expanded, definition: &Arc<Macro>, place: Place) -> Result<bool, Leave> {
        let arguments = match &definition.parameters {
            None => Vec::new(),
            Some(_) if !self.opens_arguments() => return Ok(false),
            Some(parameters) => self.arguments(parameters.len(), definition.is_variadic)?,
        };
        self.place = place;
        let mut tokens = self.substituted(definition, arguments)?;
        self.place = place;
        match tokens.first_mut() {
            Some(first) => first.is_spaced = name.is_spaced,
            None => self.owes_space |= name.is_spaced,
        }
        self.read_next(tokens, Some(name.word), false)?;
        Ok(true)
    }

    /// Whether the next token is an opening parenthesis.
    pub(super) fn opens_arguments(&mut self) -> bool {
        while let Some(context) = self.contexts.last() {
            if let Some(token) = context.tokens.get(context.at) {
                return token.is(Punctuator::LeftParen);
            }
            if context.is_closed {
                return false;
            }
            self.leave();
        }
        self.peek().is_some_and(|piece| piece.kind == PieceKind::Punctuator(Punctuator::LeftParen))
    }

    /// The arguments of a macro with so many parameters, from the opening parenthesis on. A variable argument that is left out altogether
    /// is missing.
    fn arguments(&mut self, n_parameters: usize, is_variadic: bool) -> Result<Vec<Vec<Expanded>>, Leave> {
        let starts_line = self.starts_line;
        let outer = std::mem::replace(&mut self.is_in_arguments, true);
        self.unexpanded()?.ok_or(Leave)?;
        let mut arguments: Vec<Vec<Expanded>> = vec![Vec::new()];
        let mut depth = 0usize;
        loop {
            let (mut token, _) = self.unexpanded()?.ok_or(Leave)?;
            match token.kind {
                PieceKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                PieceKind::Punctuator(Punctuator::RightParen) if depth == 0 => break,
                PieceKind::Punctuator(Punctuator::RightParen) => depth -= 1,
                PieceKind::Punctuator(Punctuator::Comma)
                    if depth == 0 && !(is_variadic && arguments.len() == n_parameters) =>
                {
                    arguments.push(Vec::new());
                    continue;
                }
                PieceKind::Quoted(form) if !form.is_closed => return Err(Leave),
                PieceKind::Name | PieceKind::ExtendedName => token.is_final |= self.is_in_expansion(token.word),
                PieceKind::Punctuator(_)
                | PieceKind::Quoted(_)
                | PieceKind::Number
                | PieceKind::Hash
                | PieceKind::Paste
                | PieceKind::Stray => {}
            }
            arguments.last_mut().ok_or(Leave)?.push(token);
        }
        self.is_in_arguments = outer;
        self.starts_line = starts_line;
        if n_parameters == 0 && arguments == [Vec::new()] {
            arguments.clear();
        }
        // GNU: with a single, variable parameter an empty argument counts as left out.
        if is_variadic && n_parameters == 1 && arguments == [Vec::new()] && !self.is_strict {
            arguments.clear();
        }
        let is_left_out = is_variadic && arguments.len() + 1 == n_parameters;
        if arguments.len() == n_parameters || is_left_out { Ok(arguments) } else { Err(Leave) }
    }
}
