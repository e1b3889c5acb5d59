//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: up_and_down_for_ever
// Two up and one down in turns: further each time.
int main(void) {
    int x = 0;
    int up = 1;
    while (x < 4) {
        if (up) x = x + 2;
        else x = x - 1;
        up = !up;
    }
    return 0;
}
