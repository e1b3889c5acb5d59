//! The reading of C and of POSIX threads under which a verdict holds. A verdict is a claim relative to these sentences; users who need
//! another reading must not rely on it.

use raddle_program::externals::Externals;
use raddle_program::property::Property;
use raddle_program::source::SourcePlace;
use raddle_program::types::DataModel;
use raddle_verify::memory_model::MemoryModel;

use crate::escape::escape;

/// What the user chose, as far as it changes the meaning of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Widths of the basic types.
    pub data_model: DataModel,
    /// Whether the host's own C headers are read in place of the built-in ones.
    pub reads_system_headers: bool,
    /// The functions whose call violates `assertions`; all that are known if `None`.
    pub error_functions: Option<Vec<String>>,
    /// What is asked.
    pub properties: Vec<Property>,
    /// Whether executions count as going on for ever only if they are strongly fair.
    pub is_fair: bool,
    /// Which executions count.
    pub memory_model: MemoryModel,
    /// Whether the program names memory orders weaker than sequential consistency.
    pub has_weak_orders: bool,
    /// How many arguments `main` gets at most and how many characters in each, if it gets any.
    pub arguments: Option<[u32; 2]>,
    /// The functions that threads call, if the program is a library.
    pub callers: Option<Callers>,
    /// What functions without a body do, if that was said.
    pub externals: Option<Externals>,
    /// Files that say what functions do which no file of the program defines.
    pub models: Vec<String>,
    /// The functions without a body that the program comes to.
    pub rests_on: Vec<String>,
    /// The functions that interrupts call.
    pub interrupts: Vec<String>,
}

/// What is assumed of a program that names weaker memory orders.
pub const WEAK_ORDERS: &str = "This program names memory orders weaker than memory_order_seq_cst. Data races are looked for with \
    the orders that are named; executions that are no interleaving are not seen (--memory-model sc).";

/// What is said where `main` looks at its arguments: which ones it gets.
pub fn arguments(place: &SourcePlace, most: Option<[u32; 2]>) -> String {
    match most {
        None => format!(
            "main was called without arguments and looks at them ({place}): what it does when it gets some was not checked. \
             --args any calls it with any."
        ),
        Some([count, length]) => format!(
            "main looks at its arguments ({place}) and was called with any: up to {count} of up to {length} characters each. \
             --args gives it others."
        ),
    }
}

/// The functions of a library that threads call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callers {
    /// The functions; all with external linkage if none is named.
    pub entries: Vec<String>,
    /// Functions that one thread calls before.
    pub first: Vec<String>,
}

/// What is assumed of a library, in one paragraph.
pub fn library(callers: &Callers) -> String {
    let list = |names: &[String]| names.iter().map(|name| escape(name)).collect::<Vec<_>>().join(", ");
    let functions = match callers.entries.as_slice() {
        [] => "All functions that other files can call".to_owned(),
        names => format!("The functions {}", list(names)),
    };
    let first = match callers.first.as_slice() {
        [] => String::new(),
        names => format!(", after one thread called {}", list(names)),
    };
    format!(
        "{functions} are called by any number of threads at the same time, in any order{first} (--library). Numbers are any values. Pointers are \
         not null; they lead to one of two objects of their type that all threads share, to a new object, or to one that a function \
         returned. These objects begin as zero bytes; arrays have 8 elements, those of numbers any values, and the last one is zero."
    )
}

/// The files that model functions, if there are any.
pub fn models(choices: &Choices) -> Option<String> {
    let names: Vec<String> = choices.models.iter().map(|name| escape(name)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Functions that no file of the program defines do what these files say: {} (--model).",
            names.join(", ")
        )
    })
}

/// The functions that an answer rests on, if there are any.
pub fn rests_on(choices: &Choices) -> Option<String> {
    let names: Vec<String> = choices.rests_on.iter().map(|name| escape(name)).collect();
    (!names.is_empty())
        .then(|| format!("No file defines these functions, which the program comes to: {}.", names.join(", ")))
}

/// What is assumed of interrupts, if there are handlers.
pub fn interrupts(choices: &Choices) -> Option<String> {
    let names: Vec<String> = choices.interrupts.iter().map(|name| escape(name)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Interrupts may call {} at any time from the start of main, or when they are enabled (--interrupt). There is one processor, and no \
             handler interrupts another one: priorities of the interrupt controller are not followed.",
            names.join(", ")
        )
    })
}

