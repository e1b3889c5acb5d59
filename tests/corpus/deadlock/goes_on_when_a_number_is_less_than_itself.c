//@ deadlock: unsafe  others: safe
//@ twin: goes_on_when_a_number_is_itself
//@ domain: 0 1
//@ unconfirmed: deadlock: no execution ends
//@ open: deadlock: a search of all values is too long
//@ by: explicit
// No number is less than itself: the thread that waits is never let go on. Where comparisons of floating values that inputs
// decide may have any result, it seems to be.
#include <pthread.h>

extern double __VERIFIER_nondet_double(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t found = PTHREAD_COND_INITIALIZER;
static int is_found;

static void *look(void *unused) {
    for (;;) {
        double number = __VERIFIER_nondet_double();
        if (number < number) {
            pthread_mutex_lock(&lock);
            is_found = 1;
            pthread_cond_signal(&found);
            pthread_mutex_unlock(&lock);
            return unused;
        }
    }
}

int main(void) {
    pthread_t looker;
    pthread_create(&looker, 0, look, 0);
    pthread_mutex_lock(&lock);
    while (!is_found)
        pthread_cond_wait(&found, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
