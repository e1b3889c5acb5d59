//@ safe
//@ by: explicit static
//@ twin: lock_with_an_index_that_became_a_truth_value
// The index of the data is the index of the lock.
#include <pthread.h>

pthread_mutex_t locks[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                            PTHREAD_MUTEX_INITIALIZER};
int data[4];

void use(unsigned char i) {
    unsigned char b = i;
    pthread_mutex_lock(&locks[i]);
    data[b] = 1;
    pthread_mutex_unlock(&locks[i]);
}

void *first(void *unused) {
    use(2);
    return unused;
}

void *second(void *unused) {
    use(3);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
