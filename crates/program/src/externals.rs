//! Functions that a program calls and that no file of it defines.

/// What functions without a body and without a model are taken to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externals {
    /// They return any value and access no data of the program.
    Pure,
    /// They may also write what their pointer arguments reach. A call with such a pointer is not followed.
    #[default]
    Args,
    /// They may do anything. A call is not followed.
    Any,
}
