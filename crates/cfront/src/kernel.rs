//! Functions of kernels and of processors that are written in C: threads, interrupts, FreeRTOS, Linux, Zephyr.
//!
//! Programs declare these functions with types of their own, which differ from port to port. So a text defines `__raddle_NAME` with plain
//! types, and a call of `NAME` without a body goes through a function that converts arguments and result (see `crate::check`). Functions whose
//! own name begins with `__raddle_` are called as they are; `<raddle.h>` declares those for users.
//!
//! In a text, `__RADDLE_NAMED(A B)` is 1 if the program names one of the functions, else 0, so that what it does not need costs nothing.
//! `__RADDLE_INTERRUPTS__` is 1 if there are interrupts. `__RADDLE_SHOWN(NAME)` is a name for traces, or another one if the program has it.
//!
//! A text has no type of the program. What it keeps about an object of the program lies beside it, found by its address.

use raddle_program::types::DataModel;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

use crate::written::for_model;

/// A text.
struct Text {
    name: &'static str,
    text: &'static str,
    /// Whether its functions stand for functions of programs; else they are called by their own names.
    stands_for_functions: bool,
}

const fn own(name: &'static str, text: &'static str) -> Text {
    Text { name, text, stands_for_functions: false }
}

const fn models(name: &'static str, text: &'static str) -> Text {
    Text { name, text, stands_for_functions: true }
}

const ALL: &[Text] = &[
    own("thread", include_str!("../kernels/thread.c")),
    own("interrupt", include_str!("../kernels/interrupt.c")),
    models("processor", include_str!("../kernels/processor.c")),
    models("irq", include_str!("../kernels/irq.c")),
    models("freertos/task", include_str!("../kernels/freertos/task.c")),
    models("freertos/critical", include_str!("../kernels/freertos/critical.c")),
    models("freertos/queue", include_str!("../kernels/freertos/queue.c")),
    models("linux/thread", include_str!("../kernels/linux/thread.c")),
    models("linux/lock", include_str!("../kernels/linux/lock.c")),
    models("linux/atomic", include_str!("../kernels/linux/atomic.c")),
    models("linux/memory", include_str!("../kernels/linux/memory.c")),
    models("linux/work", include_str!("../kernels/linux/work.c")),
    models("linux/completion", include_str!("../kernels/linux/completion.c")),
    models("zephyr/thread", include_str!("../kernels/zephyr/thread.c")),
    models("zephyr/lock", include_str!("../kernels/zephyr/lock.c")),
    models("zephyr/queue", include_str!("../kernels/zephyr/queue.c")),
];

/// What stands for a function without a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Model {
    /// The name of the text.
    pub text: &'static str,
    /// The function of the text.
    pub function: &'static str,
}

/// The model of a function, by its name.
pub(crate) fn model(function: &str) -> Option<Model> {
    all_models().get(function).copied()
}

/// The names of all functions that have a model.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    all_models().keys().copied()
}

/// The text that a model is a part of, as it is written.
pub(crate) fn source(model: Model) -> Option<&'static str> {
    ALL.iter().find(|text| text.name == model.text).map(|text| text.text)
}

fn all_models() -> &'static FxHashMap<&'static str, Model> {
    static MODELS: OnceLock<FxHashMap<&'static str, Model>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let mut models = FxHashMap::default();
        for text in ALL {
            for function in defined(text.text) {
                let model = Model { text: text.name, function };
                models.insert(function, model);
                let name = function.strip_prefix("__raddle_").filter(|_| text.stands_for_functions);
                if let Some(name) = name {
                    models.insert(name, model);
                }
            }
        }
        models
    })
}

/// A text by its name, for a data model. `is_named` tells of a function whether the program uses it, `is_taken`
/// whether a name is one of the program, `has_interrupts` whether there are interrupts.
pub(crate) fn text(
    name: &str,
    model: DataModel,
    is_named: &dyn Fn(&str) -> bool,
    is_taken: &dyn Fn(&str) -> bool,
    has_interrupts: bool,
) -> Option<String> {
    let found = ALL.iter().find(|text| text.name == name)?;
    let mut text = String::new();
    let mut rest = found.text;
    while let Some((before, behind)) = rest.split_once("__RADDLE_SHOWN(") {
        let (name, behind) = behind.split_once(')')?;
        text.push_str(before);
        text.push_str(if is_taken(name) { "__raddle_thread_" } else { "" });
        text.push_str(name);
        rest = behind;
    }
    text.push_str(rest);
    let whole = std::mem::take(&mut text);
    let mut rest = whole.as_str();
    while let Some((before, behind)) = rest.split_once("__RADDLE_NAMED(") {
        let (names, behind) = behind.split_once(')')?;
        text.push_str(before);
        text.push(if names.split_whitespace().any(is_named) { '1' } else { '0' });
        rest = behind;
    }
    text.push_str(rest);
    let text = text.replace("__RADDLE_INTERRUPTS__", if has_interrupts { "1" } else { "0" });
    Some(for_model(&text, model))
}

/// A function that starts threads.
pub(crate) struct Creator {
    /// Its name.
    pub name: &'static str,
    /// The position of the function that the thread calls.
    pub position: usize,
    /// What the thread calls first.
    pub begins_with: &'static str,
}

/// The functions whose threads begin with a call of ours.
pub(crate) const CREATORS: &[Creator] = &[
    Creator { name: "xTaskCreate", position: 0, begins_with: "__raddle_begin_task" },
    Creator { name: "xTaskCreateStatic", position: 0, begins_with: "__raddle_begin_task" },
    Creator { name: "xTaskCreatePinnedToCore", position: 0, begins_with: "__raddle_begin_task" },
    Creator { name: "kthread_run", position: 0, begins_with: "__raddle_begin_kthread" },
    Creator { name: "kthread_create", position: 0, begins_with: "__raddle_begin_kthread" },
];

/// Functions that let interrupts come.
pub(crate) const INTERRUPTS: &[&str] =
    &["__raddle_interrupt", "request_irq", "devm_request_irq", "irq_connect_dynamic", "timer_setup"];

/// The functions that a text defines for programs and for other texts. Each begins a line, behind its type.
fn defined(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter_map(|line| {
        let (head, _) = line.split_once('(').filter(|_| line.ends_with(')'))?;
        let name = head.rsplit([' ', '*']).next()?;
        let is_shown = head.starts_with(|first: char| first.is_ascii_alphabetic()) && !head.starts_with("static ");
        (is_shown && name.starts_with("__raddle_")).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_one_text() {
        let mut functions: Vec<&str> = ALL.iter().flat_map(|text| defined(text.text)).collect();
        let n_functions = functions.len();
        functions.sort_unstable();
        functions.dedup();
        assert_eq!(functions.len(), n_functions);
        assert_eq!(model("__set_BASEPRI").map(|model| model.text), Some("processor"));
        assert_eq!(model("__raddle_thread").map(|model| model.text), Some("thread"));
        assert_eq!(model("thread"), None);
        assert_eq!(model("strlen"), None);
    }
}
