//@ unsafe
//@ by: sequential
//@ data-model: ilp32
//@ twin: guests_without_end
// Threads are created without end, and nothing keeps them apart: two are enough, however many others there are.
#include <assert.h>
#include <pthread.h>

int inside;

void *guest(void *unused) {
    inside++;
    assert(inside == 1);
    inside--;
    return unused;
}

int main(void) {
    while (1) {
        pthread_t t;
        pthread_create(&t, 0, guest, 0);
    }
}
