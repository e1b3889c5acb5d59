//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: jumped_over_the_declaration
// The block is left in front of the declaration, behind which the object lived in the round before.
int main(void) {
    int round = 0;
    int *kept = 0;
    {
    again:;
        if (round == 1) {
            goto out;
        }
        int number = 3;
        kept = &number;
        round++;
        goto again;
    }
out:
    return *kept;
}
