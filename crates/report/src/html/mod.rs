//! The report: one self-contained HTML file with all results for the checked files.
//!
//! The page consists of its data (JSON), a style sheet and a script, all in the one file; it loads nothing else. The script shows the
//! threads as lanes, the source with a cursor for each thread, the last value of each shared variable and the holder of each lock, and
//! steps through the trace by keys. Program text is inserted as text, never as markup; characters that could end the data element are
//! escaped.

mod data;

use serde_json::json;

use crate::json::FileReport;
use crate::text;
use raddle_analysis::explanation::Explanation;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A report on its way.
#[derive(Debug, Default)]
pub struct Html {
    files: Vec<data::File>,
    /// The traces as tables, for users who read without scripts.
    plain: String,
}

impl Html {
    /// Adds what is known of a file. The explanation is what is known of its lines, if it was asked for.
    pub fn add(&mut self, report: &FileReport<'_>, explanation: Option<&Explanation>) {
        self.files.push(data::File::of(report, explanation));
        self.plain.push_str(&format!("{}\nVERDICT: {}\n", crate::escape::escape(report.file), report.verdict));
        for outcome in &report.answers.outcomes {
            if let Some(trace) = outcome.verdict.trace() {
                let style = crate::style::Style::PLAIN;
                self.plain.push_str(&text::trace(trace, report.source, text::Detail::Shared, style));
            }
        }
    }

    /// The page.
    pub fn document(&self, version: &str) -> String {
        let data = json!({ "tool": "raddle", "version": version, "files": self.files }).to_string();
        let title = match self.files.as_slice() {
            [file] => format!("{} - {}", file.verdict, file.name),
            files => format!("{} files", files.len()),
        };
        // Filled in from the front to the back, so that nothing that was filled in is searched.
        let parts = [
            ("{{title}}", markup(&title)),
            ("{{style}}", STYLE.to_owned()),
            ("{{plain}}", markup(&self.plain)),
            ("{{data}}", inside_script(&data)),
            ("{{script}}", SCRIPT.to_owned()),
        ];
        let (mut page, mut rest) = (String::new(), PAGE);
        for (mark, content) in parts {
            let (before, after) = rest.split_once(mark).expect("the page has each mark, in this order");
            page.push_str(before);
            page.push_str(&content);
            rest = after;
        }
        page + rest
    }
}

/// Text as HTML.
fn markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes JSON so that it cannot end the surrounding element or begin a comment in it.
fn inside_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_a_program_leaves_its_element() {
        let json = serde_json::to_string("</script><script>alert(1)<!--&").unwrap_or_default();
        let inside = inside_script(&json);
        assert!(!inside.contains(['<', '>', '&']), "{inside}");
        assert_eq!(serde_json::from_str::<String>(&inside).ok().as_deref(), Some("</script><script>alert(1)<!--&"));
        assert_eq!(markup("<b>&\""), "&lt;b&gt;&amp;&quot;");
    }

    #[test]
    fn a_page_without_files_has_all_its_parts() {
        let page = Html::default().document("0");
        assert!(page.contains("\"files\":[]") && page.contains("</html>") && !page.contains("{{"), "{page}");
    }
}
