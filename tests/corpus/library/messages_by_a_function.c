//@ all: safe
//@ twin: messages_by_a_function_while_one_is_written
// A function of the program passes formats and arguments on: the formats are walked when the program runs.
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
    message("%d %5x %p %lu\n", 1, 2, unused, 3UL);
    name[0] = 'x';
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    message("%s is done\n", name);
    return 0;
}
