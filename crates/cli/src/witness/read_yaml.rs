//! Witnesses in YAML (2.0 to 2.2), of whatever tool.
//!
//! Left out: transition invariants and contracts (2.1), ghosts that are no `int` or start with more than a number, and cycles of
//! witnesses of non-termination: a witness with one of them is not understood, and that is said.

use raddle_program::types::DataModel;
use raddle_report::witness::{
    Content, Ghost, GhostUpdate, Invariant, Invariants, Location, Metadata, Segment, Waypoint, WaypointKind, Witness,
};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Reads a witness.
///
/// # Errors
/// A sentence on what is missing or not understood.
pub fn read(text: &str) -> Result<Witness, String> {
    let entries: Vec<Entry> = serde_saphyr::from_str(text).map_err(|why| {
        let why = why.to_string();
        format!("it is no witness: {}", why.lines().next().unwrap_or("it cannot be read"))
    })?;
    let n_entries = entries.len();
    let (ghosts, mut others): (Vec<Entry>, Vec<Entry>) =
        entries.into_iter().partition(|entry| entry.entry_type == "ghost_instrumentation");
    let (Some(entry), true, ..=1) = (others.pop(), others.is_empty(), ghosts.len()) else {
        return Err(format!("it has {n_entries} entries; expected one, and one more at most for ghosts"));
    };
    let Head { format_version, uuid, creation_time, producer, task } = entry.metadata;
    if !["2.0", "2.1", "2.2"].contains(&format_version.text().as_str()) {
        return Err(format!("its format is `{}`; expected 2.0, 2.1 or 2.2", format_version.text()));
    }
    let mut hashes = task.input_file_hashes.into_iter();
    let Some((file, hash)) = hashes.next() else {
        return Err("it names no file with its hash".to_owned());
    };
    let others: Vec<(String, String)> = hashes.map(|(file, hash)| (file, hash.text())).collect();
    let data_model = match task.data_model.as_str() {
        "ILP32" => DataModel::Ilp32,
        "LP64" => DataModel::Lp64,
        other => return Err(format!("its data model is `{other}`; expected ILP32 or LP64")),
    };
    if task.language != "C" {
        return Err(format!("its language is `{}`; expected C", task.language));
    }
    let content = match entry.entry_type.as_str() {
        "violation_sequence" => violation(items(entry.content)?, format_version.text() == "2.2")?,
        "invariant_set" => correctness(items(entry.content)?)?,
        other => return Err(format!("an entry of type `{other}` is not understood")),
    };
    let content = match (content, ghosts.into_iter().next()) {
        (content, None) => content,
        (Content::Violation(_), Some(_)) => return Err("a violation has no ghosts".to_owned()),
        (Content::Correctness(invariants), Some(entry)) => {
            let version = entry.metadata.format_version.text();
            if !["2.1", "2.2"].contains(&version.as_str()) {
                return Err(format!("its ghosts are of format `{version}`; expected 2.1 or 2.2"));
            }
            let of_ghosts = &entry.metadata.task;
            let known = std::iter::once(hash.text()).chain(others.iter().map(|(_, hash)| hash.clone()));
            let is_same_task = of_ghosts.input_file_hashes.values().map(Word::text).eq(known)
                && (&of_ghosts.specification, &of_ghosts.data_model, &of_ghosts.language)
                    == (&task.specification, &task.data_model, &task.language);
            if !is_same_task {
                return Err("its ghosts are those of another task".to_owned());
            }
            Content::Correctness(with_ghosts(invariants, entry.content)?)
        }
    };
    let metadata = Metadata {
        uuid: uuid.text(),
        creation_time: creation_time.text(),
        version: producer.version.text(),
        file,
        hash: hash.text(),
        others,
        specification: task.specification,
        data_model,
    };
    Ok(Witness { metadata, content })
}

#[derive(Deserialize)]
struct Entry {
    entry_type: String,
    metadata: Head,
    #[serde(default)]
    content: Body,
}

/// What an entry holds: a list, or the two lists of ghosts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Body {
    Items(Vec<Item>),
    Ghosts { ghost_variables: Vec<StatedGhost>, ghost_updates: Vec<StatedUpdates> },
}

impl Default for Body {
    fn default() -> Self {
        Body::Items(Vec::new())
    }
}

