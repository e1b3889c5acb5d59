//@ unsafe
//@ by: explicit
//@ twin: locked_as_from_and_to
// A transfer to the same account locks in vain, and its first unlock lets the account go.
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
        if (from >= 0 && from <= to && to < 3)
            transfer(&accounts[from], &accounts[to]);
    }
    return unused;
}

int main(void) {
    pthread_t one, other;
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_ERRORCHECK);
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&accounts[i].lock, &attribute);
    pthread_create(&one, 0, teller, 0);
    pthread_create(&other, 0, teller, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
