//! Tests of the lowering: small programs and the statements they become.
