//! Rules about the repository that no compiler checks: what documents say must be true of the code, and the other way
//! round. Run by `cargo xtask tidy` and by a test.
//!
//! | file | what it looks at |
//! |---|---|
//! | `sources` | headers, lengths, stubs, edges between crates |
//! | `cycles` | imports between the modules of a crate |
//! | `documents` | options, code map, glossary, the library's contract |
//! | `language` | sizes and words of documents, the summary of the guide |
//! | `links` | where links between documents lead, and the source files that documents name |
//! | `rules` | soundness rules and their tests |
//! | `corpus` | the headers of cases |
//! | `toolchain` | the least version of Rust |
//!
//! Files are found by walking the folders of the repository; what a build makes is left out.

mod corpus;
mod cycles;
mod documents;
mod language;
mod links;
mod rules;
mod sources;
mod toolchain;

use crate::options::TidyOptions;
use std::path::{Path, PathBuf};

/// Something that breaks a rule, in a sentence that says what to do.
pub type Complaint = String;

/// The files of a repository.
pub struct Repository {
    root: PathBuf,
    /// Every file with its path from the root, sorted.
    files: Vec<PathBuf>,
}

impl Repository {
    /// The files below a folder.
    pub fn at(root: &Path) -> Repository {
        let mut files = Vec::new();
        let mut folders = vec![root.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let name = entry.file_name().to_string_lossy().into_owned();
                // Hidden folders, and what builds and fuzzers leave behind.
                if name.starts_with('.') || ["target", "artifacts", "coverage"].contains(&name.as_str()) {
                    continue;
                }
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    folders.push(path);
                } else if let Ok(relative) = path.strip_prefix(root) {
                    files.push(relative.to_path_buf());
                }
            }
        }
        files.sort();
        Repository { root: root.to_path_buf(), files }
    }

    /// The files with an extension below a folder.
    fn files(&self, folder: &str, extension: &str) -> impl Iterator<Item = &PathBuf> {
        let is_wanted =
            move |path: &&PathBuf| path.starts_with(folder) && path.extension().is_some_and(|found| found == extension);
        self.files.iter().filter(is_wanted)
    }

    /// The text of a file; empty if it cannot be read.
    fn text(&self, path: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.root.join(path)).unwrap_or_default()
    }
}

/// Every complaint about a repository.
pub fn complaints(repository: &Repository) -> Vec<Complaint> {
    [
        sources::modules_say_what_they_are_about(repository),
        sources::files_are_short(repository),
        sources::nothing_is_left_undone(repository),
        sources::edges_are_as_written(repository),
        cycles::modules_import_in_one_direction(repository),
        documents::options_are_in_the_guide(repository),
        documents::folders_of_techniques_are_in_the_code_map(repository),
        documents::terms_are_used(repository),
        documents::modelled_functions_are_in_the_contract(repository),
        language::documents_are_short(repository),
        language::documents_use_terms_of_the_field(repository),
        language::pages_are_in_the_summary(repository),
        links::links_lead_somewhere(repository),
        links::named_sources_exist(repository),
        rules::rules_of_modules_are_in_the_page(repository),
        rules::rules_name_their_tests(repository),
        corpus::cases_have_a_header_and_a_comment(repository),
        toolchain::dependencies_need_no_newer_rust(repository),
    ]
    .concat()
}

/// Prints every complaint, after it has written what is derived from the sources if `options` say so. True if there is none.
pub fn run(options: &TidyOptions) -> Result<bool, String> {
    if options.write {
        let repository = Repository::at(crate::repository());
        rules::write_rules_of_modules(&repository).map_err(|error| format!("docs/dev/soundness.md: {error}"))?;
    }
    let complaints = complaints(&Repository::at(crate::repository()));
    for complaint in &complaints {
        println!("{complaint}");
    }
    println!("{} complaints", complaints.len());
    Ok(complaints.is_empty())
}
