//@ termination: unsafe
//@ fair-termination: safe
//@ by: explicit
//@ twin: leaves_an_odd_version
// Reads again while the version is odd or has changed.
#include <pthread.h>

int version, data;

void *first(void *argument) {
    int seen;
    do {
        seen = version;
    } while (seen % 2 || seen != version);
    return 0;
}

void *second(void *argument) {
    version++;
    data = 1;
    version++;
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
