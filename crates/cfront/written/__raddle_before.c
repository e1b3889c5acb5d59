_Bool __VERIFIER_nondet_order(void);

/* Whether a function runs before others of the same priority. */
int __raddle_before(void)
{
    return __VERIFIER_nondet_order();
}
