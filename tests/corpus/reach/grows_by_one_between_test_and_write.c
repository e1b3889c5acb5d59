//@ unsafe
//@ by: explicit bmc
//@ twin: grows_by_one_in_a_section
// Between the test and the write the other thread counts, too.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    for (int k = 0; k < 3; k++) {
        if (x < 4) {
            int seen = x;
            x = seen + 1;
        }
    }
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    assert(x <= 4);
    return 0;
}
