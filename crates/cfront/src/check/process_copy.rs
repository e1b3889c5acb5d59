//! Copies of the process: `fork` and `pthread_atfork` (POSIX).
//!
//! `fork` is a function in C (`written/fork.c`): an execution goes on as that of the parent, or as that of the child. The child is the same
//! process without the other threads ([`Synchronization::BecomeChild`](raddle_program::syntax::Synchronization)); what they locked stays
//! locked. The number of a child is any positive one, which the system determines further. What depends on the rest of the program is
//! written here: the functions of `pthread_atfork`, the numbers of processes, and what the child has of signals that wait.
//!
//! Left out, as `Unsupported` where it is reached: `fork` in a program with named semaphores, which parent and child share, and `vfork`.

use super::Checker;
use crate::written::text;

/// The numbers of processes where there are children. The child writes its numbers before it has a second thread; the operations are
/// atomic for scans, which do not tell the threads of a child from those of its parent.
const NUMBERS: &str = "int __raddle_number_of_a_process(void);
int getpid(void);
static int __raddle_child, __raddle_parent_of_child;

int __raddle_number_of_child(void)
{
    return __atomic_load_n(&__raddle_child, 0);
}

int __raddle_number_of_parent(void)
{
    return __atomic_load_n(&__raddle_parent_of_child, 0);
}

void __raddle_new_process(void)
{
    int parent = getpid();
    __atomic_store_n(&__raddle_parent_of_child, parent, 0);
    __atomic_store_n(&__raddle_child, __raddle_number_of_a_process(), 0);
}
";

/// The numbers where there are none.
const NO_CHILD: &str = "int __raddle_number_of_child(void)
{
    return 0;
}

int __raddle_number_of_parent(void)
{
    return 0;
}

void __raddle_new_process(void)
{
}
";

impl Checker {
    /// Comes before the texts of library functions are added. `keeps_signals` says whether the program follows signals that wait.
    pub(super) fn copy_processes(&mut self, keeps_signals: bool) {
        let is_open =
            |checker: &Checker, name: &str| checker.unit.names(name) && checker.function_named(name).is_none();
        let forks = is_open(self, "fork");
        let has_numbers = ["getpid", "getppid", "kill"].iter().any(|name| is_open(self, name));
        if has_numbers || forks {
            let text = if forks && has_numbers { NUMBERS } else { NO_CHILD };
            self.own_function("__raddle_number_of_child", text);
        }
        let has_handlers = is_open(self, "pthread_atfork");
        if has_handlers && let Some(text) = text("__raddle_at_fork", self.unit.types.model()) {
            self.own_function("pthread_atfork", &text);
        }
        if forks {
            self.own_function("__raddle_behind_fork", &behind_fork(self, has_handlers, keeps_signals));
            if let Some(enter) = self.function_named("__raddle_enter_child") {
                self.unit.functions[enter].is_used = true;
            }
        }
    }
}

/// What happens behind a fork.
fn behind_fork(checker: &Checker, has_handlers: bool, keeps_signals: bool) -> String {
    let mut text = "void __raddle_fork_beside_named_semaphores(void);\nvoid __raddle_new_process(void);\n\
                    void __raddle_forget_signals(void);\n"
        .to_owned();
    text.push_str(if has_handlers {
        "void __raddle_handlers_behind_fork(int is_child);\n"
    } else {
        "\nvoid __raddle_before_fork(void)\n{\n}\n\nvoid __raddle_handlers_behind_fork(int is_child)\n{\n}\n"
    });
    // One thread is alone in any case.
    let has_threads = ["pthread_create", "thrd_create"].iter().any(|name| checker.unit.names(name));
    text.push_str("\nint __raddle_become_child(void);\n\nvoid __raddle_enter_child(void)\n{\n");
    text.push_str(if has_threads { "    __raddle_become_child();\n}\n" } else { "}\n" });
    text.push_str("\nvoid __raddle_behind_fork(int is_child)\n{\n");
    if checker.unit.names("sem_open") {
        text.push_str("    __raddle_fork_beside_named_semaphores();\n");
    }
    text.push_str("    if (is_child) {\n        __raddle_new_process();\n");
    if keeps_signals {
        text.push_str("        __raddle_forget_signals();\n");
    }
    text.push_str("    }\n    __raddle_handlers_behind_fork(is_child);\n}\n");
    text
}
