//@ all: safe
//@ by: explicit
//@ twin: locks_in_the_order_of_their_addresses_but_one
// Two accounts are locked in the order of their addresses, so opposite transfers do not wait for each other.
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    unsigned money;
};

static struct account a = {PTHREAD_MUTEX_INITIALIZER, 9}, b = {PTHREAD_MUTEX_INITIALIZER, 9};

static void transfer(struct account *from, struct account *to) {
    struct account *first = from < to ? from : to, *second = from < to ? to : from;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->money -= 1;
    to->money += 1;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *work(void *unused) {
    transfer(&a, &b);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    transfer(&b, &a);
    pthread_join(thread, 0);
    return 0;
}
