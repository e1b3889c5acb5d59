//! Links between documents lead to a file, and behind `#` to a heading of it.

use super::{Complaint, Repository};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Every relative link of a document leads somewhere.
pub fn links_lead_somewhere(repository: &Repository) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for path in repository.files("", "md") {
        let folder = path.parent().unwrap_or(Path::new(""));
        for (number, target) in links(&repository.text(path)) {
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let to = if file.is_empty() { path.clone() } else { normal(&folder.join(file)) };
            let leads = repository.root.join(&to).exists();
            if !leads || !heading.is_empty() && !headings(&repository.text(&to)).contains(heading) {
                complaints.push(format!("{}:{number}: the link to {target} leads nowhere", path.display()));
            }
        }
    }
    complaints
}

/// A path without `..` in it.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            Component::Normal(_) | Component::RootDir | Component::Prefix(_) => normal.push(component),
        }
    }
    normal
}

/// The lines outside of blocks of code, with their numbers.
fn lines_of_prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some((index + 1, line))
    })
}

/// The targets of links, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in lines_of_prose(text) {
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        found.extend(targets.map(|(target, _)| (number, target.to_owned())));
    }
    found
}

/// The names of headings behind `#`: letters, digits and hyphens of what they say.
fn headings(text: &str) -> BTreeSet<String> {
    let headings = lines_of_prose(text).filter(|(_, line)| line.starts_with('#'));
    let name = |(_, line): (usize, &str)| {
        let said = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        said.chars().filter(|character| character.is_alphanumeric() || "-_".contains(*character)).collect()
    };
    headings.map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_nowhere_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write("A.md", "# One\n[b](docs/b.md#a-long-one) [c](docs/c.md)\n[own](#one) [web](https://x.org/y.md)\n");
        write(
            "docs/b.md",
            "## `A` long, one\n```text\n# no heading\n[no](link.md)\n```\n[a](../A.md#two) [c](#no-heading)\n",
        );
        let found = links_lead_somewhere(&Repository::at(folder.path()));
        let expected = [
            "A.md:2: the link to docs/c.md leads nowhere",
            "docs/b.md:6: the link to ../A.md#two leads nowhere",
            "docs/b.md:6: the link to #no-heading leads nowhere",
        ];
        assert_eq!(found, expected);
    }
}
