//@ termination: safe
//@ fair-termination: safe
//@ by: explicit
//@ twin: inner_loop_takes_the_outer_back
// The inner counter begins anew each time, the outer one does not.
int main(void) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < i; k++)
            ;
    return 0;
}
