#ifndef _SYS_SYSCALL_H
#define _SYS_SYSCALL_H

#ifdef __LP64__
#define SYS_read 0
#define SYS_write 1
#define SYS_sched_yield 24
#define SYS_getpid 39
#define SYS_exit 60
#define SYS_getppid 110
#define SYS_gettid 186
#define SYS_futex 202
#define SYS_exit_group 231
#define SYS_tgkill 234
#define SYS_getcpu 309
#define SYS_getrandom 318
#define SYS_membarrier 324
#else
#define SYS_exit 1
#define SYS_read 3
#define SYS_write 4
#define SYS_getpid 20
#define SYS_getppid 64
#define SYS_sched_yield 158
#define SYS_gettid 224
#define SYS_futex 240
#define SYS_exit_group 252
#define SYS_tgkill 270
#define SYS_getcpu 318
#define SYS_getrandom 355
#define SYS_membarrier 375
#endif
#define __NR_getpid SYS_getpid
#define __NR_gettid SYS_gettid
#define __NR_futex SYS_futex
#define __NR_tgkill SYS_tgkill
#define __NR_read SYS_read
#define __NR_write SYS_write
#define __NR_sched_yield SYS_sched_yield
#define __NR_getppid SYS_getppid
#define __NR_exit SYS_exit
#define __NR_exit_group SYS_exit_group
#define __NR_getcpu SYS_getcpu
#define __NR_getrandom SYS_getrandom
#define __NR_membarrier SYS_membarrier

#endif
