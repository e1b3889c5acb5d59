//! Soundness rules: the page of them has the rules that modules state at their heads, and each rule names the tests that break it.
//!
//! A module states a rule by a paragraph of its `//!` lines, of items that begin with a word and a colon. The first one is the rule, the last one
//! names the tests; a fidelity and a condition may stand between them.

use super::{Complaint, Repository};
use std::collections::BTreeSet;
use std::path::Path;

/// The page of the rules. A heading of the third level opens a rule.
const RULES: &str = "docs/dev/soundness.md";

/// What an item of a rule begins with that names its tests.
const TESTS: &str = "- Tests";

/// Between these lines the page has the rules of modules.
const OPEN: &str = "<!-- The rules of modules: written by `cargo xtask tidy --write` from their heads. -->\n";
const CLOSE: &str = "<!-- The end of the rules of modules. -->\n";

/// What the items of a rule begin with at the head of a module.
const ITEMS: &[&str] = &["Rule: ", "Fidelity: ", "Condition: ", "Tests: "];

/// The page has the rules of modules as they are.
pub fn rules_of_modules_are_in_the_page(repository: &Repository) -> Vec<Complaint> {
    let page = repository.text(RULES);
    let rules = rules_of_modules(repository);
    match between(&page) {
        Some((_, inside, _)) if inside == rules => Vec::new(),
        None if rules.is_empty() => Vec::new(),
        Some(_) => vec![format!("{RULES}: the rules of modules are out of date: run `cargo xtask tidy --write`")],
        None => vec![format!("{RULES}: lacks the lines between which the rules of modules are written")],
    }
}

/// Writes the rules of modules into the page.
pub fn write_rules_of_modules(repository: &Repository) -> std::io::Result<()> {
    let page = repository.text(RULES);
    let Some((before, _, behind)) = between(&page) else { return Ok(()) };
    let page = format!("{before}{OPEN}{}{CLOSE}{behind}", rules_of_modules(repository));
    std::fs::write(repository.root.join(RULES), page)
}

/// What stands in front of the rules of modules, the rules, and what stands behind them.
fn between(page: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = page.split_once(OPEN)?;
    let (inside, behind) = rest.split_once(CLOSE)?;
    Some((before, inside, behind))
}

/// The rules at the heads of all modules of the crates, as the page has them.
fn rules_of_modules(repository: &Repository) -> String {
    let mut page = String::new();
    for path in repository.files("crates", "rs") {
        for items in rules_of_head(&repository.text(path)) {
            page.push_str(&format!("\n### `{}`\n{items}", name_of_module(path)));
        }
    }
    if !page.is_empty() {
        page.push('\n');
    }
    page
}

/// `analysis/escape.rs` for `crates/analysis/src/escape.rs`.
fn name_of_module(path: &Path) -> String {
    let parts = path.iter().map(|part| part.to_string_lossy());
    parts.filter(|part| part != "crates" && part != "src").collect::<Vec<_>>().join("/")
}

/// The rules at the head of a module, each as the items of a list.
fn rules_of_head(module: &str) -> Vec<String> {
    let head = module.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = head.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let begins = |line: &&str| ITEMS.iter().any(|item| line.starts_with(item));
    let mut rules = Vec::new();
    for paragraph in lines.split(|line| line.is_empty()) {
        let is_rule = paragraph.first().is_some_and(|line| line.starts_with("Rule: "));
        if is_rule && paragraph.iter().any(|line| line.starts_with("Tests: ")) {
            let item = |line: &&str| format!("{}{line}\n", if begins(line) { "- " } else { "  " });
            rules.push(paragraph.iter().map(item).collect());
        }
    }
    rules
}

/// Every rule has tests, unless it only forbids, and each of its tests is in the repository: a function, a file or a folder.
pub fn rules_name_their_tests(repository: &Repository) -> Vec<Complaint> {
    let page = repository.text(RULES);
    let known = names(repository);
    let mut complaints = Vec::new();
    for rule in page.split("\n### ").skip(1) {
        let (title, rest) = rule.split_once('\n').unwrap_or((rule, ""));
        // Up to the next heading of a higher level.
        let text = rest.split("\n## ").next().unwrap_or("");
        let is_rule = text.contains("- Fidelity:") || text.contains("- Rule:");
        let only_forbids = text.contains("- Fidelity: forbidden") || text.contains("- Fidelity: assumed");
        if is_rule && !only_forbids && !text.contains(TESTS) {
            complaints.push(format!("{RULES}: the rule \"{title}\" names no test that breaks it"));
        }
        for test in text.split(TESTS).skip(1).flat_map(named) {
            if !is_known(&known, &test) {
                complaints.push(format!("{RULES}: the rule \"{title}\" names `{test}`, which is nowhere"));
            }
        }
    }
    complaints
}

