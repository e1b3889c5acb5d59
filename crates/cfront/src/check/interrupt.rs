//! Interrupt handlers: functions that no code calls, but the machine, at any time.
//!
//! A handler has the attribute `interrupt` (`signal` and `isr` on other machines), or the name that the start-up code of a machine
//! expects: CMSIS for ARM, AVR's vectors. No engine follows interrupts, so the verdict names the handlers.

use rustc_hash::FxHashSet;

use super::Checker;
use crate::typed::FunctionId;

/// Exceptions that every core of CMSIS has.
const CORE: &str = "NMI_Handler HardFault_Handler MemManage_Handler BusFault_Handler UsageFault_Handler SVC_Handler DebugMon_Handler \
    PendSV_Handler SysTick_Handler";

/// Whether start-up code calls a function with this name for an interrupt.
fn is_name_of_handler(name: &str) -> bool {
    name.ends_with("_IRQHandler")
        || CORE.split_whitespace().any(|known| known == name)
        || name.strip_prefix("__vector_").is_some_and(|number| number.parse::<u32>().is_ok())
}

impl Checker {
    /// Notes the handlers among the functions that have a body; `marked` are those with the attribute.
    pub(super) fn find_interrupt_handlers(&mut self, marked: &FxHashSet<FunctionId>) {
        let handlers: Vec<FunctionId> = self
            .unit
            .functions
            .iter()
            .filter(|(id, function)| {
                let is_named =
                    !function.is_used && function.parameters.is_empty() && is_name_of_handler(&function.name);
                function.body.is_some() && (marked.contains(id) || is_named)
            })
            .map(|(id, _)| id)
            .collect();
        for &handler in &handlers {
            let function = &self.unit.functions[handler];
            let message = format!("`{}` is an interrupt handler, and no interrupt is taken to happen", function.name);
            self.warning(function.span, message, "let a thread call it where the interrupt may come");
        }
        self.unit.interrupt_handlers = handlers;
    }
}
