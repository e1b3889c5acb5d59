//@ memory: safe
//@ by: static
//@ twin: number_of_a_recursive_helper
//@ domain: 0 1
// A helper that is called in a loop has a number, whose address it passes on.
extern int __VERIFIER_nondet_int(void);

static int numbers[4];

static void add(int *number) {
    if (*number < 3)
        ++*number;
}

static int pick(void) {
    int number = 0;
    add(&number);
    if (__VERIFIER_nondet_int())
        add(&number);
    return numbers[number];
}

int main(void) {
    int sum = 0;
    while (__VERIFIER_nondet_int())
        sum ^= pick();
    return sum;
}
