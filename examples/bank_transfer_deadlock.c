/*
 * The bank that stops.
 *
 * Every account has its own lock, and a transfer locks both accounts, first the one that pays. Alice pays Bob while Bob
 * pays Alice: each transfer holds the lock that the other one waits for, and neither will ever go on.
 *
 *   raddle check examples/bank_transfer_deadlock.c
 *   VERDICT: UNSAFE (deadlock)
 *
 * Look for who waits for whom. bank_transfer_fixed.c always locks the account with the smaller number first.
 */
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account accounts[2] = {
    {PTHREAD_MUTEX_INITIALIZER, 100},
    {PTHREAD_MUTEX_INITIALIZER, 100},
};

void transfer(int from, int to, int amount) {
    pthread_mutex_lock(&accounts[from].lock);
    pthread_mutex_lock(&accounts[to].lock);
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    pthread_mutex_unlock(&accounts[to].lock);
    pthread_mutex_unlock(&accounts[from].lock);
}

void *alice_pays(void *unused) {
    transfer(0, 1, 30);
    return unused;
}

void *bob_pays(void *unused) {
    transfer(1, 0, 20);
    return unused;
}

int main(void) {
    pthread_t alice, bob;
    pthread_create(&alice, 0, alice_pays, 0);
    pthread_create(&bob, 0, bob_pays, 0);
    pthread_join(alice, 0);
    pthread_join(bob, 0);
    assert(accounts[0].balance + accounts[1].balance == 200);
    return 0;
}
