//! Signals that threads block and wait for (POSIX 2.4.1): `sigwait`, `sigwaitinfo`, `sigtimedwait` and `sigpending` in a program that sends
//! signals to itself by `pthread_kill`, `raise` or `kill`.
//!
//! A signal that is blocked where it is sent to waits there, for the thread or for the process, until a thread takes it. Functions in C
//! (`text.c`) keep what waits and what is blocked; each signal that the program sends has a flag for each of 15 threads, and one for the
//! process. A created thread inherits what its creator blocks: where threads differ in this, whether a signal is blocked is a choice
//! that the system determines further.
//!
//! A signal that the program sends may also come from another process. That, too, is a choice that the system determines further, so a
//! wait for a signal is never a deadlock. Signals that the program does not send may come at any time, as in programs that send none
//! (`written/__raddle_signal_of.c`).
//!
//! Left out: programs that change masks by `sighold`, `sigrelse`, `sigsuspend`, `ppoll` or `pselect`. There each signal of the set may come at
//! any time.

use std::fmt::Write as _;

use super::Checker;
use super::walk::{Rewrite, walk};
use crate::typed::{Expr, ExprKind, Function, FunctionId, VariableId};

/// Library functions that take a pending signal, or ask which signals are pending.
const RECEIVES: [&str; 4] = ["sigwait", "sigwaitinfo", "sigtimedwait", "sigpending"];

/// Functions that send signals to the process, and the parameter with the number of the signal.
const SENDS: [(&str, usize); 3] = [("pthread_kill", 1), ("raise", 0), ("kill", 1)];

/// Functions that look at or change a signal of a set, and the parameter with its number.
const LOOKS: [(&str, usize); 3] = [("sigaddset", 1), ("sigdelset", 1), ("sigismember", 1)];

/// All signals that can be blocked: not SIGKILL and SIGSTOP.
const ALL: u64 = !(1 << 8 | 1 << 18);

/// Functions that change masks in ways without a model.
const OTHER_MASKS: [&str; 6] = ["sighold", "sigrelse", "sigset", "sigsuspend", "ppoll", "pselect"];

/// The functions in C.
const TEXT: &str = include_str!("text.c");

/// What only programs with the type `sigset_t` have, behind a declaration.
const WITH_SETS: [(&str, &str); 3] = [
    (
        "pthread_sigmask",
        "int __raddle_change_mask(int how, const unsigned long *set, unsigned long *before);

int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    return __raddle_change_mask(how, (const unsigned long *)set, (unsigned long *)before);
}
",
    ),
    (
        "sigprocmask",
        "int *__errno_location(void);
int __raddle_change_mask(int how, const unsigned long *set, unsigned long *before);

int sigprocmask(int how, const sigset_t *set, sigset_t *before)
{
    int error = __raddle_change_mask(how, (const unsigned long *)set, (unsigned long *)before);
    if (error) {
        *__errno_location() = error;
        return -1;
    }
    return 0;
}
",
    ),
    (
        "sigpending",
        "int __raddle_pending(unsigned long *set);

int sigpending(sigset_t *set)
{
    return __raddle_pending((unsigned long *)set);
}
",
    ),
];

impl Checker {
    /// Comes before the texts of library functions are added. Returns whether the program follows signals that wait.
    pub(super) fn keep_pending_signals(&mut self) -> bool {
        let is_open =
            |checker: &Checker, name: &str| checker.unit.names(name) && checker.function_named(name).is_none();
        let sends: Vec<(&str, usize)> = SENDS.into_iter().filter(|(name, _)| is_open(self, name)).collect();
        if sends.is_empty() {
            return false;
        }
        let receives = RECEIVES.iter().any(|name| is_open(self, name));
        if !receives || OTHER_MASKS.iter().any(|name| self.unit.names(name)) {
            self.own_function(
                "__raddle_hold_signal",
                "int __raddle_hold_signal(int signal, unsigned long thread)\n{\n    return 0;\n}\n",
            );
            return false;
        }
        let signals = self.named_signals(&sends).unwrap_or(ALL);
        let looked_at = self.named_signals(&LOOKS).unwrap_or(ALL);
        let has_threads = ["pthread_create", "thrd_create"].iter().any(|name| self.unit.names(name));
        if self.own_function("__raddle_hold_signal", &text(signals, looked_at, has_threads)).is_none() {
            return false;
        }
        for (name, text) in WITH_SETS {
            if is_open(self, name) {
                self.own_function(name, text);
            }
        }
        if let Some(pass) = self.function_named("__raddle_pass_mask") {
            self.call_before(pass, &["pthread_create", "thrd_create"]);
        }
        true
    }

    /// The signals that calls of functions name by constants, as a set. Nothing if a number is no constant.
    fn named_signals(&self, functions: &[(&str, usize)]) -> Option<u64> {
        let mut named = Numbers { functions: Vec::new(), signals: 0, n_known: 0, n_named: 0 };
        for &(name, position) in functions {
            let is_named = |(_, function): &(FunctionId, &Function)| *function.name == *name;
            let found = self.unit.functions.iter().filter(is_named);
            named.functions.extend(found.map(|(function, _)| (function, position)));
        }
        for function in self.unit.functions.values() {
            if let Some(body) = &function.body {
                walk(&mut body.clone(), &mut named);
            }
        }
        (named.n_known == named.n_named).then_some(named.signals & ALL)
    }
}

