//@ locks: unsafe
//@ twin: joined_with_arguments_of_an_array
// The argument moves the index on, behind the address of the id: no thread stores its id into the second element.
#include <pthread.h>

static int parts[4];
static int *results[4] = { &parts[0], &parts[1], &parts[2], &parts[3] };

static void *worker(void *argument) {
    return argument;
}

int main(void) {
    pthread_t ids[4] = { 0, 0, 0, 0 };
    for (int i = 0; i < 3; i++)
        if (pthread_create(&ids[i], 0, worker, results[i++]) != 0)
            return 1;
    for (int i = 0; i < 3; i++)
        pthread_join(ids[i], 0);
    return parts[0];
}
