//! What is said about a program beside the verdicts on its properties: errors and warnings of the C front end, of linking, of the input
//! as a whole, constructs without a model, and assumptions. Each is data, so that every format shows it in the place that it has for it.

use raddle_program::source::SourcePlace;
use raddle_verify::verdict::{Answers, Outcome, Reason, Unmodelled, Verdict};
use serde::Serialize;

/// How much a message matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The program was not checked, or not all of it.
    Error,
    /// The program was checked; something deserves a look.
    Warning,
    /// What an answer rests on.
    Note,
}

impl Level {
    /// `error`, `warning` or `note`: the words of SARIF, and those of compilers.
    pub fn word(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

/// What kind of message it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The text is no C, or the files do not fit together.
    CError,
    /// The text is C, and odd.
    CWarning,
    /// There is no program to check: no file, no `main`.
    Input,
    /// The compilation database does not say what belongs to a program.
    Database,
    /// A construct has no model, and an execution may reach it.
    WithoutModel,
    /// An answer rests on functions that no file defines.
    WithoutBody,
    /// The reading of C and POSIX under which the answer holds.
    Assumption,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 7] = [
        Rule::CError,
        Rule::CWarning,
        Rule::Input,
        Rule::Database,
        Rule::WithoutModel,
        Rule::WithoutBody,
        Rule::Assumption,
    ];

    /// The identifier in formats.
    pub fn name(self) -> &'static str {
        match self {
            Rule::CError => "c-error",
            Rule::CWarning => "c-warning",
            Rule::Input => "input",
            Rule::Database => "database",
            Rule::WithoutModel => "without-model",
            Rule::WithoutBody => "without-body",
            Rule::Assumption => "assumption",
        }
    }

    /// What it means, in a sentence without a full stop.
    pub fn meaning(self) -> &'static str {
        match self {
            Rule::CError => "The text cannot be read as C, or the files of the program do not fit together",
            Rule::CWarning => "The text is C, and something in it deserves a look",
            Rule::Input => "There is no program to check",
            Rule::Database => "The compilation database does not say which files belong to a program",
            Rule::WithoutModel => "A construct has no model, and an execution may reach it",
            Rule::WithoutBody => "An answer rests on functions that no file of the program defines",
            Rule::Assumption => "The answer holds under this reading of C and POSIX",
        }
    }

    /// What to do about it.
    pub fn advice(self) -> &'static str {
        match self {
            Rule::CError => "Correct the text, or give the options that the compiler gets: -I, -D, --project.",
            Rule::CWarning => "Read the line: what the compiler does there may not be what is meant.",
            Rule::Input => "Name the C files of one program, one of which defines main.",
            Rule::Database => "Write compile_commands.json anew, or choose a file for the symbol with --choose.",
            Rule::WithoutModel => "Replace the construct by one that is modelled, or make it unreachable.",
            Rule::WithoutBody => "Name the files that define the functions, or say with --externals what they may do.",
            Rule::Assumption => "Read it once: an answer says nothing about executions that it leaves out.",
        }
    }
}

/// Where something stands: a file, and a range of it. Lines and columns count from 1, columns in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Region {
    /// The file.
    pub file: String,
    /// Where it begins.
    pub line: u32,
    /// Where it begins in its line.
    pub column: u32,
    /// Where it ends: the line, and the column behind the last character.
    pub end_line: u32,
    /// The column behind the last character.
    pub end_column: u32,
}

impl From<&SourcePlace> for Region {
    fn from(place: &SourcePlace) -> Region {
        let (line, column) = (place.line.max(1), place.column.max(1));
        Region { file: place.file.to_string(), line, column, end_line: line, end_column: column }
    }
}

/// A further place that explains a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Related {
    /// Where.
    pub place: Region,
    /// What is to be seen there.
    pub message: String,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// What kind it is.
    pub rule: Rule,
    /// How much it matters.
    pub level: Level,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What to do next, if there is something.
    pub advice: Option<String>,
    /// Where, if it is about a place.
    pub place: Option<Region>,
    /// Further places that explain it.
    pub related: Vec<Related>,
    /// The message for people, with the source lines; several lines, each of which ends in a line break.
    #[serde(skip)]
    pub rendered: String,
    /// The same for a terminal, which may have colours.
    #[serde(skip)]
    pub shown: String,
}

