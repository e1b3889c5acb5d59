//! Witnesses: a verdict in a form that other tools read (sv-witnesses). A violation is a list of segments that an execution passes; a proof
//! is a set of invariants, with ghost variables for the progress of other threads. Written as YAML (violations 2.0, with threads 2.2;
//! proofs 2.1) or as GraphML 1.0.
//!
//! The meaning of the parts is described where witnesses are validated (`raddle_reference::guide`).

mod graphml;
mod yaml;

use raddle_program::types::DataModel;

pub use graphml::graphml;
pub use yaml::yaml;

/// A witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// What it is about.
    pub metadata: Metadata,
    /// What it says.
    pub content: Content,
}

/// What a witness is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// Names the witness.
    pub uuid: String,
    /// When it was written, as ISO 8601 has it.
    pub creation_time: String,
    /// The version of this tool.
    pub version: String,
    /// The program, or its first file.
    pub file: String,
    /// The SHA-256 of the program.
    pub hash: String,
    /// The further files of the program with their SHA-256.
    pub others: Vec<(String, String)>,
    /// The property, as property files have it.
    pub specification: String,
    /// The data model.
    pub data_model: DataModel,
}

/// What a witness says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// How the property is violated; the last segment is the violation.
    Violation(Vec<Segment>),
    /// What always holds.
    Correctness(Invariants),
}

/// What always holds, with variables that exist for this only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invariants {
    /// The invariants.
    pub all: Vec<Invariant>,
    /// Variables that the program does not have, of type `int`.
    pub ghosts: Vec<Ghost>,
    /// Where they change.
    pub updates: Vec<GhostUpdate>,
}

/// A variable that the program does not have: a global one that it neither reads nor writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ghost {
    /// Its name.
    pub name: String,
    /// Its first value.
    pub initial: i32,
}

/// A change of a ghost, with the statement that it hangs on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GhostUpdate {
    /// The statement.
    pub location: Location,
    /// The ghost.
    pub name: String,
    /// What it becomes: a C expression.
    pub value: String,
}

/// What is passed next, and what must not be before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Segment {
    /// What must not be passed.
    pub avoid: Vec<Waypoint>,
    /// What is passed.
    pub follow: Vec<Waypoint>,
}

/// Something that an execution comes by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// What it is.
    pub kind: WaypointKind,
    /// The thread; `None` where it is not said.
    pub thread: Option<u32>,
    /// Where.
    pub location: Location,
}

/// What a waypoint is. Constraints are C expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// A thread is in front of a statement, and this condition holds.
    Assumption(String),
    /// The condition of a statement is true, or false.
    Branching(bool),
    /// A function is entered; if that is where a thread is created, its number, and the function that it runs.
    FunctionEnter(Option<(u32, String)>),
    /// A call gives a value. GraphML wants to know which function was called.
    FunctionReturn {
        /// What is said of `\result`.
        constraint: Option<String>,
        /// The name of the function.
        function: Option<String>,
    },
    /// The violation.
    Target,
}

/// A place in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: Option<u32>,
    /// The offset of the character in the file, from 0; GraphML has it in the place of columns.
    pub offset: Option<u32>,
    /// The function around it.
    pub function: Option<String>,
}

/// An invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Whether it is about the head of the loop that starts there; else it is about the place before the statement.
    pub is_of_loop: bool,
    /// Where it holds.
    pub location: Location,
    /// A C expression.
    pub value: String,
}

/// The name that witnesses have for a data model.
pub fn data_model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
        DataModel::Llp64 => "LLP64",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(line: u32) -> Location {
        Location {
            file: "a \"b\".c".into(),
            line,
            column: Some(3),
            offset: Some(line * 10),
            function: Some("f".into()),
        }
    }

    fn witness() -> Witness {
        let metadata = Metadata {
            uuid: "u".into(),
            creation_time: "2026-01-02T03:04:05Z".into(),
            version: "1".into(),
            file: "a \"b\".c".into(),
            hash: "00ff".into(),
            others: Vec::new(),
            specification: "CHECK( init(main()), LTL(G ! data-race) )".into(),
            data_model: DataModel::Ilp32,
        };
        let follow = |kind, thread, line| Waypoint { kind, thread: Some(thread), location: location(line) };
        let one = |waypoint| Segment { avoid: Vec::new(), follow: vec![waypoint] };
        let call = WaypointKind::FunctionReturn {
            constraint: Some("\\result == 3".into()),
            function: Some("__VERIFIER_nondet_int".into()),
        };
        let content = Content::Violation(vec![
            one(follow(WaypointKind::FunctionEnter(Some((1, "worker".into()))), 0, 2)),
            one(follow(WaypointKind::Assumption("x < 3 && y == 1".into()), 1, 3)),
            one(follow(call, 1, 4)),
            Segment {
                avoid: Vec::new(),
                follow: vec![follow(WaypointKind::Target, 0, 5), follow(WaypointKind::Target, 1, 6)],
            },
        ]);
        Witness { metadata, content }
    }

    #[test]
    fn yaml_has_a_segment_for_each_waypoint_and_two_targets_for_a_race() {
        let text = yaml(&witness());
        assert!(text.contains("format_version: \"2.2\""), "{text}");
        assert_eq!(text.matches("- segment:").count(), 4);
        assert_eq!(text.matches("type: target").count(), 2);
        assert!(text.contains("file_name: \"a \\\"b\\\".c\""), "{text}");
        assert!(text.contains("value: \"\\\\result == 3\""), "{text}");
    }

    #[test]
    fn graphml_is_a_path_with_threads() {
        let text = graphml(&witness());
        assert!(text.contains("<data key=\"createThread\">1</data>"), "{text}");
        assert!(text.contains("<data key=\"assumption\">x &lt; 3 &amp;&amp; y == 1</data>"), "{text}");
        assert!(text.contains("<data key=\"assumption.resultfunction\">__VERIFIER_nondet_int</data>"), "{text}");
        assert_eq!(text.matches("<data key=\"violation\">true</data>").count(), 1);
    }
}
