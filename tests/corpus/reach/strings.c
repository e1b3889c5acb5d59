//@ all: safe
//@ by: explicit
//@ twin: strings_wrong
// Functions on strings and memory, as C 7.24 describes them.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int sign(int x) {
    return x < 0 ? -1 : x > 0;
}

int main(void) {
    char buffer[12];
    const char *text = "raddle";
    assert(strlen(text) == 6 && strnlen(text, 3) == 3 && strnlen(text, 9) == 6);
    assert(strcpy(buffer, "rad") == buffer && strlen(buffer) == 3);
    assert(strcat(buffer, "dle") == buffer && strcmp(buffer, text) == 0);
    assert(stpcpy(buffer, "ab") == buffer + 2);
    assert(strncat(buffer, "cdef", 2) == buffer && strcmp(buffer, "abcd") == 0);
    assert(strncpy(buffer, "xy", 4) == buffer && buffer[1] == 'y' && buffer[2] == 0 && buffer[3] == 0);
    assert(strncpy(buffer, "uvwxyz", 3) == buffer && buffer[2] == 'w' && buffer[3] == 0);
    assert(sign(strcmp("a", "b")) == -1 && sign(strcmp("b", "a")) == 1 && sign(strcmp("ab", "a")) == 1);
    assert(sign(strcmp("\xff", "a")) == 1);
    assert(strncmp("abx", "aby", 2) == 0 && sign(strncmp("abx", "aby", 3)) == -1 && strncmp("a", "b", 0) == 0);
    assert(strcasecmp("RadDle", "raddlE") == 0 && sign(strncasecmp("AB", "ac", 2)) == -1);
    assert(memcmp("a\0b", "a\0c", 2) == 0 && sign(memcmp("a\0b", "a\0c", 3)) == -1);
    assert(memchr(text, 'd', 6) == text + 2 && memchr(text, 'd', 2) == 0);
    assert(strchr(text, 'd') == text + 2 && strrchr(text, 'd') == text + 3 && strchr(text, 'x') == 0);
    assert(strchr(text, 0) == text + 6 && strrchr(text, 0) == text + 6);
    assert(strspn(text, "adr") == 4 && strcspn(text, "dl") == 2 && strcspn(text, "x") == 6);
    assert(strpbrk(text, "le") == text + 4 && strpbrk(text, "x") == 0);
    assert(strstr(text, "dl") == text + 3 && strstr(text, "") == text && strstr(text, "ddd") == 0);
    assert(strstr("aab", "ab") != 0);
    char *copy = strdup(text);
    assert(copy != text && strcmp(copy, text) == 0);
    free(copy);
    assert(mempcpy(buffer, "12", 3) == buffer + 3 && atoi(buffer) == 12);
    return 0;
}
