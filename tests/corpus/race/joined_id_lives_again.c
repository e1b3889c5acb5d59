//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: joined_id_lives_once
// The id that is joined in the second round of the loop is another object than the one that got the id.
#include <pthread.h>

int x;

void *writer(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    for (int round = 0; round < 2; round++) {
        pthread_t id = 77;
        if (round == 0)
            pthread_create(&id, 0, writer, 0);
        else
            pthread_join(id, 0);
    }
    return x;
}
