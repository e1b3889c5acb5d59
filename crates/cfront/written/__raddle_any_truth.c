int __VERIFIER_nondet_truth(void);

/* Any number that is zero if and only if the result is: C11 7.4.1 fixes no more. */
int __raddle_any_truth(int result)
{
    if (result == 0)
        return 0;
    int any = __VERIFIER_nondet_truth();
    return any != 0 ? any : 1;
}
