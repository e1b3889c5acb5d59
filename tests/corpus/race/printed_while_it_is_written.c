//@ data-race: unsafe  others: safe
//@ twin: printed_after_the_join
// Output functions read the text that they get: one character of it is written meanwhile.
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
    printf("%d: %s\n", 1, name);
    pthread_join(thread, 0);
    return 0;
}
