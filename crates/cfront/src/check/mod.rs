//! The checker: the untyped tree becomes the typed tree of [`crate::typed`] (C11 chapter 6 with the GNU extensions).
//!
//! The checker makes one pass in source order, since C declares before use. Each error is reported once: an expression or declaration with
//! a diagnostic is *poisoned*, and expressions that use it are dropped without a further message.
//!
//! | file | concept |
//! |---|---|
//! | `scope` | names, tags and what they are bound to |
//! | `kind`, `spelling`, `compatible` | questions about types, their C spelling, compatible and composite types |
//! | `attribute`, `specifier`, `declarator`, `type_name` | from written types to types |
//! | `record`, `layout`, `enumeration` | members, bit-fields, sizes and offsets; enumerations |
//! | `declaration`, `object`, `function` | objects, typedefs, functions |
//! | `constructor`, `process_end`, `interrupt` | what runs before `main` and when the process ends; what interrupts call |
//! | `linkage`, `replacement` | names that share one object or function: aliases, assembler labels, weak symbols |
//! | `unit`, `link`, `agreement`, `unify`, `symbols` | programs of several files: scopes, definitions, types, symbols |
//! | `constant`, `literal` | constant expressions, literals |
//! | `static_value`, `known_object` | static initializers, and what they may know of objects |
//! | `conversion`, `arithmetic`, `union_value` | every implicit conversion made explicit; values that become unions |
//! | `expression`, `operator`, `pointer`, `conditional`, `postfix`, `measure` | expressions |
//! | `start`, `callers`, `entry` | where execution starts: arguments of `main`, threads that call a library, modules of a kernel |
//! | `call`, `builtin`, `atomic`, `library` | calls, GNU builtins, prototypes of library functions |
//! | `initializer`, `designator` | initializers, braced and designated |
//! | `statement`, `switch`, `label` | statements, cases, jumps |
//! | `lifetime`, `reached_again` | how long temporary objects live; objects whose declaration is reached again |
//! | `written`, `unspecified` | library functions that are written in C; results that C does not fix |
//! | `long_jump`, `signal_handler` | jumps to other functions; handlers of signals |
//! | `kernel` | functions of kernels and processors that are written in C |
//! | `environment`, `locale`, `named_semaphore` | what `getenv` finds; `setlocale`; `sem_open` |
//! | `clock`, `date` | clocks that do not go back, where a program compares times; texts of dates |
//! | `output`, `scan` | texts that are printed, formats that are no literals; formats of `sscanf` |
//! | `before_calls`, `hidden_data` | code in front of library calls; data that library functions share |
//! | `unset`, `first_value` | local pointers that may be read before they have a value; local pointers that a library function sets |
//! | `overwritten` | assignments to synchronization objects |
//! | `variadic`, `walk` | variable arguments made ordinary ones |
//!
//! Left out: nested functions, complex and vector arithmetic and inline assembly are read, but become `Unsupported`.

use raddle_program::entity::Table;
use raddle_program::source::{SourceMap, Span};
use raddle_program::types::{DataModel, RecordId, TypeId, Types};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::arguments::{Arguments, Start};
use crate::ast::{self, Name, TranslationUnit};
use crate::diagnostic::Diagnostic;
use crate::interrupts::Interrupts;
use crate::typed::{Expr, FunctionId, Statement, Unit, VariableId};
use raddle_models::Table as EffectTable;
use raddle_program::externals::Externals;

