//@ data-race: unsafe  others: safe
//@ twin: written_out_by_write_in_front
// `write` reads all that it prints, the last character, too.
#include <pthread.h>
#include <unistd.h>

char name[4] = "abc";

void *rename_it(void *unused) {
    name[2] = 'x';
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, rename_it, 0);
    write(1, name, 3);
    pthread_join(thread, 0);
    return 0;
}
