//@ safe
//@ by: explicit bmc
//@ twin: joined_in_a_loop_that_compares_unsigned
// As a signed number the first index is less than the last.
#include <pthread.h>

enum { FIRST = -1 };
int x;
struct {
    pthread_t before, ids[2];
} all;

void *worker(void *unused) {
    return x ? unused : 0;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        pthread_create(&all.ids[i], 0, worker, 0);
    for (int j = FIRST; j < 2; j++)
        if (j >= 0)
            pthread_join(all.ids[j], 0);
    x = 2;
    return 0;
}
