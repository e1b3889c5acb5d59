#ifndef _STDDEF_H
#define _STDDEF_H

#include <sys/basictypes.h>

typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef struct {
    long long __integer __attribute__((__aligned__(__alignof__(long long))));
    long double __floating __attribute__((__aligned__(__alignof__(long double))));
#ifdef __i386__
    __float128 __quadruple __attribute__((__aligned__(__alignof__(__float128))));
#endif
} max_align_t;

#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
