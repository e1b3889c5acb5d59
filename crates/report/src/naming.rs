//! Puts the names of the source into a trace: allocations by type and place, their parts by paths, threads with their arguments.
//!
//! A trace calls an allocation by its thread and number, which decide what a replay compares. People need to know which
//! `malloc` it was and which member is accessed. The type comes from the program (`raddle_analysis::allocation_names`), the
//! arguments of threads and the paths to declared objects from a replay.

use raddle_analysis::allocation_names::{
    FollowedPointers, allocation_name, allocation_path, converted_type, fits, part_path, weight,
};
use raddle_program::source::{SourcePlace, Span};
use raddle_program::syntax::Program;
use raddle_program::trace::{
    AddressName, Event, MemoryLocation, ObjectName, ThreadArgument, ThreadEnd, Trace, TraceStep, TraceValue,
    VariableValue,
};
use raddle_program::types::TypeId;
use std::collections::{BTreeMap, BTreeSet};

/// What a replay of a trace tells.
#[derive(Clone, Debug, Default)]
pub struct Replayed {
    /// The arguments that threads are created with, by the index of the step.
    pub arguments: BTreeMap<usize, TraceValue>,
    /// Names of addresses in declared objects, without the `&`.
    pub addresses: BTreeMap<(ObjectName, i64), String>,
    /// Where the threads stand at the end that have not ended.
    pub ends: BTreeMap<u32, Span>,
    /// The scalar variables of the function that the violating thread is in at the end.
    pub variables: Vec<(String, TraceValue)>,
}

/// Names the things of a trace.
pub fn name(trace: &mut Trace, program: &Program, replayed: &Replayed) {
    let allocations = Allocations::of(trace, program);
    for step in &mut trace.steps {
        let function = step.function.clone();
        if let Event::Read { location, .. }
        | Event::Write { location, .. }
        | Event::Synchronize { object: location, .. } = &mut step.event
        {
            location.text = allocations.location(location, &function, program);
        }
    }
    let mut addresses: BTreeMap<(ObjectName, i64), String> = BTreeMap::new();
    for (object, allocation) in &allocations.known {
        addresses.insert((object.clone(), 0), allocation.name.clone());
    }
    let end = |(&thread, &span): (&u32, &Span)| ThreadEnd { thread, span, place: program.source.place(span) };
    trace.names.ends = replayed.ends.iter().map(end).collect();
    let variable = |(name, value): &(String, TraceValue)| VariableValue { name: name.clone(), value: value.clone() };
    trace.names.variables = replayed.variables.iter().map(variable).collect();
    let values = trace.steps.iter().filter_map(|step| match &step.event {
        Event::Read { value, .. } | Event::Write { value, .. } => Some(value),
        _ => None,
    });
    for value in values.chain(replayed.arguments.values()).chain(replayed.variables.iter().map(|(_, value)| value)) {
        if let TraceValue::Pointer(object, offset) = value {
            let key = (object.clone(), *offset);
            let text = match allocations.known.get(object) {
                Some(allocation) if *offset != 0 => Some(allocation.address(*offset, program)),
                Some(_) => None,
                None => replayed.addresses.get(&key).filter(|text| **text != object.to_string()).cloned(),
            };
            if let Some(text) = text {
                addresses.insert(key, text);
            }
        }
    }
    trace.names.addresses =
        addresses.into_iter().map(|((object, offset), text)| AddressName { object, offset, text }).collect();
    trace.names.arguments = replayed
        .arguments
        .iter()
        .filter_map(|(&index, value)| {
            let Event::Spawn { child, .. } = trace.steps.get(index)?.event else { return None };
            let text = match value {
                TraceValue::Integer(0) | TraceValue::Opaque => return None,
                TraceValue::Pointer(object, offset) => format!("&{}", address(trace, object, *offset)),
                other => other.to_string(),
            };
            Some(ThreadArgument { thread: child, text })
        })
        .collect();
    trace.violation.message = allocations.renamed(&trace.violation.message, program);
}

