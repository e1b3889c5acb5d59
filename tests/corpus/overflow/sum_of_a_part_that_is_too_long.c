//@ overflow: unsafe
//@ twin: sum_of_a_part
/* Five rounds are one too many. */
extern int __VERIFIER_nondet_int(void);

static int data[5] = {100000000, 500000000, 500000000, 500000000, 600000000};

int main(void)
{
    int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
    if (from < 0 || to > 5)
        return 0;
    int sum = 0;
    while (from < to) {
        sum += data[from];
        from++;
    }
    return sum > 0;
}
