//! Witnesses as GraphML 1.0: an automaton, which is a path here. Each waypoint is an edge; the last one leads to the violation.
//!
//! The format has no ghosts and no non-termination of threads. It has no races: the two targets of a race are two consecutive edges. A
//! proof is an automaton with one state in which every execution stays: the format attaches invariants to states of an automaton that
//! follows the program, which does not exist for several threads.

use super::{Content, Metadata, Segment, Waypoint, WaypointKind, Witness};
use raddle_program::types::DataModel;
use std::fmt::Write;

/// The keys that are used: the name, of what, the type.
const KEYS: [(&str, &str, &str); 22] = [
    ("witness-type", "graph", "string"),
    ("sourcecodelang", "graph", "string"),
    ("producer", "graph", "string"),
    ("specification", "graph", "string"),
    ("programfile", "graph", "string"),
    ("programhash", "graph", "string"),
    ("architecture", "graph", "string"),
    ("creationtime", "graph", "string"),
    ("entry", "node", "boolean"),
    ("violation", "node", "boolean"),
    ("assumption", "edge", "string"),
    ("assumption.scope", "edge", "string"),
    ("assumption.resultfunction", "edge", "string"),
    ("control", "edge", "string"),
    ("originfile", "edge", "string"),
    ("startline", "edge", "int"),
    ("endline", "edge", "int"),
    ("startoffset", "edge", "int"),
    ("enterFunction", "edge", "string"),
    ("returnFromFunction", "edge", "string"),
    ("threadId", "edge", "string"),
    ("createThread", "edge", "string"),
];

/// The text of a witness.
pub fn graphml(witness: &Witness) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (name, of, ty) in KEYS {
        let default = if ty == "boolean" { "<default>false</default>" } else { "" };
        _ = writeln!(text, " <key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{ty}\">{default}</key>");
    }
    text += " <graph edgedefault=\"directed\">\n";
    let kind = match &witness.content {
        Content::Violation(_) => "violation_witness",
        Content::Correctness(_) => "correctness_witness",
    };
    text += &head(&witness.metadata, kind);
    text += "  <node id=\"N0\"><data key=\"entry\">true</data></node>\n";
    if let Content::Violation(segments) = &witness.content {
        // Of all that wait in a deadlock one is the target.
        let is_race = witness.metadata.specification.contains("data-race");
        let n_targets = if is_race { 2 } else { 1 };
        let waypoints: Vec<&Waypoint> =
            segments.iter().flat_map(|Segment { follow, .. }| follow.iter().take(n_targets)).collect();
        let names_threads = waypoints.iter().any(|waypoint| waypoint.thread.is_some());
        let mut edges = vec![main_starts(names_threads)];
        edges.extend(waypoints.into_iter().map(|waypoint| of_waypoint(waypoint, &witness.metadata.file)));
        for (number, edge) in edges.iter().enumerate() {
            let target = number + 1;
            let is_violation = target == edges.len();
            let data = if is_violation { "<data key=\"violation\">true</data>" } else { "" };
            _ = writeln!(text, "  <node id=\"N{target}\">{data}</node>");
            _ = writeln!(text, "  <edge source=\"N{number}\" target=\"N{target}\">\n{edge}  </edge>");
        }
    }
    text + " </graph>\n</graphml>\n"
}

fn head(metadata: &Metadata, kind: &str) -> String {
    let architecture = match metadata.data_model {
        DataModel::Ilp32 => "32bit",
        DataModel::Lp64 | DataModel::Llp64 => "64bit",
    };
    let rows = [
        ("witness-type", kind),
        ("sourcecodelang", "C"),
        ("producer", &format!("Raddle {}", metadata.version)),
        ("specification", &metadata.specification),
        ("programfile", &metadata.file),
        ("programhash", &metadata.hash),
        ("architecture", architecture),
        ("creationtime", &metadata.creation_time),
    ];
    rows.iter().map(|(key, value)| data("  ", key, value)).collect()
}

/// The first edge: `main` is entered, as thread 0.
fn main_starts(names_threads: bool) -> String {
    let mut text = String::new();
    if names_threads {
        text += &data("   ", "threadId", "0");
        text += &data("   ", "createThread", "0");
    }
    text + &data("   ", "enterFunction", "main")
}

/// A waypoint; where it stands in another file than the program's, which is meant where none is named, this one is.
fn of_waypoint(waypoint: &Waypoint, file: &str) -> String {
    let mut text = String::new();
    let mut add = |key: &str, value: &str| text += &data("   ", key, value);
    if let Some(thread) = waypoint.thread {
        add("threadId", &thread.to_string());
    }
    if waypoint.location.file != file {
        add("originfile", &waypoint.location.file);
    }
    add("startline", &waypoint.location.line.to_string());
    if let Some(offset) = waypoint.location.offset {
        add("startoffset", &offset.to_string());
    }
    match &waypoint.kind {
        WaypointKind::Assumption(value) => {
            add("assumption", value);
            if let Some(function) = &waypoint.location.function {
                add("assumption.scope", function);
            }
        }
        WaypointKind::Branching(taken) => add("control", if *taken { "condition-true" } else { "condition-false" }),
        WaypointKind::FunctionEnter(None) => {}
        WaypointKind::FunctionEnter(Some((child, _))) => add("createThread", &child.to_string()),
        WaypointKind::FunctionReturn { constraint, function } => {
            if let (Some(constraint), Some(function)) = (constraint, function) {
                add("assumption", constraint);
                add("assumption.resultfunction", function);
            }
        }
        WaypointKind::Target => {}
    }
    text
}

fn data(indent: &str, key: &str, value: &str) -> String {
    let mut escaped = String::new();
    for symbol in value.chars() {
        match symbol {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // XML has no form for other control characters.
            control if control.is_control() && control != '\n' && control != '\t' => escaped.push('\u{fffd}'),
            plain => escaped.push(plain),
        }
    }
    format!("{indent}<data key=\"{key}\">{escaped}</data>\n")
}
