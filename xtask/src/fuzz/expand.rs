//! The preprocessor, started once for many drafts: starting it costs as much as judging a program.
//!
//! Drafts include standard headers first and have no other directives. So one file with the headers of all of them, and
//! then one draft after the other with a pragma between them, is preprocessed, and cut into pieces again; each draft
//! gets the declarations of all headers. A draft that was not announced in advance is preprocessed like any program.

use crate::repository;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::process::Command;

/// What stands between two drafts.
const CUT: &str = "#pragma raddle_draft";

/// Drafts without directives, by their text.
#[derive(Clone, Debug, Default)]
pub struct Expanded {
    texts: HashMap<String, String>,
}

impl Expanded {
    /// Preprocesses all of them at once; those for which that is not possible are left out.
    pub fn of(texts: &[String]) -> Expanded {
        let mut headers = BTreeSet::new();
        let mut bodies = String::new();
        let mut taken = Vec::new();
        for text in texts {
            let (includes, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
            if includes.is_empty() || includes.iter().any(|line| !line.starts_with("#include <")) {
                continue;
            }
            headers.extend(includes);
            let _ = writeln!(bodies, "{CUT}\n{}", body.join("\n"));
            taken.push(text);
        }
        let input = headers.into_iter().fold(String::new(), |text, line| text + line + "\n") + &bodies;
        let expanded = (!taken.is_empty()).then(|| preprocess(&input)).flatten();
        let mut pieces = expanded.iter().flat_map(|text| text.split(CUT));
        let declarations = pieces.next().unwrap_or_default();
        let with_declarations = |piece: &str| format!("{declarations}\n{}", piece.trim_start());
        let texts = taken.into_iter().cloned().zip(pieces.map(with_declarations)).collect();
        Expanded { texts }
    }

    /// A draft without directives, if it is one of these.
    pub fn get(&self, text: &str) -> Option<&str> {
        self.texts.get(text).map(String::as_str)
    }
}

fn preprocess(input: &str) -> Option<String> {
    let file = tempfile::Builder::new().prefix("drafts").suffix(".c").tempfile().ok()?;
    std::fs::write(file.path(), input).ok()?;
    let mut command = Command::new("cc");
    command.args(["-E", "-P", "-nostdinc", "-I"]).arg(repository().join("crates/cfront/headers")).arg(file.path());
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::judge::{Judgement, Judges, judge};
    use crate::fuzz::print::c_text;
    use crate::fuzz::write::{Family, Threads, write};
    use std::collections::BTreeMap;

    #[test]
    fn drafts_that_were_expanded_together_are_judged_as_alone() {
        let texts: Vec<String> =
            (0..6).map(|index| c_text(&write(11, index, &Family::ALL, Threads::Several))).collect();
        let alone = Judges { states: 2_000, engines: Vec::new(), ..Judges::default() };
        let together = Judges { expanded: Expanded::of(&texts), ..alone.clone() };
        for text in &texts {
            assert!(!together.expanded.get(text).expect("a draft with headers").contains('#'), "{text}");
            let judgement = |judges: &Judges| Judgement { milliseconds: BTreeMap::new(), ..judge(text, true, judges) };
            assert_eq!(judgement(&alone), judgement(&together), "{text}");
        }
    }

    #[test]
    fn what_has_other_directives_is_left_out() {
        let texts =
            ["int main(void) { return 0; }\n", "#include <assert.h>\n#define A 1\nint main(void) { return A; }\n"];
        let expanded = Expanded::of(&texts.map(str::to_owned));
        assert!(texts.iter().all(|text| expanded.get(text).is_none()));
    }
}