fn items(body: Body) -> Result<Vec<Item>, String> {
    match body {
        Body::Items(items) => Ok(items),
        Body::Ghosts { .. } => Err("its content is that of ghosts".to_owned()),
    }
}

#[derive(Deserialize)]
struct StatedGhost {
    name: Word,
    #[serde(rename = "type")]
    ty: String,
    scope: String,
    initial: StatedConstraint,
}

#[derive(Deserialize)]
struct StatedUpdates {
    location: Place,
    updates: Vec<StatedUpdate>,
}

#[derive(Deserialize)]
struct StatedUpdate {
    variable: Word,
    value: Word,
    format: Option<String>,
}

#[derive(Deserialize)]
struct Head {
    format_version: Word,
    uuid: Word,
    creation_time: Word,
    producer: Producer,
    task: Task,
}

#[derive(Deserialize)]
struct Producer {
    #[serde(default)]
    version: Word,
}

#[derive(Deserialize)]
struct Task {
    input_file_hashes: BTreeMap<String, Word>,
    specification: String,
    data_model: String,
    language: String,
}

#[derive(Deserialize)]
struct Item {
    segment: Option<Vec<Member>>,
    invariant: Option<StatedInvariant>,
}

#[derive(Deserialize)]
struct Member {
    waypoint: StatedWaypoint,
}

#[derive(Deserialize)]
struct StatedWaypoint {
    #[serde(rename = "type")]
    kind: String,
    action: String,
    thread_id: Option<u32>,
    location: Place,
    constraint: Option<StatedConstraint>,
}

#[derive(Deserialize)]
struct StatedConstraint {
    value: Word,
    format: Option<String>,
}

#[derive(Deserialize)]
struct StatedInvariant {
    #[serde(rename = "type")]
    kind: String,
    location: Place,
    value: Word,
    format: String,
}

#[derive(Deserialize)]
struct Place {
    file_name: String,
    line: u32,
    column: Option<u32>,
    function: Option<String>,
}

/// A text; YAML reads some without quotes as something else.
#[derive(Deserialize)]
#[serde(untagged)]
enum Word {
    Text(String),
    Truth(bool),
    Whole(i64),
    Number(f64),
}

impl Default for Word {
    fn default() -> Self {
        Word::Text(String::new())
    }
}

impl Word {
    fn text(&self) -> String {
        match self {
            Word::Text(text) => text.clone(),
            Word::Truth(truth) => truth.to_string(),
            Word::Whole(number) => number.to_string(),
            // Versions: 2.0 is read as a number.
            Word::Number(number) => format!("{number:?}"),
        }
    }
}

impl Place {
    fn location(self) -> Location {
        let Place { file_name, line, column, function } = self;
        Location { file: file_name, line, column, offset: None, function }
    }
}

fn violation(items: Vec<Item>, has_threads: bool) -> Result<Content, String> {
    let mut segments = Vec::new();
    // With 2.2, the k-th creation makes thread k; its function is not known before the witness is followed.
    let mut n_threads = 0;
    for item in items {
        let members = item.segment.ok_or("an item of a violation is no segment")?;
        let mut segment = Segment::default();
        for Member { waypoint: stated } in members {
            let is_avoided = match stated.action.as_str() {
                "follow" => false,
                "avoid" => true,
                other => return Err(format!("the action `{other}` is not understood")),
            };
            let constraint = stated.constraint;
            if let Some(format) = constraint.as_ref().and_then(|constraint| constraint.format.as_ref())
                && !["c_expression", "ext_c_expression", "acsl_expression"].contains(&format.as_str())
            {
                return Err(format!("a constraint in the format `{format}` is not understood"));
            }
            let value = constraint.map(|constraint| constraint.value.text());
            let kind = match (stated.kind.as_str(), value) {
                ("assumption", Some(value)) => WaypointKind::Assumption(value),
                ("assumption", None) => return Err("an assumption has no constraint".to_owned()),
                ("branching", Some(value)) if value == "true" => WaypointKind::Branching(true),
                ("branching", Some(value)) if value == "false" => WaypointKind::Branching(false),
                ("branching", _) => return Err("a branching is neither true nor false".to_owned()),
                ("function_enter", _) if has_threads && !is_avoided => {
                    n_threads += 1;
                    WaypointKind::FunctionEnter(Some((n_threads, String::new())))
                }
                ("function_enter", _) => WaypointKind::FunctionEnter(None),
                ("function_return", constraint) => WaypointKind::FunctionReturn { constraint, function: None },
                ("target", _) => WaypointKind::Target,
                (other, _) => return Err(format!("a waypoint of type `{other}` is not understood")),
            };
            let thread = stated.thread_id.or(has_threads.then_some(0));
            let waypoint = Waypoint { kind, thread, location: stated.location.location() };
            match is_avoided {
                true => segment.avoid.push(waypoint),
                false => segment.follow.push(waypoint),
            }
        }
        segments.push(segment);
    }
    Ok(Content::Violation(segments))
}

