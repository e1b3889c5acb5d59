//! The functions in C that install handlers and run them.
//!
//! What a signal does is an atomic number: 0 as the program found it, 1 ignored, 2 the default action, and for each handler two numbers,
//! of which the greater one says that blocking calls end with EINTR (no `SA_RESTART`).

use std::fmt::Write;

/// A handler.
pub(super) struct Handler {
    /// The name of the function that makes its accesses.
    pub accesses: String,
    /// Whether it has three parameters.
    pub takes_information: bool,
}

/// What the texts depend on.
pub(super) struct Texts {
    /// The handlers, in the order of their numbers.
    pub handlers: Vec<Handler>,
    /// The signals that get handlers, if the program says so by constants.
    pub signals: Option<Vec<i128>>,
    /// Whether signals come as often as they like between two steps; otherwise each comes once at most.
    pub repeats: bool,
    /// Whether a thread must remember that it runs a handler.
    pub remembers: bool,
    /// Whether a handler may interrupt another one.
    pub nests: bool,
    /// Whether signals may be blocked: whether one comes is determined further.
    pub may_be_blocked: bool,
    /// Whether the process has more than one thread.
    pub has_threads: bool,
    /// The handlers whose accesses race with the code of their own thread.
    pub racing: Vec<bool>,
    /// Whether some of these exist. A lock keeps their accesses apart from runs of handlers.
    pub has_lock: bool,
    /// Whether the program declares `pthread_create`.
    pub declares_create: bool,
    /// Whether some flags of `sigaction` may have no model.
    pub has_odd_flags: bool,
    /// Whether a handler may be a function that is none of these.
    pub has_odd_handlers: bool,
    /// Whether executions run no handler, since one of them jumps or lets threads go on; surveys of the code look at the handlers all the same. A signal that the program sends itself is unsupported then.
    pub is_left_out: bool,
    /// The member of `struct sigaction` that has the handlers as its members, in the headers of the GNU C library.
    pub handler_member: Option<String>,
}

/// The number that stands for a handler.
pub(super) fn action_of(handler: usize) -> usize {
    3 + 2 * handler
}

impl Texts {
    /// What other texts declare.
    fn declarations(&self) -> String {
        let mut text = String::from(
            "int *__errno_location(void);\n_Bool __VERIFIER_nondet_signal_comes(void);\n_Bool __VERIFIER_nondet_is_ignored(void);\n\
             void __raddle_handler_without_model(void);\nvoid __raddle_flags_of_sigaction_without_model(void);\n\
             void __raddle_ignore(int signal);\nvoid __raddle_no_handler(int signal);\n\
             int __raddle_action_of(int signal);\nint __raddle_set_action(int signal, int action);\n",
        );
        for (number, handler) in self.handlers.iter().enumerate() {
            let parameters = if handler.takes_information { "int, siginfo_t *, void *" } else { "int" };
            let _ = writeln!(text, "void __raddle_handler_{number}({parameters});");
        }
        text
    }

    /// The actions, what runs handlers, and the function that lets signals come.
    pub fn signals(&self) -> String {
        let mut text = self.declarations();
        text.push_str("void __VERIFIER_assume(int condition);\nint __raddle_signal_ends_late(void);\n");
        if !self.declares_create && self.racing.contains(&true) {
            text.push_str("int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);\n");
        }
        text.push_str("static _Thread_local _Bool __raddle_handles_signal;\n");
        if self.has_lock {
            text.push_str("static long long __raddle_signal_lock[8];\n");
        }
        match &self.signals {
            Some(signals) => {
                for signal in signals {
                    let _ = writeln!(text, "static _Atomic int __raddle_action_{signal};");
                    if self.nests {
                        let _ = writeln!(text, "static _Thread_local _Bool __raddle_handles_{signal};");
                    }
                }
            }
            None => {
                text.push_str("static _Atomic int __raddle_actions[65];\n");
                text.push_str("static _Thread_local _Bool __raddle_handles[65];\n");
            }
        }
        self.accesses(&mut text);
        self.actions(&mut text);
        self.runs(&mut text);
        self.comes(&mut text);
        text
    }