impl Diagnostic {
    /// A message about no place.
    pub fn new(rule: Rule, level: Level, message: &str) -> Diagnostic {
        let rendered = format!("{}: {}\n", level.word(), crate::escape::escape(message));
        let (message, shown) = (message.to_owned(), rendered.clone());
        Diagnostic { rule, level, message, advice: None, place: None, related: Vec::new(), rendered, shown }
    }

    fn at(self, place: &SourcePlace) -> Diagnostic {
        let rendered = format!("{} --> {}\n", self.rendered, crate::escape::escape(&place.to_string()));
        Diagnostic { place: Some(place.into()), shown: rendered.clone(), rendered, ..self }
    }
}

/// What answers rest on that is not so in the program: constructs without a model and functions without a body, each once.
pub fn obstacles(answers: &Answers) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for Outcome { verdict, .. } in &answers.outcomes {
        if let Verdict::Unknown(reason) = verdict {
            collect(reason, &mut found);
        }
    }
    found
}

fn collect(reason: &Reason, found: &mut Vec<Diagnostic>) {
    let mut add = |diagnostic: Diagnostic| {
        if !found.contains(&diagnostic) {
            found.push(diagnostic);
        }
    };
    let without_model = |what: &str| Diagnostic::new(Rule::WithoutModel, Level::Note, &format!("{what} has no model"));
    match reason {
        Reason::Unsupported { what, place } => add(without_model(what).at(place)),
        Reason::WithoutModel { what } => {
            what.iter().for_each(|Unmodelled { what, place, .. }| add(without_model(what).at(place)));
        }
        Reason::DependsOn { sources, are_of_library: true, .. } => {
            let of_library = |name: &String| {
                let message = format!("the violation depends on {name}: the system may never give this");
                Diagnostic::new(Rule::WithoutBody, Level::Note, &message)
            };
            sources.iter().map(of_library).for_each(add);
        }
        Reason::RestsOn { functions } | Reason::DependsOn { sources: functions, .. } => {
            let without_body = |name: &String| {
                Diagnostic::new(
                    Rule::WithoutBody,
                    Level::Note,
                    &format!("the answer rests on {name}, which no file defines"),
                )
            };
            functions.iter().map(without_body).for_each(add);
        }
        Reason::Stopped { by, .. } => collect(by, found),
        Reason::Several { of } => of.iter().for_each(|it| collect(&it.reason, found)),
        Reason::BoundReached { .. }
        | Reason::Timeout { .. }
        | Reason::Memory { .. }
        | Reason::AfterViolation { .. }
        | Reason::Interrupted { .. }
        | Reason::LargeInput { .. }
        | Reason::NotConfirmed { .. }
        | Reason::Uninterrupted { .. }
        | Reason::TurnOver
        | Reason::NotDecided { .. }
        | Reason::MayRace { .. }
        | Reason::WeakMemory { .. }
        | Reason::OpenEquality { .. }
        | Reason::NumberedId { .. }
        | Reason::ForeignWrite { .. }
        | Reason::Inexact
        | Reason::GaveUp { .. }
        | Reason::Internal { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::property::Property;
    use raddle_verify::verdict::EngineReason;

    #[test]
    fn an_obstacle_is_told_once() {
        let place = SourcePlace { file: "a.c".into(), line: 3, column: 5 };
        let reason = Reason::Unsupported { what: "vfork".into(), place };
        let of = ["bmc", "lazy"].map(|engine| EngineReason { engine: engine.to_owned(), reason: reason.clone() });
        let open = |property, reason| Outcome { property, verdict: Verdict::Unknown(reason) };
        let rests = Reason::RestsOn { functions: vec!["f".into(), "g".into()] };
        let answers = Answers {
            outcomes: vec![
                open(Property::Assertions, Reason::Several { of: of.to_vec() }),
                open(Property::Memory, reason),
                open(Property::Locks, rests),
            ],
        };
        let told = obstacles(&answers);
        let messages: Vec<&str> = told.iter().map(|it| it.message.as_str()).collect();
        let rests = |name| format!("the answer rests on {name}, which no file defines");
        assert_eq!(messages, ["vfork has no model", &rests("f"), &rests("g")]);
        assert_eq!(told[0].place.as_ref().map(|place| (place.line, place.column)), Some((3, 5)));
    }

    #[test]
    fn names_of_rules_are_those_of_the_data() {
        for rule in Rule::ALL {
            assert_eq!(serde_json::to_value(rule).ok(), Some(rule.name().into()));
        }
    }
}
