//! Programs without `main`: any number of threads call the functions of a library, in any order.
//!
//! The callers are C text like any other code, so all engines and the reference interpreter read the same program:
//!
//! - The first thread makes the objects, calls the functions that come first, and then creates threads in an endless loop.
//! - Each thread makes any number of calls. An input selects the function.
//! - A number that a function gets is any value of its type: a local variable that nothing initializes.
//! - A pointer to a structure, a union, or memory without a type leads to one of two objects that all threads share, to what a function
//!   of the library returned, or to a new object of zero bytes. With two shared objects, two calls may get the same object or different ones.
//! - A pointer to a number leads to an array of [`ELEMENTS`] numbers, of which the last one is zero: a text, or a buffer.
//! - A pointer to a function leads to a function without a body.
//!
//! Rule: any number of threads call each function, in any order, with any numbers, and with pointers to the same objects and to different
//! ones. What is left out is named in the answer.
//! Tests: in `race`: `library_counter_read_without_lock`, `library_objects_compared_without_lock`, `library_table_made_on_demand`,
//! `library_object_passed_by_result`.
//!
//! A pointer is never null. A type that a function which comes first gets has no new objects: these would not be initialized.

use std::fmt::Write as _;

/// The length of arrays that pointers to numbers lead to.
pub const ELEMENTS: u32 = 8;

/// The function that starts the threads.
pub(crate) const START: &str = "__raddle_callers";

/// What the file of the callers is called.
pub(crate) const FILE: &str = "<callers>";

/// The functions of a library that threads call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callers {
    /// The functions; all with external linkage if none is named.
    pub entries: Vec<String>,
    /// Functions that the first thread calls before there are threads, in this order.
    pub first: Vec<String>,
}

/// What pointers lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pointee {
    /// One object, of zero bytes in the beginning.
    Object,
    /// Memory without a type, of zero bytes in the beginning.
    Bytes,
    /// An array of numbers with any values.
    Numbers,
    /// An array of pointers, which are null in the beginning.
    Pointers,
}

/// A type that pointers lead to. Its name in the text is `type_NUMBER`.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// What it is.
    pub pointee: Pointee,
    /// The name of its objects, a number to be added.
    pub name: String,
    /// Whether a function that comes first gets pointers to it.
    pub is_initialized: bool,
    /// Whether a function that threads call returns pointers to it.
    pub is_returned: bool,
}

/// A parameter. The name of its type in the text is `FUNCTION_type_POSITION`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameter {
    /// No pointer: any value.
    Value,
    /// A pointer to a type, by its number.
    Pointer(usize),
    /// A pointer to a function. The type of the function is `FUNCTION_callee_POSITION`.
    Function,
}

/// A function that is called.
#[derive(Clone, Debug)]
pub(crate) struct Called {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The number of the type that its result points to. The name of the type of the result is `FUNCTION_result`.
    pub result: Option<usize>,
}

/// The text of the callers.
pub(crate) fn text(targets: &[Target], first: &[Called], entries: &[Called]) -> String {
    let mut text = String::new();
    for (number, target) in targets.iter().enumerate() {
        objects(number, target, &mut text);
    }
    for function in first.iter().chain(entries) {
        for (position, _) in function.parameters.iter().enumerate().filter(|(_, it)| matches!(it, Parameter::Function))
        {
            let name = &function.name;
            _ = writeln!(text, "{name}_callee_{position} {name}_callback_{position};");
        }
    }
    text.push_str("\nstatic void *caller(void *unused)\n{\n    while (__VERIFIER_nondet_int())\n        switch (__VERIFIER_nondet_int()) {\n");
    for (number, function) in entries.iter().enumerate() {
        _ = writeln!(text, "        case {number}: {{");
        call(function, targets, None, "            ", &mut text);
        text.push_str("            break;\n        }\n");
    }
    text.push_str("        }\n    return 0;\n}\n");
    _ = writeln!(text, "\nint {START}(void)\n{{");
    for (number, target) in targets.iter().enumerate().filter(|(_, target)| target.pointee == Pointee::Numbers) {
        for shared in 0..2 {
            let name = &target.name;
            _ = writeln!(text, "    {name}[{shared}] = malloc({ELEMENTS} * sizeof(type_{number}));");
            _ = writeln!(text, "    {name}[{shared}][{}] = 0;", ELEMENTS - 1);
        }
    }
    for function in first {
        let has_pointer = function.parameters.iter().any(|parameter| matches!(parameter, Parameter::Pointer(_)));
        for shared in 0..if has_pointer { 2 } else { 1 } {
            text.push_str("    {\n");
            call(function, targets, Some(shared), "        ", &mut text);
            text.push_str("    }\n");
        }
    }
    text.push_str(
        "    for (;;) {\n        unsigned long thread;\n        pthread_create(&thread, 0, caller, 0);\n    }\n}\n",
    );
    text
}

