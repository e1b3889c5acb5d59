//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: up_and_down_and_further
// x + 1 and x - 1 in turns: each step alone could be ranked, both together cannot.
int main(void) {
    int x = 0;
    int up = 1;
    while (x < 2) {
        if (up) x = x + 1;
        else x = x - 1;
        up = !up;
    }
    return 0;
}
