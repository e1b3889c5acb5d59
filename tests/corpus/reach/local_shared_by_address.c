//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: local_written_after_join
// A local of main, given away, is shared.
#include <assert.h>
#include <pthread.h>

void *worker(void *argument) {
    *(int *)argument = 1;
    return 0;
}

int main(void) {
    int local = 0;
    pthread_t t;
    pthread_create(&t, 0, worker, &local);
    local = 5;
    pthread_join(t, 0);
    assert(local == 5);
    return 0;
}
