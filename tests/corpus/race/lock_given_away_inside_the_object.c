//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: lock_of_a_new_object
// Main gives the thread the address of the lock, from which the thread finds the object. Then main initializes the lock again.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
    int n;
    pthread_mutex_t lock;
};

pthread_mutex_t *given;
pthread_mutex_t given_lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *unused) {
    pthread_mutex_lock(&given_lock);
    pthread_mutex_t *lock = given;
    pthread_mutex_unlock(&given_lock);
    if (lock) {
        struct node *node = (struct node *)((char *)lock - offsetof(struct node, lock));
        pthread_mutex_lock(lock);
        node->n = 1;
        pthread_mutex_unlock(lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    struct node *node = malloc(sizeof *node);
    if (!node) {
        return 1;
    }
    pthread_mutex_t *lock = &node->lock;
    pthread_mutex_init(lock, 0);
    pthread_mutex_lock(&given_lock);
    given = lock;
    pthread_mutex_unlock(&given_lock);
    pthread_mutex_init(lock, 0);
    pthread_mutex_lock(lock);
    node->n = 2;
    pthread_mutex_unlock(lock);
    return 0;
}
