//! The registers that a step writes.

use crate::syntax::{Effect, LocalId, PlaceKind};

/// The registers that an effect other than a synchronization writes.
pub fn written(effect: &Effect) -> (Option<LocalId>, Option<LocalId>) {
    match effect {
        Effect::Assign { target, .. } | Effect::Initialize { target, .. } => match target.kind {
            PlaceKind::Local(local) => (Some(local), None),
            _ => (None, None),
        },
        Effect::Input { target, .. } | Effect::Allocate { target, .. } => (Some(*target), None),
        Effect::Live { local, .. } | Effect::Dead(local) => (Some(*local), None),
        Effect::Call { result, .. } | Effect::External { result, .. } | Effect::Spawn { result, .. } => (*result, None),
        Effect::Join { value, result, .. } => (*value, *result),
        Effect::Synchronize { result, .. } => (*result, None),
        Effect::Skip
        | Effect::Assume(_)
        | Effect::Assert { .. }
        | Effect::Return(_)
        | Effect::Free(..)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Exit(_)
        | Effect::Stop
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd
        | Effect::Unsupported(_) => (None, None),
    }
}
