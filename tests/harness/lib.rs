//! The harness of the corpora: one case is one file.
