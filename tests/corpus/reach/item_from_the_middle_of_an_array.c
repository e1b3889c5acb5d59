//@ unsafe
//@ by: explicit
//@ twin: item_from_the_start_of_an_array
//@ domain: 0 1 19
// A pointer into the middle of an array leads to a structure with an array of the same size. Its last items lie behind the first array.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct part { char items[20]; };
struct box { long first; char items[20]; char index; };

static struct box box;

int main(void) {
    unsigned from = __VERIFIER_nondet_uint();
    if (from >= 20)
        return 0;
    struct part *part = (struct part *)&box.items[from];
    for (int i = 0; i < 20 && i + (int)from < 24; i++)
        part->items[i] = 9;
    assert(box.index == 0);
    return 0;
}