/// The objects of a type that all threads share.
fn objects(number: usize, target: &Target, text: &mut String) {
    let name = &target.name;
    _ = match target.pointee {
        Pointee::Object => writeln!(text, "static type_{number} {name}[2];"),
        Pointee::Bytes => writeln!(text, "static long {name}[2][{ELEMENTS}];"),
        Pointee::Numbers => writeln!(text, "static type_{number} *{name}[2];"),
        Pointee::Pointers => writeln!(text, "static type_{number} {name}[2][{ELEMENTS}];"),
    };
    if target.is_returned {
        _ = writeln!(text, "static void *{name}_returned;");
    }
}

/// A call. Pointers lead to the shared object with a number, or any object.
fn call(function: &Called, targets: &[Target], shared: Option<u32>, indent: &str, text: &mut String) {
    let name = &function.name;
    let mut arguments = Vec::new();
    for (position, parameter) in function.parameters.iter().enumerate() {
        let argument = format!("a{position}");
        let ty = format!("{name}_type_{position}");
        _ = match parameter {
            Parameter::Value => writeln!(text, "{indent}{ty} {argument};"),
            Parameter::Function => writeln!(text, "{indent}{ty} {argument} = {name}_callback_{position};"),
            Parameter::Pointer(number) => match shared {
                Some(shared) => {
                    writeln!(text, "{indent}{ty} {argument} = ({ty}){};", address(&targets[*number], shared))
                }
                None => {
                    _ = writeln!(text, "{indent}{ty} {argument};");
                    any_object(*number, &targets[*number], &argument, &ty, indent, text);
                    Ok(())
                }
            },
        };
        arguments.push(argument);
    }
    let call = format!("{name}({})", arguments.join(", "));
    match function.result.filter(|&number| targets[number].is_returned) {
        Some(number) => {
            _ = writeln!(text, "{indent}{name}_result result = {call};");
            let returned = format!("{}_returned", targets[number].name);
            _ = writeln!(text, "{indent}if (result)\n{indent}    __atomic_store_n(&{returned}, (void *)result, 5);");
        }
        None => _ = writeln!(text, "{indent}(void){call};"),
    }
}

/// Lets an argument lead to any object of a type.
fn any_object(number: usize, target: &Target, argument: &str, ty: &str, indent: &str, text: &mut String) {
    let new = match target.pointee {
        Pointee::Object => format!("calloc(1, sizeof(type_{number}))"),
        Pointee::Bytes => format!("calloc({ELEMENTS}, sizeof(long))"),
        Pointee::Numbers => format!("malloc({ELEMENTS} * sizeof(type_{number}))"),
        Pointee::Pointers => format!("calloc({ELEMENTS}, sizeof(type_{number}))"),
    };
    _ = writeln!(text, "{indent}switch (__VERIFIER_nondet_int()) {{");
    _ = writeln!(text, "{indent}case 1: {argument} = ({ty}){}; break;", address(target, 0));
    if target.is_returned {
        let name = &target.name;
        _ = writeln!(text, "{indent}case 2: {argument} = ({ty})__atomic_load_n(&{name}_returned, 5);");
        _ = writeln!(text, "{indent}    if ({argument})\n{indent}        break;");
    }
    if target.is_initialized {
        _ = writeln!(text, "{indent}default: {argument} = ({ty}){};", address(target, 1));
    } else {
        _ = writeln!(text, "{indent}case 3: {argument} = ({ty}){}; break;", address(target, 1));
        match target.pointee {
            // A variable of its own: it leads to new memory only.
            Pointee::Numbers => {
                _ = writeln!(text, "{indent}default: {{\n{indent}    type_{number} *new = {new};");
                _ = writeln!(text, "{indent}    new[{}] = 0;", ELEMENTS - 1);
                _ = writeln!(text, "{indent}    {argument} = ({ty})new;\n{indent}}}");
            }
            _ => _ = writeln!(text, "{indent}default: {argument} = ({ty}){new};"),
        }
    }
    _ = writeln!(text, "{indent}}}");
}

/// The address of a shared object.
fn address(target: &Target, shared: u32) -> String {
    let name = &target.name;
    match target.pointee {
        Pointee::Object => format!("&{name}[{shared}]"),
        Pointee::Bytes | Pointee::Numbers | Pointee::Pointers => format!("{name}[{shared}]"),
    }
}
