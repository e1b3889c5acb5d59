//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: initializer_copied
// A structure with a mutex is passed by value, and the copy of the mutex is used.
#include <pthread.h>

struct account {
    pthread_mutex_t mutex;
    int balance;
} account = { PTHREAD_MUTEX_INITIALIZER, 1 };

void pay(struct account from) {
    pthread_mutex_lock(&from.mutex);
    from.balance--;
    pthread_mutex_unlock(&from.mutex);
}

int main(void) {
    pthread_mutex_lock(&account.mutex);
    pthread_mutex_unlock(&account.mutex);
    pay(account);
    return 0;
}
