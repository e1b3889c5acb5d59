//@ unsafe
//@ by: explicit
//@ domain: 0 7
//@ twin: goes_one_way_for_a_thousand_rounds
// Where the numbers are exchanged, they come back to what they were, for few inputs and after many rounds.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x + y > 0 && x < 1000 && y < 1000 && x > -1000 && y > -1000) {
        x--;
        y++;
        if (x < -300) {
            int kept = x;
            x = y;
            y = kept;
        }
    }
    return 0;
}
