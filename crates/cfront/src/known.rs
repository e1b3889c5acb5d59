//! How each library function is modelled, for `raddle library`.

use raddle_models::Table;
use raddle_program::types::DataModel;

use crate::lower::library::Library;
use crate::streams::LOCKS;
use crate::{kernel, written};

/// How a function is modelled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Means {
    /// Step by step, in code of this tool.
    Exact,
    /// By a text in C.
    Text,
    /// By its effects.
    Effects,
    /// By name.
    Name,
}

/// What is known of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// How it is modelled; `None` if only its facts are known.
    pub means: Option<Means>,
    /// Its text in C.
    pub text: Option<String>,
    /// The lines of the table about it.
    pub lines: Vec<String>,
}

/// What is known of a function, if anything is.
pub fn known(name: &str, effects: &Table, model: DataModel) -> Option<Known> {
    let facts = effects.facts(name);
    let of_kernel = || kernel::model(name).and_then(kernel::source).map(str::to_owned);
    let of_streams = || LOCKS.contains(&name).then(|| written::text("__raddle_stream_lock", model)).flatten();
    let text = written::text(name, model).or_else(of_kernel).or_else(of_streams);
    let library = Library::new();
    let is_exact = library.model(name).or_else(|| library.builtin(name)).is_some();
    let means = match facts {
        _ if is_exact => Some(Means::Exact),
        _ if text.is_some() => Some(Means::Text),
        Some(facts) if !facts.effects.is_empty() => Some(Means::Effects),
        Some(facts) if facts.is_known => Some(Means::Name),
        Some(_) | None => None,
    };
    let lines = facts.map(|facts| facts.lines.clone()).unwrap_or_default();
    (means.is_some() || !lines.is_empty()).then(|| Known { means, text: text.filter(|_| !is_exact), lines })
}

/// The names of all functions that something is known of, but for functions of this tool, in their order.
pub fn names(effects: &Table) -> Vec<String> {
    let library = Library::new();
    let mut names: Vec<String> =
        library.names().chain(written::names()).chain(kernel::names()).chain(LOCKS).map(str::to_owned).collect();
    names.extend(effects.names().map(str::to_owned));
    names.retain(|name| !name.starts_with("__raddle_"));
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_has_one_model() {
        let table = Table::built_in();
        let is_twice = |name: &String| {
            let facts = table.facts(name);
            let is_listed = facts.is_some_and(|facts| !facts.effects.is_empty() || facts.is_known);
            let means = known(name, table, DataModel::Lp64).and_then(|known| known.means);
            is_listed && matches!(means, Some(Means::Exact | Means::Text))
        };
        let twice: Vec<String> = names(table).into_iter().filter(is_twice).collect();
        assert!(twice.is_empty(), "these have a model of their own and a line of effects: {twice:?}");
    }

    #[test]
    fn functions_are_known_by_different_means() {
        let means = |name| known(name, Table::built_in(), DataModel::Lp64).and_then(|known| known.means);
        assert_eq!(means("pthread_create"), Some(Means::Exact));
        assert_eq!(means("strtol"), Some(Means::Text));
        assert_eq!(means("recv"), Some(Means::Effects));
        assert_eq!(means("xSemaphoreTake"), Some(Means::Text));
        assert_eq!(means("ioctl"), Some(Means::Name));
        assert_eq!(known("frobnicate", Table::built_in(), DataModel::Lp64), None);
    }
}
