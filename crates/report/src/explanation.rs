//! Facts about each line of a program, beside its text: one row for each line, `*` where a context switch remains, the value ranges of the
//! line's locals and of shared memory, the dependencies between variables, and their distance from the assertions.

use raddle_analysis::dependencies::Dependence;
use raddle_analysis::explanation::Explanation;
use raddle_verify::named_dependencies::NamedDependencies;

use crate::escape::escape;

/// The rows of one file, with its text. Lines that do nothing are shown without remarks.
pub fn explanation(file: &str, text: &str, explanation: &Explanation) -> String {
    let mut rows = vec!["line switch block class              program".to_owned()];
    let mut n_steps = 0;
    let mut n_switches = 0;
    for (number, source) in (1u32..).zip(text.lines()) {
        let source = escape(&source.trim_end().replace('\t', "    "));
        let Some(line) = explanation.lines.get(&(file.to_owned(), number)) else {
            rows.push(format!("{number:4}                                  {source}").trim_end().to_owned());
            continue;
        };
        n_steps += 1;
        n_switches += usize::from(line.has_switch);
        let switch = if line.has_switch { "*" } else { "" };
        let blocks: Vec<&str> =
            line.blocks.iter().map(|block| if block.is_empty() { "caller" } else { block.as_str() }).collect();
        let class = if line.classes.is_empty() { "both-mover".to_owned() } else { line.classes.join(", ") };
        rows.push(format!("{number:4}   {switch:1}    {:6} {class:18} {source}", blocks.join(",")));
        for shared in &line.shared {
            rows.push(format!("{:34}// {}", "", escape(shared)));
        }
        if !line.numbers.is_empty() {
            rows.push(format!("{:34}// {}", "", escape(&line.numbers.join(", "))));
        }
    }
    rows.push(String::new());
    if !explanation.memory.is_empty() {
        rows.push("Once there is a second thread, whatever threads do:".to_owned());
        rows.extend(explanation.memory.iter().map(|known| format!("  {}", escape(known))));
        rows.push(String::new());
    }
    rows.push(format!(
        "Of {n_steps} lines that do something, {n_switches} have a step before which a context switch remains (*)."
    ));
    rows.push("What the search learns of locks while it runs (--engine explicit) may leave fewer. bmc orders accesses: it has no switches.".to_owned());
    rows.push(String::new());
    rows.join("\n")
}

/// The dependency graph of variables: the nearest to an assertion first.
pub fn dependencies(known: &NamedDependencies) -> String {
    let width = known.variables.iter().map(|variable| variable.name.chars().count()).max().unwrap_or(0).max(8);
    let mut rows = vec![format!("{:width$} distance kept depends on", "variable")];
    for variable in &known.variables {
        let of = |dependence: Dependence| -> Vec<String> {
            let those = variable.depends_on.iter().filter(|(_, by)| *by == dependence);
            those.map(|(name, _)| escape(name)).collect()
        };
        let (data, control) = (of(Dependence::Data), of(Dependence::Control));
        let mut said = Vec::new();
        if !data.is_empty() {
            said.push(data.join(", "));
        }
        if !control.is_empty() {
            said.push(format!("when it is stored: {}", control.join(", ")));
        }
        let distance = variable.distance.map_or_else(|| "-".to_owned(), |distance| distance.to_string());
        let kept = match variable.level {
            None => "*".to_owned(),
            Some(level) => level.to_string(),
        };
        let row = format!("{:width$} {distance:8} {kept:4} {}", escape(&variable.name), said.join("; "));
        rows.push(row.trim_end().to_owned());
    }
    rows.push(String::new());
    let n_far = known.variables.iter().filter(|variable| variable.distance.is_none()).count();
    rows.push(format!(
        "Of {} variables, {} have an influence on an assertion; the distance is the number of variables on the way there.",
        known.variables.len(),
        known.variables.len() - n_far
    ));
    rows.push(
        "Kept: 0 are the variables that --engine slice keeps first, 1 and 2 those that it brings back for counterexamples, * registers."
            .to_owned(),
    );
    rows.push(String::new());
    rows.join("\n")
}
