//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 16_local_of_main_written_after_join
// A local whose address is given away is shared like a global.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    *(int *)p = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int l = 0;
    pthread_create(&t, 0, worker, &l);
    l = 5;
    pthread_join(t, 0);
    assert(l == 5);
    return 0;
}
