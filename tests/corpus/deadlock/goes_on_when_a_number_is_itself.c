//@ all: safe
//@ twin: goes_on_when_a_number_is_less_than_itself
//@ domain: 0 1
//@ open: deadlock: a search of all values is too long
//@ by: explicit
// A number is itself: the thread that waits can always be let go on.
#include <pthread.h>

extern double __VERIFIER_nondet_double(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t found = PTHREAD_COND_INITIALIZER;
static int is_found;

static void *look(void *unused) {
    for (;;) {
        double number = __VERIFIER_nondet_double();
        if (number == number) {
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
