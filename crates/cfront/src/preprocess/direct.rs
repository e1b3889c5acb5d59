//! Whether the preprocessor would leave a file as it is, so that starting it can be saved.

use super::options::PreprocessOptions;
use super::predefined::is_predefined;
use crate::lex::{Lexed, TokenKind};

/// True if the file has no directives but line markers and pragmas, names no predefined macro, and no option asks for
/// more.
pub(super) fn needs_no_preprocessor(lexed: &Lexed, options: &PreprocessOptions) -> bool {
    let has_options = !options.defines.is_empty() || !options.undefines.is_empty() || !options.cc_args.is_empty();
    if has_options || !lexed.directives.is_empty() {
        return false;
    }
    let mut checked = rustc_hash::FxHashSet::default();
    lexed.tokens.list().iter().all(|token| match token.kind {
        TokenKind::Identifier(id) => !checked.insert(id) || !is_predefined(lexed.tokens.name(id)),
        TokenKind::Keyword(_)
        | TokenKind::Punctuator(_)
        | TokenKind::Integer(_)
        | TokenKind::Floating(_)
        | TokenKind::Character(_)
        | TokenKind::String(_)
        | TokenKind::EndOfFile => true,
    })
}