    /// Threads that make the accesses of a handler, and nothing else.
    fn accesses(&self, text: &mut String) {
        let thread = if self.declares_create { "pthread_t" } else { "unsigned long" };
        for (number, _) in self.racing.iter().enumerate().filter(|(_, is_racing)| **is_racing) {
            let accesses = &self.handlers[number].accesses;
            let _ = write!(
                text,
                "void *{accesses}(void *unused)\n{{\n    return unused;\n}}\n\
                 void __raddle_installed_{number}(void)\n{{\n    {thread} thread;\n    \
                 pthread_create(&thread, 0, {accesses}, 0);\n}}\n",
            );
        }
        if self.has_lock {
            // Two threads may run handlers at one time.
            let [read, write, unlock] = if self.has_threads {
                ["rwlock_rdlock", "rwlock_wrlock", "rwlock_unlock"]
            } else {
                ["mutex_lock", "mutex_lock", "mutex_unlock"]
            };
            for (name, function) in [("enter_handler", read), ("lock_signals", write), ("unlock_signals", unlock)] {
                let _ = write!(
                    text,
                    "void __raddle_{name}(void)\n{{\n    __builtin_pthread_{function}(__raddle_signal_lock);\n}}\n",
                );
            }
        }
        let choice = "int __raddle_handler_comes_to_an_access(void);\nint __raddle_access_comes(void)\n{\n    return __raddle_handler_comes_to_an_access();\n}\n";
        if self.racing.contains(&true) {
            text.push_str(choice);
        }
    }

    fn actions(&self, text: &mut String) {
        text.push_str("int __raddle_action_of(int signal)\n{\n");
        match &self.signals {
            Some(signals) => {
                for signal in signals {
                    let _ = writeln!(text, "    if (signal == {signal})\n        return __raddle_action_{signal};");
                }
                text.push_str("    return 0;\n}\n");
            }
            None => text.push_str("    return signal < 1 || signal > 64 ? 0 : __raddle_actions[signal];\n}\n"),
        }
        text.push_str(
            "int __raddle_set_action(int signal, int action)\n{\n    int before = __raddle_action_of(signal);\n",
        );
        for (number, _) in self.racing.iter().enumerate().filter(|(_, is_racing)| **is_racing) {
            let first = action_of(number);
            let _ = writeln!(
                text,
                "    if (action == {first} || action == {})\n        __raddle_installed_{number}();",
                first + 1
            );
        }
        match &self.signals {
            Some(signals) => {
                for signal in signals {
                    let _ = writeln!(text, "    if (signal == {signal})\n        __raddle_action_{signal} = action;");
                }
            }
            None => text.push_str("    if (signal >= 1 && signal <= 64)\n        __raddle_actions[signal] = action;\n"),
        }
        text.push_str("    return before;\n}\n");
    }

    /// Runs the handler of an action.
    fn runs(&self, text: &mut String) {
        text.push_str("void __raddle_run_handler(int signal, int action)\n{\n");
        if self.remembers {
            text.push_str("    _Bool before = __raddle_handles_signal;\n    __raddle_handles_signal = 1;\n");
        }
        let lock = if self.remembers { "    if (!before)\n        " } else { "    " };
        if self.has_lock {
            let _ = writeln!(text, "{lock}__raddle_enter_handler();");
        }
        for (number, handler) in self.handlers.iter().enumerate() {
            let first = action_of(number);
            let _ = writeln!(text, "    if (action == {first} || action == {}) {{", first + 1);
            if handler.takes_information {
                let _ = writeln!(
                    text,
                    "        siginfo_t information;\n        long long context[128];\n        information.si_signo = signal;\n        \
                     __raddle_handler_{number}(signal, &information, context);"
                );
            } else {
                let _ = writeln!(text, "        __raddle_handler_{number}(signal);");
            }
            text.push_str("    }\n");
        }
        if self.has_lock {
            let _ = writeln!(text, "{lock}__raddle_unlock_signals();");
        }
        if self.remembers {
            text.push_str("    __raddle_handles_signal = before;\n");
        }
        text.push_str("}\n");
    }

