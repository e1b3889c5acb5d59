//! Where the texts of a program come from, as far as the expression says it: whether anything has to be read when it is printed.
//!
//! A string literal cannot be written, and it has a terminating zero: an output function that gets one needs no reads.
//! The same is true of texts that the C library makes (`strerror`), as long as no other thread changes them (`asctime`). A local variable whose address is not taken and that
//! gets such texts only is one, too. Every other text is read character by character.

use rustc_hash::FxHashMap;

use crate::text_origin::TextOrigin;
use crate::typed::{Expr, ExprKind, StatementKind, StringId, Unit, VariableId};

/// Functions of the C library that return a text.
const TEXTS: &str = "strerror strsignal gai_strerror hstrerror ctime asctime inet_ntoa nl_langinfo gettext dgettext \
    dcgettext ngettext dngettext dcngettext zError";

/// Those of them that are written in C, and put the text where the next call of any thread changes it.
const SHARED_TEXTS: &str = "ctime asctime inet_ntoa";

/// Functions of the C library that return a text or a null pointer.
const TEXTS_OR_NULL: &str = "getenv secure_getenv dlerror ttyname getlogin setlocale ptsname textdomain";

/// Functions that look for a name in the environment, with the prefixes of the functions of ours that stand for them.
pub(crate) const LOOKS: [(&str, &str); 2] =
    [("getenv", "__raddle_getenv_"), ("secure_getenv", "__raddle_secure_getenv_")];

impl Unit {
    /// The literal that an expression of pointer type is, or that the variable which it names only ever holds.
    pub fn literal_of(&self, expr: &Expr) -> Option<StringId> {
        match &expr.kind {
            ExprKind::String(string) => Some(*string),
            ExprKind::Decay(inner) | ExprKind::AddressOf(inner) | ExprKind::Cast { operand: inner, .. } => {
                self.literal_of(inner)
            }
            ExprKind::Load(object) => match &object.kind {
                ExprKind::Variable(variable) => self.literals.get(variable).copied(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Where a text comes from.
    pub fn text_origin(&self, expr: &Expr) -> TextOrigin {
        origin(self, &self.texts, expr)
    }
}

/// The same, with what is known of variables.
pub(crate) fn origin(unit: &Unit, known: &FxHashMap<VariableId, TextOrigin>, expr: &Expr) -> TextOrigin {
    if let Some(string) = unit.literal_of(expr) {
        return TextOrigin::Literal(unit.strings[string].units.len());
    }
    match &expr.kind {
        ExprKind::Cast { operand, .. } => origin(unit, known, operand),
        // Also what runs between the steps of a program, as a signal handler may, leaves a text what it is.
        ExprKind::Comma(_, value) => origin(unit, known, value),
        ExprKind::Statement(block) => match block.statements.last().map(|last| &last.kind) {
            Some(StatementKind::Expr(value)) => origin(unit, known, value),
            _ => TextOrigin::Memory,
        },
        ExprKind::Conditional { then, otherwise, .. } => origin(unit, known, then).or(origin(unit, known, otherwise)),
        ExprKind::Elvis { value, otherwise } => match origin(unit, known, value) {
            TextOrigin::Library { .. } => TextOrigin::Library { may_be_null: false }.or(origin(unit, known, otherwise)),
            found => found.or(origin(unit, known, otherwise)),
        },
        ExprKind::Load(object) => match &object.kind {
            ExprKind::Variable(variable) => known.get(variable).copied().unwrap_or(TextOrigin::Memory),
            _ => TextOrigin::Memory,
        },
        ExprKind::Call { callee, .. } => match &callee.kind {
            ExprKind::Function(function) if unit.functions[*function].body.is_none() => {
                let is_in =
                    |list: &str| list.split_whitespace().any(|listed| *listed == *unit.functions[*function].name);
                let has_threads = || ["pthread_create", "thrd_create"].iter().any(|name| unit.names(name));
                match () {
                    () if is_in(SHARED_TEXTS) && has_threads() => TextOrigin::Memory,
                    () if is_in(TEXTS) => TextOrigin::Library { may_be_null: false },
                    () if is_in(TEXTS_OR_NULL) => TextOrigin::Library { may_be_null: true },
                    () => TextOrigin::Memory,
                }
            }
            // What `getenv` became (see `crate::check`).
            ExprKind::Function(function) if is_environment(&unit.functions[*function].name) => {
                TextOrigin::Library { may_be_null: true }
            }
            _ => TextOrigin::Memory,
        },
        _ => TextOrigin::Memory,
    }
}

/// Whether a function of ours looks for a name in the environment.
fn is_environment(name: &str) -> bool {
    LOOKS.iter().any(|(_, prefix)| name.starts_with(prefix))
}
