//@ data-race: unsafe  others: safe
//@ twin: messages_by_a_function
// The text that the function prints is written meanwhile.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

char name[3] = "ab";

static void message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

void *work(void *unused) {
    name[0] = 'x';
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    message("%s is not done\n", name);
    pthread_join(thread, 0);
    return 0;
}
