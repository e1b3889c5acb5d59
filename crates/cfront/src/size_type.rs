//! The data model that a preprocessed file was made for: its `size_t` says how many bits addresses have.
//!
//! Files that were preprocessed for 32 bits, or merged by a tool for 32 bits, keep `typedef unsigned int size_t;` from the headers of that machine. Read for 64
//! bits, they would convert addresses to narrower integers, and allocate too little.

use raddle_program::source::{FileId, Span};

use crate::lex::{Keyword, TokenKind, lex};

/// Where the text of a file says that `size_t` has 32 bits. `None` if it does not, or if it needs the preprocessor: its headers say it then.
pub fn narrow_size_type(file: FileId, text: &[u8]) -> Option<Span> {
    let is_named = text.windows(b"size_t".len()).any(|window| window == b"size_t");
    if !is_named {
        return None;
    }
    let lexed = lex(file, text);
    if !lexed.directives.is_empty() {
        return None;
    }
    let tokens = lexed.tokens.list();
    let starts = tokens.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Keyword(Keyword::Typedef));
    starts.map(|(index, _)| &tokens[index + 1..]).find_map(|rest| {
        let is_part = |kind| matches!(kind, TokenKind::Keyword(Keyword::Unsigned | Keyword::Int));
        let parts = rest.iter().take_while(|token| is_part(token.kind)).count();
        let is_unsigned = rest[..parts].iter().any(|token| token.kind == TokenKind::Keyword(Keyword::Unsigned));
        let name = rest.get(parts)?;
        let TokenKind::Identifier(id) = name.kind else { return None };
        (is_unsigned && &**lexed.tokens.name(id) == "size_t").then_some(name.span)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::source::SourceMap;

    #[test]
    fn size_type_of_preprocessed_text() {
        let file = SourceMap::new().files().next_id();
        let is_narrow = |text: &str| narrow_size_type(file, text.as_bytes()).is_some();
        assert!(is_narrow("typedef unsigned int size_t;\nint main(void) { return 0; }\n"));
        assert!(is_narrow("# 1 \"a.c\"\ntypedef int unsigned\n size_t;\n"));
        assert!(!is_narrow("typedef unsigned long size_t;\n"));
        assert!(!is_narrow("/* typedef unsigned int size_t; */ typedef int size_t;\n"));
        assert!(!is_narrow("#ifndef A\ntypedef unsigned int size_t;\n#endif\n"));
        assert!(!is_narrow("#include <stdio.h>\nunsigned int size_t;\n"));
        assert!(!is_narrow("typedef"));
    }
}
