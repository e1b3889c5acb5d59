//! Interrupt handlers: functions that no code calls, but the machine may call at any time.
//!
//! A handler has the attribute `interrupt` (`signal` and `isr` on other machines), or a name that the start-up code of a machine expects:
//! CMSIS for ARM, AVR's vectors. From the start of `main` on an interrupt may call it (`kernels/interrupt.c`). A thread runs the handler
//! repeatedly, each time as an atomic section, because on one processor nothing else runs until it returns. So an access of a handler and
//! an access of the interrupted code race like accesses of two threads, unless interrupts are disabled, which is an atomic section, too.
//! Handlers of signals (`signal_handler`) are different: they run in the thread that they interrupt, with its identity and locks, and in
//! parallel with other threads. An interrupt has no thread, and stops all threads.
//!
//! - A handler runs from the time on at which `NVIC_EnableIRQ` or its kin enables it, if the program calls one of them. An enumerator
//!   `NAME_IRQn` says which number `NAME_IRQHandler` has; any number that no enumerator names enables all handlers without one.
//! - Programs for AVR start with interrupts disabled, until `sei`.
//! - Interrupts do not interrupt each other, unless priorities say so, which is unsupported: priorities that the user names, or any that the
//!   program sets in the interrupt controller, if the user names none.
//! - A handler that waits for what the interrupted code holds is unsupported.

use raddle_program::source::Span;
use raddle_program::types::{Qualified, TypeKind};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

use super::kernel::OwnText;
use super::walk::{Rewrite, walk};
use super::{Checker, Linked};
use crate::interrupts::Interrupts;
use crate::typed::{Expr, ExprKind, FunctionId, Statement, VariableId};

/// Exceptions that every core of CMSIS has.
const CORE: &str = "NMI_Handler HardFault_Handler MemManage_Handler BusFault_Handler UsageFault_Handler SVC_Handler DebugMon_Handler \
    PendSV_Handler SysTick_Handler";

/// Functions that enable an interrupt by its number, and functions that disable one.
const ENABLES: [&str; 4] = ["NVIC_EnableIRQ", "__NVIC_EnableIRQ", "HAL_NVIC_EnableIRQ", "irq_enable"];
const DISABLES: [&str; 4] = ["NVIC_DisableIRQ", "__NVIC_DisableIRQ", "HAL_NVIC_DisableIRQ", "irq_disable"];

/// Functions whose calls say that the machine starts with interrupts disabled.
const STARTS_DISABLED: [&str; 2] = ["sei", "__builtin_avr_sei"];

/// Functions that set the priority of an interrupt.
const SETS_PRIORITY: [&str; 4] = ["NVIC_SetPriority", "__NVIC_SetPriority", "HAL_NVIC_SetPriority", "irq_set_priority"];

/// Calls that wait. A handler must not make them.
const WAITS: [&str; 16] = [
    "pthread_mutex_lock",
    "pthread_spin_lock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_cond_wait",
    "pthread_cond_timedwait",
    "pthread_barrier_wait",
    "pthread_join",
    "pthread_once",
    "sem_wait",
    "mtx_lock",
    "cnd_wait",
    "thrd_join",
    "call_once",
    "pthread_exit",
    "thrd_exit",
];

/// Whether start-up code calls a function with this name for an interrupt.
fn is_name_of_handler(name: &str) -> bool {
    name.ends_with("_IRQHandler") || CORE.split_whitespace().any(|known| known == name) || is_vector_of_avr(name)
}

fn is_vector_of_avr(name: &str) -> bool {
    name.strip_prefix("__vector_").is_some_and(|number| number.parse::<u32>().is_ok())
}

/// A handler, and how its interrupt is enabled.
struct Line {
    handler: FunctionId,
    name: String,
    /// The name of its thread.
    shown: String,
    /// Its number, if the program names it.
    number: Option<i128>,
    /// A greater one is more urgent.
    priority: i32,
    /// Whether calls of the program enable it; otherwise it is enabled from the start.
    waits: bool,
}

impl Checker {
    /// Whether a function is an interrupt handler, by its attribute or its name.
    pub(super) fn is_interrupt_handler(&self, id: FunctionId) -> bool {
        let function = &self.unit.functions[id];
        let is_named = || function.parameters.is_empty() && is_name_of_handler(&function.name);
        function.body.is_some() && (is_named() || self.outside_main.handlers().contains(&id))
    }

