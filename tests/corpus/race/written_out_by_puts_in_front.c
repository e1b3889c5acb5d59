//@ all: safe
//@ twin: written_out_by_puts_meanwhile
// The thread writes behind the end of the text.
#include <pthread.h>
#include <stdio.h>

char name[4] = "ab";

void *rename_it(void *unused) {
    name[3] = 'x';
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, rename_it, 0);
    puts(name);
    pthread_join(thread, 0);
    return 0;
}
