//@ safe
//@ by: static
//@ twin: tellers_lock_in_any_order
// Tellers draw two accounts by lot and lock the branch, so that none waits for an account that another one has.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { ACCOUNTS = 5, DRAWS = 200 };

static struct account {
    int balance;
} accounts[ACCOUNTS];

static pthread_mutex_t branch = PTHREAD_MUTEX_INITIALIZER;

static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&branch);
    usleep(10);
    if (from->balance >= amount) {
        from->balance -= amount;
        to->balance += amount;
    }
    pthread_mutex_unlock(&branch);
}

static void *teller(void *unused)
{
    for (int i = 0; i < DRAWS; i++) {
        int from = rand() % ACCOUNTS, to = rand() % ACCOUNTS;
        if (from != to)
            transfer(&accounts[from], &accounts[to], rand() % 50);
    }
    return unused;
}

int main(void)
{
    pthread_t tellers[3];
    for (int i = 0; i < ACCOUNTS; i++)
        accounts[i].balance = 100;
    for (int i = 0; i < 3; i++)
        pthread_create(&tellers[i], 0, teller, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(tellers[i], 0);
    return 0;
}
