#ifndef _STRINGS_H
#define _STRINGS_H

#include <sys/basictypes.h>

int bcmp(const void *first, const void *second, size_t size);
void bcopy(const void *from, void *to, size_t size);
void bzero(void *memory, size_t size);
char *index(const char *text, int character);
char *rindex(const char *text, int character);
int ffs(int value);
int ffsl(long value);
int ffsll(long long value);
int strcasecmp(const char *first, const char *second);
int strncasecmp(const char *first, const char *second, size_t size);

#endif