mod agreement;
mod arithmetic;
mod assembly;
mod atomic;
mod attribute;
mod before_calls;
mod bits;
mod builtin;
mod call;
mod callers;
mod cleanup;
mod cleanup_routine;
mod clock;
mod compatible;
mod conditional;
mod constant;
mod constructor;
mod conversion;
mod date;
mod declaration;
mod declarator;
mod designator;
mod entry;
mod enumeration;
mod environment;
mod error_numbers;
mod expression;
mod first_value;
mod floating;
mod function;
mod hidden_data;
mod initializer;
mod interrupt;
mod kernel;
mod kind;
mod known_formats;
mod known_object;
mod label;
mod layout;
mod library;
mod lifetime;
mod link;
mod linkage;
mod literal;
mod locale;
mod long_jump;
mod mapping;
mod measure;
mod named_semaphore;
mod object;
mod operator;
mod output;
mod overwritten;
mod own_format;
mod pending_signal;
mod pointed;
mod pointer;
mod postfix;
mod print;
mod process_copy;
mod process_end;
mod reached_again;
mod record;
mod replacement;
mod robust_mutex;
mod scan;
mod scope;
mod signal_handler;
mod specifier;
mod spelling;
mod start;
mod statement;
mod static_value;
mod stream_lock;
mod switch;
mod symbols;
mod unify;
mod union_value;
mod unit;
mod unset;
mod unspecified;
mod variadic;
mod walk;
mod written;

use constructor::OutsideMain;
use entry::ModuleFunctions;
use function::FunctionContext;
use linkage::Linkage;
use scope::Scopes;
pub use symbols::{FileSymbols, is_library_function, symbols_of};
pub use unit::UnitOptions;
use unit::Units;

/// Checks a parsed file under a data model.
///
/// Returns the typed tree and everything there is to say about the file, in the order found. If one of the messages is
/// an error, the tree holds what could be understood. Never panics, whatever the tree.
pub fn check(source: SourceMap, unit: &TranslationUnit, model: DataModel) -> (Unit, Vec<Diagnostic>) {
    check_started_with(None, source, unit, model)
}

/// Checks a parsed file under a data model, as [`check`] does, for a program that is started with any arguments of so many,
/// or with none.
pub fn check_started_with(
    arguments: Option<Arguments>,
    source: SourceMap,
    unit: &TranslationUnit,
    model: DataModel,
) -> (Unit, Vec<Diagnostic>) {
    check_units(arguments.into(), &Interrupts::default(), source, &[(unit, UnitOptions::default())], model)
}

/// Checks the parsed files of one program, whose spans are in one source map, and links them. `start` says how `main` is called, `interrupts` what
/// may interrupt it.
pub fn check_units(
    start: Start<'_>,
    interrupts: &Interrupts,
    source: SourceMap,
    units: &[(&TranslationUnit, UnitOptions)],
    model: DataModel,
) -> (Unit, Vec<Diagnostic>) {
    let mut checker = Checker::new(source, model);
    checker.defined = units.iter().flat_map(|(unit, _)| defined_functions(unit)).collect();
    for &(unit, options) in units {
        checker.unit(start, unit, options);
    }
    checker.unify_types();
    if let Start::Callers(callers) = start {
        checker.add_callers(callers);
    }
    checker.resolve_linkage();
    if !matches!(start, Start::Callers(_)) {
        checker.start_without_main();
    }
    checker.lock_streams();
    checker.define_standard_streams();
    checker.prepare_output();
    checker.begin_with_null();
    checker.choose_locale();
    checker.look_at_environment();
    checker.open_named_semaphores();
    let keeps_signals = checker.keep_pending_signals();
    checker.find_held_signals(keeps_signals);
    checker.copy_processes(keeps_signals);
    checker.map_memory();
    checker.wait_for_pipes();
    checker.name_entries();
    checker.write_scans();
    checker.write_prints();
    checker.write_dates();
    checker.start_interrupts(interrupts);
    checker.begin_threads();
    let written = checker.written_functions();
    checker.access_hidden_data();
    checker.guard_waits_of_handlers();
    checker.choose_unspecified_results(&written);
    checker.make_mutexes_robust();
    checker.replace_pointed_functions();
    checker.keep_clocks_in_order();
    checker.note_overwritten_objects(&written);
    checker.close_refusals();
    checker.finish_unit();
    checker.run_outside_main();
    checker.write_long_jumps();
    checker.resolve_variable_arguments();
    checker.fold_floating_constants();
    checker.run_signal_handlers();
    checker.find_error_numbers();
    (checker.unit, checker.diagnostics)
}

