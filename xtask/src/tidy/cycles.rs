//! The top-level modules of a crate import each other in one direction: a module can be read, tested and moved without those above it.
//!
//! A top-level module is a file beside `lib.rs` or a folder there, with everything below it. An edge is a path `crate::module` outside of
//! comments and of unit tests, or `super::module` in the file of a top-level module. Paths that lead to items of `lib.rs` are no edges.

use super::{Complaint, Repository};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// By module, the modules that it imports.
type Edges = BTreeMap<String, BTreeSet<String>>;

/// No cycle of imports between the top-level modules of a crate.
pub fn modules_import_in_one_direction(repository: &Repository) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for manifest in repository.files("crates", "toml").filter(|path| path.ends_with("Cargo.toml")) {
        let Some(folder) = manifest.parent() else { continue };
        if let Some(cycle) = cycle(&edges(repository, &folder.join("src"))) {
            complaints.push(format!(
                "{}: its modules import each other in a cycle: {}: move what they share below them",
                folder.display(),
                cycle.join(" -> ")
            ));
        }
    }
    complaints
}

/// The imports between the top-level modules below a folder.
fn edges(repository: &Repository, source: &Path) -> Edges {
    let is_test = |path: &Path| path.components().any(|part| part.as_os_str() == "tests");
    let files: Vec<_> = repository.files(&source.to_string_lossy(), "rs").filter(|path| !is_test(path)).collect();
    let modules: BTreeSet<String> = files.iter().filter_map(|path| module_of(path, source)).collect();
    let mut edges = Edges::new();
    for path in files {
        let Some(module) = module_of(path, source) else { continue };
        let depth = path.strip_prefix(source).map_or(0, |below| below.components().count());
        let is_top = depth == 1 || depth == 2 && path.ends_with("mod.rs");
        let code = code(&repository.text(path));
        let mut used = paths_behind(&code, "crate::");
        if is_top {
            used.extend(paths_behind(&code, "super::"));
        }
        used.retain(|it| *it != module && modules.contains(it));
        edges.entry(module).or_default().extend(used);
    }
    edges
}

/// The top-level module that a file is part of; none for `lib.rs` and `main.rs`.
fn module_of(path: &Path, source: &Path) -> Option<String> {
    let first = path.strip_prefix(source).ok()?.components().next()?;
    let first = Path::new(first.as_os_str()).with_extension("").to_string_lossy().into_owned();
    (first != "lib" && first != "main").then_some(first)
}

/// A text without comments and unit tests.
fn code(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    lines.filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The first names of the paths that begin so: `a` and `b` of `crate::a::x` and of `crate::{a::x, b}`.
fn paths_behind(code: &str, start: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(start) {
        let is_whole = !code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':');
        let rest = &code[at + start.len()..];
        match rest.strip_prefix('{') {
            _ if !is_whole => {}
            None => found.extend(first_name(rest)),
            Some(list) => found.extend(entries(list).filter_map(first_name)),
        }
    }
    found
}

/// The entries of a list in braces, up to the brace that closes it.
fn entries(list: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut begin, mut entries) = (0, 0, Vec::new());
    for (at, symbol) in list.char_indices() {
        match symbol {
            '{' => depth += 1,
            '}' if depth == 0 => {
                entries.push(&list[begin..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                entries.push(&list[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    entries.into_iter()
}

fn first_name(path: &str) -> Option<String> {
    let path = path.trim_start();
    let end = path.find(|symbol: char| !symbol.is_alphanumeric() && symbol != '_').unwrap_or(path.len());
    (end > 0).then(|| path[..end].to_owned())
}

/// A cycle, with its first module at its end, too.
fn cycle(edges: &Edges) -> Option<Vec<String>> {
    edges.keys().find_map(|start| {
        // Breadth first: the cycle that is reported is a shortest one of its start.
        let mut reached_from: BTreeMap<&String, &String> = BTreeMap::new();
        let mut open = std::collections::VecDeque::from([start]);
        while let Some(module) = open.pop_front() {
            for next in edges.get(module).into_iter().flatten() {
                if next == start {
                    let mut path = vec![start.clone()];
                    let mut at = module;
                    while at != start {
                        path.push(at.clone());
                        at = reached_from[at];
                    }
                    path.push(start.clone());
                    path.reverse();
                    return Some(path);
                }
                if !reached_from.contains_key(next) {
                    reached_from.insert(next, module);
                    open.push_back(next);
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_read() {
        let text = "use crate::a::X;\n// use crate::no::X;\nuse crate::{b::{Y, Z}, c};\nfn f() { crate::d::g(); mycrate::no() }\n\
                    #[cfg(test)]\nmod tests { use crate::no; }\n";
        let found: Vec<String> = paths_behind(&code(text), "crate::").into_iter().collect();
        assert_eq!(found, ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_shortest_cycle_is_named() {
        let edges = |pairs: &[(&str, &str)]| {
            let mut edges = Edges::new();
            for (from, to) in pairs {
                edges.entry((*from).to_owned()).or_default().insert((*to).to_owned());
            }
            edges
        };
        let found = cycle(&edges(&[("a", "b"), ("b", "c"), ("c", "d"), ("d", "b"), ("c", "b")]));
        assert_eq!(found.map(|it| it.join(" -> ")), Some("b -> c -> b".to_owned()));
        assert_eq!(cycle(&edges(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    }
}
