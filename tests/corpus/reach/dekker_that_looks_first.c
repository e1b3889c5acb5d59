//@ unsafe
//@ by: explicit bmc
//@ twin: dekker
// Dekker's algorithm: one thread looks before it says that it wants to enter.
#include <assert.h>
#include <pthread.h>

int wants[2], turn, inside;

void *enter(void *arg) {
    while (wants[0]) {
        if (turn != 1) {
            wants[1] = 0;
            while (turn != 1) {
            }
            wants[1] = 1;
        }
    }
    wants[1] = 1;
    inside++;
    assert(inside == 1);
    inside--;
    turn = 0;
    wants[1] = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, enter, 0);
    wants[0] = 1;
    while (wants[1]) {
        if (turn != 0) {
            wants[0] = 0;
            while (turn != 0) {
            }
            wants[0] = 1;
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    turn = 1;
    wants[0] = 0;
    pthread_join(t, 0);
    return 0;
}
