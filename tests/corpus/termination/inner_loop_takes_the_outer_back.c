//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: inner_loop_begins_anew
// The inner loop takes the outer counter back.
int main(void) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            i = 1;
    return 0;
}
