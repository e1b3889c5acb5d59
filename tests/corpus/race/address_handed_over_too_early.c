//@ unsafe
//@ property: data-race
// The address is handed over before the write: the section may see it and read beside the write.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int shared;
int *address;

void *writer(void *arg) {
    __VERIFIER_atomic_begin();
    address = &shared;
    __VERIFIER_atomic_end();
    shared++;
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
