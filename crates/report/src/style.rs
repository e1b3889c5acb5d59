//! The appearance of a report: width and colour. The code that prints decides both; a report never examines the terminal itself.

/// What the place that a report is printed to can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Number of character cells in a line.
    pub width: usize,
    /// Whether escape sequences for colours are understood.
    pub has_colour: bool,
}

impl Style {
    /// A file or a pipe: fixed width, no colours.
    pub const PLAIN: Style = Style { width: 120, has_colour: false };

    /// Text in a given emphasis; unchanged where there are no colours.
    pub fn paint(self, emphasis: Emphasis, text: &str) -> String {
        if self.has_colour && !text.is_empty() {
            format!("{}{text}\x1b[0m", emphasis.sequence())
        } else {
            text.to_owned()
        }
    }
}

/// Why a piece of text is emphasized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// Headings.
    Heading,
    /// What is good news.
    Good,
    /// What is bad news.
    Bad,
    /// What is open.
    Open,
    /// What may be skipped.
    Faint,
}

impl Emphasis {
    fn sequence(self) -> &'static str {
        match self {
            Emphasis::Heading => "\x1b[1m",
            Emphasis::Good => "\x1b[1;32m",
            Emphasis::Bad => "\x1b[1;31m",
            Emphasis::Open => "\x1b[1;33m",
            Emphasis::Faint => "\x1b[2m",
        }
    }
}
