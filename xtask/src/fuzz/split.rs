//! Programs in several files: a random program is split into units, linked again, and compared with the program in one file.
//!
//! A unit declares what it needs from the other units: structures are declared in every unit, objects are `extern`,
//! functions have prototypes. An object or function that only one unit needs may be `static` there, and several of
//! these get one name. A function may be an inline definition in a unit that calls it, beside the external one; it may
//! have a weak definition that is overridden; an object without an initial value may be defined tentatively, twice.
//!
//! The linked program must be that of the single file, line by line of the C that the engines' program is printed as:
//! the order of declarations does not count. For some programs the engines are asked about both, too.

use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use raddle_verify::verdict::Verdict;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::draft::{Declaration, Draft, Procedure};
use super::judge::{Difference, DifferenceKind, Judgement, Judges, Says, ask, says};
use super::print::{c_text, declaration_text, headers_text, mentions, procedure_text, records_text};
use super::random::Random;

/// The engines are asked about one of so many programs.
const ASKED: u64 = 16;

/// The name that `static` objects of several units share.
const SHARED_NAME: &str = "own_state";

/// A program in several files.
pub struct Units {
    /// The text of each.
    pub texts: Vec<String>,
    /// What objects of the program in one file are called when it is linked.
    renamed: BTreeMap<String, String>,
}

/// Splits a program at random.
pub fn split(draft: &Draft, random: &mut Random) -> Units {
    let n_units = 2 + random.below(2);
    let mut owner_of = |_| random.below(n_units);
    let globals: Vec<usize> = (0..draft.globals.len()).map(&mut owner_of).collect();
    let procedures: Vec<usize> = (0..draft.procedures.len()).map(&mut owner_of).collect();
    let splitting = Splitting { draft, n_units, globals, procedures };
    splitting.units(random)
}

struct Splitting<'d> {
    draft: &'d Draft,
    n_units: usize,
    /// The unit that each object is defined in.
    globals: Vec<usize>,
    /// The unit that each function is defined in.
    procedures: Vec<usize>,
}

