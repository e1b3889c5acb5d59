//! Tables in a given width: columns as wide as they need to be, the widest ones wrapped where the line is too short.

use unicode_width::UnicodeWidthStr;

use crate::style::{Emphasis, Style};

/// Between two columns.
const GAP: usize = 2;
/// A column is not made narrower than this.
const NARROWEST: usize = 12;

/// A table of text. Every row has as many cells as there are headings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// What stands on top of each column.
    pub headings: Vec<String>,
    /// Which columns are aligned to the right.
    pub is_number: Vec<bool>,
    /// The rows, each with its emphasis.
    pub rows: Vec<(Vec<String>, Option<Emphasis>)>,
}

impl Columns {
    /// Whether the table can be shown in a width without columns narrower than is readable.
    pub fn fits(&self, width: usize) -> bool {
        let least: usize = self.natural_widths().iter().map(|natural| natural.min(&NARROWEST) + GAP).sum();
        least <= width
    }

    /// The table in lines that end in a line break. Lines start with a space, so that no cell starts a line.
    pub fn render(&self, style: Style) -> String {
        let widths = self.widths(style.width);
        let mut text = String::new();
        self.push_row(&mut text, &self.headings, Some(Emphasis::Heading), &widths, style);
        for (cells, emphasis) in &self.rows {
            self.push_row(&mut text, cells, *emphasis, &widths, style);
        }
        text
    }

    fn push_row(
        &self,
        text: &mut String,
        cells: &[String],
        emphasis: Option<Emphasis>,
        widths: &[usize],
        style: Style,
    ) {
        let wrapped: Vec<Vec<String>> = cells.iter().zip(widths).map(|(cell, width)| wrap(cell, *width)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0).max(1);
        for line in 0..height {
            let mut row = String::new();
            for (column, width) in widths.iter().enumerate() {
                let cell = wrapped.get(column).and_then(|lines| lines.get(line)).map_or("", String::as_str);
                let padding = " ".repeat(width.saturating_sub(cell.width()));
                row.push_str(&" ".repeat(GAP));
                if self.is_number.get(column) == Some(&true) {
                    row.push_str(&padding);
                    row.push_str(cell);
                } else {
                    row.push_str(cell);
                    row.push_str(&padding);
                }
            }
            let row = row.trim_end();
            match emphasis {
                Some(emphasis) => text.push_str(&style.paint(emphasis, row)),
                None => text.push_str(row),
            }
            text.push('\n');
        }
    }

    fn natural_widths(&self) -> Vec<usize> {
        let rows = || std::iter::once(&self.headings).chain(self.rows.iter().map(|(cells, _)| cells));
        let widest = |column: usize| rows().filter_map(|cells| cells.get(column)).map(|cell| cell.width()).max();
        (0..self.headings.len()).map(|column| widest(column).unwrap_or(0)).collect()
    }

    /// Natural widths where they fit; else the widest columns give way first.
    fn widths(&self, available: usize) -> Vec<usize> {
        let mut widths = self.natural_widths();
        let gaps = GAP * widths.len();
        loop {
            let total = widths.iter().sum::<usize>() + gaps;
            let Some(widest) = widths.iter().copied().max() else { return widths };
            if total <= available || widest <= NARROWEST {
                return widths;
            }
            let next = widths.iter().copied().filter(|&width| width < widest).max().unwrap_or(0).max(NARROWEST);
            let count = widths.iter().filter(|&&width| width == widest).count();
            let cut = ((total - available).div_ceil(count)).min(widest - next).max(1);
            widths.iter_mut().filter(|width| **width == widest).for_each(|width| *width -= cut);
        }
    }
}

/// Breaks a text at spaces, words longer than the width inside.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        } else if !line.is_empty() {
            line.push(' ');
        }
        for symbol in word.chars() {
            let mut buffer = [0; 4];
            if !line.is_empty() && line.width() + symbol.encode_utf8(&mut buffer).width() > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(symbol);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(cells: &[&[&str]]) -> Columns {
        let own = |cells: &&[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let rows = cells[1..].iter().map(|cells| (own(cells), None)).collect();
        Columns { headings: own(&cells[0]), is_number: vec![true; 1], rows }
    }

    #[test]
    fn numbers_stand_right_and_text_left() {
        let table = table(&[&["step", "main"], &["7", "x: reads 1"], &["12", ""]]);
        assert_eq!(table.render(Style::PLAIN), "  step  main\n     7  x: reads 1\n    12\n");
    }

    #[test]
    fn narrow_places_wrap_the_widest_column() {
        let table = table(&[&["step", "main"], &["7", "counter: reads 1 written at step 4"]]);
        let narrow = Style { width: 28, has_colour: false };
        assert_eq!(table.render(narrow), "  step  main\n     7  counter: reads 1\n        written at step 4\n");
        assert!(table.render(narrow).lines().all(|line| line.len() <= 28));
    }

    #[test]
    fn words_longer_than_a_line_are_broken() {
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("", 3), [""]);
    }

    #[test]
    fn the_widths_never_grow_past_what_there_is_unless_columns_would_vanish() {
        let wide = "a ".repeat(100);
        let table = table(&[&["step", "main", "T1"], &["1", &wide, &wide]]);
        for width in 40..200 {
            assert!(table.fits(width));
            let style = Style { width, has_colour: false };
            assert!(table.render(style).lines().all(|line| line.width() <= width), "width {width}");
        }
    }
}
