//@ overflow: unsafe
//@ twin: counted_by_threads_of_a_loop
// Three threads count from two below the greatest number.
#include <pthread.h>

static int total = 2147483645;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    total++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
