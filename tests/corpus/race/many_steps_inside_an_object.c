//@ unsafe
//@ by: explicit
//@ twin: many_steps_inside_an_object_joined
// The pointer goes through an object of thirty numbers a byte at a time, to where the thread writes.
#include <pthread.h>

static struct {
    int a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14;
    int a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, last;
} shared;

static void *writer(void *unused)
{
    shared.last = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    char *pointer = (char *)&shared;
    for (int i = 0; i < 29 * (int)sizeof(int); i++)
        pointer += 1;
    pthread_create(&thread, 0, writer, 0);
    *(int *)pointer = 2;
    pthread_join(thread, 0);
    return 0;
}
