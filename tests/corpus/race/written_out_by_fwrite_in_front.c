//@ all: safe
//@ twin: written_out_by_fwrite_meanwhile
// The thread writes behind what is printed.
#include <pthread.h>
#include <stdio.h>

char name[4] = "abc";

void *rename_it(void *unused) {
    name[2] = 'x';
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, rename_it, 0);
    fwrite(name, 1, 2, stdout);
    pthread_join(thread, 0);
    return 0;
}
