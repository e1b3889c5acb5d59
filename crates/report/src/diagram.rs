//! A trace as a picture in the language of another tool: a sequence diagram for Mermaid, a graph for Graphviz.
//!
//! Both show the steps that the table of a trace shows ([`Detail`]): in the diagram a message goes to a thread that is created, joined,
//! or read from; in the graph an edge says the same.

use raddle_program::source::SourceMap;
use raddle_program::trace::{Event, Trace};
use std::collections::BTreeSet;
use std::fmt::Write;

use crate::text::{Detail, Line, lines, sentence};

/// A sequence diagram: `sequenceDiagram` of Mermaid.
pub fn mermaid(trace: &Trace, source: &SourceMap, detail: Detail) -> String {
    let mut text = String::from("sequenceDiagram\n");
    let all = lines(trace);
    for thread in threads(trace, &all) {
        _ = writeln!(text, "    participant {}", name(thread));
    }
    let shown = |line: &Line| detail == Detail::Full || line.concerns_others;
    for (number, line) in all.iter().enumerate().filter(|(_, line)| shown(line)) {
        let (me, what) = (name(line.thread), in_mermaid(&line.what));
        let label = format!("{}: {what} ({})", number + 1, in_mermaid(&place(line, trace)));
        let from = line.reads_from.map(|writer| all[writer].thread).filter(|&writer| writer != line.thread);
        match (&trace.steps[number].event, from) {
            (Event::Spawn { child, .. }, _) => _ = writeln!(text, "    {me}->>{}: {label}", name(*child)),
            (Event::Join { child: Some(child), .. }, _) => _ = writeln!(text, "    {}-->>{me}: {label}", name(*child)),
            (_, Some(writer)) => _ = writeln!(text, "    {}-->>{me}: {label}", name(writer)),
            (_, None) => _ = writeln!(text, "    Note over {me}: {label}"),
        }
    }
    let all_threads = threads(trace, &all);
    let (first, last) = (all_threads.first().copied().unwrap_or(0), all_threads.last().copied().unwrap_or(0));
    let over = if first == last { name(first) } else { format!("{},{}", name(first), name(last)) };
    _ = writeln!(text, "    Note over {over}: {}", in_mermaid(&sentence(trace, source)));
    text
}

/// A graph: `digraph` of Graphviz, a column for each thread.
pub fn dot(trace: &Trace, source: &SourceMap, detail: Detail) -> String {
    let mut text = String::from("digraph trace {\n    node [shape=box, fontname=\"monospace\"];\n");
    _ = writeln!(text, "    label={};\n    labelloc=t;", in_dot(&sentence(trace, source)));
    let all = lines(trace);
    let shown: Vec<usize> =
        (0..all.len()).filter(|&number| detail == Detail::Full || all[number].concerns_others).collect();
    for thread in threads(trace, &all) {
        let mine: Vec<usize> = shown.iter().copied().filter(|&number| all[number].thread == thread).collect();
        _ = writeln!(text, "    subgraph cluster_{thread} {{\n        label=\"{}\";", name(thread));
        for &number in &mine {
            let line = &all[number];
            let label = format!("{}: {} ({})", number + 1, line.what, place(line, trace));
            _ = writeln!(text, "        s{number} [label={}];", in_dot(&label));
        }
        text += "    }\n";
        for pair in mine.windows(2) {
            _ = writeln!(text, "    s{} -> s{};", pair[0], pair[1]);
        }
    }
    let is_shown = |number: usize| shown.contains(&number);
    for &number in &shown {
        if let Some(writer) =
            all[number].reads_from.filter(|&writer| is_shown(writer) && all[writer].thread != all[number].thread)
        {
            _ = writeln!(text, "    s{writer} -> s{number} [style=dashed, label=\"read\"];");
        }
        let first_of = |thread: u32| shown.iter().copied().find(|&it| all[it].thread == thread);
        let last_of = |thread: u32| shown.iter().copied().rfind(|&it| all[it].thread == thread && it < number);
        match &trace.steps[number].event {
            Event::Spawn { child, .. } => {
                if let Some(first) = first_of(*child) {
                    _ = writeln!(text, "    s{number} -> s{first} [style=bold, label=\"create\"];");
                }
            }
            Event::Join { child: Some(child), .. } => {
                if let Some(last) = last_of(*child) {
                    _ = writeln!(text, "    s{last} -> s{number} [style=bold, label=\"join\"];");
                }
            }
            Event::Join { child: None, .. }
            | Event::Read { .. }
            | Event::Write { .. }
            | Event::Choice { .. }
            | Event::Synchronize { .. }
            | Event::Destructor { .. }
            | Event::Exit
            | Event::AtomicBegin
            | Event::AtomicEnd
            | Event::Allocate { .. }
            | Event::Free { .. } => {}
        }
    }
    text + "}\n"
}

fn threads(trace: &Trace, lines: &[Line]) -> BTreeSet<u32> {
    let created = trace.steps.iter().filter_map(|step| match &step.event {
        Event::Spawn { child, .. } => Some(*child),
        _ => None,
    });
    lines.iter().map(|line| line.thread).chain(created).chain([trace.violation.thread]).collect()
}

fn name(thread: u32) -> String {
    if thread == 0 { "main".to_owned() } else { format!("T{thread}") }
}

fn place(line: &Line, trace: &Trace) -> String {
    match *line.place.file == *trace.file {
        true => format!("line {}", line.place.line),
        false => format!("{}:{}", crate::escape::escape(&line.place.file), line.place.line),
    }
}

/// A text without what means something to Mermaid.
fn in_mermaid(text: &str) -> String {
    let mut safe = String::new();
    for symbol in text.chars() {
        match symbol {
            '#' | ';' | '<' | '>' | '{' | '}' | '"' | '%' | '&' | '\\' => safe += &format!("#{};", symbol as u32),
            plain => safe.push(plain),
        }
    }
    safe
}

/// A text as Graphviz reads it back.
fn in_dot(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_program_is_structure() {
        assert_eq!(in_mermaid("a; b #1 %% <br>"), "a#59; b #35;1 #37;#37; #60;br#62;");
        assert_eq!(in_dot("say \"x\\n\""), "\"say \\\"x\\\\n\\\"\"");
    }
}
