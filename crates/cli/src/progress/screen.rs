//! A terminal that lines are drawn on in tests.

use indicatif::TermLike;
use std::io::Result;
use std::sync::{Arc, Mutex, MutexGuard};

/// What stands on it, line by line, and where the cursor is.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    lines: Vec<Vec<char>>,
    line: usize,
    column: usize,
}

impl Screen {
    /// What stands on it.
    pub(super) fn text(&self) -> String {
        let lines =
            self.state().lines.iter().map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n");
        lines.trim_end().to_owned()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("nobody panics while drawing")
    }

    fn moved(&self, by: impl FnOnce(&mut usize, &mut usize)) -> Result<()> {
        let State { line, column, .. } = &mut *self.state();
        by(line, column);
        Ok(())
    }
}

impl TermLike for Screen {
    fn width(&self) -> u16 {
        100
    }

    fn move_cursor_up(&self, n: usize) -> Result<()> {
        self.moved(|line, _| *line = line.saturating_sub(n))
    }

    fn move_cursor_down(&self, n: usize) -> Result<()> {
        self.moved(|line, _| *line += n)
    }

    fn move_cursor_right(&self, n: usize) -> Result<()> {
        self.moved(|_, column| *column += n)
    }

    fn move_cursor_left(&self, n: usize) -> Result<()> {
        self.moved(|_, column| *column = column.saturating_sub(n))
    }

    fn write_line(&self, text: &str) -> Result<()> {
        self.write_str(text)?;
        self.moved(|line, column| (*line, *column) = (*line + 1, 0))
    }

    fn write_str(&self, text: &str) -> Result<()> {
        let State { lines, line, column } = &mut *self.state();
        for letter in text.chars() {
            match letter {
                '\r' => *column = 0,
                '\n' => (*line, *column) = (*line + 1, 0),
                letter => {
                    if *column == 100 {
                        (*line, *column) = (*line + 1, 0);
                    }
                    if lines.len() <= *line {
                        lines.resize(*line + 1, Vec::new());
                    }
                    let at = &mut lines[*line];
                    if at.len() <= *column {
                        at.resize(*column + 1, ' ');
                    }
                    at[*column] = letter;
                    *column += 1;
                }
            }
        }
        Ok(())
    }

    fn clear_line(&self) -> Result<()> {
        let State { lines, line, column } = &mut *self.state();
        if let Some(line) = lines.get_mut(*line) {
            line.clear();
        }
        *column = 0;
        Ok(())
    }

    fn flush(&self) -> Result<()> {
        Ok(())
    }
}