impl Splitting<'_> {
    fn units(&self, random: &mut Random) -> Units {
        let own_globals: Vec<bool> =
            (0..self.globals.len()).map(|at| self.is_own_global(at) && random.chance(60)).collect();
        let own_procedures: Vec<bool> = (self.draft.procedures.iter().enumerate())
            .map(|(at, procedure)| {
                procedure.name != "main" && self.is_own(&procedure.name, self.procedures[at]) && random.chance(60)
            })
            .collect();
        let shared = self.shared_name(&own_globals, random);
        let inline: Vec<bool> = (self.draft.procedures.iter().enumerate())
            .map(|(at, procedure)| {
                let text = procedure_text(procedure);
                let names_own = self
                    .draft
                    .globals
                    .iter()
                    .zip(&own_globals)
                    .any(|(global, own)| *own && mentions(&text, &global.name))
                    || self
                        .draft
                        .procedures
                        .iter()
                        .zip(&own_procedures)
                        .any(|(other, own)| *own && mentions(&text, &other.name));
                procedure.name != "main"
                    && !own_procedures[at]
                    && !names_own
                    && !text.contains("static")
                    && random.chance(30)
            })
            .collect();
        let mut texts = Vec::new();
        for unit in 0..self.n_units {
            let mut body = records_text(self.draft);
            for (at, global) in self.draft.globals.iter().enumerate().filter(|(at, _)| !own_globals[*at]) {
                let outside = Declaration {
                    initial: None,
                    prefix: format!("extern {}", without_static(&global.prefix)),
                    ..global.clone()
                };
                let _ = writeln!(body, "{}", declaration_text(&outside));
                _ = at;
            }
            for (at, procedure) in self.draft.procedures.iter().enumerate() {
                match own_procedures[at] {
                    true if self.procedures[at] == unit => {
                        _ = writeln!(body, "static {};", without_static(&procedure.head))
                    }
                    true => {}
                    false if procedure.name == "main" => {}
                    // Without `extern`: in a unit with an inline definition, all declarations are inline.
                    false if inline[at] && self.procedures[at] != unit => {
                        _ = writeln!(body, "inline {};", without_static(&procedure.head));
                    }
                    false => _ = writeln!(body, "{};", without_static(&procedure.head)),
                }
            }
            for (at, global) in self.draft.globals.iter().enumerate().filter(|(at, _)| self.globals[*at] == unit) {
                let prefix = without_static(&global.prefix);
                let prefix = if own_globals[at] { format!("static {prefix}") } else { prefix };
                let defined = Declaration { prefix, ..global.clone() };
                let _ = writeln!(body, "{}", declaration_text(&defined));
                if defined.initial.is_none() && random.chance(30) {
                    let _ = writeln!(body, "{}", declaration_text(&defined));
                }
            }
            for (at, procedure) in self.draft.procedures.iter().enumerate() {
                self.define(
                    procedure,
                    unit == self.procedures[at],
                    (own_procedures[at], inline[at]),
                    random,
                    &mut body,
                );
            }
            if let Some(name) = shared.get(&unit) {
                body = renamed(&body, name, SHARED_NAME);
            }
            texts.push(headers_text(&body) + &body);
        }
        let mut names = BTreeMap::new();
        for (position, name) in shared.values().enumerate() {
            let suffix = if position == 0 { String::new() } else { format!("_{}", position + 1) };
            names.insert(name.clone(), format!("{SHARED_NAME}{suffix}"));
        }
        Units { texts, renamed: names }
    }

    fn define(
        &self,
        procedure: &Procedure,
        is_owner: bool,
        (is_own, is_inline): (bool, bool),
        random: &mut Random,
        body: &mut String,
    ) {
        let head = without_static(&procedure.head);
        let with_head = |head: String| procedure_text(&Procedure { head, ..procedure.clone() });
        match (is_owner, is_inline) {
            (true, _) => body.push_str(&with_head(if is_own { format!("static {head}") } else { head })),
            (false, true) => body.push_str(&with_head(format!("inline {head}"))),
            (false, false) if !is_own && procedure.name != "main" && random.chance(10) => {
                let _ = writeln!(body, "__attribute__((weak)) {head} {{ for (;;) {{ }} }}");
            }
            (false, false) => {}
        }
    }

    /// For each unit one `static` object that gets the name which all of them share.
    fn shared_name(&self, own_globals: &[bool], random: &mut Random) -> BTreeMap<usize, String> {
        let mut shared = BTreeMap::new();
        if random.chance(50) {
            for (at, global) in self.draft.globals.iter().enumerate().filter(|(at, _)| own_globals[*at]) {
                shared.entry(self.globals[at]).or_insert_with(|| global.name.clone());
            }
        }
        shared
    }

    fn is_own_global(&self, at: usize) -> bool {
        self.is_own(&self.draft.globals[at].name, self.globals[at])
    }

    /// Whether only one unit names an object or a function.
    fn is_own(&self, name: &str, unit: usize) -> bool {
        let globals = self.draft.globals.iter().zip(&self.globals);
        let is_named =
            globals.filter(|(_, owner)| **owner != unit).any(|(global, _)| mentions(&declaration_text(global), name));
        let procedures = self.draft.procedures.iter().zip(&self.procedures);
        !is_named
            && !procedures
                .filter(|(_, owner)| **owner != unit)
                .any(|(procedure, _)| mentions(&procedure_text(procedure), name))
    }
}

fn without_static(text: &str) -> String {
    text.strip_prefix("static ").unwrap_or(text).to_owned()
}

/// A text with another name in the place of one.
fn renamed(text: &str, from: &str, to: &str) -> String {
    with_words(text, |word| if word == from { to.to_owned() } else { word.to_owned() })
}

/// A text with other words in the place of its words.
fn with_words(text: &str, word: impl Fn(&str) -> String) -> String {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|character| !is_part(character)).map_or(rest.len(), |length| start + length);
        result.push_str(&rest[..start]);
        result.push_str(&word(&rest[start..end]));
        rest = &rest[end..];
    }
    result + rest
}

