//@ data-race: safe  locks: safe  others: safe
//@ by: static
//@ twin: lock_that_an_initializer_gets_again
// A function initializes the lock of each new object before another thread can reach it.
#include <pthread.h>
#include <stdlib.h>

struct node {
    pthread_mutex_t lock;
    int n;
};

struct node *list;
pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

static void set_up(struct node *node) {
    node->n = 0;
    pthread_mutex_init(&node->lock, 0);
}

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
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node) {
            return 1;
        }
        set_up(node);
        pthread_mutex_lock(&list_lock);
        list = node;
        pthread_mutex_unlock(&list_lock);
        pthread_mutex_lock(&node->lock);
        node->n = 2;
        pthread_mutex_unlock(&node->lock);
    }
    return 0;
}
