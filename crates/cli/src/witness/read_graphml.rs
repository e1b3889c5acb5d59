//! Witnesses in GraphML 1.0, of any tool: the shortest path from the entry to a violation, edge by edge.
//!
//! Left out: sinks and other paths, which are alternatives that a search does not need; and invariants of correctness
//! witnesses, which belong to states of an automaton. Such a witness says that the program is safe, and the proof is
//! made anew.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use raddle_program::types::DataModel;
use raddle_report::witness::{Content, Invariants, Location, Metadata, Segment, Waypoint, WaypointKind, Witness};
use std::collections::{BTreeMap, VecDeque};

type Data = BTreeMap<String, String>;

/// Reads a witness.
///
/// # Errors
/// A sentence on what is missing or not understood.
pub fn read(text: &str) -> Result<Witness, String> {
    let graph = Graph::read(text)?;
    let of_graph = |key: &str| graph.data.get(key).cloned().ok_or_else(|| format!("it does not say its {key}"));
    let data_model = match of_graph("architecture")?.as_str() {
        "32bit" => DataModel::Ilp32,
        "64bit" => DataModel::Lp64,
        other => return Err(format!("its architecture is `{other}`; expected 32bit or 64bit")),
    };
    let language = of_graph("sourcecodelang")?;
    if language != "C" {
        return Err(format!("its language is `{language}`; expected C"));
    }
    let file = of_graph("programfile")?;
    let content = match of_graph("witness-type")?.as_str() {
        "violation_witness" => Content::Violation(segments(&graph, &file)?),
        "correctness_witness" => Content::Correctness(Invariants::default()),
        other => return Err(format!("its type is `{other}`; expected violation_witness or correctness_witness")),
    };
    let metadata = Metadata {
        uuid: String::new(),
        creation_time: of_graph("creationtime")?,
        version: of_graph("producer")?,
        file,
        hash: of_graph("programhash")?,
        others: Vec::new(),
        specification: of_graph("specification")?,
        data_model,
    };
    Ok(Witness { metadata, content })
}

#[derive(Default)]
struct Graph {
    data: Data,
    nodes: BTreeMap<String, Data>,
    edges: Vec<Edge>,
}

#[derive(Default)]
struct Edge {
    source: String,
    target: String,
    data: Data,
}

/// What data belong to where they are met.
enum Inside {
    Graph,
    Node(String),
    Edge,
}

impl Graph {
    fn read(text: &str) -> Result<Graph, String> {
        let mut reader = Reader::from_str(text);
        let mut graph = Graph::default();
        let mut inside = None;
        let mut key: Option<String> = None;
        let mut value = String::new();
        let wrong = |why: &dyn std::fmt::Display| format!("it is no GraphML: {why}");
        loop {
            match reader.read_event().map_err(|why| wrong(&why))? {
                Event::Start(tag) | Event::Empty(tag) if tag.name().as_ref() == b"node" => {
                    let id = attribute(&tag, "id")?;
                    graph.nodes.entry(id.clone()).or_default();
                    inside = Some(Inside::Node(id));
                }
                Event::Start(tag) if tag.name().as_ref() == b"graph" => inside = Some(Inside::Graph),
                Event::Start(tag) | Event::Empty(tag) if tag.name().as_ref() == b"edge" => {
                    let (source, target) = (attribute(&tag, "source")?, attribute(&tag, "target")?);
                    graph.edges.push(Edge { source, target, data: Data::new() });
                    inside = Some(Inside::Edge);
                }
                Event::Start(tag) if tag.name().as_ref() == b"data" => {
                    key = Some(attribute(&tag, "key")?);
                    value.clear();
                }
                Event::Text(text) if key.is_some() => value += &text.decode().map_err(|why| wrong(&why))?,
                Event::GeneralRef(name) if key.is_some() => {
                    let name = name.decode().map_err(|why| wrong(&why))?;
                    value.push(entity(&name).ok_or_else(|| wrong(&format!("there is no entity `{name}`")))?);
                }
                Event::End(tag) if tag.name().as_ref() == b"data" => {
                    let data = match &inside {
                        Some(Inside::Node(id)) => graph.nodes.get_mut(id),
                        Some(Inside::Edge) => graph.edges.last_mut().map(|edge| &mut edge.data),
                        Some(Inside::Graph) | None => Some(&mut graph.data),
                    };
                    if let (Some(data), Some(key)) = (data, key.take()) {
                        data.insert(key, value.trim().to_owned());
                    }
                }
                Event::End(tag) if matches!(tag.name().as_ref(), b"node" | b"edge") => inside = Some(Inside::Graph),
                Event::Eof => break,
                _ => {}
            }
        }
        if graph.nodes.is_empty() {
            return Err("it is no GraphML: there is no node".to_owned());
        }
        Ok(graph)
    }

