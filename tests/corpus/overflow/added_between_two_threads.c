//@ unsafe
//@ by: explicit lazy
//@ twin: added_a_little_between_two_threads
// Main waits for one thread, adds, starts another one and waits for that: no block goes from the start to the end of the wait.
#include <limits.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int number = INT_MAX;
static void *taker(void *unused) { pthread_spin_lock(&lock); return unused; }
static void *trier(void *unused) { pthread_spin_trylock(&lock); return unused; }
int main(void) {
    pthread_t one, two;
    pthread_spin_init(&lock, 0);
    pthread_create(&one, 0, taker, 0);
    pthread_join(one, 0);
    number++;
    pthread_create(&two, 0, trier, 0);
    pthread_join(two, 0);
    return 0;
}
