//@ all: safe
//@ twin: printed_while_it_is_written
// The join orders the write in front of the reads of `printf`.
#include <pthread.h>
#include <stdio.h>

char name[4] = "abc";

void *rename_it(void *unused) {
    name[1] = 'x';
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, rename_it, 0);
    pthread_join(thread, 0);
    printf("%d: %s\n", 1, name);
    return 0;
}