/// The names of functions, files and folders, without endings.
fn names(repository: &Repository) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for path in &repository.files {
        for part in path {
            names.insert(stem(&part.to_string_lossy()).to_owned());
        }
    }
    for path in repository.files("", "rs") {
        let text = repository.text(path);
        let functions = text.split("fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next());
        names.extend(functions.map(str::to_owned));
    }
    names
}

/// A name without the ending of a file.
fn stem(name: &str) -> &str {
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

/// What an item names in backticks, up to the end of the item: without folders and endings, and `{a,b}` as two names.
fn named(item: &str) -> Vec<String> {
    let item = item.split("\n- ").next().unwrap_or("");
    let item = item.split("\n\n").next().unwrap_or("");
    let mut names = Vec::new();
    for span in item.split('`').skip(1).step_by(2) {
        let last = span.trim_end_matches('/').rsplit(['/', ':']).next().unwrap_or("");
        let several = last.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?)));
        match several {
            Some((start, (inside, end))) => {
                names.extend(inside.split(',').map(|name| format!("{start}{name}{}", stem(end))))
            }
            None => names.push(stem(last).to_owned()),
        }
    }
    names
}

/// Whether a name is one of those, or stands for some of them by a `*`.
fn is_known(known: &BTreeSet<String>, name: &str) -> bool {
    match name.split_once('*') {
        Some((start, end)) => known.iter().any(|known| known.starts_with(start) && known.ends_with(end)),
        None => known.contains(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_rules_are_read() {
        let item = " (in `a`): `tests/x/{b,c}_d.c`, `e::f`,\n  `g.rs`, `h_*`.\n- Condition: `i`.";
        assert_eq!(named(item), ["a", "b_d", "c_d", "f", "g", "h_*"]);
        let known = BTreeSet::from(["h_one".to_owned()]);
        assert!(is_known(&known, "h_*") && is_known(&known, "h_one") && !is_known(&known, "h"));
    }

    #[test]
    fn rules_of_modules_are_collected_and_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write(
            "crates/a/src/b.rs",
            "//! B.\n//!\n//! Rule: one,\n//! and two.\n//! Tests: `t`.\n//!\n//! Rule: no rule, since it has no tests.\n\nfn t() {}\n",
        );
        write(RULES, &format!("# Rules\n\n{OPEN}old\n{CLOSE}\nMore.\n"));
        let stale = rules_of_modules_are_in_the_page(&Repository::at(folder.path()));
        assert!(stale.len() == 1 && stale[0].contains("out of date"), "{stale:?}");
        write_rules_of_modules(&Repository::at(folder.path())).expect("it can be written");
        let repository = Repository::at(folder.path());
        assert_eq!(rules_of_modules_are_in_the_page(&repository), [""; 0]);
        let expected =
            format!("# Rules\n\n{OPEN}\n### `a/b.rs`\n- Rule: one,\n  and two.\n- Tests: `t`.\n\n{CLOSE}\nMore.\n");
        assert_eq!(repository.text(RULES), expected);
        write(RULES, "# Rules\n");
        let without = rules_of_modules_are_in_the_page(&Repository::at(folder.path()));
        assert!(without.len() == 1 && without[0].contains("lacks"), "{without:?}");
    }

    #[test]
    fn rules_without_tests_and_tests_that_are_nowhere_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write("tests/corpus/race/a.c", "");
        write("crates/x/src/lib.rs", "#[test]\nfn b() {}\n");
        write(
            RULES,
            "# Rules\n### Good\n- Fidelity: exact.\n- Tests: `a.c`, `b`, `tests/corpus/race`.\n\n### Bare\n- Fidelity: over.\n\n\
             ### Off\n- Fidelity: forbidden.\n\n### Lost\n- Rule: x.\n- Tests: `c`,\n  `a`.\n\n## Next\nNo rule.\n",
        );
        let found = rules_name_their_tests(&Repository::at(folder.path()));
        let expected = [
            "docs/dev/soundness.md: the rule \"Bare\" names no test that breaks it",
            "docs/dev/soundness.md: the rule \"Lost\" names `c`, which is nowhere",
        ];
        assert_eq!(found, expected);
    }
}
