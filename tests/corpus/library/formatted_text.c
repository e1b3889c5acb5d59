//@ all: safe
//@ by: explicit
//@ twin: formatted_text_too_long
// Threads format into buffers of their own; a function of the program hands its list on.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int note(char *target, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(target, size, format, list);
    va_end(list);
    return length;
}

static void *worker(void *number) {
    char name[8];
    int length = note(name, sizeof name, "w%02d-%x", *(int *)number, 255);
    assert(length == 6 && strlen(name) == 6 && name[2] == '0' + *(int *)number);
    return 0;
}

int main(void) {
    pthread_t thread;
    int one = 1;
    char text[16];
    pthread_create(&thread, 0, worker, &one);
    assert(sprintf(text, "%s=%ld", "key", -7L) == 6 && strcmp(text, "key=-7") == 0);
    assert(snprintf(text, 4, "%u", 123456u) == 6 && strcmp(text, "123") == 0);
    pthread_join(thread, 0);
    return 0;
}
