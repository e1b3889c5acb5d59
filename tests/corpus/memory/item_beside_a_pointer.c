//@ memory: safe
//@ by: static
//@ twin: item_over_a_pointer
//@ domain: 0 1
// An index that stays inside of its array leaves the pointer behind it as it is.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct box { unsigned char items[4]; int *next; };

static int number;
static struct box box;

int main(void) {
    box.next = &number;
    for (int i = 0; i < 4; i++)
        box.items[i] = (unsigned char)__VERIFIER_nondet_int();
    *box.next = 1;
    return 0;
}
