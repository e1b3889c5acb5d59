//! The C text of a call with random arguments: the same text for the machine and for the model.

use super::arguments::{Array, Random, made};
use super::row::{Answer, Row};
use std::fmt::Write as _;

/// A call with certain arguments.
#[derive(Clone, Debug)]
pub struct Call {
    arrays: Vec<Array>,
    /// Declarations that the arguments need.
    before: String,
    /// Statements in front of the call that only the machine makes: what of its surroundings the model does not know.
    machine: String,
    /// Statements in front of the call.
    prepared: String,
    /// The call itself.
    call: String,
    /// Whether the result is kept.
    has_result: bool,
    /// What is compared, as C expressions: `errno`, the result, then the rest.
    pub compared: Vec<String>,
}

impl Call {
    /// A call of a function of a row.
    pub fn random(row: &Row, name: &str, random: &mut Random) -> Call {
        let all: Vec<_> =
            row.arguments.iter().enumerate().map(|(index, &argument)| made(argument, index, random)).collect();
        let texts: Vec<&str> = all.iter().map(|made| made.text.as_str()).collect();
        let filled = |text: &str| filled(text, name, &texts);
        let mut compared = vec!["errno".to_owned()];
        match row.answer {
            Answer::Number => compared.push("(long)result".to_owned()),
            Answer::Sign => compared.push("(result > 0) - (result < 0)".to_owned()),
            Answer::Truth => compared.push("result != 0".to_owned()),
            Answer::Place(argument) => compared.push(format!("result ? (char *)result - (char *)a{argument} : -1")),
            Answer::Is(text) => compared.push(filled(text)),
            Answer::Real => compared.push("bits_of(result)".to_owned()),
            Answer::Nothing | Answer::Void => {}
        }
        compared.extend(all.iter().flat_map(|made| made.memory.iter().cloned()));
        compared.extend(row.sees.iter().map(|text| filled(text)));
        Call {
            arrays: all.iter().filter_map(|made| made.array.clone()).collect(),
            before: all.iter().map(|made| made.before.as_str()).collect(),
            machine: filled(row.machine),
            prepared: filled(row.before),
            call: if row.call.is_empty() { format!("{name}({})", texts.join(", ")) } else { filled(row.call) },
            has_result: !matches!(row.answer, Answer::Nothing | Answer::Void),
            compared,
        }
    }

    /// The statements of the call, in a block that is still open: with arrays, or with arrays that the machine guards.
    pub fn text(&self, is_on_machine: bool) -> String {
        let mut text = String::from("  {\n");
        for Array { index, element, values } in &self.arrays {
            let (size, list) = (values.len(), values.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
            _ = match is_on_machine {
                false => writeln!(text, "    {element} a{index}[{size}] = {{{list}}};"),
                true => writeln!(
                    text,
                    "    {element} *a{index} = guarded({size} * sizeof({element}), ({element}[]){{{list}}});"
                ),
            };
        }
        let machine = if is_on_machine { self.machine.as_str() } else { "" };
        for statements in [self.before.as_str(), machine, self.prepared.as_str()] {
            if !statements.is_empty() {
                _ = writeln!(text, "    {statements}");
            }
        }
        let keeps = if self.has_result { format!("__typeof__({}) result = ", self.call) } else { String::new() };
        _ = writeln!(text, "    errno = 0;\n    {keeps}{};", self.call);
        text
    }
}

/// A text with the name of the function for `$f`, and the arguments for `$0`, `$1`, ...
fn filled(text: &str, name: &str, arguments: &[&str]) -> String {
    let mut filled = String::new();
    let mut rest = text.chars();
    while let Some(char) = rest.next() {
        match char {
            '$' => match rest.next() {
                Some('f') => filled.push_str(name),
                Some(digit) => {
                    filled.push_str(arguments[digit.to_digit(10).expect("a number stands behind $") as usize])
                }
                None => panic!("nothing stands behind $ in {text}"),
            },
            char => filled.push(char),
        }
    }
    filled
}