/// The names of the functions that a file defines.
fn defined_functions(unit: &TranslationUnit) -> impl Iterator<Item = Name> {
    unit.items.iter().filter_map(|item| match item {
        ast::Item::Function(definition) => definition.declarator.name.as_ref().map(|name| name.name.clone()),
        ast::Item::Declaration(_) | ast::Item::Assembly(_) => None,
    })
}

/// Says that a diagnostic was given for what should have been returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Poisoned;

/// A result whose error was already told.
type Checked<T> = Result<T, Poisoned>;

/// What a name with linkage stands for in the whole file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Linked {
    Variable(VariableId),
    Function(FunctionId),
}

struct Checker {
    unit: Unit,
    diagnostics: Vec<Diagnostic>,
    scopes: Scopes,
    /// Objects and functions with linkage, visible or not at the present place.
    linked: FxHashMap<Name, Linked>,
    /// Variables and functions declared `static` at file scope.
    internal: FxHashSet<Name>,
    /// The function whose body is being checked; outer ones wait below it (nested functions).
    functions: Vec<FunctionContext>,
    /// Greater than zero inside `sizeof`, `typeof` and the like: nothing there is executed.
    unevaluated: u32,
    /// `FixLength` statements of the array types just read, to be placed before what uses them.
    pending_lengths: Vec<Statement>,
    /// The next number of `ArrayLength::Variable`.
    next_length: u32,
    /// Greater than zero inside the parameters of a function that is declared and not defined.
    prototype_depth: u32,
    /// Records that stand for GNU vector types: their arithmetic is not modelled.
    vectors: FxHashSet<RecordId>,
    /// The functions that some file defines.
    defined: FxHashSet<Name>,
    /// Whether the body that is being checked names `__builtin_va_arg_pack`.
    has_argument_pack: bool,
    /// The files that were checked so far.
    units: Units,
    /// Functions that a declaration at file level without `inline`, or with `extern`, gives an external definition.
    external_definitions: FxHashSet<FunctionId>,
    /// Functions whose only body so far is one to be inlined: `extern inline` with the attribute `gnu_inline`. Another one may follow.
    inline_bodies: FxHashSet<FunctionId>,
    /// Unions with the attribute `transparent_union`.
    transparent_unions: FxHashSet<RecordId>,
    /// By function: the parameters that are declared as transparent unions and passed as their first members, with these unions.
    passed_as_first_member: FxHashMap<Name, Vec<(usize, TypeId)>>,
    /// Alignment of each member, for `__alignof__`.
    member_alignments: FxHashMap<(RecordId, u32), u64>,
    /// Records that have a `const` member, directly or in a member.
    constant_members: FxHashSet<RecordId>,
    /// Objects declared `register`.
    registers: FxHashSet<VariableId>,
    /// The type that expressions see, of objects that are larger than it (an initialized flexible array member).
    visible_types: FxHashMap<VariableId, TypeId>,
    /// What declarations say about symbols.
    linkage: Linkage,
    /// The functions that `cleanup` attributes name.
    cleanup_functions: Vec<Name>,
    /// The calls that `cleanup` attributes of the present function's objects ask for.
    cleanups: FxHashMap<VariableId, Expr>,
    /// Functions that run before and behind `main`.
    outside_main: OutsideMain,
    /// Where a module starts and ends, as macros say.
    module_functions: ModuleFunctions,
    /// Functions of ours that look whether a handler waits.
    guarded_waits: Vec<FunctionId>,
    /// The function that starts the interrupts.
    interrupt_start: Option<FunctionId>,
    /// Whether the text of interrupts has joined the program.
    has_interrupt_text: bool,
    /// Functions that begin with a call of ours, as threads of a kernel.
    begun: FxHashSet<FunctionId>,
    /// Enumerators that number interrupts: `TIM2_IRQn`.
    interrupt_numbers: FxHashMap<Name, i128>,
    /// Undeclared names that were reported in the present function.
    reported_names: FxHashSet<Name>,
    /// The type behind `va_list`, if the file names it.
    variadic_list: Option<TypeId>,
    /// File-scope objects whose tentative definition must be completed at the end.
    tentative: Vec<VariableId>,
}

