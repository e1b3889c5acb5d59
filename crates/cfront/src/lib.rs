//! Placeholder documentation, replaced with the first module.
