//! Links between documents lead to a file, and behind `#` to a heading of it. Source files that documents name exist.

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

/// Every source file that a document names in backticks exists: by the end of its path, in which `src` and `crates` may be left out.
pub fn named_sources_exist(repository: &Repository) -> Vec<Complaint> {
    let folders = |path: &Path| -> Vec<String> {
        let names = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
        names.filter(|name| !["crates", "src"].contains(&name.as_str())).collect()
    };
    let known: Vec<Vec<String>> = repository.files("", "rs").map(|path| folders(path)).collect();
    let mut complaints = Vec::new();
    for path in repository.files("", "md") {
        let text = repository.text(path);
        for (number, line) in lines_of_prose(&text) {
            let named = line.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs") && is_path(name));
            let missing = named.filter(|name| {
                let wanted = folders(Path::new(name));
                !known.iter().any(|file| file.ends_with(&wanted))
            });
            complaints
                .extend(missing.map(|name| format!("{}:{number}: there is no source file `{name}`", path.display())));
        }
    }
    complaints
}

/// Whether a text may be a path of a file, and no pattern for several.
fn is_path(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii_alphanumeric() || "_-/.".contains(character))
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

    /// A repository of some files.
    fn repository(files: &[(&str, &str)]) -> (tempfile::TempDir, Repository) {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let repository = Repository::at(folder.path());
        (folder, repository)
    }

    #[test]
    fn sources_that_do_not_exist_are_noticed() {
        let text = "`one/walk.rs`, `crates/one/src/walk.rs`, `walk.rs`, `a(b).rs`\n`two/walk.rs` and `talk.rs`\n";
        let (_folder, repository) = repository(&[("A.md", text), ("crates/one/src/walk.rs", "")]);
        let expected = ["A.md:2: there is no source file `two/walk.rs`", "A.md:2: there is no source file `talk.rs`"];
        assert_eq!(named_sources_exist(&repository), expected);
    }

    #[test]
    fn links_that_lead_nowhere_are_noticed() {
        let first = "# One\n[b](docs/b.md#a-long-one) [c](docs/c.md)\n[own](#one) [web](https://x.org/y.md)\n";
        let second = "## `A` long, one\n```text\n# no heading\n[no](link.md)\n```\n[a](../A.md#two) [c](#no-heading)\n";
        let (_folder, repository) = repository(&[("A.md", first), ("docs/b.md", second)]);
        let found = links_lead_somewhere(&repository);
        let expected = [
            "A.md:2: the link to docs/c.md leads nowhere",
            "docs/b.md:6: the link to ../A.md#two leads nowhere",
            "docs/b.md:6: the link to #no-heading leads nowhere",
        ];
        assert_eq!(found, expected);
    }
}
