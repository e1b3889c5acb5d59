//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: declaration_reached_again
// The jump leads out of the block, so the pointer is to an object that has ended.
int main(void) {
    int round = 0;
    int *kept = 0;
again:;
    {
        int number = round + 5;
        if (kept == 0) {
            kept = &number;
        }
        round++;
    }
    if (round < 2) {
        goto again;
    }
    *kept = 6;
    return 0;
}
