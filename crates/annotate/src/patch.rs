//! Insertions as a unified patch.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Lines around a change.
const CONTEXT: usize = 3;

/// A file with insertions: by byte offset, the text to insert there.
#[derive(Clone, Debug)]
pub struct Change {
    /// The path in the patch, with `/`.
    pub path: String,
    /// The text before.
    pub text: String,
    /// The insertions.
    pub insertions: BTreeMap<usize, String>,
}

impl Change {
    /// The text behind the change.
    pub fn changed(&self) -> String {
        let (mut result, mut from) = (String::new(), 0);
        for (&at, inserted) in &self.insertions {
            result.push_str(&self.text[from..at]);
            result.push_str(inserted);
            from = at;
        }
        result + &self.text[from..]
    }

    /// The changed lines: for each line, the new lines in its stead.
    fn lines(&self) -> (Vec<&str>, BTreeMap<usize, String>) {
        let lines: Vec<&str> = self.text.split_inclusive('\n').collect();
        let (mut new, mut start) = (BTreeMap::new(), 0);
        for (number, line) in lines.iter().enumerate() {
            let end = start + line.len();
            let is_last = number + 1 == lines.len();
            let here: Vec<_> = self.insertions.range(start..if is_last { end + 1 } else { end }).collect();
            if !here.is_empty() {
                let (mut text, mut from) = (String::new(), start);
                for (&at, inserted) in here {
                    text.push_str(&self.text[from..at]);
                    text.push_str(inserted);
                    from = at;
                }
                new.insert(number, text + &self.text[from..end]);
            }
            start = end;
        }
        (lines, new)
    }

    /// The part of the patch for this file; nothing if nothing is inserted.
    pub fn patch(&self) -> String {
        let (lines, new) = self.lines();
        let mut text = String::new();
        if new.is_empty() {
            return text;
        }
        let _ = write!(text, "--- a/{}\n+++ b/{}\n", self.path, self.path);
        let mut hunks: Vec<(usize, usize)> = Vec::new();
        for &line in new.keys() {
            let (from, to) = (line.saturating_sub(CONTEXT), (line + 1 + CONTEXT).min(lines.len()));
            match hunks.last_mut() {
                Some((_, end)) if from <= *end => *end = to,
                _ => hunks.push((from, to)),
            }
        }
        let mut added = 0;
        for (from, to) in hunks {
            let more: usize = new.range(from..to).map(|(_, text)| text.split_inclusive('\n').count() - 1).sum();
            let _ = writeln!(text, "@@ -{},{} +{},{} @@", from + 1, to - from, from + 1 + added, to - from + more);
            added += more;
            for (number, line) in lines.iter().enumerate().take(to).skip(from) {
                match new.get(&number) {
                    None => push(&mut text, ' ', line),
                    Some(changed) => replace(&mut text, line, changed),
                }
            }
        }
        text
    }
}

/// A line, and what stands in its stead. Lines that are only added leave it as it is.
fn replace(text: &mut String, line: &str, changed: &str) {
    if let Some(before) = changed.strip_suffix(line) {
        before.split_inclusive('\n').for_each(|line| push(text, '+', line));
        push(text, ' ', line);
        return;
    }
    push(text, '-', line);
    changed.split_inclusive('\n').for_each(|line| push(text, '+', line));
}

fn push(text: &mut String, sign: char, line: &str) {
    text.push(sign);
    text.push_str(line);
    if !line.ends_with('\n') {
        text.push_str("\n\\ No newline at end of file\n");
    }
}

/// The part of a patch that makes a file.
pub fn new_file(path: &str, content: &str) -> String {
    let mut text = format!("--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{} @@\n", content.lines().count());
    content.split_inclusive('\n').for_each(|line| push(&mut text, '+', line));
    text
}

#[cfg(test)]
mod tests {
    use super::Change;

    #[test]
    fn hunks_count_their_lines() {
        let text = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk".to_owned();
        let insertions = [(2, "new\n".to_owned()), (3, " X".to_owned()), (21, " Y".to_owned())].into();
        let change = Change { path: "d/x.c".to_owned(), text, insertions };
        let patch = "--- a/d/x.c\n+++ b/d/x.c\n@@ -1,5 +1,6 @@\n a\n-b\n+new\n+b X\n c\n d\n e\n@@ -8,4 +9,4 @@\n h\n i\n j\n-k\n\\ No newline at end of file\n+k Y\n\\ No newline at end of file\n";
        assert_eq!(change.patch(), patch);
        assert_eq!(change.changed(), "a\nnew\nb X\nc\nd\ne\nf\ng\nh\ni\nj\nk Y");
    }
}
