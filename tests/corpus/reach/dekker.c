//@ safe
//@ by: explicit bmc
//@ twin: dekker_that_looks_first
// Dekker's algorithm: the loop either only looks, or steps back and waits for its turn.
#include <assert.h>
#include <pthread.h>

int wants[2], turn, inside;

void *enter(void *arg) {
    wants[1] = 1;
    while (wants[0]) {
        if (turn != 1) {
            wants[1] = 0;
            while (turn != 1) {
            }
            wants[1] = 1;
        }
    }
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
