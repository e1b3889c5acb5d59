//@ locks: safe
//@ by: explicit bmc
// Both threads start one, under a mutex that they never give back they cancel and join the thread whose id they find, perhaps that of the
// other one. The second of them waits for the mutex for ever, so no thread is joined twice.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t id;

void *endless(void *unused) {
    while (1) {
    }
    return unused;
}

void *work(void *unused) {
    pthread_create(&id, 0, endless, 0);
    pthread_mutex_lock(&m);
    pthread_cancel(id);
    pthread_join(id, 0);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    return 0;
}
