//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: declaration_reached_again_behind_a_thread
// The initializer writes to the object that the thread writes to.
#include <pthread.h>

void *writer(void *argument) {
    *(int *)argument = 7;
    return 0;
}

int main(void) {
    pthread_t thread;
    int round = 0;
again:;
    int number = round;
    if (round == 0) {
        pthread_create(&thread, 0, writer, &number);
    }
    round++;
    if (round < 2) {
        goto again;
    }
    pthread_join(thread, 0);
    return 0;
}