    /// What stands between two steps of a thread. Returns whether a handler ran that ends blocking calls.
    fn comes(&self, text: &mut String) {
        let blocked = if self.may_be_blocked { " && __raddle_signal_ends_late()" } else { "" };
        if self.is_left_out {
            text.push_str("int __raddle_signals_are_followed(void);\n\n");
        }
        text.push_str("int __raddle_signals_come(void)\n{\n    int result = 0;\n");
        if self.is_left_out {
            text.push_str("    if (!__raddle_signals_are_followed())\n        return 0;\n");
        }
        if self.remembers && !self.nests {
            text.push_str("    if (__raddle_handles_signal)\n        return 0;\n");
        }
        if self.repeats {
            text.push_str("    while (__VERIFIER_nondet_signal_comes()) {\n");
        } else {
            text.push_str("    {\n");
        }
        let late = if self.nests { " && (!__raddle_handles_signal || __raddle_signal_ends_late())" } else { "" };
        match &self.signals {
            Some(signals) => {
                for signal in signals {
                    let running = if self.nests { format!(" && !__raddle_handles_{signal}") } else { String::new() };
                    let _ = writeln!(
                        text,
                        "        int action_{signal} = __raddle_action_{signal};\n        \
                         if (action_{signal} >= 3{running} && __VERIFIER_nondet_signal_comes(){blocked}{late}) {{"
                    );
                    if self.nests {
                        let _ = writeln!(text, "            __raddle_handles_{signal} = 1;");
                    }
                    let _ = writeln!(text, "            __raddle_run_handler({signal}, action_{signal});");
                    if self.nests {
                        let _ = writeln!(text, "            __raddle_handles_{signal} = 0;");
                    }
                    let _ = writeln!(
                        text,
                        "            result = result == 2 ? 2 : action_{signal} % 2 ? 1 : 2;\n        }}"
                    );
                }
            }
            None => {
                let _ = writeln!(
                    text,
                    "        unsigned char signal = __VERIFIER_nondet_signal_number();\n        \
                     if (signal < 1 || signal > 64)\n            break;\n        int action = __raddle_actions[signal];\n        \
                     if (action < 3 || __raddle_handles[signal]{})\n            break;\n        \
                     __raddle_handles[signal] = 1;\n        __raddle_run_handler(signal, action);\n        \
                     __raddle_handles[signal] = 0;\n        result = result == 2 ? 2 : action % 2 ? 1 : 2;",
                    format_args!(
                        "{}{}",
                        if self.may_be_blocked { " || !__raddle_signal_ends_late()" } else { "" },
                        if self.nests { " || (__raddle_handles_signal && !__raddle_signal_ends_late())" } else { "" }
                    )
                );
            }
        }
        text.push_str("    }\n    return result;\n}\n");
    }

    /// `signal`, where an argument is no constant.
    pub fn signal(&self) -> String {
        let mut text = self.declarations();
        text.push_str("void (*__raddle_signal(int signal, int action))(int);\n");
        text.push_str("void (*signal(int signal, void (*handler)(int)))(int)\n{\n    int action = 0;\n");
        self.action("handler", None, &mut text);
        text.push_str("    return __raddle_signal(signal, action);\n}\n");
        text
    }

    /// `signal` with an action instead of a handler.
    pub fn signal_by_action(&self) -> String {
        let mut text = self.declarations();
        text.push_str(
            "void (*__raddle_signal(int signal, int action))(int)\n{\n    \
             if (signal < 1 || signal > 64 || signal == 9 || signal == 19) {\n        *__errno_location() = 22;\n        \
             return __raddle_no_handler;\n    }\n",
        );
        text.push_str(
            "    int before = __raddle_set_action(signal, action);\n    if (before == 1)\n        return __raddle_ignore;\n    \
             if (before == 2)\n        return 0;\n",
        );
        self.handlers_before(&mut text);
        text.push_str("    return __VERIFIER_nondet_is_ignored() ? __raddle_ignore : 0;\n}\n");
        text
    }

    fn handlers_before(&self, text: &mut String) {
        for number in 0..self.handlers.len() {
            let first = action_of(number);
            let _ = writeln!(
                text,
                "    if (before == {first} || before == {})\n        return (void (*)(int))__raddle_handler_{number};",
                first + 1
            );
        }
    }

    /// Finds the action of a handler.
    fn action(&self, handler: &str, takes_information: Option<bool>, text: &mut String) {
        let _ = writeln!(
            text,
            "    if ({handler} == 0)\n        action = 2;\n    else if ((void (*)(int)){handler} == __raddle_ignore)\n        action = 1;"
        );
        let fits = |known: &Handler| takes_information.is_none_or(|takes| takes == known.takes_information);
        let mut listed: Vec<usize> = (0..self.handlers.len()).filter(|&number| fits(&self.handlers[number])).collect();
        // The last one is left where nothing else is possible.
        let last = if self.has_odd_handlers || takes_information.is_some() { None } else { listed.pop() };
        for number in listed {
            let _ = writeln!(
                text,
                "    else if ((void (*)(int)){handler} == (void (*)(int))__raddle_handler_{number})\n        action = {};",
                action_of(number)
            );
        }
        match last {
            Some(last) => {
                let _ = writeln!(text, "    else\n        action = {};", action_of(last));
            }
            None if self.handlers.is_empty() && !self.has_odd_handlers => {}
            None => text.push_str("    else\n        __raddle_handler_without_model();\n"),
        }
    }

