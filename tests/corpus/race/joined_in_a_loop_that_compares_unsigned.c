//@ unsafe
//@ by: explicit bmc
//@ twin: joined_in_a_loop_that_compares_signed
// As an unsigned number the first index is greater than the last: nobody is joined.
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
    for (int j = FIRST; j < 2ul; j++)
        if (j >= 0)
            pthread_join(all.ids[j], 0);
    x = 2;
    return 0;
}
