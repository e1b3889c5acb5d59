//@ locks: unsafe  data-race: safe
//@ by: explicit
// The lock of a new object is initialized on one of two ways to where the object is published.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    pthread_mutex_t lock;
    int n;
};

struct node *list;
pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *unused) {
    pthread_mutex_lock(&list_lock);
    struct node *node = list;
    pthread_mutex_unlock(&list_lock);
    if (node) {
        pthread_mutex_lock(&node->lock);
        node->n = 1;
        pthread_mutex_unlock(&node->lock);
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
    node->n = 0;
    if (__VERIFIER_nondet_int()) {
        pthread_mutex_init(&node->lock, 0);
    }
    pthread_mutex_lock(&list_lock);
    list = node;
    pthread_mutex_unlock(&list_lock);
    return 0;
}
