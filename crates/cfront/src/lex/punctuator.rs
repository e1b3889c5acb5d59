//! Operators and brackets by longest match (C11 6.4.6), digraphs included.

use super::token::Punctuator;
use super::token::Punctuator::*;

/// The punctuator that `text` starts with, and its length.
pub(super) fn match_punctuator(text: &[u8]) -> Option<(Punctuator, usize)> {
    let matched = match text {
        [b'(', ..] => (LeftParen, 1),
        [b')', ..] => (RightParen, 1),
        [b';', ..] => (Semicolon, 1),
        [b',', ..] => (Comma, 1),
        [b'{', ..] => (LeftBrace, 1),
        [b'}', ..] => (RightBrace, 1),
        [b'[', ..] => (LeftBracket, 1),
        [b']', ..] => (RightBracket, 1),
        [b'.', b'.', b'.', ..] => (Ellipsis, 3),
        [b'.', ..] => (Dot, 1),
        [b'-', b'>', ..] => (Arrow, 2),
        [b'-', b'-', ..] => (Decrement, 2),
        [b'-', b'=', ..] => (MinusAssign, 2),
        [b'-', ..] => (Minus, 1),
        [b'+', b'+', ..] => (Increment, 2),
        [b'+', b'=', ..] => (PlusAssign, 2),
        [b'+', ..] => (Plus, 1),
        [b'&', b'&', ..] => (AmpersandAmpersand, 2),
        [b'&', b'=', ..] => (AmpersandAssign, 2),
        [b'&', ..] => (Ampersand, 1),
        [b'*', b'=', ..] => (StarAssign, 2),
        [b'*', ..] => (Star, 1),
        [b'~', ..] => (Tilde, 1),
        [b'!', b'=', ..] => (NotEqual, 2),
        [b'!', ..] => (Exclamation, 1),
        [b'/', b'=', ..] => (SlashAssign, 2),
        [b'/', ..] => (Slash, 1),
        [b'%', b'=', ..] => (PercentAssign, 2),
        [b'%', b'>', ..] => (RightBrace, 2),
        [b'%', ..] => (Percent, 1),
        [b'<', b'<', b'=', ..] => (ShiftLeftAssign, 3),
        [b'<', b'<', ..] => (ShiftLeft, 2),
        [b'<', b'=', ..] => (LessEqual, 2),
        [b'<', b':', ..] => (LeftBracket, 2),
        [b'<', b'%', ..] => (LeftBrace, 2),
        [b'<', ..] => (Less, 1),
        [b'>', b'>', b'=', ..] => (ShiftRightAssign, 3),
        [b'>', b'>', ..] => (ShiftRight, 2),
        [b'>', b'=', ..] => (GreaterEqual, 2),
        [b'>', ..] => (Greater, 1),
        [b'=', b'=', ..] => (Equal, 2),
        [b'=', ..] => (Assign, 1),
        [b'^', b'=', ..] => (CaretAssign, 2),
        [b'^', ..] => (Caret, 1),
        [b'|', b'|', ..] => (BarBar, 2),
        [b'|', b'=', ..] => (BarAssign, 2),
        [b'|', ..] => (Bar, 1),
        [b'?', ..] => (Question, 1),
        [b':', b'>', ..] => (RightBracket, 2),
        [b':', ..] => (Colon, 1),
        _ => return None,
    };
    Some(matched)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_punctuator_is_matched_whole() {
        for &punctuator in Punctuator::ALL {
            let spelling = punctuator.spelling();
            assert_eq!(match_punctuator(format!("{spelling} x").as_bytes()), Some((punctuator, spelling.len())));
        }
        assert_eq!(match_punctuator(b"<:"), Some((LeftBracket, 2)));
        assert_eq!(match_punctuator(b"@"), None);
    }
}
