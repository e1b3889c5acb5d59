//@ unsafe
//@ by: random
//@ twin: tellers_lock_one_branch
// Tellers draw two accounts by lot and lock the first one first: two of them may draw the same pair the other way around. Each draws many
// times, so that the program is too large to be unwound.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { ACCOUNTS = 5, DRAWS = 200 };

static struct account {
    pthread_mutex_t lock;
    int balance;
} accounts[ACCOUNTS];

static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    usleep(10);
    pthread_mutex_lock(&to->lock);
    if (from->balance >= amount) {
        from->balance -= amount;
        to->balance += amount;
    }
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
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
    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&accounts[i].lock, 0);
        accounts[i].balance = 100;
    }
    for (int i = 0; i < 3; i++)
        pthread_create(&tellers[i], 0, teller, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(tellers[i], 0);
    return 0;
}
