//@ memory: unsafe
//@ by: explicit
//@ twin: item_beside_a_pointer
//@ domain: 0 1
// The index stays inside of the array of the type that is used, but not of that of the object.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct wide { long items[3]; };
struct box { long items[2]; long *next; };

static long number;
static struct box box;

static void fill(void *memory) {
    struct wide *wide = memory;
    for (int i = 0; i < 3; i++)
        wide->items[i] = 1;
}

int main(void) {
    box.next = &number;
    fill(&box);
    *box.next = 1;
    return 0;
}
