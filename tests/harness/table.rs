//! How much each engine decides: the table that a run of the corpus ends with.

use raddle_program::property::Property;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;

/// Of so many questions so many were decided.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Share {
    /// Questions with an answer.
    pub decided: usize,
    /// All questions with a known truth.
    pub asked: usize,
}

impl Share {
    /// At least so many percent are decided.
    pub fn reaches(self, percent: usize) -> bool {
        self.decided * 100 >= self.asked * percent
    }
}

/// What was decided so far, by whom.
#[derive(Default, Debug)]
pub struct Table {
    shares: Mutex<BTreeMap<(String, Property), Share>>,
}

impl Table {
    /// An empty table.
    pub const fn new() -> Table {
        Table { shares: Mutex::new(BTreeMap::new()) }
    }

    /// Notes that somebody was asked, and whether an answer came.
    pub fn note(&self, who: &str, property: Property, is_decided: bool) {
        let mut shares = self.shares.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let share = shares.entry((who.to_owned(), property)).or_default();
        share.asked += 1;
        share.decided += usize::from(is_decided);
    }

    /// What somebody decided of all properties but termination.
    pub fn total(&self, who: &str) -> Share {
        let shares = self.shares.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut total = Share::default();
        for ((name, property), share) in &*shares {
            if name == who && property.is_usual() {
                total.asked += share.asked;
                total.decided += share.decided;
            }
        }
        total
    }

    /// The table as text: a row for each property, a column for each who was asked.
    pub fn text(&self) -> String {
        let columns = {
            let shares = self.shares.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let mut columns: Vec<String> = shares.keys().map(|(who, _)| who.clone()).collect();
            columns.dedup();
            columns
        };
        let mut text = format!("{:<14}", "decided");
        for who in &columns {
            let _ = write!(text, "{who:>16}");
        }
        let row = |text: &mut String, name: &str, share: &dyn Fn(&str) -> Share| {
            let _ = write!(text, "\n{name:<14}");
            for who in &columns {
                let Share { decided, asked } = share(who);
                let cell = if asked == 0 { "-".to_owned() } else { format!("{decided} of {asked}") };
                let _ = write!(text, "{cell:>16}");
            }
        };
        for property in Property::ALL {
            row(&mut text, property.name(), &|who| self.share(who, property));
        }
        row(&mut text, "all but last", &|who| self.total(who));
        text
    }

    fn share(&self, who: &str, property: Property) -> Share {
        let shares = self.shares.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        shares.get(&(who.to_owned(), property)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts() {
        let table = Table::new();
        table.note("explicit", Property::Assertions, true);
        table.note("explicit", Property::Assertions, false);
        table.note("explicit", Property::Termination, false);
        table.note("bmc", Property::Deadlock, true);
        assert_eq!(table.total("explicit"), Share { decided: 1, asked: 2 });
        assert!(table.total("explicit").reaches(50) && !table.total("explicit").reaches(51));
        let text = table.text();
        assert!(text.contains("assertions                   -          1 of 2"), "{text}");
    }
}
