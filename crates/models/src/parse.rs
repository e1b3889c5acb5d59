//! The text of a table (the head of `effects.txt` describes it) becomes facts.

use std::sync::{Arc, OnceLock};

use crate::LAST_ERROR;
use crate::table::{Effects, Factor, Facts, Fixed, HiddenState, Item, Outcome, Parameter, Point, Size, Table};

/// A line of a table that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Its number, counted from 1.
    pub line: usize,
    /// What is wrong, in one sentence.
    pub message: String,
}

impl Table {
    /// The table that belongs to this tool.
    ///
    /// # Panics
    /// If it is broken; a test reads it.
    pub fn built_in() -> &'static Arc<Table> {
        static TABLE: OnceLock<Arc<Table>> = OnceLock::new();
        TABLE.get_or_init(|| {
            let table = Table::parse(include_str!("../effects.txt"));
            Arc::new(table.unwrap_or_else(|mistake| panic!("effects.txt:{}: {}", mistake.line, mistake.message)))
        })
    }

    /// Reads a table.
    ///
    /// # Errors
    /// The first mistake in it.
    pub fn parse(text: &str) -> Result<Table, Mistake> {
        let mut table = Table::default();
        for line in lines_of(text) {
            for (name, facts) in line? {
                table.facts.entry(name).or_default().add(facts);
            }
        }
        Ok(table)
    }
}

/// The functions that a line names, each with what the line says.
type Line = Vec<(String, Facts)>;

/// All lines of a table.
fn lines_of(text: &str) -> impl Iterator<Item = Result<Line, Mistake>> {
    let mut joined: Vec<(usize, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match joined.last_mut() {
            Some((_, before)) if line.starts_with([' ', '\t']) => {
                before.push(' ');
                before.push_str(line.trim());
            }
            _ => joined.push((index + 1, line.trim().to_owned())),
        }
    }
    joined.into_iter().map(|(line, text)| read(&text).map_err(|message| Mistake { line, message }))
}

fn read(text: &str) -> Result<Line, String> {
    let (described, stated) = split_facts(text);
    let (names, signature) = match described.split_once('(') {
        Some((names, rest)) => (names, Some(rest)),
        None => (described, None),
    };
    let names: Vec<&str> = names.split_whitespace().collect();
    if names.is_empty() {
        return Err("the line names no function".to_owned());
    }
    if let Some(name) = names.iter().find(|name| !is_name(name)) {
        return Err(format!("`{name}` is no name of a function"));
    }
    let mut facts = Facts::default();
    let mut effects = match signature {
        Some(signature) => Some(effects_of(signature)?),
        None if stated.is_empty() => {
            return Err("behind the names stand neither parameters in brackets nor facts behind a `;`".to_owned());
        }
        None => None,
    };
    for fact in stated {
        state(&mut facts, fact)?;
    }
    if let Some(effects) = &mut effects {
        if facts.fixed != Fixed::Nothing {
            effects.fixed = facts.fixed;
        }
        // Of two functions with one name each line counts for its own.
        facts.fixed = Fixed::Nothing;
    }
    facts.effects.extend(effects);
    let behind = described.find('(').map_or_else(|| text[described.len()..].trim(), |at| text[at..].trim());
    let alone = |name: &str| {
        let space = if behind.starts_with(';') { "" } else { " " };
        Facts { lines: vec![format!("{name}{space}{behind}")], ..facts.clone() }
    };
    Ok(names.into_iter().map(|name| (name.to_owned(), alone(name))).collect())
}

/// What stands in front of the first `;`, and the facts behind it. A `;` in quotation marks separates nothing.
fn split_facts(text: &str) -> (&str, Vec<&str>) {
    let mut is_quoted = false;
    let mut parts = text.split(move |character| {
        is_quoted ^= character == '"';
        character == ';' && !is_quoted
    });
    let described = parts.next().unwrap_or_default().trim_end();
    (described, parts.map(str::trim).collect())
}

fn is_name(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
        && !text.starts_with(|character: char| character.is_ascii_digit())
}

