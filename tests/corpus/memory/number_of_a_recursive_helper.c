//@ memory: unsafe
//@ by: bmc
//@ twin: number_of_a_helper
//@ domain: 0 1
// The helper calls itself: the inner number is another one than the outer one.
extern int __VERIFIER_nondet_int(void);

static int numbers[4];

static void set(int *number, int to) {
    *number = to;
}

static int pick(int depth) {
    int number = 0;
    set(&number, depth ? 9 : 0);
    if (depth)
        pick(0);
    return numbers[number];
}

int main(void) {
    return pick(1);
}
