//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: text_in_pieces
// strtok keeps its rest in one object for all threads.
#include <pthread.h>
#include <string.h>

static void *worker(void *unused) {
    char text[] = "a";
    strtok(text, ",");
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
