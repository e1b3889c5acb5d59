//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: string_read_after_join
// A string is read while another thread writes it.
#include <pthread.h>
#include <string.h>

char text[8];

void *writer(void *arg) {
    strcpy(text, "abc");
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);

    return strlen(text);
}
