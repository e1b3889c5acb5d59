//@ safe
//@ property: data-race
// The section learns the address from a section behind the write: it is ordered behind the write.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int shared;
int *address;

void *writer(void *arg) {
    shared++;
    __VERIFIER_atomic_begin();
    address = &shared;
    __VERIFIER_atomic_end();
    return 0;
}

void *reader(void *arg) {
    int seen = 0;
    __VERIFIER_atomic_begin();
    if (address) {
        seen = *address;
    }
    __VERIFIER_atomic_end();
    return seen ? arg : 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, writer, 0);
    pthread_create(&other, 0, reader, 0);
    return 0;
}
