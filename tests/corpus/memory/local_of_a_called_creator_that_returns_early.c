//@ memory: unsafe
//@ twin: local_of_a_called_creator
// A procedure that main calls shares its local with a thread, and does not always wait for it.
#include <pthread.h>

struct shared {
    pthread_mutex_t mutex;
    int count;
};

static void *work(void *argument) {
    struct shared *shared = argument;
    pthread_mutex_lock(&shared->mutex);
    shared->count++;
    pthread_mutex_unlock(&shared->mutex);
    return 0;
}

static int run(int patient) {
    struct shared shared = {PTHREAD_MUTEX_INITIALIZER, 0};
    pthread_t thread;
    if (pthread_create(&thread, 0, work, &shared) != 0)
        return 1;
    if (!patient)
        return 0;
    pthread_join(thread, 0);
    return 0;
}

int main(void) {
    run(0);
    pthread_exit(0);
}
