//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: once_inside_another
// A routine that waits for itself.
#include <assert.h>
#include <pthread.h>


pthread_once_t first = PTHREAD_ONCE_INIT;
pthread_once_t second = PTHREAD_ONCE_INIT;
int x;

void inner(void) {
    x++;
}

void outer(void) {
    pthread_once(&first, inner);
}

int main(void) {
    pthread_once(&first, outer);
    return 0;
}
