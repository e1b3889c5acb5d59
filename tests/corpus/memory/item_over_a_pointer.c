//@ memory: unsafe
//@ twin: item_beside_a_pointer
//@ domain: 0 1
// The last index leaves the array, and the pointer behind it is overwritten.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct box { unsigned char items[4]; int *next; };

static int number;
static struct box box;

int main(void) {
    box.next = &number;
    for (int i = 0; i < 9; i++)
        box.items[i] = (unsigned char)__VERIFIER_nondet_int();
    *box.next = 1;
    return 0;
}
