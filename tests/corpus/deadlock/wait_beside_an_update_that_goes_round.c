//@ deadlock: unsafe  locks: safe
//@ by: explicit
// One thread waits for a post that never comes. Main goes round with an atomic update, and another thread does nothing for ever: while
// main is inside of its update, that thread is shut out, but not for ever.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

atomic_flag flag = ATOMIC_FLAG_INIT;
sem_t posted;

void *wait_for_a_post(void *unused) {
    sem_wait(&posted);
    return unused;
}

void *go_round(void *unused) {
    pthread_t id;
    pthread_create(&id, 0, wait_for_a_post, 0);
    while (1) {
    }
}

void *start(void *unused) {
    pthread_t id;
    pthread_create(&id, 0, go_round, 0);
    atomic_flag_test_and_set(&flag);
    return unused;
}

int main(void) {
    pthread_t id;
    sem_init(&posted, 0, 0);
    pthread_create(&id, 0, start, 0);
    while (atomic_flag_test_and_set(&flag)) {
    }
    return 0;
}