/// The name of an address, without the `&`.
pub fn address(trace: &Trace, object: &ObjectName, offset: i64) -> String {
    let of = |offset: i64| {
        let named = trace.names.addresses.iter().find(|name| name.object == *object && name.offset == offset);
        named.map(|name| name.text.clone())
    };
    let base = || of(0).filter(|_| matches!(object, ObjectName::Heap(..))).unwrap_or_else(|| object.to_string());
    of(offset).unwrap_or_else(|| if offset == 0 { base() } else { format!("{}{offset:+}", base()) })
}

/// An allocation with what is known of it.
struct Allocation {
    name: String,
    ty: Option<TypeId>,
    size: u64,
}

impl Allocation {
    fn path(&self, program: &Program, offset: u64, size: u64) -> String {
        match self.ty {
            Some(ty) => allocation_path(&program.types, ty, self.size, offset, size),
            None if offset == 0 => String::new(),
            None => format!("+{offset}"),
        }
    }

    /// The address of a part: the outermost one that starts there.
    fn address(&self, offset: i64, program: &Program) -> String {
        let Ok(start) = u64::try_from(offset) else { return format!("{}{offset}", self.name) };
        if start >= self.size {
            return format!("{}+{offset}", self.name);
        }
        let element = self.ty.and_then(|ty| program.types.size_of(ty)).filter(|&bytes| bytes > 0 && start % bytes == 0);
        format!("{}{}", self.name, self.path(program, start, element.unwrap_or(1)))
    }
}

struct Allocations {
    known: BTreeMap<ObjectName, Allocation>,
}

impl Allocations {
    fn of(trace: &Trace, program: &Program) -> Allocations {
        let allocated = |step: &'_ TraceStep| match &step.event {
            Event::Allocate { object, size } => Some((object.clone(), *size, step.clone())),
            _ => None,
        };
        let allocated: Vec<(ObjectName, u64, TraceStep)> = trace.steps.iter().filter_map(allocated).collect();
        let mut known = BTreeMap::new();
        if allocated.is_empty() {
            return Allocations { known };
        }
        let accessed = accessed_types(trace, program, &allocated);
        let mut used: BTreeMap<String, u32> = BTreeMap::new();
        for (object, size, step) in allocated {
            let ty = converted(program, &step)
                .filter(|&ty| fits(&program.types, ty, size))
                .into_iter()
                .chain(accessed.get(&object).into_iter().flatten().copied())
                .max_by_key(|&ty| weight(&program.types, ty));
            let name = allocation_name(program, ty, &site(&step));
            let count = used.entry(name.clone()).or_default();
            *count += 1;
            let name = if *count == 1 { name } else { format!("{name} #{count}") };
            known.insert(object, Allocation { name, ty, size });
        }
        Allocations { known }
    }

    /// The text of a location; one without a better name keeps its own.
    fn location(&self, location: &MemoryLocation, function: &str, program: &Program) -> String {
        if let Some(allocation) = self.known.get(&location.object) {
            return format!("{}{}", allocation.name, allocation.path(program, location.offset, location.size));
        }
        if !location.text.contains("[byte") {
            return location.text.clone();
        }
        let name = location.object.to_string();
        let ty = match &location.object {
            ObjectName::Global(global) | ObjectName::ThreadLocal(_, global) => {
                program.globals.values().find(|data| data.name == *global).map(|data| data.ty)
            }
            ObjectName::Local(_, _, local) => {
                let declares = |procedure: &&raddle_program::syntax::Procedure| {
                    procedure.locals.values().any(|data| data.name == *local)
                };
                let procedures = || program.procedures.values().filter(declares);
                let procedure =
                    procedures().find(|procedure| &*procedure.name == function).or_else(|| procedures().next());
                procedure
                    .and_then(|procedure| procedure.locals.values().find(|data| data.name == *local))
                    .map(|data| data.ty)
            }
            ObjectName::Heap(..) | ObjectName::Thread(_) | ObjectName::Key(_) => None,
        };
        match ty {
            Some(ty) => format!("{name}{}", part_path(&program.types, ty, location.offset, location.size)),
            None => format!("{name}+{}", location.offset),
        }
    }

    /// A text in which allocations are called by their names.
    fn renamed(&self, text: &str, program: &Program) -> String {
        let mut renamed = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("heap") {
            let (before, name) = rest.split_at(at);
            renamed.push_str(before);
            match self.named(&name[4..], program) {
                Some((name, behind)) => {
                    renamed.push_str(&name);
                    rest = behind;
                }
                None => {
                    renamed.push_str("heap");
                    rest = &name[4..];
                }
            }
        }
        renamed + rest
    }

    /// Reads `0.1[bytes 8..15]`, and returns its name and what is behind it.
    fn named<'t>(&self, text: &'t str, program: &Program) -> Option<(String, &'t str)> {
        let number = |text: &'t str| {
            let end = text.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(text.len());
            Some((text[..end].parse::<u32>().ok()?, &text[end..]))
        };
        let (thread, rest) = number(text)?;
        let (count, rest) = number(rest.strip_prefix('.')?)?;
        let allocation = self.known.get(&ObjectName::Heap(thread, count))?;
        let range = rest.strip_prefix("[bytes ").or_else(|| rest.strip_prefix("[byte ")).and_then(|range| {
            let (range, behind) = range.split_once(']')?;
            let (first, last) = range.split_once("..").unwrap_or((range, range));
            Some((first.parse::<u64>().ok()?, last.parse::<u64>().ok()?, behind))
        });
        Some(match range {
            Some((first, last, behind)) => {
                let size = last.saturating_sub(first).saturating_add(1);
                (format!("{}{}", allocation.name, allocation.path(program, first, size)), behind)
            }
            None => (allocation.name.clone(), rest),
        })
    }
}

