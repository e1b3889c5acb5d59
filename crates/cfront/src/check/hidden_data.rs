//! Data that calls of library functions share without a lock: the random state of `lrand48`, the text of `strerror`, the environment.
//!
//! Two such calls race if one of them changes the data (POSIX.1-2017, XSH 2.9.1). The table of effects names the data. Where a program
//! creates threads, an access to a variable that stands for the data is put in front of each such call. Functions that are written in C
//! access such data themselves.
//!
//! Rule: calls that share hidden data access it, and one that changes the data writes it.
//! Tests: in `race`: `random_numbers_of_one_state`, `random_numbers_under_a_lock`, `environment_changed_by_two`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use super::Checker;
use crate::effects::HIDDEN;

impl Checker {
    /// Runs after the functions that are written in C have their bodies.
    pub(super) fn access_hidden_data(&mut self) {
        if !["pthread_create", "thrd_create"].iter().any(|name| self.unit.names(name)) {
            return;
        }
        let mut users: BTreeMap<(Arc<str>, bool), Vec<Arc<str>>> = BTreeMap::new();
        for function in self.unit.functions.values().filter(|function| function.is_used && function.body.is_none()) {
            if let Some(state) = self.unit.effects.hidden_state(&function.name) {
                users.entry((state.name.clone(), state.is_written)).or_default().push(function.name.clone());
            }
        }
        if users.is_empty() {
            return;
        }
        let data: Vec<(Arc<str>, bool)> = users.keys().cloned().collect();
        let mut text = String::new();
        for (index, (name, _)) in data.iter().enumerate() {
            if data.iter().position(|(other, _)| other == name) == Some(index) {
                let _ = writeln!(text, "static int {};", variable(name));
            }
        }
        for (name, is_written) in &data {
            let (own, variable) = (own_name(name, *is_written), variable(name));
            let access = if *is_written { format!("{variable} = 0") } else { format!("int seen = {variable}") };
            let _ = write!(text, "\nvoid {own}(void)\n{{\n    {access};\n}}\n");
        }
        self.written_function(&own_name(&data[0].0, data[0].1), &text);
        for ((name, is_written), functions) in users {
            let own = own_name(&name, is_written);
            let found = self.unit.functions.ids().find(|&id| *self.unit.functions[id].name == *own);
            if let Some(own) = found {
                let functions: Vec<&str> = functions.iter().map(|function| &**function).collect();
                self.call_before(own, &functions);
            }
        }
    }
}

/// The variable that stands for data.
fn variable(name: &str) -> String {
    name.replace(|character: char| !character.is_ascii_alphanumeric(), "_")
}

fn own_name(name: &str, is_written: bool) -> String {
    format!("{HIDDEN}{}{}", variable(name), if is_written { "" } else { "_read" })
}
