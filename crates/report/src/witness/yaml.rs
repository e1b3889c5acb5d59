//! Witnesses as YAML: of violations format 2.0, or 2.2 where threads are named; of proofs 2.1, which has ghosts in an entry of their own.
//!
//! Texts are written as JSON strings, which YAML reads; so nothing of the program can look like structure.

use super::{
    Content, Ghost, GhostUpdate, Invariant, Location, Metadata, Segment, Waypoint, WaypointKind, Witness,
    data_model_name,
};
use std::fmt::Write;

/// The text of a witness.
pub fn yaml(witness: &Witness) -> String {
    let (entry, version) = match &witness.content {
        Content::Violation(segments) => ("violation_sequence", if names_threads(segments) { "2.2" } else { "2.0" }),
        Content::Correctness(_) => ("invariant_set", "2.1"),
    };
    let mut text = format!("- entry_type: {entry}\n");
    text += &head(&witness.metadata, version);
    match &witness.content {
        Content::Violation(segments) => {
            text += "  content:\n";
            for segment in segments {
                text += "    - segment:\n";
                let avoid = segment.avoid.iter().map(|waypoint| (waypoint, "avoid"));
                for (waypoint, action) in avoid.chain(segment.follow.iter().map(|waypoint| (waypoint, "follow"))) {
                    text += &of_waypoint(waypoint, action, version);
                }
            }
        }
        Content::Correctness(invariants) => {
            text += if invariants.all.is_empty() { "  content: []\n" } else { "  content:\n" };
            text.extend(invariants.all.iter().map(of_invariant));
            if !invariants.ghosts.is_empty() {
                // Entries have names of their own.
                let uuid = format!("{}1", &witness.metadata.uuid[..witness.metadata.uuid.len().saturating_sub(1)]);
                text += "- entry_type: ghost_instrumentation\n";
                text += &head(&Metadata { uuid, ..witness.metadata.clone() }, version);
                text += "  content:\n    ghost_variables:\n";
                text.extend(invariants.ghosts.iter().map(of_ghost));
                text += if invariants.updates.is_empty() { "    ghost_updates: []\n" } else { "    ghost_updates:\n" };
                text.extend(invariants.updates.iter().map(of_update));
            }
        }
    }
    text
}

fn of_ghost(ghost: &Ghost) -> String {
    format!(
        "      - name: {}\n        type: int\n        scope: global\n        initial:\n          value: \"{}\"\n          format: c_expression\n",
        quoted(&ghost.name),
        ghost.initial
    )
}

fn of_update(update: &GhostUpdate) -> String {
    format!(
        "      - location:\n{}        updates:\n          - variable: {}\n            value: {}\n            format: c_expression\n",
        of_location(&update.location, "          "),
        quoted(&update.name),
        quoted(&update.value)
    )
}

fn names_threads(segments: &[Segment]) -> bool {
    segments.iter().flat_map(|segment| &segment.follow).any(|waypoint| waypoint.thread.is_some())
}

fn head(metadata: &Metadata, version: &str) -> String {
    let Metadata { uuid, creation_time, version: tool, file, hash, others, specification, data_model } = metadata;
    let data_model = data_model_name(*data_model);
    let (mut files, mut hashes) = (String::new(), String::new());
    for (file, hash) in std::iter::once((file, hash)).chain(others.iter().map(|(file, hash)| (file, hash))) {
        _ = writeln!(files, "        - {}", quoted(file));
        _ = writeln!(hashes, "        {}: {}", quoted(file), quoted(hash));
    }
    format!(
        "  metadata:\n    format_version: \"{version}\"\n    uuid: {}\n    creation_time: {}\n    producer:\n      name: \"Raddle\"\n      \
         version: {}\n    task:\n      input_files:\n{files}      input_file_hashes:\n{hashes}      \
         specification: {}\n      data_model: {data_model}\n      language: C\n",
        quoted(uuid),
        quoted(creation_time),
        quoted(tool),
        quoted(specification),
    )
}

fn of_waypoint(waypoint: &Waypoint, action: &str, version: &str) -> String {
    // Since 2.1, C expressions may speak of results; before, only ACSL does.
    let of_result = if version == "2.0" { "acsl_expression" } else { "ext_c_expression" };
    let (kind, constraint) = match &waypoint.kind {
        WaypointKind::Assumption(value) => ("assumption", Some((value.clone(), Some("c_expression")))),
        WaypointKind::Branching(taken) => ("branching", Some((taken.to_string(), None))),
        WaypointKind::FunctionEnter(_) => ("function_enter", None),
        WaypointKind::FunctionReturn { constraint, .. } => {
            ("function_return", constraint.clone().map(|value| (value, Some(of_result))))
        }
        WaypointKind::Target => ("target", None),
    };
    let mut text = format!("        - waypoint:\n            type: {kind}\n            action: {action}\n");
    if let Some(thread) = waypoint.thread {
        _ = writeln!(text, "            thread_id: {thread}");
    }
    if let Some((value, format)) = constraint {
        _ = writeln!(text, "            constraint:\n              value: {}", quoted(&value));
        if let Some(format) = format {
            _ = writeln!(text, "              format: {format}");
        }
    }
    text + "            location:\n" + &of_location(&waypoint.location, "              ")
}

fn of_invariant(invariant: &Invariant) -> String {
    let kind = if invariant.is_of_loop { "loop_invariant" } else { "location_invariant" };
    format!(
        "    - invariant:\n        type: {kind}\n        location:\n{}        value: {}\n        format: c_expression\n",
        of_location(&invariant.location, "          "),
        quoted(&invariant.value)
    )
}

fn of_location(location: &Location, indent: &str) -> String {
    let mut text = format!("{indent}file_name: {}\n{indent}line: {}\n", quoted(&location.file), location.line);
    if let Some(column) = location.column {
        _ = writeln!(text, "{indent}column: {column}");
    }
    if let Some(function) = &location.function {
        _ = writeln!(text, "{indent}function: {}", quoted(function));
    }
    text
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
