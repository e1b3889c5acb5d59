int __VERIFIER_nondet_comparison(void);

/* Any number of the sign of the result: C11 7.24.4 fixes no more. */
int __raddle_any_sign(int result)
{
    if (result == 0)
        return 0;
    int any = __VERIFIER_nondet_comparison();
    if (result > 0)
        return any > 0 ? any : 1;
    return any < 0 ? any : -1;
}
