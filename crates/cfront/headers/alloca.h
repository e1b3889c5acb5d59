#ifndef _ALLOCA_H
#define _ALLOCA_H

#include <sys/basictypes.h>

void *alloca(size_t size);
#define alloca(size) __builtin_alloca(size)

#endif
