//@ memory: unsafe
//@ twin: address_that_was_converted
// The low byte of an address is no address.
int cell;

int main(void) {
    int *p = &cell;
    *(int *)(long)(signed char)(long)p = 1;
    return 0;
}
