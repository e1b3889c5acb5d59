//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: lock_of_a_new_object
// Main publishes an object and initializes its lock again: the thread may hold it.
#include <pthread.h>
#include <stdlib.h>

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
    struct node *node = calloc(1, sizeof *node);
    if (!node) {
        return 1;
    }
    pthread_mutex_lock(&list_lock);
    list = node;
    pthread_mutex_unlock(&list_lock);
    pthread_mutex_init(&node->lock, 0);
    pthread_mutex_lock(&node->lock);
    node->n = 2;
    pthread_mutex_unlock(&node->lock);
    return 0;
}
