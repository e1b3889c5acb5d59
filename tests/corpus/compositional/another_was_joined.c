//@ assertions: unsafe  data-race: unsafe  others: safe
//@ twin: joined_before_it_counts
// The id is that of the second thread: the first one may still run.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) {
    x = 1;
    return 0;
}
void *idle(void *unused) {
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, idle, 0);
    pthread_join(t, 0);
    x = 2;
    assert(x == 2);
    return 0;
}
