//@ memory: safe
//@ by: static
//@ twin: address_that_was_cut
// A number with all bits of an address leads to the object.
int cell;

int main(void) {
    int *p = &cell;
    *(int *)(long)(long)p = 1;
    return 0;
}