/// The signals of a set.
fn signals_of(set: u64) -> impl Iterator<Item = (u32, u64)> {
    (1..=64).map(|signal| (signal, 1u64 << (signal - 1))).filter(move |(_, bit)| set & bit != 0)
}

/// The text for a program that sends some signals, and looks at some in sets.
fn text(sent: u64, looked_at: u64, has_threads: bool) -> String {
    let mut flags = String::new();
    // A child has the initial thread, or the model of what is blocked ends here.
    let mut forget =
        "void __raddle_signals_of_a_child_of_a_created_thread(void);\n\nvoid __raddle_forget_signals(void)\n{\n    \
                      if (__RADDLE_SELF__ != 1)\n        __raddle_signals_of_a_child_of_a_created_thread();\n    \
                      for (int thread = 0; thread < 16; thread++) {\n"
            .to_owned();
    let mut put = "void __raddle_put_signal(int signal, unsigned long thread)\n{\n".to_owned();
    let mut take = "int __raddle_take_pending(int signal, unsigned long thread)\n{\n".to_owned();
    let mut waiting = "unsigned long long __raddle_waiting_signals(unsigned long thread)\n{\n    \
                       unsigned long long waiting = 0;\n"
        .to_owned();
    let mut opened = "void __raddle_take_opened(unsigned long long opened, unsigned long thread)\n{\n".to_owned();
    for (signal, bit) in signals_of(sent) {
        let _ = writeln!(flags, "static unsigned char __raddle_sent_{signal}[16];");
        let _ = writeln!(forget, "        __atomic_store_n(&__raddle_sent_{signal}[thread], 0, 0);");
        let _ = writeln!(
            put,
            "    if (signal == {signal})\n        __atomic_exchange_n(&__raddle_sent_{signal}[thread], 1, 5);"
        );
        let _ = writeln!(
            take,
            "    if (signal == {signal})\n        return __atomic_exchange_n(&__raddle_sent_{signal}[thread], 0, 5)\n            \
             || __atomic_exchange_n(&__raddle_sent_{signal}[0], 0, 5);"
        );
        let _ = writeln!(
            waiting,
            "    if (__atomic_load_n(&__raddle_sent_{signal}[thread], 0) || __atomic_load_n(&__raddle_sent_{signal}[0], 0))\n        \
             waiting |= {bit}ull;"
        );
        let _ = writeln!(
            opened,
            "    if ((opened & {bit}ull) != 0 && __raddle_take_pending({signal}, thread))\n        \
             __raddle_take_signal({signal}, 1);"
        );
    }
    // The program cannot distinguish the remaining signals: all of them are represented by any one.
    let looked_at = sent | looked_at;
    let mut any = "unsigned long long __raddle_any_signals(unsigned long long wanted)\n{\n    \
                   unsigned long long any = 0;\n"
        .to_owned();
    for set in signals_of(looked_at).map(|(_, bit)| bit).chain([ALL & !looked_at]) {
        let _ = writeln!(
            any,
            "    if ((wanted & {set}ull) != 0 && __raddle_signal_may_be_held())\n        any |= wanted & {set}ull;"
        );
    }
    forget.push_str("    }\n}\n\n");
    let own = if has_threads { "__builtin_pthread_self()" } else { "1" };
    let text =
        format!("{forget}{TEXT}").replace("__RADDLE_SENT__", &format!("{sent}ull")).replace("__RADDLE_SELF__", own);
    format!(
        "int __raddle_signal_may_be_held(void);\nvoid __raddle_take_signal(int signal, int target);\n{flags}\n{put}}}\n\n\
         {take}    return 0;\n}}\n\n{waiting}    return waiting;\n}}\n\n{opened}}}\n\n{any}    return any;\n}}\n\n{text}"
    )
}

/// The numbers of signals in calls.
struct Numbers {
    functions: Vec<(FunctionId, usize)>,
    signals: u64,
    /// How many numbers are constants.
    n_known: usize,
    /// How often a function is named.
    n_named: usize,
}

impl Rewrite for Numbers {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Function(function) => {
                self.n_named += usize::from(self.functions.iter().any(|(known, _)| known == function));
            }
            ExprKind::Call { callee, arguments } => {
                let ExprKind::Function(function) = callee.kind else { return };
                let Some((_, position)) = self.functions.iter().find(|(known, _)| *known == function) else { return };
                if let Some(ExprKind::Integer(number)) = arguments.get(*position).map(|argument| &argument.kind) {
                    self.n_known += 1;
                    self.signals |=
                        u32::try_from(*number - 1).ok().and_then(|shift| 1u64.checked_shl(shift)).unwrap_or(0);
                }
            }
            _ => {}
        }
    }
}
