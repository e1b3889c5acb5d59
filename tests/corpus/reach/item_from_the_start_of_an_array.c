//@ safe
//@ by: static
//@ twin: item_from_the_middle_of_an_array
//@ domain: 0 1 19
// The index stays inside of the array, which is named.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct box { long first; char items[20]; char index; };

static struct box box;

int main(void) {
    unsigned from = __VERIFIER_nondet_uint();
    if (from >= 20)
        return 0;
    box.items[from] = 9;
    assert(box.index == 0);
    return 0;
}
