//@ data-race: unsafe
//@ by: explicit
//@ twin: joined_in_objects
//@ domain: 0 1 2
// The second thread's id is written over by that of a third thread, which is joined in its place.
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

void *idle(void *unused) {
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
    if (n == 2)
        pthread_create(&ts[1]->id, 0, idle, 0);
    for (int j = 0; j < n; j++) {
        pthread_join(ts[j]->id, 0);
    }
    return x;
}
