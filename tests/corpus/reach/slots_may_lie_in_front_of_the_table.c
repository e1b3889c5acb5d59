//@ unsafe
//@ by: bmc explicit
//@ twin: slots_lie_in_the_table
// Each thread takes slots of a table one after the other, wherever it begins; the rest of a negative number is negative.
#include <assert.h>
#include <pthread.h>

int table[64];
pthread_mutex_t locks[64];

void *fill(void *arg) {
    int slot = ((int)(long)arg * 7) % 64;
    for (int n = 0; n < 40; n++) {
        assert(0 <= slot && slot < 64);
        pthread_mutex_lock(&locks[slot]);
        table[slot] = n;
        pthread_mutex_unlock(&locks[slot]);
        slot = (slot + 1) % 64;
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, fill, (void *)3L);
    pthread_create(&b, 0, fill, (void *)-40L);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