    /// The edges of the shortest path from the entry to a violation.
    fn way(&self) -> Result<Vec<&Edge>, String> {
        let is = |data: &Data, key: &str| data.get(key).is_some_and(|value| value == "true");
        let entry = self.nodes.iter().find(|(_, data)| is(data, "entry")).ok_or("it has no entry node")?.0;
        let mut edges: BTreeMap<&str, Vec<&Edge>> = BTreeMap::new();
        for edge in &self.edges {
            edges.entry(&edge.source).or_default().push(edge);
        }
        let mut before: BTreeMap<&str, &Edge> = BTreeMap::new();
        let mut queue = VecDeque::from([entry.as_str()]);
        while let Some(node) = queue.pop_front() {
            if self.nodes.get(node).is_some_and(|data| is(data, "violation")) {
                let mut way = Vec::new();
                let mut node = node;
                while node != entry {
                    way.push(before[node]);
                    node = &before[node].source;
                }
                way.reverse();
                return Ok(way);
            }
            for edge in edges.get(node).into_iter().flatten() {
                if edge.target != *entry && !before.contains_key(edge.target.as_str()) {
                    before.insert(&edge.target, edge);
                    queue.push_back(&edge.target);
                }
            }
        }
        Err("no way leads from its entry to a violation".to_owned())
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<String, String> {
    let found = tag.try_get_attribute(name).ok().flatten().map(|attribute| attribute.value.into_owned());
    let tag = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
    let bytes = found.ok_or_else(|| format!("it is no GraphML: a {tag} has no {name}"))?;
    String::from_utf8(bytes).map_err(|_| format!("it is no GraphML: the {name} of a {tag} is no text"))
}

/// The character that an entity stands for.
fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(number.ok()?)
        }
    }
}

fn segments(graph: &Graph, file: &str) -> Result<Vec<Segment>, String> {
    let way = graph.way()?;
    let is_race = graph.data.get("specification").is_some_and(|text| text.contains("data-race"));
    // Threads are called by any words; main is called by the first edge that enters it.
    let mut threads: BTreeMap<String, u32> = BTreeMap::new();
    let enters_main = way.iter().find(|edge| edge.data.get("enterFunction").is_some_and(|name| name == "main"));
    let of_main = enters_main.and_then(|edge| edge.data.get("createThread").or(edge.data.get("threadId")));
    threads.insert(of_main.cloned().unwrap_or_else(|| "0".to_owned()), 0);
    let mut waypoints = Vec::new();
    for edge in &way {
        let get = |key: &str| edge.data.get(key).map(String::as_str);
        let number = |key: &str| {
            get(key).map(|text| text.parse::<u32>().map_err(|_| format!("its {key} `{text}` is no number"))).transpose()
        };
        let Some(line) = number("startline")? else { continue };
        let offset = number("startoffset")?;
        let thread = get("threadId").map(|name| match threads.get(name) {
            Some(&thread) => Ok(thread),
            None => Err(format!("thread `{name}` does something before it is created")),
        });
        let kind = match (get("createThread"), get("assumption"), get("control")) {
            (Some(name), _, _) if !threads.contains_key(name) => {
                let child = threads.len() as u32;
                threads.insert(name.to_owned(), child);
                WaypointKind::FunctionEnter(Some((child, String::new())))
            }
            (_, Some(value), _) if value.contains("\\result") => {
                let function = get("assumption.resultfunction").map(str::to_owned);
                WaypointKind::FunctionReturn { constraint: Some(value.to_owned()), function }
            }
            (_, Some(value), _) => WaypointKind::Assumption(value.trim_end_matches(';').to_owned()),
            (_, None, Some("condition-true")) => WaypointKind::Branching(true),
            (_, None, Some("condition-false")) => WaypointKind::Branching(false),
            (_, None, Some(other)) => return Err(format!("the control `{other}` is not understood")),
            (_, None, None) => WaypointKind::Assumption("1".to_owned()),
        };
        let file = get("originfile").unwrap_or(file).to_owned();
        let location = Location { file, line, column: None, offset, function: None };
        waypoints.push(Waypoint { kind, thread: thread.transpose()?, location });
    }
    let n_targets = if is_race { 2 } else { 1 };
    let targets = waypoints.split_off(waypoints.len().saturating_sub(n_targets));
    let one = |waypoint| Segment { avoid: Vec::new(), follow: vec![waypoint] };
    let mut segments: Vec<Segment> = waypoints.into_iter().map(one).collect();
    let follow = targets.into_iter().map(|waypoint| Waypoint { kind: WaypointKind::Target, ..waypoint }).collect();
    segments.push(Segment { avoid: Vec::new(), follow });
    Ok(segments)
}
