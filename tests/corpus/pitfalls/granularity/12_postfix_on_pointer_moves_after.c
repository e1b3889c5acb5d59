//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 12_prefix_on_pointer_moves_before
// *p++ moves afterwards: the pointer ends one past the array, where it may stand.
int a[2] = {1, 2};

int main(void) {
    int *p = a;
    int sum = *p++;
    sum += *p++;
    return sum;
}
