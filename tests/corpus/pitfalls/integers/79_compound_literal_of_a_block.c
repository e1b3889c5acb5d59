//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 79_compound_literal_of_the_function
// A compound literal dies with its block.
int main(void) {
    int *p;
    {
        p = (int[]){1, 2};
    }
    return p[1];
}
