//@ locks: unsafe  data-race: safe
//@ by: explicit
// The lock of a new object is initialized twice before the object is published, the second time in a function.
#include <pthread.h>
#include <stdlib.h>

struct node {
    pthread_mutex_t lock;
    int n;
};

static void set_up(struct node *node) {
    pthread_mutex_init(&node->lock, 0);
}

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
    pthread_mutex_init(&node->lock, 0);
    set_up(node);
    pthread_mutex_lock(&list_lock);
    list = node;
    pthread_mutex_unlock(&list_lock);
    return 0;
}
