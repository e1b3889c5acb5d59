//! A table as data: printed for a terminal, or as Markdown.

/// Names of columns, and rows of cells.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// What it is of.
    pub title: String,
    /// How it is to be read.
    pub note: String,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, each with a cell for each column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(title: &str, note: &str, columns: &[&str]) -> Table {
        let columns = columns.iter().map(|&name| name.to_owned()).collect();
        Table { title: title.to_owned(), note: note.to_owned(), columns, rows: Vec::new() }
    }

    /// For a terminal: columns as wide as their widest cell.
    pub(super) fn text(&self) -> String {
        let width = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(at)).chain(self.columns.get(at));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let mut text = format!("{}\n{}\n\n", self.title, self.note);
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        text
    }

    /// As a section of a document.
    pub(super) fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let mut text = format!("### {}\n\n{}\n\n{}", self.title, self.note, line(&self.columns));
        text += &line(&vec!["---".to_owned(); self.columns.len()]);
        self.rows.iter().for_each(|row| text += &line(row));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_printed_in_both_ways() {
        let mut table = Table::new("Loops", "Seconds.", &["program", "ours"]);
        table.rows.push(vec!["a.c".to_owned(), "0.10".to_owned()]);
        assert_eq!(table.text(), "Loops\nSeconds.\n\nprogram  ours\na.c      0.10\n");
        assert_eq!(table.markdown(), "### Loops\n\nSeconds.\n\n| program | ours |\n| --- | --- |\n| a.c | 0.10 |\n");
    }
}
