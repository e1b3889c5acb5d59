//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: in_turn_once_too_often
// The turn goes to and fro three times.
#include <pthread.h>

int turn;

void *first(void *argument) {
    for (int i = 0; i < 3; i++) {
        while (turn != 0)
            ;
        turn = 1;
    }
    return 0;
}

void *second(void *argument) {
    for (int i = 0; i < 3; i++) {
        while (turn != 1)
            ;
        turn = 0;
    }
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
