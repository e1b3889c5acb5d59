//@ data-race: unsafe
//@ by: explicit
//@ twin: own_objects_joined
//@ domain: 0 1 2
// Two threads write into one object.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct thread { pthread_t id; int data; };

void *worker(void *argument) {
    struct thread *t = argument;
    t->data = 1;
    return 0;
}

int run(int n, struct thread *t) {
    pthread_t ids[2];
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0)
            t = malloc(sizeof *t);
        if (!t)
            exit(0);
        pthread_create(&ids[i], 0, worker, t);
    }
    for (int j = 0; j < n; j++) {
        pthread_join(ids[j], 0);
    }
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    return run(n, 0);
}
