//@ overflow: unsafe  others: safe
//@ by: explicit
//@ twin: counted_in_a_new_object
// Threads count in an object whose counter a procedure has set to zero, or not.
#include <pthread.h>
#include <stdlib.h>

struct counter {
    int count;
    int unused;
};

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct counter *counter;

static struct counter *new_counter(void) {
    struct counter *made = malloc(sizeof *made);
    if (!made)
        exit(1);
    if (__VERIFIER_nondet_int())
        made->count = 0;
    return made;
}

void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    counter->count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    counter = new_counter();
    pthread_t ids[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&ids[i], 0, worker, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(ids[i], 0);
    free(counter);
    return 0;
}