/// The assumptions in force, one sentence each, without line breaks.
pub fn assumptions(choices: &Choices) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    let mut say = |sentence: &str| list.push(sentence.to_owned());
    match choices.memory_model {
        MemoryModel::C11 => say(
            "Memory is that of C11 (--memory-model c11). Executions are looked for among interleavings, in which memory is \
             sequentially consistent. SAFE relies on the absence of data races, and is UNKNOWN where weaker memory orders may \
             allow other executions.",
        ),
        MemoryModel::Sc => say(
            "Memory is sequentially consistent (--memory-model sc): all threads see all accesses in one order, whatever memory \
             order an atomic operation names. What orders accesses for `data-race` are the orders that are named.",
        ),
    }
    say(
        "A step accesses shared memory at most once; x++ on a shared x is a read and later a write. Indivisible are the \
         synchronization calls, atomic operations, memcpy, memmove and memset, functions whose name starts with \
         __VERIFIER_atomic_, and what stands between __VERIFIER_atomic_begin and __VERIFIER_atomic_end.",
    );
    if let Some(sentence) = interrupts(choices) {
        say(&sentence);
    }
    if choices.has_weak_orders && choices.memory_model == MemoryModel::Sc {
        say(WEAK_ORDERS);
    }
    say("Operands and arguments are evaluated from left to right, which C leaves open.");
    match choices.data_model {
        DataModel::Ilp32 => {
            say("The data model is ILP32 (--data-model ilp32): int, long and pointers have 32 bits; char is signed; \
                 bytes are stored little-endian.");
        }
        DataModel::Llp64 => say("The data model is LLP64: int and long have 32 bits, pointers have 64."),
        DataModel::Lp64 => {
            say("The data model is LP64 (--data-model lp64): int has 32 bits, long and pointers have 64; char is \
                 signed; bytes are stored little-endian.");
        }
    }
    say("Unsigned arithmetic wraps. Signed arithmetic wraps, too, as with gcc -fwrapv, and violates `overflow`.");
    say(
        "A division by zero and a shift out of range violate `arithmetic`; where that is not asked, they yield any value. \
         A left shift in range drops the bits that do not fit, as gcc defines it, also of a signed value.",
    );
    say(
        "Results of floating-point arithmetic are those of IEEE 754, rounded to nearest in the format of their type: nothing is kept in \
         a wider format, fused or reordered. All results that are no number have the same bits. A conversion to an integer type that \
         does not hold the value yields any value.",
    );
    say(
        "Library functions without synchronization order no threads: data that are handed over by a file or a socket are not ordered.",
    );
    say("An access outside every live object violates `memory`; where that is not asked, the execution ends there.");
    say(
        "A pointer that an input or a function without a body gives may lead to any object whose address has escaped: the verdict is \
         UNKNOWN where one is used. A number that the program computes from constants is the address of no object, also where tests of \
         an address or a table chose the constants.",
    );
    say(
        "Objects that live at the same time have different addresses, each at a multiple of its alignment. Where C leaves the equality of two \
         pointers open (the address of a freed object, of an ended local or of what realloc was given; the end of one object and the \
         start of another; equal string literals), both answers count: `explicit` tries both, and other engines answer \
         UNKNOWN or show a violation. The id of a joined thread is not used again. No id is 0 or -1; an answer that depends on \
         other numbers of ids is UNKNOWN.",
    );
    say(
        "Where a program compares the order of two objects in memory, which C leaves undefined, either may be first, and all comparisons \
         agree on one order. No object lies in the first or in the last 4096 bytes of memory.",
    );
    say("Globals start at zero; locals and memory from malloc start with any value, chosen once.");
    say(
        "malloc, calloc, realloc (to a size other than 0), pthread_create, and mmap of memory that is no file's, succeed.",
    );
    say(
        "A file that mmap maps is at least as long as the mapping and holds any bytes; while it is mapped, it is accessed by the mapping alone. Of the \
         pages of a mapping only as many bytes may be used as were asked for.",
    );
    say(
        "No more than 4,194,304 threads run at the same time: Linux has no more. Only proofs for any number of threads that \
         name this number rely on it.",
    );
    match (&choices.callers, choices.arguments) {
        (Some(callers), _) => say(&library(callers)),
        (None, None) => say("main is called with argc 1 and its program name (--args none)."),
        (None, Some([count, length])) => say(&format!(
            "main is called with its program name and any arguments: up to {count}, of up to {length} characters each (--args)."
        )),
    }
    say(match choices.externals {
        None => {
            "A function that has no body and no model may return and change anything: what is SAFE only if it leaves the program's data alone is \
             UNKNOWN, and so is a violation that depends on what it does (--externals). Functions of the C and POSIX libraries that \
             get no pointer to write through (and in programs with threads, none to read through) leave the program's data alone; a violation that \
             depends on their results, or on a variable of these libraries, is UNKNOWN."
        }
        Some(Externals::Pure) => {
            "A function that has no body and no model returns any value and leaves the program's data alone (--externals pure)."
        }
        Some(Externals::Args) => {
            "A function that has no body and no model returns any value and changes nothing but what its arguments point to \
             (--externals args); given a pointer that it could write or call through, it makes the verdict UNKNOWN where it is reached."
        }
        Some(Externals::Any) => {
            "A function that has no body and no model may do anything (--externals any): it makes the verdict UNKNOWN where it is reached."
        }
    });
    for sentence in [models(choices), rests_on(choices)].into_iter().flatten() {
        say(&sentence);
    }
    say("A mutex whose bytes are all zero is an unlocked normal mutex; a mutex is identified by its address. Other \
         synchronization objects likewise; spin locks, barriers and semaphores need their initializing call. An assignment, memset \
         or copy that writes such an object makes it a fresh one, or a copy that must not be used, unless it is made through a pointer to \
         another type.");
    say(
        "A wait with a deadline may time out at any time; an attempt to lock with one fails only while the lock is held.",
    );
    say(
        "Clocks are not set back while the program runs, and show no time after the year 2106 (4,294,967,295 seconds; \
         2,000,000,000 where long has 32 bits).",
    );
    say(
        "Readers are not held back by writers that wait. Destructors of keys run in the order of the keys. Cancellation is \
         deferred, and happens at the cancellation points that POSIX requires or allows, read-write locks excepted.",
    );
    say("Signals for which the program installs a handler may arrive at any time. No other signal comes from outside.");
    say("A condition wait may wake without a signal. For `deadlock` such a wake-up does not count as a way out.");
    if choices.properties.contains(&Property::Termination) {
        say(
            "A deadlock violates `termination`: it is no end. Executions with infinitely many wake-ups without a signal do \
             not count.",
        );
        if choices.is_fair {
            say(
                "Scheduling is strongly fair (--fair): a thread that can go on again and again goes on again and again.",
            );
        } else {
            say(
                "Nothing is assumed of the scheduler (--fair does): a thread that waits busily may run for ever while \
                 others could go on.",
            );
        }
    }
    say("A failing __VERIFIER_assume ends the execution; what happened before counts, and it is no deadlock.");
    say("Returning from main, exit and abort end all threads. After pthread_exit in main the others go on.");
    say("Two accesses race if at least one writes, not both are atomic, and neither happens before the other.");
    if choices.reads_system_headers {
        say("Headers are those of this machine (--system-headers, or a header that is not built in).");
    } else {
        say("Standard headers are the built-in ones, so that results do not depend on this machine (--system-headers \
             reads the machine's own, and so does a header that is not built in).");
    }
    match &choices.error_functions {
        None => say(
            "`assertions` counts assert, __assert_fail, reach_error, __VERIFIER_error, __VERIFIER_assert and its twins \
             of other tools (__ESBMC_assert, __CPROVER_assert).",
        ),
        Some(functions) => {
            let names: Vec<String> = functions.iter().map(|name| escape(name)).collect();
            say(&format!(
                "`assertions` counts only {}, as the property file says; other failures end the execution.",
                names.join(", ")
            ));
        }
    }
    let names: Vec<&str> = choices.properties.iter().map(|property| property.name()).collect();
    say(&format!("Nothing is said about properties other than {}.", names.join(", ")));
    list
}

