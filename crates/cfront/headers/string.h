#ifndef _STRING_H
#define _STRING_H

#include <sys/basictypes.h>
#include <strings.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *mempcpy(void *restrict to, const void *restrict from, size_t size);
void *memccpy(void *restrict to, const void *restrict from, int last, size_t size);
void *memset(void *memory, int byte, size_t size);
int memcmp(const void *first, const void *second, size_t size);
void *memchr(const void *memory, int byte, size_t size);
void *memrchr(const void *memory, int byte, size_t size);
void *rawmemchr(const void *memory, int byte);
void *memmem(const void *memory, size_t size, const void *wanted, size_t wanted_size);
void explicit_bzero(void *memory, size_t size);

char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t size);
char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t size);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t size);
int strcmp(const char *first, const char *second);
int strncmp(const char *first, const char *second, size_t size);
int strcoll(const char *first, const char *second);
size_t strxfrm(char *restrict to, const char *restrict from, size_t size);
char *strdup(const char *text) __attribute__((__malloc__));
char *strndup(const char *text, size_t size) __attribute__((__malloc__));
#define strdupa(text) \
    (__extension__({ const char *__text = (text); (char *)strcpy(__builtin_alloca(strlen(__text) + 1), __text); }))
char *strchr(const char *text, int character);
char *strrchr(const char *text, int character);
char *strchrnul(const char *text, int character);
size_t strspn(const char *text, const char *accepted);
size_t strcspn(const char *text, const char *rejected);
char *strpbrk(const char *text, const char *accepted);
char *strstr(const char *text, const char *wanted);
char *strcasestr(const char *text, const char *wanted);
char *strtok(char *restrict text, const char *restrict separators);
char *strtok_r(char *restrict text, const char *restrict separators, char **restrict state);
char *strsep(char **restrict text, const char *restrict separators);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t size);
char *strerror(int error);
char *strerror_r(int error, char *text, size_t size);
char *strsignal(int signal);

#ifdef _GNU_SOURCE
int strverscmp(const char *s1, const char *s2);
#endif

#endif
