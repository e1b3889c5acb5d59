//@ all: safe
//@ by: explicit
//@ twin: string_read_meanwhile
// A string is read once the thread that writes it has ended.
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
    pthread_join(t, 0);
    return strlen(text);
}