impl Checker {
    fn new(source: SourceMap, model: DataModel) -> Self {
        Checker {
            unit: Unit {
                source,
                types: Types::new(model),
                variables: Table::new(),
                functions: Table::new(),
                strings: Table::new(),
                labels: Table::new(),
                globals: Vec::new(),
                main: None,
                uses_of_arguments: None,
                interrupts: Vec::new(),
                interrupt_handlers: Vec::new(),
                signal_handlers: Vec::new(),
                externals: Externals::default(),
                effects: EffectTable::built_in().clone(),
                has_weak_orders: false,
                texts: FxHashMap::default(),
                literals: FxHashMap::default(),
                error_numbers: None,
                chooses_error_numbers_late: false,
                streams_have_locks: false,
            },
            diagnostics: Vec::new(),
            scopes: Scopes::new(),
            linked: FxHashMap::default(),
            internal: FxHashSet::default(),
            functions: Vec::new(),
            unevaluated: 0,
            pending_lengths: Vec::new(),
            next_length: 0,
            prototype_depth: 0,
            vectors: FxHashSet::default(),
            defined: FxHashSet::default(),
            has_argument_pack: false,
            units: Units::default(),
            external_definitions: FxHashSet::default(),
            inline_bodies: FxHashSet::default(),
            transparent_unions: FxHashSet::default(),
            passed_as_first_member: FxHashMap::default(),
            member_alignments: FxHashMap::default(),
            constant_members: FxHashSet::default(),
            registers: FxHashSet::default(),
            visible_types: FxHashMap::default(),
            linkage: Linkage::default(),
            cleanup_functions: Vec::new(),
            cleanups: FxHashMap::default(),
            outside_main: OutsideMain::default(),
            module_functions: ModuleFunctions::default(),
            guarded_waits: Vec::new(),
            interrupt_start: None,
            has_interrupt_text: false,
            begun: FxHashSet::default(),
            interrupt_numbers: FxHashMap::default(),
            reported_names: FxHashSet::default(),
            variadic_list: None,
            tentative: Vec::new(),
        }
    }

    fn item(&mut self, item: &ast::Item) {
        match item {
            ast::Item::Declaration(declaration) => {
                self.note_module_functions(declaration);
                let mut unused = Vec::new();
                self.declaration(declaration, &mut unused);
            }
            ast::Item::Function(definition) => self.function_definition(definition),
            ast::Item::Assembly(span) => self.linkage.assembly.push(*span),
        }
        self.pending_lengths.clear();
    }

    /// Gives an error and the poison that stands for what it concerns.
    fn error(&mut self, span: Span, message: impl Into<String>, advice: impl Into<String>) -> Poisoned {
        self.diagnostics.push(Diagnostic::error(span, message, advice));
        Poisoned
    }

    /// Gives an error that points to a second place.
    fn error_with_note(
        &mut self,
        span: Span,
        message: impl Into<String>,
        advice: impl Into<String>,
        note: (Span, &str),
    ) -> Poisoned {
        self.diagnostics.push(Diagnostic::error(span, message, advice).note(note.0, note.1));
        Poisoned
    }

    fn warning(&mut self, span: Span, message: impl Into<String>, advice: impl Into<String>) {
        // Nothing inside `sizeof` is executed, so only errors matter there.
        if self.unevaluated == 0 {
            self.diagnostics.push(Diagnostic::warning(span, message, advice));
        }
    }

    /// Runs something whose expressions are not evaluated by the program.
    fn without_evaluation<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        self.unevaluated += 1;
        let result = check(self);
        self.unevaluated -= 1;
        result
    }
}
