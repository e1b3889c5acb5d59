//@ unsafe
//@ by: explicit
//@ twin: item_from_the_start_of_an_array
//@ domain: 0 1 16
// A pointer into the middle of an array leads, behind a distance, into the middle of the next one. Its last item lies behind that.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct part { int skip[2], items[17]; };
struct box { int first, one[17], two[17], last; };

static struct box box;

int main(void) {
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 16)
        return 0;
    struct part *part = (struct part *)&box.one[at];
    part->items[at] = 7;
    assert(box.last == 0);
    return 0;
}