fn state(facts: &mut Facts, fact: &str) -> Result<(), String> {
    let quoted = |rest: &str| {
        let name = rest.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        name.filter(|name| !name.is_empty()).map(Into::into)
    };
    let hidden = |rest, is_written| match quoted(rest) {
        Some(name) => Ok(Some(HiddenState { name, is_written })),
        None => Err(format!(
            "behind `{}` stands what the data are called, in quotation marks",
            fact.split(' ').next().unwrap_or_default()
        )),
    };
    match fact {
        "determined" => facts.fixed = Fixed::All,
        "failures determined" => facts.fixed = Fixed::Failures,
        "repeats" => facts.fixed = Fixed::Repeated,
        "keeps errno" => facts.keeps_error_number = true,
        "cancellation point" => facts.cancellation = Some(Point::Certain),
        "possible cancellation point" => facts.cancellation = Some(Point::Possible),
        "known" => facts.is_known = true,
        "choice" => facts.is_choice = true,
        _ => match (fact.strip_prefix("writes "), fact.strip_prefix("reads ")) {
            (Some(rest), _) => facts.hidden = hidden(rest, true)?,
            (_, Some(rest)) => facts.hidden = hidden(rest, false)?,
            _ => return Err(format!("`{fact}` is no fact")),
        },
    }
    Ok(())
}

/// `PARAMETERS) -> RESULT`
fn effects_of(text: &str) -> Result<Effects, String> {
    let Some((inside, behind)) = text.split_once(')') else {
        return Err("no `)` ends the parameters".to_owned());
    };
    let Some(result) = behind.trim().strip_prefix("->") else {
        return Err("behind the parameters stands `-> RESULT`".to_owned());
    };
    let listed: Vec<&str> = if inside.trim().is_empty() { Vec::new() } else { inside.split(',').collect() };
    let mut names: Vec<&str> = Vec::new();
    for parameter in &listed {
        let name = parameter.split(':').next().unwrap_or_default().trim().trim_end_matches('?');
        if !is_name(name) || name.is_empty() || name == "sizeof" {
            return Err(format!("`{name}` is no name of a parameter"));
        }
        if names.contains(&name) {
            return Err(format!("two parameters are called `{name}`"));
        }
        names.push(name);
    }
    let parameters = listed.iter().zip(&names).map(|(text, name)| parameter(text, name, &names));
    let parameters: Vec<Parameter> = parameters.collect::<Result<_, _>>()?;
    let outcome = outcome(result.trim(), &names)?;
    let counts = parameters.iter().filter(|parameter| {
        matches!(
            parameter.item,
            Item::Writes(_)
                | Item::WritesText(_)
                | Item::WritesTextOrNothing(_)
                | Item::WritesTextOrBytes(_)
                | Item::WritesName(_)
        )
    });
    if matches!(outcome, Outcome::Count | Outcome::Needed(_) | Outcome::Received { .. } | Outcome::Name)
        && counts.count() != 1
    {
        return Err("this result counts what was written through one parameter".to_owned());
    }
    let fixed = if outcome == Outcome::Handle { Fixed::Handles } else { Fixed::Nothing };
    Ok(Effects { parameters, outcome, fixed })
}

fn parameter(text: &str, name: &str, names: &[&str]) -> Result<Parameter, String> {
    let (head, described) = text.split_once(':').unwrap_or((text, ""));
    let described = described.trim();
    let (described, is_fixed) = match described.strip_suffix("determined") {
        Some(rest) => (rest.trim_end(), true),
        None => (described, false),
    };
    let number = |name: &str| position(name, names);
    let object = |is_read, is_written| Item::Object { is_read, is_written };
    let item = match described {
        "" => Item::Value,
        "text" => Item::Text,
        "in" => object(true, false),
        "out" => object(false, true),
        "in out" => object(true, true),
        "clears bits" => Item::Masks,
        _ => {
            let behind = |prefix: &str| described.strip_prefix(prefix).map(str::trim);
            if let Some(rest) = behind("writes text or bytes ") {
                Item::WritesTextOrBytes(number(rest)?)
            } else if let Some(rest) = behind("writes text or nothing ") {
                Item::WritesTextOrNothing(number(rest)?)
            } else if let Some(rest) = behind("writes text ") {
                Item::WritesText(number(rest)?)
            } else if let Some(rest) = behind("writes name ") {
                Item::WritesName(number(rest)?)
            } else if let Some(rest) = behind("writes *") {
                Item::WritesUpTo(number(rest)?)
            } else if let Some(rest) = behind("writes ") {
                Item::Writes(size(rest, names)?)
            } else if let Some(rest) = behind("reads ") {
                Item::Reads(size(rest, names)?)
            } else {
                return Err(format!("`{described}` is nothing that a function does with a parameter"));
            }
        }
    };
    Ok(Parameter { name: name.to_owned(), item, may_be_null: head.trim_end().ends_with('?'), is_fixed })
}

