//@ safe
//@ by: static
// Each account has a lock of its own. A transfer takes both, and lets the second one go first.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct account {
    pthread_mutex_t lock;
    int balance;
} accounts[3];

void transfer(struct account *from, struct account *to) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    to->balance = to->balance + 1;
    pthread_mutex_unlock(&to->lock);
    from->balance = from->balance - 1;
    pthread_mutex_unlock(&from->lock);
}

void *teller(void *unused) {
    for (;;) {
        int from = __VERIFIER_nondet_int();
        int to = __VERIFIER_nondet_int();
        if (from >= 0 && from < to && to < 3)
            transfer(&accounts[from], &accounts[to]);
    }
    return unused;
}

int main(void) {
    pthread_t one, other;
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&accounts[i].lock, 0);
    pthread_create(&one, 0, teller, 0);
    pthread_create(&other, 0, teller, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
