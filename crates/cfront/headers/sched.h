#ifndef _SCHED_H
#define _SCHED_H

#include <sys/types.h>
#include <sys/timestructs.h>

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5

struct sched_param {
    int sched_priority;
};

#define CPU_SETSIZE 1024
#define __NCPUBITS (8 * sizeof(unsigned long))
typedef struct {
    unsigned long __bits[CPU_SETSIZE / (8 * sizeof(unsigned long))];
} cpu_set_t;

#define CPU_ZERO(set) ((void)(*(set) = (cpu_set_t){{0}}))
#define CPU_SET(cpu, set) ((void)((set)->__bits[(cpu) / __NCPUBITS] |= 1UL << ((cpu) % __NCPUBITS)))
#define CPU_CLR(cpu, set) ((void)((set)->__bits[(cpu) / __NCPUBITS] &= ~(1UL << ((cpu) % __NCPUBITS))))
#define CPU_ISSET(cpu, set) (((set)->__bits[(cpu) / __NCPUBITS] >> ((cpu) % __NCPUBITS)) & 1UL)
#define CPU_COUNT(set) __sched_cpucount(sizeof(cpu_set_t), (set))

int __sched_cpucount(size_t size, const cpu_set_t *set);
int sched_yield(void);
int sched_setparam(pid_t process, const struct sched_param *parameters);
int sched_getparam(pid_t process, struct sched_param *parameters);
int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters);
int sched_getscheduler(pid_t process);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_rr_get_interval(pid_t process, struct timespec *time);
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set);
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set);
int sched_getcpu(void);

#ifdef _GNU_SOURCE
int setns(int fd, int nstype);
int unshare(int flags);
#endif

#endif
