//@ data-race: unsafe
//@ by: explicit
//@ twin: own_objects_joined
//@ domain: 0 1 2
// The creator reads the object of the next thread.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct thread { pthread_t id; int data; };

void *worker(void *argument) {
    struct thread *t = argument;
    t->data = 1;
    return 0;
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
    for (int j = 0; j < n; j++) {
        pthread_join(ts[j]->id, 0);
        if (j + 1 < n) {
            int data = (*(ts + j + 1))->data;
            return data;
        }
    }
    return 0;
}
