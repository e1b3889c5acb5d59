//! Rules about how documents are written: how long they may be, and which words they avoid because the field has a term.
//!
//! Only prose is checked: code in backticks, blocks of code and the targets of links are left out, since names in the
//! code may be older than the terms. The list has words that are always wrong: for `way`, `place` or `others` no
//! program can decide whether the field has a better word.

use super::{Complaint, Repository};
use std::path::{Path, PathBuf};

/// The documents with a limit: the most bytes that each may have.
const LIMITS: &[(&str, usize)] =
    &[("README.md", 8 << 10), ("ARCHITECTURE.md", 20 << 10), ("CONTRIBUTING.md", 10 << 10)];

/// The most terms that the glossary may have.
const MOST_TERMS: usize = 120;

/// Words and phrases that documents avoid, with the terms to use.
const AVOIDED: &[(&str, &str)] = &[
    ("circle", "cycle; lock-order cycle"),
    ("circles", "cycles; lock-order cycles"),
    ("no end that shows", "no known bound"),
    ("between which numbers", "value range, interval"),
    ("way round", "cycle, loop iteration"),
    ("ways round", "cycles, loop iterations"),
    ("who decides", "engine"),
    ("somebody", "the thread, engine or user that is meant"),
    ("nobody", "no thread, engine or user"),
    ("whoever", "the thread, engine or user that is meant"),
    ("latecomer", "delayed engine"),
    ("latecomers", "delayed engines"),
    ("contestant", "candidate"),
    ("contestants", "candidates"),
    ("board", "shared results"),
    ("settle", "decide, evaluate"),
    ("settles", "decides, evaluates"),
    ("settled", "decided, evaluated"),
    ("prospect", "trigger condition"),
    ("prospects", "trigger conditions"),
    ("patience", "conflict limit"),
    ("strand", "query group"),
    ("strands", "query groups"),
    ("leap", "skipped bound"),
    ("leaps", "skipped bounds"),
    ("rung", "level k"),
    ("rungs", "levels"),
    ("ladder", "sequence of k-thread abstractions"),
    ("tally", "ghost counter"),
    ("tallies", "ghost counters"),
    ("changer", "last-writer ghost"),
    ("needless", "irrelevant (sliced away)"),
    ("unread", "dead store"),
    ("rehearse", "concretize"),
    ("rehearsed", "concretized"),
    ("rehearsal", "concretization"),
    ("sift", "filter"),
    ("sifted", "filtered"),
    ("seldom", "finitely often"),
    ("hidden memory", "shadow state"),
    ("meeting", "co-enabled conflicting pair"),
    ("denied", "unsupported"),
    ("finding out", "analysis"),
    ("the law", "invariant"),
    ("the gate", "certification"),
];

/// README, ARCHITECTURE, CONTRIBUTING and GLOSSARY are short enough to be read.
pub fn documents_are_short(repository: &Repository) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for &(name, most) in LIMITS {
        let length = repository.text(name).len();
        if length > most {
            complaints.push(format!("{name}: {length} bytes, {most} are allowed: move details to a page of docs/"));
        }
    }
    let terms: usize = repository.text("GLOSSARY.md").lines().map(|line| super::documents::terms(line).len()).sum();
    if terms > MOST_TERMS {
        complaints.push(format!("GLOSSARY.md: {terms} terms, {MOST_TERMS} are allowed: use a term of the field"));
    }
    complaints
}

/// Documents use the terms of the field.
pub fn documents_use_terms_of_the_field(repository: &Repository) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for path in documents(repository) {
        for (number, avoided, instead) in avoided_words(&repository.text(&path)) {
            complaints.push(format!("{}:{number}: \"{avoided}\": say instead: {instead}", path.display()));
        }
    }
    complaints
}

