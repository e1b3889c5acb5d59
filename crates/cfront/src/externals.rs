//! Functions without a body: the program calls them, no file of it defines them, and there is no model of them.
//!
//! The user states what such a function does ([`raddle_program::externals::Externals`]). Functions of the C and POSIX libraries that are
//! known by name need no statement if they get no pointer through which they could write. They return any value, change no memory of the
//! program except `errno`, order no threads and call nothing back. An answer *depends on* all remaining functions.

use raddle_program::types::TypeKind;

use crate::effects::{self, Facts};
use crate::streams::is_handle;
use crate::typed::{FunctionId, Unit};

/// Variables that the library defines and sets.
const VARIABLES: &str = "environ __environ optarg optind opterr optopt tzname timezone daylight signgam h_errno \
    program_invocation_name program_invocation_short_name";

/// Whether a function that is known by name may set `errno`.
pub fn may_set_error_number(unit: &Unit, name: &str) -> bool {
    unit.effects.facts(name).is_some_and(|facts| is_known(facts) && !facts.keeps_error_number)
}

/// Whether a function is known by name, if its declaration fits or not.
fn is_known(facts: &Facts) -> bool {
    facts.is_known || !facts.effects.is_empty()
}

/// Whether a violation may depend on a variable of the library of this name, or on what a modelled function of this name gives.
pub fn is_determined_further(unit: &Unit, name: &str) -> bool {
    is_library_variable(name) || is_weak_reference(name) || unit.effects.is_fixed_further(name)
}

/// Whether a function represents an event that the program does not need: its result is 0 if nothing outside of the program interferes,
/// or if a sorting function compares no more elements than the model of it.
pub fn seldom_comes(name: &str) -> bool {
    matches!(
        name,
        "__raddle_signal_comes_from_outside" | "__raddle_handler_comes_to_an_access" | "__raddle_further_comparison"
    )
}

/// How the objects are called that say whether something outside of the program defines a weak symbol.
pub(crate) const DEFINED: &str = "__raddle_defined_";

/// Whether a variable says that something outside of the program defines a weak symbol. If nothing does, the symbol is null.
pub fn is_weak_reference(name: &str) -> bool {
    name.starts_with(DEFINED)
}

/// Whether the library defines a variable of this name, with a value that is not any.
pub fn is_library_variable(name: &str) -> bool {
    VARIABLES.split_whitespace().any(|variable| variable == name)
}

/// Whether SAFE of a program that comes to a call of the function rests on what it does: it has no body, and is not known to be harmless.
/// (That it has no model is for the caller to know.) In a program with threads it must not read either what another thread may write.
pub fn rests_on(unit: &Unit, function: FunctionId) -> bool {
    if effects::of(unit, function).is_some() {
        return false;
    }
    let reads = |ty| matches!(unit.types.kind(ty), TypeKind::Pointer(target) if !is_handle(unit, target.ty));
    let has_threads = || ["pthread_create", "thrd_create"].iter().any(|name| unit.names(name));
    match unit.types.kind(unit.functions[function].ty) {
        TypeKind::Function(signature) if !may_change_anything(unit, function) => {
            let is_open = unit.functions[function].body.is_none();
            is_open && has_threads() && signature.parameters.iter().any(|parameter| reads(parameter.ty))
        }
        _ => unit.functions[function].body.is_none(),
    }
}

/// Words of which one in the name of a function says that it ends the process.
const ENDS: &str =
    "abort abrt bail bailout crash die exit fatal halt oom panic quit terminate throw unreachable usage xabort";

/// Names that say the same only as a whole: `log_error` and `parse_err` return.
const ENDS_AS_A_WHOLE: &str = "error err errx verr verrx fail failure";

/// Whether the name of a function without a body says that it may end the process: violations behind its return depend on it.
pub fn may_end_the_process(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let has_word = |words: &str, word: &str| words.split_whitespace().any(|known| known == word);
    has_word(ENDS_AS_A_WHOLE, &lower) || words_of(name).iter().any(|word| has_word(ENDS, word))
}

/// The words of a name, in small letters: `usage_error` and `usageError` have two.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for character in name.chars() {
        if character == '_' || was_small && character.is_ascii_uppercase() {
            words.push(String::new());
        }
        if character != '_' {
            words.last_mut().expect("there is a word").push(character.to_ascii_lowercase());
        }
        was_small = character.is_ascii_lowercase();
    }
    words
}

/// Whether nothing is known of a function without a body: violations that depend on it are possible ones.
pub fn may_change_anything(unit: &Unit, function: FunctionId) -> bool {
    let declared = &unit.functions[function];
    if declared.body.is_some() || effects::of(unit, function).is_some() {
        return false;
    }
    let TypeKind::Function(signature) = unit.types.kind(declared.ty) else { return true };
    let is_harmless = |ty| match unit.types.kind(ty) {
        TypeKind::Pointer(target) => is_handle(unit, target.ty) || target.qualifiers.is_const,
        TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Complex(_) => true,
        TypeKind::Void | TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Function(_) => false,
    };
    let gets_nothing_to_write = signature.has_prototype
        && !signature.is_variadic
        && signature.parameters.iter().all(|parameter| is_harmless(parameter.ty));
    !(unit.effects.facts(&declared.name).is_some_and(is_known) && gets_nothing_to_write)
}

#[cfg(test)]
mod tests {
    use super::may_end_the_process;

    #[test]
    fn names_say_that_a_function_ends_the_process() {
        for name in [
            "die",
            "fatal",
            "g_panic",
            "PANIC",
            "print_usage",
            "err",
            "error",
            "exit_with_code",
            "errExit",
            "dieNow",
            "DieWithError",
        ] {
            assert!(may_end_the_process(name), "{name}");
        }
        for name in ["log_error", "sensor", "diet", "parse_err", "on_exited", ""] {
            assert!(!may_end_the_process(name), "{name}");
        }
    }
}
