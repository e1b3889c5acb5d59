//! S-expressions: the form of the text.

use super::read::ReadError;

/// An expression: an index into [`Sexprs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sexpr(u32);

/// The expressions of a text.
pub(super) struct Sexprs<'a> {
    nodes: Vec<Node<'a>>,
}

struct Node<'a> {
    line: u32,
    content: Content<'a>,
}

enum Content<'a> {
    /// A symbol (without its bars), a number, a constant, a keyword or a string.
    Atom(&'a str),
    List(Vec<Sexpr>),
}

impl<'a> Sexprs<'a> {
    /// Reads a text. Returns the expressions that are in no other.
    pub(super) fn parse(text: &'a str) -> Result<(Sexprs<'a>, Vec<Sexpr>), ReadError> {
        let mut all = Sexprs { nodes: Vec::new() };
        let mut open: Vec<(u32, Vec<Sexpr>)> = Vec::new();
        let mut top = Vec::new();
        let (mut at, mut line) = (0, 1);
        let bytes = text.as_bytes();
        while at < bytes.len() {
            let start = at;
            at += 1;
            let content = match bytes[start] {
                b'\n' => {
                    line += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' => continue,
                b';' => {
                    at = text[start..].find('\n').map_or(text.len(), |end| start + end);
                    continue;
                }
                b'(' => {
                    open.push((line, Vec::new()));
                    continue;
                }
                b')' => match open.pop() {
                    Some((_, list)) => Content::List(list),
                    None => return Err(ReadError::new(line, "a ')' closes nothing; remove it")),
                },
                quote @ (b'|' | b'"') => {
                    let Some(length) = text[at..].find(char::from(quote)) else {
                        let message = format!("a {} is never closed", char::from(quote));
                        return Err(ReadError::new(line, &message));
                    };
                    let inside = &text[at..at + length];
                    at += length + 1;
                    let content = Content::Atom(inside);
                    let node = all.push(line, content);
                    line += inside.matches('\n').count() as u32;
                    open.last_mut().map_or(&mut top, |(_, list)| list).push(node);
                    continue;
                }
                _ => {
                    let ends = |c: char| c.is_whitespace() || "()|\";".contains(c);
                    at = text[start..].find(ends).map_or(text.len(), |end| start + end);
                    Content::Atom(&text[start..at])
                }
            };
            let node = all.push(line, content);
            open.last_mut().map_or(&mut top, |(_, list)| list).push(node);
        }
        match open.pop() {
            Some((line, _)) => Err(ReadError::new(line, "a '(' is never closed")),
            None => Ok((all, top)),
        }
    }

    /// The text of an atom.
    pub(super) fn atom(&self, sexpr: Sexpr) -> Option<&'a str> {
        match &self.nodes[sexpr.0 as usize].content {
            Content::Atom(text) => Some(text),
            Content::List(_) => None,
        }
    }

    /// What is between the parentheses of a list.
    pub(super) fn list(&self, sexpr: Sexpr) -> Option<&[Sexpr]> {
        match &self.nodes[sexpr.0 as usize].content {
            Content::Atom(_) => None,
            Content::List(list) => Some(list),
        }
    }

    /// The line on which it ends.
    pub(super) fn line(&self, sexpr: Sexpr) -> u32 {
        self.nodes[sexpr.0 as usize].line
    }

    fn push(&mut self, line: u32, content: Content<'a>) -> Sexpr {
        self.nodes.push(Node { line, content });
        Sexpr(self.nodes.len() as u32 - 1)
    }
}
