//@ unsafe
//@ by: bmc
//@ twin: transfers_5_right
// Each locks the account that it takes from first.
#include <pthread.h>

#define N 5
struct account {
    pthread_mutex_t mutex;
    int balance;
} account[N];

void *transfer(void *number) {
    int from = (int)(long)number, to = (from + 1) % N;
    int first = from;
    int second = to;
    pthread_mutex_lock(&account[first].mutex);
    pthread_mutex_lock(&account[second].mutex);
    account[from].balance -= 10;
    account[to].balance += 10;
    pthread_mutex_unlock(&account[second].mutex);
    pthread_mutex_unlock(&account[first].mutex);
    return 0;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        account[i].balance = 100;
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, transfer, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
