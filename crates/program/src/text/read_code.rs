//! Reading statements and effects.

use std::sync::Arc;

use super::SYNCHRONIZATIONS;
use super::lex::TokenKind;
use super::names::Names;
use super::read::{Cursor, ReadError, TableReader};
use super::read_expr::order;
use crate::syntax::{Block, Callee, Effect, Expr, InputSource, LabelId, LocalId, Procedure, Region, Statement, Step};

/// How deep statements and expressions may be nested.
pub(super) const DEPTH_MAX: u32 = 10_000;

/// Reads the statements of a procedure and its closing brace.
pub(super) fn read_body(
    tables: &TableReader,
    procedure: &Procedure,
    locals: Names,
    cursor: &mut Cursor<'_>,
) -> Result<Block, ReadError> {
    let labels = Names::new(procedure.labels.values().map(|label| &label.name));
    let mut reader = CodeReader { tables, procedure, locals, labels, depth: 0 };
    reader.block(cursor)
}

/// The code of one procedure while it is read.
pub(super) struct CodeReader<'a> {
    pub(super) tables: &'a TableReader,
    pub(super) procedure: &'a Procedure,
    pub(super) locals: Names,
    labels: Names,
    pub(super) depth: u32,
}

impl CodeReader<'_> {
    /// Reads something one level deeper.
    pub(super) fn deeper<'t, T>(
        &mut self,
        cursor: &mut Cursor<'t>,
        read: impl FnOnce(&mut Self, &mut Cursor<'t>) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        if self.depth >= DEPTH_MAX {
            return cursor.error(format!("this is nested more than {DEPTH_MAX} levels deep"));
        }
        self.depth += 1;
        let result = read(self, cursor);
        self.depth -= 1;
        result
    }

    /// Reads statements up to and including a closing brace.
    fn block(&mut self, cursor: &mut Cursor<'_>) -> Result<Block, ReadError> {
        let mut block = Vec::new();
        while !cursor.eat_mark("}") {
            block.push(self.deeper(cursor, Self::statement)?);
        }
        Ok(block)
    }

    /// Reads a block in braces that has no span.
    fn braces(&mut self, cursor: &mut Cursor<'_>) -> Result<Block, ReadError> {
        cursor.mark("{")?;
        self.block(cursor)
    }

    fn statement(&mut self, cursor: &mut Cursor<'_>) -> Result<Statement, ReadError> {
        let opens = |ahead| matches!(cursor.peek(ahead), TokenKind::Mark("{"));
        if cursor.is_word("do") || cursor.is_word("while") || (cursor.is_word("test") && opens(1)) {
            return self.repetition(cursor);
        }
        if cursor.eat_word("if") {
            let condition = self.condition(cursor)?;
            cursor.mark("{")?;
            let span = cursor.span()?;
            let then = self.block(cursor)?;
            let otherwise = if cursor.eat_word("else") { self.braces(cursor)? } else { Vec::new() };
            return Ok(Statement::If { condition, then, otherwise, span });
        }
        let statement = if cursor.eat_word("break") {
            Statement::Break
        } else if cursor.eat_word("continue") {
            Statement::Continue
        } else if cursor.eat_word("goto") {
            Statement::Goto(self.label(cursor)?)
        } else if let Some(label) = self.label_statement(cursor)? {
            return Ok(Statement::Label(label));
        } else {
            let effect = self.effect(cursor)?;
            return Ok(Statement::Step(Step { effect, span: cursor.end_of_line()? }));
        };
        cursor.mark(";")?;
        Ok(statement)
    }

    fn condition(&mut self, cursor: &mut Cursor<'_>) -> Result<Expr, ReadError> {
        cursor.mark("(")?;
        let condition = self.expr(cursor)?;
        cursor.mark(")")?;
        Ok(condition)
    }

    fn repetition(&mut self, cursor: &mut Cursor<'_>) -> Result<Statement, ReadError> {
        let tests_after = cursor.eat_word("do");
        let test = if cursor.eat_word("test") { self.braces(cursor)? } else { Vec::new() };
        cursor.word("while")?;
        let condition = self.condition(cursor)?;
        cursor.mark("{")?;
        let span = cursor.span()?;
        let body = self.block(cursor)?;
        let has_step = cursor.is_word("step") && matches!(cursor.peek(1), TokenKind::Mark("{"));
        let step = if has_step {
            cursor.advance();
            self.braces(cursor)?
        } else {
            Vec::new()
        };
        Ok(Statement::Loop { tests_after, test, condition, body, step, span })
    }

    fn label(&mut self, cursor: &mut Cursor<'_>) -> Result<LabelId, ReadError> {
        let before = cursor.clone();
        let (name, index) = (cursor.name()?, cursor.index()?);
        match self.labels.find(&name, index) {
            Some(label) => Ok(LabelId(label)),
            None => before.error(format!("there is no one label `{name}`")),
        }
    }

    /// Reads `name:` if it is there.
    fn label_statement(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<LabelId>, ReadError> {
        let mut ahead = cursor.clone();
        if ahead.name().is_err() || ahead.index().is_err() || !ahead.is_mark(":") {
            return Ok(None);
        }
        let label = self.label(cursor)?;
        cursor.mark(":")?;
        Ok(Some(label))
    }

    /// Reads the name of a local.
    fn local(&mut self, cursor: &mut Cursor<'_>) -> Result<LocalId, ReadError> {
        let before = cursor.clone();
        let (name, index) = (cursor.name()?, cursor.index()?);
        match self.locals.find(&name, index) {
            Some(local) => Ok(LocalId(local)),
            None => before.error(format!("there is no one local `{name}`")),
        }
    }

    fn effect(&mut self, cursor: &mut Cursor<'_>) -> Result<Effect, ReadError> {
        if let Some(effect) = self.effect_with_result(cursor)? {
            return Ok(effect);
        }
        let TokenKind::Bare(word) = cursor.peek(0) else { return self.assignment(cursor) };
        let start = cursor.clone();
        cursor.advance();
        Ok(match word.as_str() {
            "skip" => Effect::Skip,
            "stop" => Effect::Stop,
            "fence" => Effect::Fence(order(cursor)?),
            "atomic_begin" => Effect::AtomicBegin,
            "atomic_end" => Effect::AtomicEnd,
            "unsupported" => Effect::Unsupported(cursor.text()?),
            "init" => {
                let target = self.place(cursor)?;
                cursor.mark("=")?;
                Effect::Initialize { target, value: self.expr(cursor)? }
            }
            "assume" => Effect::Assume(self.expr(cursor)?),
            "assert" => {
                let condition = self.expr(cursor)?;
                cursor.mark(",")?;
                let function = cursor.text()?;
                cursor.mark(",")?;
                Effect::Assert { condition, function, message: cursor.text()? }
            }
            "return" => Effect::Return(self.optional(cursor)?),
            "exit" => Effect::Exit(self.optional(cursor)?),
            "live" => Effect::Live { local: self.local(cursor)?, is_zeroed: cursor.eat_word("zeroed") },
            "dead" => Effect::Dead(self.local(cursor)?),
            "free" => {
                let region = region(cursor)?;
                Effect::Free(self.expr(cursor)?, region)
            }
            "copy" => {
                let may_overlap = !cursor.eat_word("apart");
                let [target, origin, size] = self.three(cursor)?;
                Effect::CopyBytes { target, origin, size, may_overlap }
            }
            "fill" => {
                let [target, byte, size] = self.three(cursor)?;
                Effect::FillBytes { target, byte, size }
            }
            _ => {
                *cursor = start;
                return self.assignment(cursor);
            }
        })
    }

    fn assignment(&mut self, cursor: &mut Cursor<'_>) -> Result<Effect, ReadError> {
        let target = self.place(cursor)?;
        cursor.mark("=")?;
        Ok(Effect::Assign { target, value: self.expr(cursor)? })
    }

    fn optional(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<Expr>, ReadError> {
        if cursor.is_mark(";") { Ok(None) } else { Ok(Some(self.expr(cursor)?)) }
    }

    fn three(&mut self, cursor: &mut Cursor<'_>) -> Result<[Expr; 3], ReadError> {
        let first = self.expr(cursor)?;
        cursor.mark(",")?;
        let second = self.expr(cursor)?;
        cursor.mark(",")?;
        Ok([first, second, self.expr(cursor)?])
    }

    /// Reads an effect that may give a result, with `local = ` before it if it does; takes nothing if there is none.
    fn effect_with_result(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<Effect>, ReadError> {
        let mut ahead = cursor.clone();
        let has_result = ahead.name().is_ok() && ahead.index().is_ok() && ahead.eat_mark("=");
        if !has_result {
            ahead = cursor.clone();
        }
        let TokenKind::Bare(word) = ahead.peek(0) else { return Ok(None) };
        let synchronization = SYNCHRONIZATIONS.iter().find(|&&(_, known)| known == word);
        let needs_result = ["input", "undefined", "allocate"].contains(&word.as_str());
        if synchronization.is_none() && !needs_result && !["call", "external", "spawn", "join"].contains(&word.as_str())
        {
            return Ok(None);
        }
        let result = if has_result { Some(self.local(cursor)?) } else { None };
        *cursor = ahead;
        cursor.advance();
        if let Some(&(operation, _)) = synchronization {
            let operands = self.arguments(cursor)?;
            return Ok(Some(Effect::Synchronize { operation, operands, result }));
        }
        if let Some(target) = result.filter(|_| needs_result) {
            return Ok(Some(self.chosen(cursor, word, target)?));
        }
        Ok(Some(match word.as_str() {
            "call" => {
                let callee = self.callee(cursor)?;
                Effect::Call { callee, arguments: self.arguments(cursor)?, result }
            }
            "external" => {
                let name: Arc<str> = cursor.text()?;
                cursor.mark("(")?;
                let mut arguments = Vec::new();
                while !cursor.eat_mark(")") {
                    if !arguments.is_empty() {
                        cursor.mark(",")?;
                    }
                    let is_const = cursor.eat_word("const");
                    arguments.push((self.expr(cursor)?, is_const));
                }
                Effect::External { name, arguments, result }
            }
            "spawn" => {
                let start = self.callee(cursor)?;
                cursor.mark("(")?;
                let argument = self.expr(cursor)?;
                cursor.mark(")")?;
                let id = self.expr(cursor)?;
                let is_detached = if cursor.eat_word("detached") { Some(self.expr(cursor)?) } else { None };
                Effect::Spawn { start, argument, id, is_detached, result }
            }
            "join" => {
                let thread = self.expr(cursor)?;
                let value = if cursor.eat_mark(",") { Some(self.local(cursor)?) } else { None };
                Effect::Join { thread, value, result }
            }
            _ => return cursor.error("this gives a result, which has to go to a local"),
        }))
    }

    /// Reads an input or an allocation behind its word.
    fn chosen(&mut self, cursor: &mut Cursor<'_>, word: &str, target: LocalId) -> Result<Effect, ReadError> {
        match word {
            "input" => Ok(Effect::Input { target, source: InputSource::Function(cursor.text()?) }),
            "undefined" => Ok(Effect::Input { target, source: InputSource::Undefined(cursor.text()?) }),
            _ => {
                let region = region(cursor)?;
                cursor.mark("(")?;
                let size = self.expr(cursor)?;
                cursor.mark(")")?;
                Ok(Effect::Allocate { target, size, is_zeroed: cursor.eat_word("zeroed"), region })
            }
        }
    }

    fn callee(&mut self, cursor: &mut Cursor<'_>) -> Result<Callee, ReadError> {
        if !cursor.eat_mark("*") {
            return Ok(Callee::Procedure(self.tables.procedure(cursor)?));
        }
        cursor.mark("(")?;
        let pointer = self.expr(cursor)?;
        cursor.mark(")")?;
        Ok(Callee::Pointer(pointer))
    }

    fn arguments(&mut self, cursor: &mut Cursor<'_>) -> Result<Vec<Expr>, ReadError> {
        cursor.mark("(")?;
        let mut arguments = Vec::new();
        while !cursor.eat_mark(")") {
            if !arguments.is_empty() {
                cursor.mark(",")?;
            }
            arguments.push(self.expr(cursor)?);
        }
        Ok(arguments)
    }
}

/// Reads the word for a region.
pub(super) fn region(cursor: &mut Cursor<'_>) -> Result<Region, ReadError> {
    let words = [
        ("heap", Region::Heap),
        ("stream", Region::Stream),
        ("mapping", Region::Mapping),
        ("constant_mapping", Region::ConstantMapping),
    ];
    for (word, region) in words {
        if cursor.eat_word(word) {
            return Ok(region);
        }
    }
    cursor.word("stack")?;
    Ok(Region::Stack)
}
