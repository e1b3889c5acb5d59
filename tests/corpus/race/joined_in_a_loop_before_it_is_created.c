//@ unsafe
//@ by: explicit bmc
//@ twin: joined_in_a_loop_after_it_is_created
// Each round joins before it creates: the thread of the last round runs on.
#include <pthread.h>

int x;
pthread_t ids[1];

void *worker(void *unused) {
    return x ? unused : 0;
}

int main(void) {
    for (int i = 0; i < 1; i++) {
        pthread_join(ids[i], 0);
        pthread_create(&ids[i], 0, worker, 0);
    }
    x = 2;
    return 0;
}
