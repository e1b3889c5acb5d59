//! Streams (`FILE`) and open folders (`DIR`) are objects: `fopen` makes one or returns null, `fclose` ends its life.
//!
//! A function that gets a stream reads a byte of it. So a null pointer, and a stream that was closed, are found as they are for memory
//! (C11 7.21.3p4, POSIX 2.5). `fclose` frees it. A stream that is not closed is no leak of memory: C says nothing of that.
//!
//! The objects of `stdin`, `stdout` and `stderr` are defined by C text of ours ([`crate::written`]) and never freed.

use raddle_program::types::{TypeId, TypeKind};

use crate::typed::{Expr, ExprKind, Unit};

/// What a function does with a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Using {
    /// Uses it.
    Used,
    /// Uses it, unless it is null.
    UsedUnlessNull,
    /// Uses it for the last time.
    Closed,
}

/// The structure of the library behind `FILE`.
pub const FILE: &str = "_IO_FILE";

/// Structures of the library behind `FILE` and `DIR`.
const HANDLES: [&str; 2] = [FILE, "__dirstream"];

/// The variables that hold the standard streams, each with the object that it points to, by its name in the C library of Linux.
pub const STANDARD: [(&str, &str); 3] =
    [("stdin", "_IO_2_1_stdin_"), ("stdout", "_IO_2_1_stdout_"), ("stderr", "_IO_2_1_stderr_")];

/// Functions that lock and unlock streams (`check/stream_lock.rs`).
pub(crate) const LOCKS: [&str; 3] = ["flockfile", "ftrylockfile", "funlockfile"];

/// Functions, and which of their parameters is the stream, counted from 0.
const USES: &[(&str, usize)] = &[
    ("fprintf vfprintf fscanf vfscanf fgetc getc getc_unlocked fgetc_unlocked fileno fseek fseeko ftell ftello", 0),
    ("rewind fgetpos fsetpos feof ferror clearerr setbuf setbuffer setlinebuf setvbuf flockfile ftrylockfile", 0),
    ("funlockfile readdir readdir_r rewinddir dirfd telldir seekdir", 0),
    ("fputc putc putc_unlocked fputc_unlocked fputs ungetc", 1),
    ("fgets getline freopen", 2),
    ("fread fread_unlocked fwrite fwrite_unlocked getdelim", 3),
];

const CLOSES: &str = "fclose pclose closedir";

/// Which argument of a call of a library function is a stream, and what becomes of it.
pub fn use_of(unit: &Unit, name: &str, types: &[TypeId]) -> Option<(usize, Using)> {
    if !types.iter().any(|&ty| is_pointer_to_handle(unit, ty)) {
        return None;
    }
    let is_in = |list: &str| list.split_whitespace().any(|listed| listed == name);
    let (position, using) = match name {
        "fflush" => (0, Using::UsedUnlessNull),
        _ if is_in(CLOSES) => (0, Using::Closed),
        _ => (USES.iter().find(|(names, _)| is_in(names))?.1, Using::Used),
    };
    let ty = *types.get(position)?;
    is_pointer_to_handle(unit, ty).then_some((position, using))
}

/// Whether a type is `FILE *` or `DIR *`.
pub fn is_pointer_to_handle(unit: &Unit, ty: TypeId) -> bool {
    HANDLES.into_iter().any(|tag| is_pointer_to(unit, ty, tag))
}

/// Whether a type is a pointer to a structure with a tag.
pub fn is_pointer_to(unit: &Unit, ty: TypeId, tag: &str) -> bool {
    matches!(unit.types.kind(ty), TypeKind::Pointer(target) if has_tag(unit, target.ty, tag))
}

/// Whether objects of a type belong to the library: what a stream or an open folder is made of.
pub fn is_handle(unit: &Unit, ty: TypeId) -> bool {
    HANDLES.into_iter().any(|tag| has_tag(unit, ty, tag))
}

fn has_tag(unit: &Unit, ty: TypeId, tag: &str) -> bool {
    let TypeKind::Record(record) = unit.types.kind(ty) else { return false };
    unit.types.record(*record).tag.as_deref() == Some(tag)
}

/// The size of the object of a stream that is opened, in bytes. Where the program can tell that streams have locks
/// (`check/stream_lock.rs`), it has two bytes, padded to the size of a pointer, and a mutex: 48 bytes, or fewer with 32 bits. Where the
/// program reads folders, an entry follows (`written/readdir.c`).
pub fn object_size(unit: &Unit) -> u64 {
    match entry_size(unit) {
        Some(size) => WITH_LOCK + size,
        None if unit.streams_have_locks => WITH_LOCK,
        None => 1,
    }
}

/// The size of an entry of a folder, if the program reads any.
fn entry_size(unit: &Unit) -> Option<u64> {
    let readdir = unit.functions.values().find(|function| function.is_used && &*function.name == "readdir")?;
    let TypeKind::Function(signature) = unit.types.kind(readdir.ty) else { return None };
    let TypeKind::Pointer(entry) = unit.types.kind(signature.result.ty) else { return None };
    unit.types.size_of(entry.ty)
}

/// The size of the object of a stream with a lock.
const WITH_LOCK: u64 = 48;

/// Whether an expression names `stdin`, `stdout` or `stderr`: a look at these streams finds nothing.
pub fn is_standard(unit: &Unit, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => is_standard(unit, operand),
        ExprKind::Load(object) => matches!(object.kind, ExprKind::Variable(variable)
            if STANDARD.iter().any(|(name, _)| unit.variables[variable].function.is_none() && *unit.variables[variable].name == **name)),
        _ => false,
    }
}

/// The C text that defines a standard stream. The lock of one that has a lock is a recursive mutex.
pub fn standard_text(variable: &str, object: &str, has_lock: bool) -> String {
    let defined = if has_lock {
        format!(
            "static _Alignas(8) struct {{ char bytes[sizeof(void *)]; int lock[sizeof(void *) == 8 ? 10 : 6]; }} {object} = {{ {{ 0 }}, {{ \
             [sizeof(void *) == 8 ? 4 : 3] = 1 }} }};"
        )
    } else {
        format!("static char {object};")
    };
    format!("{defined}\nstruct _IO_FILE *{variable} = (struct _IO_FILE *)&{object};\n")
}
