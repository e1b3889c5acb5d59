//@ all: safe
//@ domain: -1 0 1
//@ twin: name_of_a_thread_in_a_small_buffer
// The name fits.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

int main(void)
{
    char name[16];
    pthread_getname_np(pthread_self(), name, sizeof name);
    return strlen(name) > 3;
}