/// Splits a program, links it, and compares.
pub fn judge(draft: &Draft, seed: u64, index: u64, judges: &Judges) -> Judgement {
    let mut judgement = Judgement::default();
    let units = split(draft, &mut Random::of_program(!seed, index));
    let blame = |detail: String| {
        let files: Vec<String> = units.texts.iter().map(|text| format!("/* ---- */\n{text}")).collect();
        let detail = format!("{detail}\n{}", files.join(""));
        Difference { engine: None, property: None, kind: DifferenceKind::Metamorphic, detail }
    };
    let whole = match judges.read(&c_text(draft)) {
        Ok(front) => front,
        Err(difference) => {
            judgement.differences.push(difference);
            return judgement;
        }
    };
    let linked = match read(&units.texts) {
        Ok(front) => front,
        Err(why) => {
            judgement.differences.push(blame(format!("split, it is refused: {why}")));
            return judgement;
        }
    };
    let (expected, found) = (shape(&whole, &units.renamed), shape(&linked, &BTreeMap::new()));
    if expected != found {
        let lacks = expected.iter().find(|line| !found.contains(line));
        let adds = found.iter().find(|line| !expected.contains(line));
        judgement.differences.push(blame(format!("split, it is another program: {lacks:?} became {adds:?}")));
    }
    if index.is_multiple_of(ASKED) {
        for engine in &judges.engines {
            let answers = |front: &Front| {
                ask(front, *engine, judges).into_iter().flat_map(|answers| answers.outcomes).collect::<Vec<_>>()
            };
            for (one, other) in answers(&whole).iter().zip(&answers(&linked)) {
                let (said, says_now) = (says(&one.verdict), says(&other.verdict));
                judgement.engines.entry(engine.name().to_owned()).or_default().insert(one.property, said);
                let unconfirmed = match &other.verdict {
                    Verdict::Unknown(reason) => DifferenceKind::of_reason(reason),
                    Verdict::Safe(_) | Verdict::Unsafe(_) => None,
                };
                let is_turned = matches!((said, says_now), (Says::Safe, Says::Unsafe) | (Says::Unsafe, Says::Safe));
                if is_turned || unconfirmed.is_some() {
                    let difference = blame(format!("split, {said:?} turns into {says_now:?}"));
                    let (engine, property) = (Some(engine.name().to_owned()), Some(one.property));
                    let kind = unconfirmed.unwrap_or(DifferenceKind::Metamorphic);
                    judgement.differences.push(Difference { engine, property, kind, ..difference });
                }
            }
        }
    }
    judgement
}

/// Reads and links files.
fn read(texts: &[String]) -> Result<Front, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut paths = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let path = folder.path().join(format!("unit_{number}.c"));
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
        paths.push(path);
    }
    let Some((first, others)) = paths.split_first() else { return Err("no unit".to_owned()) };
    Front::read(&Target::new(first, PreprocessOptions::default()).with(others)).map_err(|unreadable| unreadable.text())
}

/// The lines of the program as C, in an order of their own, with some objects renamed. Types are left out, and so are the places that
/// string literals are called by.
fn shape(front: &Front, names: &BTreeMap<String, String>) -> Vec<String> {
    let mut text = front.c_text();
    if let Some(end) = text.rfind("_Static_assert") {
        text.drain(..end);
    }
    // Where an assertion stands, and what it says, are literals, too: with the names of the file and of objects.
    // What is declared before its definition follows from the order.
    let is_left_out =
        |line: &str| line.is_empty() || line.starts_with("const char string") || line.starts_with("extern ");
    let is_compared = |line: &&str| !is_left_out(line);
    let lines = text.lines().skip(1).filter(is_compared);
    // Literals and records without a tag are called by where they stand, or by a number.
    let bare = |word: &str| {
        let stem = word.trim_end_matches(|character: char| character.is_ascii_digit() || character == '_');
        ["string", "anonymous"].into_iter().find(|&known| known == stem)
    };
    let name =
        |word: &str| names.get(word).cloned().or_else(|| bare(word).map(str::to_owned)).unwrap_or(word.to_owned());
    // The texts of assertions name objects as their file does.
    let quoted = |word: &str| {
        let name = name(word);
        if name.starts_with(SHARED_NAME) { SHARED_NAME.to_owned() } else { name }
    };
    let line = |line: &str| {
        let parts = line.split('"').enumerate();
        let parts: Vec<String> = parts
            .map(|(at, part)| if at % 2 == 0 { with_words(part, name) } else { with_words(part, quoted) })
            .collect();
        parts.join("\"")
    };
    let mut lines: Vec<String> = lines.map(line).collect();
    lines.sort_unstable();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::write::{Family, Threads, write};

    #[test]
    fn random_programs_are_the_same_when_they_are_linked() {
        let judges = Judges { engines: Vec::new(), ..Judges::default() };
        for index in 0..40 {
            let draft = write(7, index, &Family::ALL, Threads::Several);
            let judgement = judge(&draft, 7, index, &judges);
            assert!(judgement.differences.is_empty(), "{}", judgement.differences[0]);
        }
    }

    #[test]
    fn a_mistake_in_linking_would_be_noticed() {
        let text = |body: &str| format!("int f(void);\nint main(void) {{ return f(); }}\n{body}");
        let front = |text: String| read(&[text]).unwrap_or_else(|why| panic!("{why}"));
        let (one, other) = (front(text("int f(void) { return 1; }")), front(text("int f(void) { return 2; }")));
        assert_ne!(shape(&one, &BTreeMap::new()), shape(&other, &BTreeMap::new()));
        assert_eq!(renamed("a + ab - a", "a", "b"), "b + ab - b");
    }
}
