//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: lock_of_a_new_object
// While only main can reach the new object, it initializes another lock, which the thread may hold.
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
    list = 0;
    pthread_mutex_unlock(&list_lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    struct node *node = malloc(sizeof *node);
    if (!node) {
        return 1;
    }
    pthread_mutex_init(&list_lock, 0);
    node->n = 0;
    pthread_mutex_lock(&list_lock);
    list = node;
    pthread_mutex_unlock(&list_lock);
    return 0;
}
