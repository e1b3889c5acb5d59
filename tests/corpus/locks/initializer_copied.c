//@ all: safe
//@ by: explicit bmc
//@ twin: copied_by_an_argument
// What is copied is an initializer that no call has touched: mutexes are fresh ones, of the kind that it says.
#include <pthread.h>

static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;

struct account {
    int balance;
    pthread_mutex_t mutex;
} account;

int main(void) {
    account.mutex = fresh;
    pthread_mutex_lock(&account.mutex);
    pthread_mutex_unlock(&account.mutex);
    account = (struct account){ 2, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP };
    pthread_mutex_lock(&account.mutex);
    pthread_mutex_lock(&account.mutex);
    pthread_mutex_unlock(&account.mutex);
    pthread_mutex_unlock(&account.mutex);
    return 0;
}
