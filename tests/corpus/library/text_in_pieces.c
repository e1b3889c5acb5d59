//@ all: safe
//@ by: explicit
//@ twin: text_in_pieces_two_threads
// Each thread keeps its own rest.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *worker(void *unused) {
    char text[] = "a,b";
    char *rest;
    char *first = strtok_r(text, ",", &rest);
    char *second = strtok_r(0, ",", &rest);
    assert(first[0] == 'a' && second[0] == 'b' && !strtok_r(0, ",", &rest));
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
