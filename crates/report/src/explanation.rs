//! What is known of each line of a program, beside its text: one row a line, `*` where a context switch remains.

use raddle_verify::analysis::explanation::Explanation;

use crate::escape::escape;

/// The rows of one file, with its text. Lines that do nothing are shown without remarks.
pub fn explanation(file: &str, text: &str, explanation: &Explanation) -> String {
    let mut rows = vec!["line switch block class              program".to_owned()];
    let mut n_steps = 0;
    let mut n_switches = 0;
    for (number, source) in (1u32..).zip(text.lines()) {
        let source = escape(&source.trim_end().replace('\t', "    "));
        let Some(line) = explanation.get(&(file.to_owned(), number)) else {
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
    }
    rows.push(String::new());
    rows.push(format!(
        "Of {n_steps} lines that do something, {n_switches} have a step before which a context switch remains (*)."
    ));
    rows.push("What the search learns of locks while it runs (--engine explicit) may leave fewer. bmc orders accesses: it has no switches.".to_owned());
    rows.push(String::new());
    rows.join("\n")
}
