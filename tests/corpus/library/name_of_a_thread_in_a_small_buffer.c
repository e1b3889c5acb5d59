//@ memory: unsafe  others: safe
//@ domain: -1 0 1
//@ twin: name_of_a_thread_in_a_large_buffer
// A buffer of fewer than 16 bytes gets nothing.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

int main(void)
{
    char name[2];
    pthread_getname_np(pthread_self(), name, sizeof name);
    return strlen(name) > 3;
}