/// Where an allocation is made: the innermost call in a file of the program.
fn site(step: &TraceStep) -> SourcePlace {
    let places = std::iter::once(&step.place).chain(step.callers.iter().map(|caller| &caller.place));
    let is_source = |place: &&SourcePlace| !place.file.starts_with('<');
    places.into_iter().find(is_source).unwrap_or(&step.place).clone()
}

/// The type of the pointer that the result of an allocation is converted to.
fn converted(program: &Program, step: &TraceStep) -> Option<TypeId> {
    let procedures = program.procedures.values().filter(|procedure| procedure.name == step.function);
    procedures.into_iter().find_map(|procedure| converted_type(&program.types, procedure, step.span))
}

/// The types that the accesses of a trace give to allocations.
fn accessed_types(
    trace: &Trace,
    program: &Program,
    allocated: &[(ObjectName, u64, TraceStep)],
) -> BTreeMap<ObjectName, BTreeSet<TypeId>> {
    let sizes: BTreeMap<&ObjectName, u64> = allocated.iter().map(|(object, size, _)| (object, *size)).collect();
    let pointers = FollowedPointers::of(program);
    let mut types: BTreeMap<ObjectName, BTreeSet<TypeId>> = BTreeMap::new();
    for step in &trace.steps {
        let (Event::Read { location, .. }
        | Event::Write { location, .. }
        | Event::Synchronize { object: location, .. }) = &step.event
        else {
            continue;
        };
        let Some(&size) = sizes.get(&location.object) else { continue };
        for pointer in pointers.at(step.span) {
            let Some(bytes) = program.types.size_of(pointer.ty).filter(|&bytes| bytes > 0) else { continue };
            let start = match pointer.offset {
                Some(offset) => location.offset.checked_sub(offset),
                // An index moves the pointer by whole elements.
                None => Some(location.offset - location.offset % bytes),
            };
            if start.is_some_and(|start| start % bytes == 0) && fits(&program.types, pointer.ty, size) {
                types.entry(location.object.clone()).or_default().insert(pointer.ty);
            }
        }
    }
    types
}
