int *__errno_location(void);
_Bool __VERIFIER_nondet_child(void);
_Bool __VERIFIER_nondet_failure(void);
int __VERIFIER_nondet_process(void);
void __VERIFIER_assume(int condition);
void __raddle_before_fork(void);
void __raddle_behind_fork(int is_child);
void __raddle_enter_child(void);

/* The process goes on as what it was, or as its child: a copy with this thread alone. The two share no memory, so an execution is that of one
   of them. */
int fork(void)
{
    __raddle_before_fork();
    if (__VERIFIER_nondet_child()) {
        __raddle_enter_child();
        __raddle_behind_fork(1);
        return 0;
    }
    __raddle_behind_fork(0);
    if (__VERIFIER_nondet_failure()) {
        *__errno_location() = __VERIFIER_nondet_failure() ? 12 : 11;
        return -1;
    }
    int process = __VERIFIER_nondet_process();
    __VERIFIER_assume(process > 0);
    return process;
}
