//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: lock_of_an_object_that_an_initializer_gets
// The function that initializes the lock of a new object gets a published one, too.
#include <pthread.h>
#include <stdlib.h>

struct node {
    pthread_mutex_t lock;
    int n;
};

struct node *list;
pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;

static void set_up(struct node *node) {
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
    struct node *node = malloc(sizeof *node);
    if (!node) {
        return 1;
    }
    set_up(node);
    pthread_mutex_lock(&list_lock);
    list = node;
    pthread_mutex_unlock(&list_lock);
    set_up(node);
    pthread_mutex_lock(&node->lock);
    node->n = 2;
    pthread_mutex_unlock(&node->lock);
    return 0;
}
