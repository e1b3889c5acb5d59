//@ all: safe
//@ by: explicit
//@ twin: joined_id_lives_again
// The id lives through both rounds of the loop.
#include <pthread.h>

int x;

void *writer(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t id = 77;
    for (int round = 0; round < 2; round++) {
        if (round == 0)
            pthread_create(&id, 0, writer, 0);
        else
            pthread_join(id, 0);
    }
    return x;
}
