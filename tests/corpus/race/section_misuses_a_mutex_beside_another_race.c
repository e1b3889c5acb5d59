//@ data-race: unsafe  locks: unsafe  others: safe
//@ twin: section_unlocks_its_mutex_beside_another_race
//@ by: explicit
// Two races: one for turn, with an access in a section that ends in the unlock of a mutex that nobody holds, and one for count.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int turn;
int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *reads(void *unused) {
    int seen = count;
    (void)seen;
    return 0;
}

void *unlocks(void *unused) {
    __VERIFIER_atomic_begin();
    int seen = turn;
    (void)seen;
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, reads, 0);
    pthread_create(&b, 0, unlocks, 0);
    turn = 1;
    count++;
    return 0;
}
