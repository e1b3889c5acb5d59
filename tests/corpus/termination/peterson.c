//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: peterson_that_never_leaves
// Each waits at most until the other one has left.
#include <pthread.h>

int wants[2], turn;

void *first(void *argument) {
    wants[0] = 1;
    turn = 1;
    while (wants[1] && turn == 1)
        ;
    wants[0] = 0;
    return 0;
}

void *second(void *argument) {
    wants[1] = 1;
    turn = 0;
    while (wants[0] && turn == 0)
        ;
    wants[1] = 0;
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
