//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: reads_then_writes
// Who has it to read waits for itself to write.
#include <pthread.h>

pthread_rwlock_t lock;
int data;

void *first(void *argument) {
    pthread_rwlock_rdlock(&lock);
    int seen = data;
    pthread_rwlock_wrlock(&lock);
    data = seen + 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

void *second(void *argument) {
    pthread_rwlock_wrlock(&lock);
    data = 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
