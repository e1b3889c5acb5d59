//@ memory: unsafe
//@ twin: elements_of_the_last_allocation
//@ domain: 0 1
// A call allocates again and again, each time more. The elements that are counted are those of the last array.
#include <stdlib.h>

static int spare[8];

int main(void) {
    int *kept = spare;
    for (int round = 0; round < 2; round++) {
        int n = 2 * round + 2;
        int *last = malloc(n * sizeof *last);
        for (int i = 0; i < n; i++)
            kept[i] = i;
        kept = last;
    }
    return 0;
}