/// The assumptions as text: numbered sentences, wrapped.
pub fn text(choices: &Choices, width: usize) -> String {
    let mut text = String::from("The verdict holds under these assumptions:\n");
    for (index, sentence) in assumptions(choices).iter().enumerate() {
        for (line_number, line) in crate::text::wrap(sentence, width.saturating_sub(6).max(20)).iter().enumerate() {
            let lead = if line_number == 0 { format!("{:>4}. ", index + 1) } else { " ".repeat(6) };
            text.push_str(&format!("{lead}{line}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices() -> Choices {
        Choices {
            is_fair: false,
            memory_model: MemoryModel::C11,
            data_model: DataModel::Lp64,
            reads_system_headers: false,
            error_functions: None,
            properties: vec![Property::Assertions, Property::DataRace],
            has_weak_orders: false,
            arguments: None,
            callers: None,
            externals: None,
            models: Vec::new(),
            rests_on: Vec::new(),
            interrupts: Vec::new(),
        }
    }

    #[test]
    fn what_the_user_chose_is_named() {
        let mut choices = choices();
        assert!(text(&choices, 100).contains("LP64"));
        assert!(!text(&choices, 10_000).contains(WEAK_ORDERS));
        choices.has_weak_orders = true;
        choices.memory_model = MemoryModel::Sc;
        assert!(text(&choices, 10_000).contains(WEAK_ORDERS));
        assert!(text(&choices, 10_000).contains("argc 1"));
        choices.models = vec!["driver.c".to_owned()];
        assert!(text(&choices, 10_000).contains("do what these files say: driver.c (--model)"));
        choices.arguments = Some([2, 15]);
        assert!(text(&choices, 10_000).contains("up to 2, of up to 15 characters"));
        choices.data_model = DataModel::Ilp32;
        choices.error_functions = Some(vec!["reach_error".into()]);
        let text = text(&choices, 10_000);
        assert!(text.contains("ILP32") && text.contains("counts only reach_error"));
        assert!(text.contains("other than assertions, data-race."));
    }

    #[test]
    fn no_line_is_too_wide() {
        assert!(text(&choices(), 80).lines().all(|line| line.len() <= 80));
    }
}