fn size(text: &str, names: &[&str]) -> Result<Size, String> {
    let factor = |text: &str| match text.trim() {
        "sizeof" => Ok(Factor::SizeOfTarget),
        text => match text.parse() {
            Ok(number) => Ok(Factor::Number(number)),
            Err(_) => position(text, names).map(Factor::Parameter),
        },
    };
    let mut factors = text.split('*').map(factor);
    let first = factors.next().unwrap_or_else(|| Err("a size has a factor".to_owned()))?;
    let second = factors.next().transpose()?;
    if factors.next().is_some() {
        return Err(format!("`{text}` has more than two factors"));
    }
    Ok(Size { factor: first, second })
}

fn position(name: &str, names: &[&str]) -> Result<usize, String> {
    names.iter().position(|known| *known == name).ok_or_else(|| format!("`{name}` is no parameter"))
}

fn outcome(text: &str, names: &[&str]) -> Result<Outcome, String> {
    let inside = |prefix: &str| text.strip_prefix(prefix)?.trim_start().strip_prefix('(')?.strip_suffix(')');
    Ok(match text {
        "any" => Outcome::Any,
        "error" => Outcome::Between(0, LAST_ERROR),
        "handle" => Outcome::Handle,
        "count" => Outcome::Count,
        "name" => Outcome::Name,
        "text" => Outcome::Text,
        "stream" => Outcome::Stream,
        _ => {
            if let Some(files) = inside("ready") {
                Outcome::Ready(position(files.trim(), names)?)
            } else if let Some(size) = inside("needed") {
                Outcome::Needed(position(size.trim(), names)?)
            } else if let Some(both) = inside("elements") {
                let Some((size, count)) = both.split_once(',') else {
                    return Err("`elements` has a size and a count".to_owned());
                };
                Outcome::Elements { size: position(size.trim(), names)?, count: position(count.trim(), names)? }
            } else if let Some(both) = inside("received") {
                let Some((size, flags)) = both.split_once(',') else {
                    return Err("`received` has a size and flags".to_owned());
                };
                Outcome::Received { size: position(size.trim(), names)?, flags: position(flags.trim(), names)? }
            } else if let Some((low, high)) = text.split_once("..") {
                range(low.trim(), high.trim(), names)?
            } else {
                return Err(format!("`{text}` is no result"));
            }
        }
    })
}

