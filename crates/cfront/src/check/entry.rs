//! Where programs without `main` start: modules of the Linux kernel, and applications of ESP-IDF.
//!
//! A module starts in `init_module`, or in the function that `module_init` names. Its threads and interrupts go on behind it. It may be removed after
//! any time, which calls `cleanup_module` or the function that `module_exit` names; the kernel itself never ends. `app_main` is a task: when it
//! returns, the other tasks go on.

use raddle_program::types::Qualified;

use super::kernel::OwnText;
use super::{Checker, Linked};
use crate::ast::{Declaration, Derived, Name};
use crate::typed::FunctionId;

/// The function where execution starts.
const START: &str = "__raddle_kernel";

/// The functions that macros of Linux name, where the program does not define these macros.
#[derive(Default)]
pub(super) struct ModuleFunctions {
    init: Option<Name>,
    exit: Option<Name>,
}

impl Checker {
    /// Notes `module_init(NAME)`: without the macro it is a declaration of a function with a parameter NAME.
    pub(super) fn note_module_functions(&mut self, declaration: &Declaration) {
        for declared in &declaration.declarators {
            let Some(name) = &declared.declarator.name else { continue };
            let [Derived::Function(function)] = &declared.declarator.derived[..] else { continue };
            let [parameter] = &function.knr_names[..] else { continue };
            match &*name.name {
                "module_init" => self.module_functions.init = Some(parameter.name.clone()),
                "module_exit" => self.module_functions.exit = Some(parameter.name.clone()),
                _ => {}
            }
        }
    }

    /// Lets a program without `main` start where its kernel calls it. Comes when names are resolved.
    pub(super) fn start_without_main(&mut self) {
        if self.unit.main.is_some() {
            return;
        }
        let defined = |checker: &Checker, name: &str| match checker.linked.get(name) {
            Some(&Linked::Function(function)) if checker.unit.functions[function].body.is_some() => Some(function),
            _ => None,
        };
        let by_macro = |checker: &Checker, name: &Option<Name>| name.as_ref().and_then(|name| defined(checker, name));
        let init = by_macro(self, &self.module_functions.init).or_else(|| defined(self, "init_module"));
        let exit = by_macro(self, &self.module_functions.exit).or_else(|| defined(self, "cleanup_module"));
        match (init, defined(self, "app_main")) {
            (Some(init), _) => self.start_in(init, exit),
            (None, Some(main)) => self.start_in(main, None),
            (None, None) => {}
        }
    }

    fn start_in(&mut self, init: FunctionId, exit: Option<FunctionId>) {
        let mut functions = vec![("raddle_init".to_owned(), init)];
        let returns_code =
            self.function_type(self.unit.functions[init].ty).is_some_and(|ty| ty.result.ty != self.unit.types.void());
        let mut text = format!("_Bool __VERIFIER_nondet_module_is_removed(void);\nint {START}(void)\n{{\n");
        text.push_str(if returns_code {
            "    int code = raddle_init();\n"
        } else {
            "    int code = 0;\n    raddle_init();\n"
        });
        if let Some(exit) = exit {
            functions.push(("raddle_exit".to_owned(), exit));
            text.push_str("    if (code == 0 && __VERIFIER_nondet_module_is_removed())\n        raddle_exit();\n");
        }
        text.push_str("    __builtin_pthread_exit(0);\n    return code;\n}\n");
        for &(_, function) in &functions {
            self.unit.functions[function].is_used = true;
        }
        let types: Vec<(String, Qualified)> = Vec::new();
        let own = OwnText { name: "kernel", text: &text, types, functions };
        if self.add_text(Linked::Function(init), own) {
            self.unit.main = self.function_named(START);
        }
    }
}
