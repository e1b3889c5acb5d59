//@ data-race: unsafe
//@ by: explicit
//@ twin: joined_in_objects_then_freed
//@ domain: 0 1 2
// The last thread is not joined; the objects of all other threads are freed.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct thread { pthread_t id; int data; };

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    static struct thread *ts[2];
    for (int i = 0; i < n; i++) {
        struct thread *t = malloc(sizeof *t);
        if (!t)
            exit(0);
        ts[i] = t;
        pthread_create(&t->id, 0, worker, t);
    }
    for (int j = 0; j < n - 1; j++) {
        pthread_join(ts[j]->id, 0);
        free(ts[j]);
    }
    return x;
}
