int __VERIFIER_nondet_sign(void);
int __raddle_any_truth(int result);

/* Of the two zeros one has a sign. What is no number has any. */
int __raddle_has_sign(double value)
{
    if (value != value)
        return __VERIFIER_nondet_sign();
    return __raddle_any_truth(value < 0 || (value == 0 && 1 / value < 0));
}
