//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 12_postfix_on_pointer_moves_after
// *++p moves first: beyond the end.
int a[2] = {1, 2};

int main(void) {
    int *p = a;
    int sum = *++p;
    sum += *++p;
    return sum;
}
