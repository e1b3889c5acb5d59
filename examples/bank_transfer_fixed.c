/*
 * The bank that stops, fixed: whoever pays, the account with the smaller number is locked first. Two transfers can then
 * never hold what the other one waits for.
 *
 *   raddle check examples/bank_transfer_fixed.c
 *   VERDICT: SAFE
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
    int first = from < to ? from : to;
    int second = from < to ? to : from;
    pthread_mutex_lock(&accounts[first].lock);
    pthread_mutex_lock(&accounts[second].lock);
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    pthread_mutex_unlock(&accounts[second].lock);
    pthread_mutex_unlock(&accounts[first].lock);
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
