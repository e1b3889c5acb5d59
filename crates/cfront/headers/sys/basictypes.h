/* What many headers of the standard define beside <stddef.h> (C11 7.19, 7.21 to 7.29): a program that includes one of
   those only may define `offsetof` by itself, as code taken from kernels does. */
#ifndef _SYS_BASICTYPES_H
#define _SYS_BASICTYPES_H

typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;

#undef NULL
#define NULL ((void *)0)

#endif
