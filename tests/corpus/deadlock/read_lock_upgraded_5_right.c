//@ safe
//@ twin: read_lock_upgraded_5
// Each stops reading before it writes.
#include <pthread.h>

#define N 5
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *upgrade(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int seen = x;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    x = seen + 1;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, upgrade, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
