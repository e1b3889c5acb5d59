//@ safe
//@ twin: work_that_is_read
//@ by: compositional
// Loops compute what nobody needs for the assertion: they are left out, with the sum that they make. The lock stays.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int busy;
int bytes;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int size_of(int bound)
{
    int size = 0;

    for (int left = __VERIFIER_nondet_int(); left > 0; left--) {
        int byte = __VERIFIER_nondet_int();

        if (byte != size && size < bound)
            size = size + 2;
    }
    return size;
}

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(!busy);
    busy = 1;
    bytes = bytes + size_of(bytes + 8);
    busy = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;

    for (int i = 0; i < 2; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
