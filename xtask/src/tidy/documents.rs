//! Rules about documents: what they say is there.

use clap::CommandFactory;
use raddle_cli::options::CommandLine;

use super::{Complaint, Repository};

/// The page of the guide that has every option of the command.
const OPTIONS: &str = "docs/options.md";

/// Every command and option is in the guide.
pub fn options_are_in_the_guide(repository: &Repository) -> Vec<Complaint> {
    let page = repository.text(OPTIONS);
    let command = CommandLine::command();
    let mut complaints = Vec::new();
    for command in command.get_subcommands() {
        let own = command.get_name();
        if !page.contains(&format!("raddle {own}")) {
            complaints.push(format!("{OPTIONS}: does not name `raddle {own}`"));
        }
        let options = command.get_arguments().filter(|option| !option.is_hide_set());
        for long in options.filter_map(clap::Arg::get_long).filter(|long| *long != "help") {
            if !page.contains(&format!("`--{long}")) && !page.contains(&format!(" --{long}")) {
                complaints.push(format!("{OPTIONS}: does not name the option `--{long}` of `raddle {own}`"));
            }
        }
    }
    complaints
}

/// The crates whose folders are techniques.
const TECHNIQUES: &[&str] = &["verify", "bmc", "horn"];

/// The code map names every folder that is a technique.
pub fn folders_of_techniques_are_in_the_code_map(repository: &Repository) -> Vec<Complaint> {
    let architecture = repository.text("ARCHITECTURE.md");
    let mut complaints = Vec::new();
    for name in TECHNIQUES {
        let below = format!("crates/{name}/src");
        let mut folders: Vec<String> = Vec::new();
        for path in repository.files(&below, "rs") {
            let relative = path.strip_prefix(&below).unwrap_or(path);
            let mut parts = relative.components();
            if let (Some(folder), Some(_)) = (parts.next(), parts.next()) {
                folders.push(folder.as_os_str().to_string_lossy().into_owned());
            }
        }
        folders.dedup();
        let missing = folders.into_iter().filter(|folder| !architecture.contains(&format!("`{folder}/")));
        let complain = |folder: String| format!("ARCHITECTURE.md: does not name the folder `{folder}/` of {name}");
        complaints.extend(missing.map(complain));
    }
    complaints
}

/// The bold words of the glossary are used, in the code or in a document.
pub fn terms_are_used(repository: &Repository) -> Vec<Complaint> {
    let mut texts = String::new();
    for folder in ["crates", "xtask", "tests"] {
        for path in repository.files(folder, "rs") {
            texts.push_str(&plain(&repository.text(path)));
        }
    }
    for path in repository.files("", "md").filter(|path| !path.ends_with("GLOSSARY.md")) {
        texts.push_str(&plain(&repository.text(path)));
    }
    let glossary = repository.text("GLOSSARY.md");
    let unused = glossary.lines().flat_map(terms).filter(|term| !texts.contains(&plain(term)));
    unused.map(|term| format!("GLOSSARY.md: neither code nor documents say `{term}`: use it or take it out")).collect()
}

/// The bold words at the start of an entry.
pub(super) fn terms(line: &str) -> Vec<String> {
    let Some(entry) = line.strip_prefix("- ") else { return Vec::new() };
    let mut terms = Vec::new();
    let bold = entry.split("**").skip(1).step_by(2);
    for words in bold {
        for term in words.split([',', '/']).map(str::trim) {
            terms.push(term.strip_prefix("to ").unwrap_or(term).to_owned());
        }
    }
    terms
}

/// Letters alone, so that `sleep set`, `sleep_sets` and `SleepSet` are one word.
fn plain(text: &str) -> String {
    text.chars().filter(|character| character.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// Every function that the lowering has a row for is in the contract of the library.
pub fn modelled_functions_are_in_the_contract(repository: &Repository) -> Vec<Complaint> {
    let contract = repository.text("docs/library.md");
    let mut complaints = Vec::new();
    for path in repository.files("crates/cfront/src/lower/library", "rs") {
        let text = repository.text(path);
        for name in text.split("row(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            if !is_in_contract(&contract, name) {
                complaints.push(format!("docs/library.md: does not name `{name}`, which {} models", path.display()));
            }
        }
    }
    complaints
}

/// A name stands in full, or as its end behind the first name of a list: `pthread_mutexattr_init`, `_settype`.
fn is_in_contract(contract: &str, name: &str) -> bool {
    let ends = name.match_indices('_').map(|(at, _)| &name[at..]).filter(|end| end.len() > 2);
    let spelled = |name: &str| ["`", "("].iter().any(|close| contract.contains(&format!("`{name}{close}")));
    spelled(name) || spelled(name.trim_start_matches("__builtin_")) || ends.into_iter().any(spelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_the_glossary_are_read() {
        assert_eq!(terms("- **abstraction, refinement**: to forget"), ["abstraction", "refinement"]);
        assert_eq!(terms("- **to shrink**: to make smaller"), ["shrink"]);
        assert_eq!(terms("- **a**: x. **B**: y"), ["a", "B"]);
        assert_eq!(terms("**no entry**"), [""; 0]);
        assert_eq!(plain("SleepSet"), plain("sleep_set"));
    }

    #[test]
    fn names_and_their_ends_are_found_in_the_contract() {
        let contract = "| `pthread_join(t, v)` | ... `pthread_attr_destroy`, `_setscope` |";
        assert!(is_in_contract(contract, "pthread_join"));
        assert!(is_in_contract(contract, "pthread_attr_setscope"));
        assert!(!is_in_contract(contract, "pthread_attr_setstack"));
    }
}