    /// The handlers that no function of the program names. A table of vectors may name them.
    fn interrupt_handlers(&self) -> Vec<FunctionId> {
        let mut named = NamedFunctions::default();
        for function in self.unit.functions.values() {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut named);
            }
        }
        let is_handler = |id: &FunctionId| self.is_interrupt_handler(*id) && !named.found.contains(id);
        self.unit.functions.ids().filter(is_handler).collect()
    }

    /// Lets interrupts call the handlers. Comes before texts for functions without a body are added.
    pub(super) fn start_interrupts(&mut self, interrupts: &Interrupts) {
        let recognized = self.interrupt_handlers();
        let mut handlers = if interrupts.is_recognized { recognized.clone() } else { Vec::new() };
        for (name, _) in &interrupts.named {
            match self.function_named(name) {
                Some(function) if !handlers.contains(&function) => handlers.push(function),
                Some(_) => {}
                None => {
                    let message = format!("no file defines the interrupt handler `{name}`");
                    self.error(Span::NOWHERE, message, "name functions that a file defines with --interrupt");
                }
            }
        }
        let left: Vec<FunctionId> = recognized.into_iter().filter(|id| !handlers.contains(id)).collect();
        self.leave_out_handlers(left);
        let (Some(main), false) = (self.unit.main, handlers.is_empty()) else { return };
        let enables = ENABLES.iter().any(|name| !self.declared_only(&[name]).is_empty() && self.unit.names(name));
        let mut lines: Vec<Line> = handlers.iter().map(|&handler| self.line(handler, enables, interrupts)).collect();
        if interrupts.named.is_empty() && SETS_PRIORITY.iter().any(|name| self.unit.names(name)) {
            lines.iter_mut().zip(0..).for_each(|(line, priority)| line.priority = priority);
        }
        let mut types = Vec::new();
        let mut text = self.start_text(&lines, &mut types);
        self.enabling_text(&lines, &mut text);
        let functions = lines.iter().enumerate();
        let functions = functions.map(|(number, line)| (format!("__raddle_handler_{number}"), line.handler)).collect();
        let own = OwnText { name: "interrupts", text: &text, types, functions };
        let is_read = self.add_text(Linked::Function(main), own);
        let start = self.function_named("__raddle_start_interrupts").filter(|_| is_read);
        match start {
            Some(start) => {
                self.unit.functions[start].is_used = true;
                self.interrupt_start = Some(start);
                for name in ENABLES.into_iter().chain(DISABLES) {
                    for function in self.declared_only(&[name]) {
                        if let Some(own) = self.function_named(&format!("__raddle_{name}")) {
                            self.convert(function, own);
                        }
                    }
                }
                for &handler in &handlers {
                    self.unit.functions[handler].is_used = true;
                }
                self.unit.interrupts = handlers;
            }
            None => self.leave_out_handlers(handlers),
        }
    }

    /// Notes handlers that nothing calls.
    fn leave_out_handlers(&mut self, handlers: Vec<FunctionId>) {
        for &handler in &handlers {
            let function = &self.unit.functions[handler];
            let message = format!("`{}` is an interrupt handler, and no interrupt is taken to happen", function.name);
            self.warning(function.span, message, "name it with --interrupt, or let a thread call it");
        }
        self.unit.interrupt_handlers.extend(handlers);
    }

    /// What starts the interrupts when constructors have run.
    pub(super) fn interrupts_start(&mut self) -> Option<Statement> {
        let start = self.interrupt_start?;
        let span = self.unit.functions[start].span;
        Some(self.call_statement(start, Vec::new(), span))
    }

    /// Looks before each call that waits whether a handler makes it.
    pub(super) fn guard_waits_of_handlers(&mut self) {
        // A program that was printed has its guards.
        if self.has_interrupt_text
            && self.has_interrupts()
            && let Some(guard) = self.function_named("__raddle_before_wait")
            && WAITS.iter().any(|name| self.unit.names(name))
        {
            let own = std::mem::take(&mut self.guarded_waits);
            self.call_before_but(&own, guard, &WAITS);
        }
    }

    fn line(&self, handler: FunctionId, enables: bool, interrupts: &Interrupts) -> Line {
        let name = self.unit.functions[handler].name.to_string();
        let device = name.strip_suffix("_IRQHandler");
        let number = device.and_then(|device| self.interrupt_numbers.get(&*format!("{device}_IRQn")).copied());
        let priority = interrupts.named.iter().find(|(named, _)| *named == name).map_or(0, |&(_, priority)| priority);
        let mut shown = format!("interrupt_{name}");
        if self.is_name_of_program(&shown) {
            shown.insert_str(0, "__raddle_");
        }
        Line { handler, shown, number, priority, waits: enables && device.is_some(), name }
    }

    /// The threads of the handlers, and the function that starts them.
    fn start_text(&self, lines: &[Line], types: &mut Vec<(String, Qualified)>) -> String {
        let mut text = String::from(
            "void __raddle_install_interrupt(int priority);\nvoid __raddle_enter_handler(void);\nvoid __raddle_enter_handler_of(int priority);\n\
             void __raddle_leave_handler(void);\nvoid __raddle_disable_interrupts(void);\n",
        );
        let has_one_priority =
            lines.iter().all(|line| line.priority == lines[0].priority) && !self.unit.names("__raddle_interrupt");
        for (number, line) in lines.iter().enumerate() {
            let (mut variables, mut arguments) = (String::new(), Vec::new());
            let parameters = &self.unit.functions[line.handler].parameters;
            for (position, &parameter) in parameters.iter().enumerate() {
                let ty = self.unit.variables[parameter].ty.ty;
                let name = format!("raddle_type_{number}_{position}");
                // A frame that the processor stored, or a number that it passes.
                if matches!(self.kind(ty), TypeKind::Pointer(_)) {
                    _ = writeln!(variables, "        long long frame_{position}[8];");
                    arguments.push(format!("({name})frame_{position}"));
                } else {
                    _ = writeln!(variables, "        {name} a{position};");
                    arguments.push(format!("a{position}"));
                }
                types.push((name, Qualified::plain(ty)));
            }
            let enabled = if line.waits {
                _ = writeln!(text, "static _Bool __raddle_line_{number};");
                format!("if (__atomic_load_n(&__raddle_line_{number}, 5))\n            ")
            } else {
                String::new()
            };
            let shown = &line.shown;
            let enter = match has_one_priority {
                true => "__raddle_enter_handler()".to_owned(),
                false => format!("__raddle_enter_handler_of({})", line.priority),
            };
            _ = write!(
                text,
                "static void *{shown}(void *unused)\n{{\n    for (;;) {{\n{variables}        {enter};\n        \
                 {enabled}__raddle_handler_{number}({});\n        __raddle_leave_handler();\n    }}\n}}\n",
                arguments.join(", ")
            );
        }
        text.push_str("void __raddle_start_interrupts(void)\n{\n    unsigned long thread;\n");
        if self.starts_disabled(lines) {
            text.push_str("    __raddle_disable_interrupts();\n");
        }
        for line in lines {
            let shown = &line.shown;
            _ = writeln!(
                text,
                "    __raddle_install_interrupt({});\n    __builtin_pthread_create(&thread, 0, {shown}, 0);",
                line.priority
            );
        }
        text.push_str("}\n");
        text
    }

    fn starts_disabled(&self, lines: &[Line]) -> bool {
        lines.iter().any(|line| is_vector_of_avr(&line.name))
            || STARTS_DISABLED.iter().any(|name| self.unit.names(name))
    }

    /// The functions that enable interrupts and disable them.
    fn enabling_text(&self, lines: &[Line], text: &mut String) {
        for (names, value) in [(ENABLES, 1), (DISABLES, 0)] {
            _ = writeln!(text, "static void __raddle_set_lines_to_{value}(long number)\n{{");
            let mut is_first = true;
            let waiting = || lines.iter().enumerate().filter(|(_, line)| line.waits);
            for (number, line) in waiting() {
                if let Some(value_of) = line.number {
                    let otherwise = if is_first { "" } else { "else " };
                    _ = writeln!(
                        text,
                        "    {otherwise}if (number == {value_of})\n        __atomic_store_n(&__raddle_line_{number}, {value}, 5);"
                    );
                    is_first = false;
                }
            }
            let unknown: Vec<usize> =
                waiting().filter(|(_, line)| line.number.is_none()).map(|(number, _)| number).collect();
            if !unknown.is_empty() && (value == 1 || unknown.len() == 1) {
                _ = writeln!(text, "    {}{{", if is_first { "" } else { "else " });
                for number in unknown {
                    _ = writeln!(text, "        __atomic_store_n(&__raddle_line_{number}, {value}, 5);");
                }
                text.push_str("    }\n");
            }
            text.push_str("}\n");
            for name in names {
                _ = writeln!(
                    text,
                    "void __raddle_{name}(long number)\n{{\n    __raddle_set_lines_to_{value}(number);\n}}"
                );
            }
        }
    }
}

/// The functions that code names.
#[derive(Default)]
struct NamedFunctions {
    found: FxHashSet<FunctionId>,
}

impl Rewrite for NamedFunctions {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::Function(function) = expr.kind {
            self.found.insert(function);
        }
    }
}
