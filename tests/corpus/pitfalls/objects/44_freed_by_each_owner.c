//@ data-race: unsafe  memory: unsafe  locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 44_freed_by_the_last_owner
// The count starts at one too few.
#include <pthread.h>
#include <stdlib.h>

struct counted {
    pthread_mutex_t lock;
    int references;
};

void *owner(void *p) {
    struct counted *c = p;
    pthread_mutex_lock(&c->lock);
    int left = --c->references;
    pthread_mutex_unlock(&c->lock);
    if (left == 0) {
        pthread_mutex_destroy(&c->lock);
        free(c);
    }
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    struct counted *c = malloc(sizeof *c);
    pthread_mutex_init(&c->lock, 0);
    c->references = 1;
    pthread_create(&t1, 0, owner, c);
    pthread_create(&t2, 0, owner, c);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
