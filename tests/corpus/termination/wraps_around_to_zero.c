//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: wraps_around_past_zero
// A counter of eight bits comes to zero by wrapping around.
int main(void) {
    unsigned char c = 1;
    while (c) c++;
    return 0;
}