    /// `sigaction`
    pub fn sigaction(&self) -> String {
        let mut text = self.declarations();
        text.push_str(
            "int sigaction(int signal, const struct sigaction *new_action, struct sigaction *old_action)\n{\n    \
             if (signal < 1 || signal > 64 || (new_action && (signal == 9 || signal == 19))) {\n        \
             *__errno_location() = 22;\n        return -1;\n    }\n    \
             int before = __raddle_action_of(signal);\n    \
             if (new_action) {\n    int action = 0;\n    int flags = new_action->sa_flags;\n",
        );
        if self.has_odd_flags {
            text.push_str("    if (flags & (int)0xC0000000u)\n        __raddle_flags_of_sigaction_without_model();\n");
        }
        let of_kind = |takes: bool| self.handlers.iter().any(|handler| handler.takes_information == takes);
        text.push_str("    void (*handler)(int) = new_action->sa_handler;\n");
        if of_kind(true) && of_kind(false) {
            text.push_str("    if (flags & 4) {\n");
            self.action("handler", Some(true), &mut text);
            text.push_str("    } else {\n");
            self.action("handler", Some(false), &mut text);
            text.push_str("    }\n");
        } else {
            self.action("handler", None, &mut text);
        }
        text.push_str("    if (action >= 3 && !(flags & 0x10000000))\n        action++;\n");
        text.push_str("    __raddle_set_action(signal, action);\n    }\n");
        text.push_str(
            "    if (old_action) {\n    struct sigaction any;\n    *old_action = any;\n    int flags = 0;\n    \
             if (before >= 3 && before % 2)\n        flags = 0x10000000;\n",
        );
        for (number, handler) in self.handlers.iter().enumerate() {
            let first = action_of(number);
            let test = format!("before == {first} || before == {}", first + 1);
            if handler.takes_information {
                let _ = writeln!(
                    text,
                    "    if ({test}) {{\n        old_action->sa_sigaction = __raddle_handler_{number};\n        flags |= 4;\n    }}"
                );
            } else {
                let _ = writeln!(text, "    if ({test})\n        old_action->sa_handler = __raddle_handler_{number};");
            }
        }
        text.push_str(
            "    if (before == 1 || (before == 0 && __VERIFIER_nondet_is_ignored()))\n        \
             old_action->sa_handler = __raddle_ignore;\n    else if (before == 0 || before == 2)\n        \
             old_action->sa_handler = 0;\n    old_action->sa_flags = flags;\n    }\n    return 0;\n}\n",
        );
        match &self.handler_member {
            Some(member) => text
                .replace("->sa_handler", &format!("->{member}.sa_handler"))
                .replace("->sa_sigaction", &format!("->{member}.sa_sigaction")),
            None => text,
        }
    }

    /// What a signal to this process does that has a handler or is ignored. Returns 0 for its default action.
    pub fn takes(&self) -> String {
        let mut text = self.declarations();
        text.push_str(
            "void __raddle_run_handler(int signal, int action);\n\
             int __raddle_signal_ends_late(void);\n\
             int __raddle_handle_signal(int signal, int target)\n{\n    int action = __raddle_action_of(signal);\n    \
             if (action == 1)\n        return 1;\n    if (action < 3)\n        return 0;\n",
        );
        if self.is_left_out {
            text.push_str("    __raddle_handler_without_model();\n");
        }
        // 1: this thread gets it. 2: a thread of the process gets it. 0: later.
        let now = if self.has_threads { "target == 1" } else { "target != 0" };
        let at_once = if self.may_be_blocked {
            "if (__raddle_signal_ends_late())\n        __raddle_run_handler(signal, action);".to_owned()
        } else {
            format!("if ({now})\n        __raddle_run_handler(signal, action);")
        };
        let _ = writeln!(text, "    {at_once}\n    return 1;\n}}");
        text
    }
}
