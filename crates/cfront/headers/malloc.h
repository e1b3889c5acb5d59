#ifndef _MALLOC_H
#define _MALLOC_H

#include <stdlib.h>

void *memalign(size_t alignment, size_t size);
void *pvalloc(size_t size);
size_t malloc_usable_size(void *pointer);
int malloc_trim(size_t pad);

#ifdef _GNU_SOURCE
int mallopt(int param, int val);
void *reallocarray(void *ptr, size_t nmemb, size_t size);
#endif

#endif
