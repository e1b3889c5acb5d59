//@ locks: unsafe
//@ twin: joined_with_arguments_of_an_array
// The first thread is joined twice, the last one never.
#include <pthread.h>

static int parts[3];
static int *results[3] = { &parts[0], &parts[1], &parts[2] };

static void *worker(void *argument) {
    return argument;
}

int main(void) {
    pthread_t ids[3];
    for (int i = 0; i < 3; i++)
        if (pthread_create(&ids[i], 0, worker, results[i]) != 0)
            return 1;
    for (int i = 0; i < 3; i++)
        pthread_join(ids[i / 2], 0);
    return parts[0];
}
