//@ data-race: unsafe
//@ twin: accounts_locked_in_order
//@ domain: 0 2
// A transfer locks the account with the lower number only.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

#define ACCOUNTS 3

static struct account {
    pthread_mutex_t lock;
    long balance;
} accounts[ACCOUNTS];

static void transfer(int from, int to, long amount) {
    if (from == to)
        return;
    int first = from < to ? from : to;
    pthread_mutex_lock(&accounts[first].lock);
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    pthread_mutex_unlock(&accounts[first].lock);
}

static void *work(void *argument) {
    for (int i = 0; i < 2; i++) {
        int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
        if (from >= 0 && from < ACCOUNTS && to >= 0 && to < ACCOUNTS)
            transfer(from, to, 1);
    }
    return argument;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_mutex_init(&accounts[i].lock, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return accounts[0].balance > 0;
}
