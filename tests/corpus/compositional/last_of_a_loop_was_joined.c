//@ assertions: unsafe  data-race: unsafe  others: safe
//@ twin: joined_before_it_counts
// Two threads of one creation; the second one was joined.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) {
    x = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    x = 2;
    assert(x == 2);
    return 0;
}
