//@ unsafe
//@ twin: local_is_kept
// The address of a local goes to whoever looks at p: another thread of the same kind writes there.
#include <assert.h>
#include <pthread.h>
int *p;
void *worker(void *unused) {
    int own = 0;
    int *theirs = p;
    if (theirs)
        *theirs = 1;
    p = &own;
    assert(own == 0);
    p = 0;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
