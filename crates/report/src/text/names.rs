//! What people call the things of a trace: threads, objects, places.

use raddle_program::source::SourcePlace;
use raddle_program::trace::{Event, MemoryLocation, ObjectName, Trace, TraceValue};

use std::collections::BTreeMap;

use crate::escape::{escape, shorten};

/// The longest name or value that is shown whole.
const LONGEST_NAME: usize = 60;

/// The names of threads, objects and addresses in one trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadNames {
    /// The function that each thread started with; entry 0 is main.
    starts: Vec<String>,
    /// The arguments of threads.
    arguments: BTreeMap<u32, String>,
    /// The names of addresses, without the `&`.
    addresses: BTreeMap<(ObjectName, i64), String>,
}

impl ThreadNames {
    /// Reads them off the creations in a trace.
    pub fn of(trace: &Trace) -> Self {
        let mut starts = vec!["main".to_owned()];
        let mut name = |thread: u32, start: &str| {
            let thread = thread as usize;
            // A trace from a file may name any number; columns are made only for threads that were created in order.
            if thread == starts.len() {
                starts.push(escape(start));
            }
        };
        for step in &trace.steps {
            if let Event::Spawn { child, start } = &step.event {
                name(*child, start);
            }
        }
        let arguments = &trace.names.arguments;
        let arguments = arguments.iter().map(|argument| (argument.thread, escape(&argument.text))).collect();
        let addresses = trace.names.addresses.iter();
        let addresses = addresses.map(|name| ((name.object.clone(), name.offset), name.text.clone())).collect();
        ThreadNames { starts, arguments, addresses }
    }

    /// `main`, `T1`, `T2`, ...
    pub fn short(&self, thread: u32) -> String {
        if thread == 0 { "main".to_owned() } else { format!("T{thread}") }
    }

    /// The function that a thread runs; empty if the trace does not say it.
    pub fn start(&self, thread: u32) -> &str {
        self.starts.get(thread as usize).map_or("", String::as_str)
    }

    /// The short name with the function that the thread runs: `T1 worker`.
    pub fn long(&self, thread: u32) -> String {
        match self.starts.get(thread as usize) {
            Some(start) if thread > 0 => format!("T{thread} {}", shorten(start, LONGEST_NAME)),
            Some(_) | None => self.short(thread),
        }
    }

    /// The long name with the argument that the thread was given: `T1 worker(&pool)`.
    pub fn call(&self, thread: u32) -> String {
        let name = self.long(thread);
        match self.arguments.get(&thread) {
            Some(argument) => format!("{name}({})", shorten(argument, LONGEST_NAME)),
            None => name,
        }
    }

    /// The function that a thread runs, with the argument that it was given: `worker(&pool)`.
    pub fn started(&self, thread: u32, start: &str) -> String {
        match self.arguments.get(&thread) {
            Some(argument) => format!("{}({})", escape(start), shorten(argument, LONGEST_NAME)),
            None => escape(start),
        }
    }

    /// An object.
    pub fn object(&self, name: &ObjectName) -> String {
        let known = self.addresses.get(&(name.clone(), 0)).filter(|_| matches!(name, ObjectName::Heap(..)));
        shorten(&escape(&known.cloned().unwrap_or_else(|| name.to_string())), LONGEST_NAME)
    }

    /// A value.
    pub fn value(&self, value: &TraceValue) -> String {
        let text = match value {
            TraceValue::Pointer(object, offset) => match self.addresses.get(&(object.clone(), *offset)) {
                Some(text) => format!("&{text}"),
                None if *offset == 0 => format!("&{}", self.object(object)),
                None => format!("&{}{offset:+}", self.object(object)),
            },
            other => other.to_string(),
        };
        shorten(&escape(&text), LONGEST_NAME)
    }
}

/// How the source names a piece of memory.
pub fn location(location: &MemoryLocation) -> String {
    let text = if !location.text.is_empty() {
        escape(&location.text)
    } else if location.offset == 0 {
        escape(&location.object.to_string())
    } else {
        format!("{}+{}", escape(&location.object.to_string()), location.offset)
    };
    shorten(&text, LONGEST_NAME)
}

/// A place, without the file's name where that is the file of the trace.
pub fn place(place: &SourcePlace, file: &str) -> String {
    if &*place.file == file { place.line.to_string() } else { format!("{}:{}", escape(&place.file), place.line) }
}
