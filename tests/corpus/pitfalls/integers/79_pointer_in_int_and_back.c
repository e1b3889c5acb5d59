//@ memory: unknown  others: safe
//@ twin: 79_pointer_in_long_and_back
//@ unconfirmed: assertions deadlock data-race overflow arithmetic locks: half of an address is not modelled
// Half of an address is no address: nobody knows where it leads. No verdict is expected of memory.
int x = 7;

int main(void) {
    unsigned long address = (unsigned long)&x;
    unsigned half = (unsigned)address;
    int *p = (int *)(unsigned long)half;
    return *p;
}
