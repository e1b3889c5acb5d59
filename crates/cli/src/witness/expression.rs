//! Expressions that come from a witness. They are written into a program, so they may be no more than expressions without effects: nothing is
//! assigned, changed or called, however it is written.

/// Words that may stand in front of, or inside of, parentheses and are no functions.
const TYPE_WORDS: [&str; 14] = [
    "void", "char", "short", "int", "long", "signed", "unsigned", "_Bool", "float", "double", "const", "struct",
    "union", "enum",
];

/// Whether a text is an expression without effects.
///
/// # Errors
/// A sentence on what is not.
pub fn check_value(value: &str) -> Result<(), String> {
    let tokens = tokens(value)?;
    // What stands in front of each parenthesis that is open, and whether it holds a type.
    let mut open: Vec<bool> = Vec::new();
    let mut last_was_cast = false;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |at| tokens[at]);
        let was_cast = std::mem::take(&mut last_was_cast);
        match *token {
            "(" => {
                let is_name = before.starts_with(|first: char| first.is_alphanumeric() || first == '_');
                let is_behind_value = (before == ")" && !was_cast) || before == "]";
                if (is_name && before != "sizeof") || is_behind_value {
                    return Err("a call in an invariant is not understood".to_owned());
                }
                open.push(tokens.get(at + 1).is_some_and(|next| TYPE_WORDS.contains(next)));
            }
            ")" => match open.pop() {
                Some(is_type) => last_was_cast = is_type,
                None => return Err("the parentheses of an invariant do not match".to_owned()),
            },
            "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => {
                return Err("an invariant may not assign anything".to_owned());
            }
            "++" | "--" => return Err("an invariant may not change anything".to_owned()),
            "//" | "/*" => return Err("a comment in an invariant is not understood".to_owned()),
            _ => {}
        }
    }
    match (tokens.is_empty(), open.is_empty()) {
        (true, _) => Err("an invariant is empty".to_owned()),
        (_, true) => Ok(()),
        (_, false) => Err("the parentheses of an invariant do not match".to_owned()),
    }
}

/// The words and symbols, as a compiler sees them: the longest symbol counts.
fn tokens(value: &str) -> Result<Vec<&str>, String> {
    const SYMBOLS: [&str; 23] = [
        "<<=", ">>=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==", "!=", "<=", ">=", "<<", ">>",
        "&&", "||", "->", "//", "/*",
    ];
    const SINGLE: &str = "()[]+-*/%&|^~!<>=?:,.";
    let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    let mut found = Vec::new();
    let mut rest = value.trim_matches(' ');
    while let Some(first) = rest.chars().next() {
        let length = if is_part(first) {
            rest.find(|symbol: char| !is_part(symbol)).unwrap_or(rest.len())
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            symbol.len()
        } else if SINGLE.contains(first) {
            1
        } else {
            return Err(format!("`{first}` in an invariant is not understood"));
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start_matches(' ');
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invariants_are_expressions_without_effects() {
        for right in [
            "x == 1",
            "(x <= 3) && y >= -1",
            "x != 0 || p == 0",
            "a[i] < 3",
            "(unsigned long long)((unsigned int)x) < 3ULL",
            "(int) (x) >= - -1",
            "m_locked || (x == y && s.n->v != 2)",
            "((x == 1) ? (y == 2) : (z == 3))",
        ] {
            assert_eq!(check_value(right), Ok(()), "{right}");
        }
        for wrong in [
            "",
            "x = 1",
            "x++",
            "f(1)",
            "f (1)",
            "(f)(1)",
            "(f) (1)",
            "t[0](1)",
            "(int)f(1)",
            "1); abort(",
            "x; y",
            "x /* */",
            "x //",
            "x <<= 1",
            "x >>= 1",
            "(1",
            "x += 1",
            "x %= 2",
            "x\n",
            "\"a\"[0]",
            "({ 1 })",
            "#x",
            "x - --y",
        ] {
            assert!(check_value(wrong).is_err(), "{wrong}");
        }
    }
}
