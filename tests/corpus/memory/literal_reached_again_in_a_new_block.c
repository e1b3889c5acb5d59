//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: literal_reached_again
// Each round of the loop is a block of its own.
struct pair {
    int first, second;
};

int main(void) {
    struct pair *pair = 0, *before = 0;
    int round;
    for (round = 0; round < 2; round++) {
        before = pair;
        pair = &(struct pair){round, 2};
    }
    before->first = 3;
    return 0;
}
