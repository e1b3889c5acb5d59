//! Rules about cases: the truth on line 1, and a comment that says what the program is about.

use super::{Complaint, Repository};

/// Every case opens with its truth and has a comment behind its header.
pub fn cases_have_a_header_and_a_comment(repository: &Repository) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for path in repository.files("tests/corpus", "c") {
        let text = repository.text(path);
        // A further file of another case has no truth of its own.
        if !text.starts_with("//@ ") && !path.to_string_lossy().ends_with(".unit.c") {
            complaints.push(format!("{}: line 1 does not say what is true: `//@ safe`", path.display()));
        }
        let after = text.lines().find(|line| !line.starts_with("//@"));
        if !after.is_some_and(|line| line.starts_with("//") || line.starts_with("/*")) {
            complaints.push(format!("{}: no comment behind the header says what it is about", path.display()));
        }
    }
    complaints
}
