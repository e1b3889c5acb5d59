//@ unsafe
//@ by: sequential
//@ twin: hook_of_two
// Threads without end call through a pointer that others change: the other one makes the sum odd.

#include <assert.h>
#include <pthread.h>

static unsigned char sum;
static unsigned two(unsigned value) { return value + 2; }
static unsigned four(unsigned value) { return value + 3; }
static unsigned (*hook)(unsigned) = two;

static void *other(void *unused)
{
    (void)unused;
    hook = four;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    while (1) {
        sum = hook(sum);
        assert(sum % 2 == 0);
    }
}
