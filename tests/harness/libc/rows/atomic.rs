//! Atomic operations in one thread: `<stdatomic.h>`, `__atomic_*`, `__sync_*`.

use super::super::arguments::Argument::*;
use super::super::row::{Answer, Row, row};

pub const ROWS: &[Row] = &[
    row(
        "__sync_fetch_and_add __sync_fetch_and_sub __sync_fetch_and_or __sync_fetch_and_and __sync_fetch_and_xor \
         __sync_fetch_and_nand __sync_add_and_fetch __sync_sub_and_fetch __sync_or_and_fetch __sync_and_and_fetch \
         __sync_xor_and_fetch __sync_nand_and_fetch __sync_lock_test_and_set",
        &[OneNumber, Number],
        Answer::Number,
    )
    .call("$f((int *)$0, $1)"),
    row("__sync_bool_compare_and_swap __sync_val_compare_and_swap", &[OneNumber, Between(0, 5), Number], Answer::Number)
        .call("$f((int *)$0, $1, $2)"),
    row("__sync_lock_release", &[OneNumber], Answer::Void).call("$f((int *)$0)"),
    row("__sync_synchronize", &[], Answer::Void),
    row(
        "__atomic_fetch_add __atomic_fetch_sub __atomic_fetch_or __atomic_fetch_and __atomic_fetch_xor __atomic_fetch_nand \
         __atomic_add_fetch __atomic_sub_fetch __atomic_or_fetch __atomic_and_fetch __atomic_xor_fetch __atomic_nand_fetch \
         __atomic_exchange_n",
        &[OneNumber, Number, Of(&["__ATOMIC_SEQ_CST", "__ATOMIC_RELAXED", "__ATOMIC_ACQ_REL"])],
        Answer::Number,
    )
    .call("$f((int *)$0, $1, $2)"),
    row("__atomic_fetch_add __atomic_sub_fetch __atomic_exchange_n", &[Number, Number], Answer::Number)
        .before("unsigned char x = (unsigned char)$0;")
        .call("$f(&x, $1, __ATOMIC_SEQ_CST)")
        .sees(&["x"]),
    row("__atomic_load_n", &[OneNumber], Answer::Number).call("$f((int *)$0, __ATOMIC_ACQUIRE)"),
    row("__atomic_store_n", &[OneNumber, Number], Answer::Void).call("$f((int *)$0, $1, __ATOMIC_RELEASE)"),
    row("__atomic_load", &[OneNumber, OneNumber], Answer::Void).call("$f((int *)$0, (int *)$1, __ATOMIC_SEQ_CST)"),
    row("__atomic_store", &[OneNumber, OneNumber], Answer::Void).call("$f((int *)$0, (int *)$1, __ATOMIC_SEQ_CST)"),
    row("__atomic_exchange", &[OneNumber, OneNumber, OneNumber], Answer::Void)
        .call("$f((int *)$0, (int *)$1, (int *)$2, __ATOMIC_SEQ_CST)"),
    row("__atomic_compare_exchange_n", &[OneNumber, OneNumber, Number], Answer::Number)
        .call("$f((int *)$0, (int *)$1, $2, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)"),
    row("__atomic_compare_exchange_n", &[OneNumber, OneNumber, Number], Answer::Number)
        .call("$f((int *)$0, (int *)$1, $2, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)")
        .possible(),
    row("__atomic_compare_exchange", &[OneNumber, OneNumber, OneNumber], Answer::Number)
        .call("$f((int *)$0, (int *)$1, (int *)$2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)"),
    row("__atomic_test_and_set", &[Between(0, 1)], Answer::Truth)
        .before("char x = $0;")
        .call("$f(&x, __ATOMIC_SEQ_CST)")
        .sees(&["x"]),
    row("__atomic_clear", &[Between(0, 1)], Answer::Void)
        .before("char x = $0;")
        .call("$f(&x, __ATOMIC_SEQ_CST)")
        .sees(&["x"]),
    row("__atomic_thread_fence __atomic_signal_fence", &[], Answer::Void).call("$f(__ATOMIC_SEQ_CST)"),
    // C11.
    row("atomic_fetch_add atomic_fetch_sub atomic_fetch_or atomic_fetch_and atomic_fetch_xor", &[Number, Number], Answer::Number)
        .before("atomic_int x = $0;")
        .call("$f(&x, $1)")
        .sees(&["x"]),
    row(
        "atomic_fetch_add_explicit atomic_fetch_sub_explicit atomic_fetch_or_explicit atomic_fetch_and_explicit \
         atomic_fetch_xor_explicit atomic_exchange_explicit",
        &[UnsignedLong, Long],
        Answer::Number,
    )
    .before("atomic_ulong x = $0;")
    .call("$f(&x, $1, memory_order_acq_rel)")
    .sees(&["x"]),
    row("atomic_exchange", &[Number, Number], Answer::Number)
        .before("atomic_short x = (short)$0;")
        .call("$f(&x, (short)$1)")
        .sees(&["x"]),
    row("atomic_load", &[Number], Answer::Number).before("atomic_int x = $0;").call("$f(&x)"),
    row("atomic_load_explicit", &[Number], Answer::Number)
        .before("atomic_int x = $0;")
        .call("$f(&x, memory_order_acquire)"),
    row("atomic_store atomic_init", &[Number], Answer::Void)
        .before("atomic_int x = 3;")
        .call("$f(&x, $0)")
        .sees(&["x"]),
    row("atomic_store_explicit", &[Number], Answer::Void)
        .before("atomic_int x = 3;")
        .call("$f(&x, $0, memory_order_release)")
        .sees(&["x"]),
    row("atomic_compare_exchange_strong", &[Between(0, 3), Between(0, 3), Number], Answer::Number)
        .before("atomic_int x = $0; int e = $1;")
        .call("$f(&x, &e, $2)")
        .sees(&["x", "e"]),
    row("atomic_compare_exchange_weak", &[Between(0, 3), Between(0, 3), Number], Answer::Number)
        .before("atomic_int x = $0; int e = $1;")
        .call("$f(&x, &e, $2)")
        .sees(&["x", "e"])
        .possible(),
    row("atomic_flag_test_and_set", &[Between(0, 1)], Answer::Number)
        .before("atomic_flag x = ATOMIC_FLAG_INIT; if ($0) atomic_flag_test_and_set(&x);")
        .call("$f(&x)")
        .sees(&["atomic_flag_test_and_set(&x)"]),
    row("atomic_flag_clear", &[Between(0, 1)], Answer::Void)
        .before("atomic_flag x = ATOMIC_FLAG_INIT; if ($0) atomic_flag_test_and_set(&x);")
        .call("$f(&x)")
        .sees(&["atomic_flag_test_and_set(&x)"]),
    row("atomic_thread_fence atomic_signal_fence", &[], Answer::Void).call("$f(memory_order_seq_cst)"),
    row("atomic_is_lock_free", &[], Answer::Truth).before("atomic_int x = 0;").call("$f(&x)"),
];