/// Every page below `docs/` is in the summary, from which readers find it.
pub fn pages_are_in_the_summary(repository: &Repository) -> Vec<Complaint> {
    let summary = repository.text("docs/SUMMARY.md");
    let pages = repository.files("docs", "md").filter_map(|path| path.strip_prefix("docs").ok());
    let is_missing =
        |page: &&Path| *page != Path::new("SUMMARY.md") && !summary.contains(&format!("({})", page.display()));
    pages.filter(is_missing).map(|page| format!("docs/SUMMARY.md: does not name {}", page.display())).collect()
}

/// The documents whose words are checked.
fn documents(repository: &Repository) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = LIMITS.iter().map(|&(name, _)| PathBuf::from(name)).collect();
    paths.push(PathBuf::from("GLOSSARY.md"));
    paths.extend(repository.files("docs", "md").cloned());
    paths
}

/// The avoided words of a text, each with its line and the terms to use.
fn avoided_words(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let words = words_of_prose(text);
    let mut found = Vec::new();
    for &(avoided, instead) in AVOIDED {
        let phrase: Vec<&str> = avoided.split(' ').collect();
        for window in words.windows(phrase.len()) {
            if window.iter().map(|(_, word)| word.as_str()).eq(phrase.iter().copied()) {
                found.push((window[0].0, avoided, instead));
            }
        }
    }
    found
}

/// The words of a text outside of code and of targets of links, in small letters, each with its line.
fn words_of_prose(text: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let mut is_code = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            continue;
        }
        if is_code {
            continue;
        }
        // Outside of backticks; of links, what can be read.
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" | ");
        let mut pieces = prose.split("](");
        let mut readable = pieces.next().unwrap_or("").to_owned();
        for piece in pieces {
            readable.push_str(piece.split_once(')').map_or("", |(_, rest)| rest));
        }
        let letters = readable.split(|character: char| !character.is_alphabetic() && character != '|');
        words.extend(letters.filter(|word| !word.is_empty()).map(|word| (index + 1, word.to_lowercase())));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(usize, &'static str)> {
        avoided_words(text).into_iter().map(|(line, word, _)| (line, word)).collect()
    }

    #[test]
    fn avoided_words_are_found_in_prose() {
        assert_eq!(found("A cycle.\nThe Circle of threads."), [(2, "circle")]);
        assert_eq!(found("it looks for a way\n  round"), [(1, "way round")]);
        assert_eq!(found("[the board](page.md)"), [(1, "board")]);
    }

    #[test]
    fn code_and_targets_of_links_may_have_older_names() {
        assert!(found("`board.rs` has the [results](board.md)").is_empty());
        assert!(found("```text\n0 circles\n```\nfine").is_empty());
        assert!(found("the `x` gate").is_empty());
        assert!(found("keyboards, circled").is_empty());
    }

    #[test]
    fn long_documents_and_pages_without_a_link_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write("README.md", &"a".repeat((8 << 10) + 1));
        write("ARCHITECTURE.md", &"a".repeat((20 << 10) + 1));
        write("CONTRIBUTING.md", &"a".repeat((10 << 10) + 1));
        let entries: String = (0..=MOST_TERMS).map(|number| format!("- **t{number}**: x\n")).collect();
        write("GLOSSARY.md", &entries);
        write("docs/SUMMARY.md", "- [One](dev/one.md)\n");
        write("docs/dev/one.md", "The board.\n");
        write("docs/two.md", "");
        let repository = Repository::at(folder.path());
        let long = documents_are_short(&repository);
        assert_eq!(long.len(), 4, "{long:?}");
        assert_eq!(pages_are_in_the_summary(&repository), ["docs/SUMMARY.md: does not name two.md"]);
        let words = documents_use_terms_of_the_field(&repository);
        assert_eq!(words, ["docs/dev/one.md:1: \"board\": say instead: shared results"]);
        write("README.md", &"a".repeat(8 << 10));
        write("ARCHITECTURE.md", &"a".repeat(20 << 10));
        write("CONTRIBUTING.md", &"a".repeat(10 << 10));
        write("GLOSSARY.md", entries.rsplit_once("- ").expect("entries").0);
        assert_eq!(documents_are_short(&repository), [""; 0]);
    }
}