fn correctness(items: Vec<Item>) -> Result<Content, String> {
    let mut invariants = Vec::new();
    for item in items {
        let stated = item.invariant.ok_or("an item of a set of invariants is no invariant")?;
        let is_of_loop = match stated.kind.as_str() {
            "loop_invariant" => true,
            "location_invariant" => false,
            other => return Err(format!("an invariant of type `{other}` is not understood")),
        };
        if !["c_expression", "ext_c_expression"].contains(&stated.format.as_str()) {
            return Err(format!("an invariant in the format `{}` is not understood", stated.format));
        }
        invariants.push(Invariant { is_of_loop, location: stated.location.location(), value: stated.value.text() });
    }
    Ok(Content::Correctness(Invariants { all: invariants, ..Invariants::default() }))
}

fn with_ghosts(mut invariants: Invariants, body: Body) -> Result<Invariants, String> {
    let Body::Ghosts { ghost_variables, ghost_updates } = body else {
        return Err("an entry of ghosts has no list of them".to_owned());
    };
    let is_c = |format: &Option<String>| format.as_deref().is_none_or(|format| format == "c_expression");
    for StatedGhost { name, ty, scope, initial } in ghost_variables {
        let (name, value) = (name.text(), initial.value.text());
        let number =
            value.trim().parse().ok().filter(|_| ty.trim() == "int" && scope == "global" && is_c(&initial.format));
        let initial = number.ok_or_else(|| format!("the ghost `{name}` is no global `int` that starts as a number"))?;
        invariants.ghosts.push(Ghost { name, initial });
    }
    for StatedUpdates { location, updates } in ghost_updates {
        let location = location.location();
        for StatedUpdate { variable, value, format } in updates {
            let name = variable.text();
            if !is_c(&format) || !invariants.ghosts.iter().any(|ghost| ghost.name == name) {
                return Err(format!("the change of `{name}` is not that of a ghost to a C expression"));
            }
            invariants.updates.push(GhostUpdate { location: location.clone(), name, value: value.text() });
        }
    }
    Ok(invariants)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "- entry_type: violation_sequence\n  metadata:\n    format_version: 2.0\n    uuid: x\n    creation_time: '2026'\n    \
         producer: {name: other}\n    task: {input_files: [a.c], input_file_hashes: {a.c: 00}, specification: G ! overflow, \
         data_model: LP64, language: C}\n  content:\n  - segment:\n    - waypoint: {type: assumption, action: follow, \
         location: {file_name: a.c, line: 3}, constraint: {value: 1, format: c_expression}}\n  - segment:\n    - waypoint: \
         {type: target, action: follow, location: {file_name: a.c, line: 4, column: 2}}\n";

    #[test]
    fn what_other_tools_leave_out_is_not_missed() {
        let witness = read(TEXT).expect("it is a witness");
        let Content::Violation(segments) = witness.content else { panic!("it is a violation") };
        assert_eq!(segments.len(), 2);
        assert_eq!(segments[0].follow[0].kind, WaypointKind::Assumption("1".into()));
        assert_eq!(segments[0].follow[0].thread, None);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for (old, new) in [
            ("format_version: 2.0", "format_version: 3.0"),
            ("entry_type: violation_sequence", "entry_type: ghost_instrumentation"),
            ("action: follow", "action: cycle"),
            ("type: assumption", "type: guess"),
            ("LP64", "LP128"),
            ("language: C", "language: Java"),
            ("format: c_expression", "format: smt_lib"),
        ] {
            assert!(TEXT.contains(old), "{old}");
            assert!(read(&TEXT.replacen(old, new, 1)).is_err(), "{new}");
        }
        assert!(read("").is_err());
        assert!(read(": : :\n\t- [").is_err());
    }
}
