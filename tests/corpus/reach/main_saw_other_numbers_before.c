//@ unsafe
//@ by: bmc explicit sequential compositional
//@ twin: main_sees_the_numbers_of_threads
// What threads see of the array is small, what main saw there before they began was not.
#include <assert.h>
#include <pthread.h>

int numbers[2];

void *reader(void *arg) {
    for (int i = 0; i < 2; i++) {
        int seen = numbers[i];
        assert(seen < 100);
    }
    return 0;
}

int main(void) {
    pthread_t a;
    numbers[0] = 100;
    int first = numbers[0];
    numbers[0] = 1;
    pthread_create(&a, 0, reader, 0);
    assert(first < 100);
    pthread_join(a, 0);
    return 0;
}
