//@ safe
//@ by: ranking
//@ domain: 0 7
//@ twin: comes_back_after_a_thousand_rounds
// The first number only falls, and the bound ends it.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    while (x + y > 0 && x < 1000 && y < 1000 && x > -1000 && y > -1000) {
        x--;
        y++;
    }
    return 0;
}
