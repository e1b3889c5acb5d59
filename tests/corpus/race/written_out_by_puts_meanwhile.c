//@ data-race: unsafe  others: safe
//@ twin: written_out_by_puts_in_front
// `puts` reads all that it prints, the last character, too.
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
    puts(name);
    pthread_join(thread, 0);
    return 0;
}
