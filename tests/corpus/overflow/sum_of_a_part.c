//@ overflow: safe
//@ by: static
//@ twin: sum_of_a_part_that_is_too_long
/* The loop has no more than four rounds, wherever it begins. */
extern int __VERIFIER_nondet_int(void);

static int data[4] = {100000000, 200000000, 300000000, 500000000};

int main(void)
{
    int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
    if (from < 0 || to > 4)
        return 0;
    int sum = 0;
    while (from < to) {
        sum += data[from];
        from++;
    }
    return sum > 0;
}
