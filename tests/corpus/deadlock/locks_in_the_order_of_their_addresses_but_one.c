//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: locks_in_the_order_of_their_addresses
// One of two opposite transfers locks in the order of the addresses, the other one in the order in which they are named.
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    unsigned money;
};

static struct account a = {PTHREAD_MUTEX_INITIALIZER, 9}, b = {PTHREAD_MUTEX_INITIALIZER, 9};

static void transfer(struct account *from, struct account *to, _Bool is_sorted) {
    struct account *first = from, *second = to;
    if (is_sorted && to < from) {
        first = to;
        second = from;
    }
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    from->money -= 1;
    to->money += 1;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *work(void *unused) {
    transfer(&a, &b, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    transfer(&b, &a, 0);
    pthread_join(thread, 0);
    return 0;
}