fn range(low: &str, high: &str, names: &[&str]) -> Result<Outcome, String> {
    let low: i128 = low.parse().map_err(|_| format!("`{low}` is no number"))?;
    let high = match (high, high.parse()) {
        ("INT_MAX", _) => i128::from(i32::MAX),
        (_, Ok(number)) => number,
        (_, Err(_)) => return Ok(Outcome::UpTo(low, position(high, names)?)),
    };
    if low > high {
        return Err(format!("no number is between {low} and {high}"));
    }
    Ok(Outcome::Between(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Effects {
        let table = Table::parse(line).expect("a table");
        table.facts("f").expect("it is there").effects[0].clone()
    }

    fn mistake(text: &str) -> String {
        let mistake = Table::parse(text).expect_err("a mistake");
        format!("{}: {}", mistake.line, mistake.message)
    }

    #[test]
    fn parameters_and_results_are_read() {
        let effects = one("f (a: text, b?: writes 4*c determined, c, d: reads sizeof) -> -1..c");
        let items: Vec<Item> = effects.parameters.iter().map(|parameter| parameter.item).collect();
        let size = |factor, second| Size { factor, second };
        let expected = [
            Item::Text,
            Item::Writes(size(Factor::Number(4), Some(Factor::Parameter(2)))),
            Item::Value,
            Item::Reads(size(Factor::SizeOfTarget, None)),
        ];
        assert_eq!(items, expected);
        assert_eq!(effects.outcome, Outcome::UpTo(-1, 2));
        let marks: Vec<(bool, bool)> =
            effects.parameters.iter().map(|parameter| (parameter.may_be_null, parameter.is_fixed)).collect();
        assert_eq!(marks, [(false, false), (true, true), (false, false), (false, false)]);
        assert_eq!(one("f (a: in out, b: writes *a) -> any").parameters[1].item, Item::WritesUpTo(0));
        assert_eq!(one("f () -> 1..INT_MAX").outcome, Outcome::Between(1, i128::from(i32::MAX)));
        assert_eq!(one("f (x: writes n, n, g) -> received(n, g)").outcome, Outcome::Received { size: 1, flags: 2 });
        assert_eq!(one("f (x: writes n, n) -> needed(n)").outcome, Outcome::Needed(1));
        assert_eq!(one("f (n, m) -> elements(n, m)").outcome, Outcome::Elements { size: 0, count: 1 });
        assert_eq!(one("f (x: writes text or nothing n, n) -> error").parameters[0].item, Item::WritesTextOrNothing(1));
        assert_eq!(one("f () -> handle").fixed, Fixed::Handles);
    }

    #[test]
    fn lines_add_facts() {
        let text = "# none\ng f (a) -> any; determined\nf; writes \"data; of f\"\nf g\n    h; cancellation point\nf; known; keeps errno\n";
        let table = Table::parse(text).expect("a table");
        let facts = table.facts("f").expect("it is there");
        assert_eq!(facts.hidden, Some(HiddenState { name: "data; of f".into(), is_written: true }));
        assert!(facts.is_known && facts.keeps_error_number && facts.cancellation == Some(Point::Certain));
        assert_eq!(facts.effects[0].fixed, Fixed::All);
        assert_eq!(facts.lines[0], "f (a) -> any; determined");
        assert_eq!(facts.lines[1], "f; writes \"data; of f\"");
        assert_eq!(table.cancellation("h"), Some(Point::Certain));
        assert!(table.is_fixed_further("g") && !table.is_fixed_further("h"));
        let replaced = table.with(&Table::parse("f (a, b) -> text").expect("a table"));
        assert_eq!(
            replaced.facts("f").map(|facts| (facts.effects[0].parameters.len(), facts.is_known)),
            Some((2, false))
        );
        assert!(replaced.facts("h").is_some());
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        assert_eq!(mistake("f (a) -> any\n\nf (a: reads b) -> any"), "3: `b` is no parameter");
        assert_eq!(mistake("f"), "1: behind the names stand neither parameters in brackets nor facts behind a `;`");
        assert_eq!(mistake("f (a: eats) -> any"), "1: `eats` is nothing that a function does with a parameter");
        assert_eq!(mistake("f (a) -> some"), "1: `some` is no result");
        assert_eq!(mistake("f (a"), "1: no `)` ends the parameters");
        assert_eq!(mistake("f (a)"), "1: behind the parameters stands `-> RESULT`");
        assert_eq!(mistake("f (a, a) -> any"), "1: two parameters are called `a`");
        assert_eq!(mistake("f (a) -> count"), "1: this result counts what was written through one parameter");
        assert_eq!(mistake("f; reads data"), "1: behind `reads` stands what the data are called, in quotation marks");
        assert_eq!(mistake("f; slow"), "1: `slow` is no fact");
        assert_eq!(mistake("f () -> 3..1"), "1: no number is between 3 and 1");
    }

    #[test]
    fn the_table_of_this_tool_can_be_read() {
        let table = Table::built_in();
        for (name, facts) in &table.facts {
            let two_types = name == "strerror_r";
            assert!(facts.effects.len() <= 1 || two_types && facts.effects.len() == 2, "{name}");
        }
        assert_eq!(table.hidden_state("ctime"), table.hidden_state("localtime"));
        assert_eq!(table.hidden_state("getenv").map(|state| state.is_written), Some(false));
        assert_eq!(table.hidden_state("localtime_r"), None);
        assert!(table.is_fixed_further("open") && table.is_fixed_further("rand") && table.is_fixed_further("stat"));
        assert!(!table.is_fixed_further("recv") && !table.is_fixed_further("close"));
    }
}
