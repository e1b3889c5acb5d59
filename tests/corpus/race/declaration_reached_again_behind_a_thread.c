//@ all: safe
//@ by: explicit
//@ twin: declaration_reached_again_beside_a_thread
// The thread has ended when the initializer writes again.
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
        pthread_join(thread, 0);
    }
    round++;
    if (round < 2) {
        goto again;
    }
    return 0;
}
