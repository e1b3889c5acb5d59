#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H

#include <sys/basictypes.h>

typedef __PTRDIFF_TYPE__ ssize_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef unsigned int mode_t;
typedef long off_t;
typedef long long off64_t;
typedef long long loff_t;
typedef unsigned long ino_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef int key_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef char *caddr_t;
#ifdef __LP64__
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
#else
typedef unsigned long long dev_t;
typedef unsigned int nlink_t;
#endif

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __INT64_TYPE__ int64_t;
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned int u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#include <endian.h>
#include <sys/pthreadtypes.h>

#endif
