//@ memory: safe
//@ twin: elements_of_the_first_allocation
//@ domain: 0 1
// A call allocates again and again, each time more. Each array is written before the next one is allocated.
#include <stdlib.h>

static int spare[8];

int main(void) {
    int *kept = spare;
    for (int round = 0; round < 2; round++) {
        int n = 2 * round + 2;
        kept = malloc(n * sizeof *kept);
        for (int i = 0; i < n; i++)
            kept[i] = i;
    }
    return 0;
}
