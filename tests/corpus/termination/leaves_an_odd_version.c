//@ termination: unsafe
//@ fair-termination: unsafe
//@ by: explicit
//@ twin: reads_a_version_twice
// The writer forgets to make the version even.
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
