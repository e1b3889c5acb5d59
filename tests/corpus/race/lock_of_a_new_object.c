//@ data-race: safe  locks: safe  others: safe
//@ by: static
//@ twin: lock_of_a_published_object
// Main makes objects with locks of their own while a thread runs that uses such locks. No thread can reach an object whose lock is
// being initialized.
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
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
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node) {
            return 1;
        }
        node->n = 0;
        if (pthread_mutex_init(&node->lock, 0)) {
            return 1;
        }
        pthread_mutex_lock(&list_lock);
        node->next = list;
        list = node;
        pthread_mutex_unlock(&list_lock);
        pthread_mutex_lock(&node->lock);
        node->n = 2;
        pthread_mutex_unlock(&node->lock);
    }
    return 0;
}
