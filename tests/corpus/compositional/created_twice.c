//@ assertions: unsafe  data-race: unsafe  others: safe
//@ twin: created_once
// The same, by a helper that is called twice.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) {
    int before = x;
    x = before + 1;
    assert(x == before + 1);
    assert(x == 1);
    return 0;
}
static void create(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
}
int main(void) {
    create();
    create();
    return 0;
}
