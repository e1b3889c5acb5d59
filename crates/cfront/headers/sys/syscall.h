#ifndef _SYS_SYSCALL_H
#define _SYS_SYSCALL_H

#ifdef __LP64__
#define SYS_getpid 39
#define SYS_gettid 186
#define SYS_futex 202
#define SYS_tgkill 234
#else
#define SYS_getpid 20
#define SYS_gettid 224
#define SYS_futex 240
#define SYS_tgkill 270
#endif
#define __NR_getpid SYS_getpid
#define __NR_gettid SYS_gettid
#define __NR_futex SYS_futex
#define __NR_tgkill SYS_tgkill

#endif
