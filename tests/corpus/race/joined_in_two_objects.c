//@ safe
//@ by: explicit static
//@ twin: joined_in_two_objects_with_a_cell_copied
// Each of two ids lies in an object of its own, whose address is in an array.
#include <pthread.h>
#include <stdlib.h>

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
    static struct thread *ts[2];
    for (int i = 0; i < 2; i++) {
        struct thread *t = malloc(sizeof *t);
        if (!t)
            exit(0);
        ts[i] = t;
        pthread_create(&t->id, 0, worker, t);
    }
    for (int j = 0; j < 2; j++) {
        pthread_join(ts[j]->id, 0);
    }
    return x;
}
