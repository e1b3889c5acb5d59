#ifndef _SIGNAL_H
#define _SIGNAL_H

#include <sys/sigset.h>
#include <sys/types.h>
#include <sys/timestructs.h>

typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;

#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT SIGABRT
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPOLL SIGIO
#define SIGPWR 30
#define SIGSYS 31
#define SIGRTMIN 34
#define SIGRTMAX 64
#define NSIG 65
#define _NSIG NSIG

#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2

#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000

#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2

#define SI_USER 0
#define SI_KERNEL 0x80
#define SI_QUEUE (-1)
#define SI_TIMER (-2)

union sigval {
    int sival_int;
    void *sival_ptr;
};
typedef union sigval sigval_t;

typedef struct {
    int si_signo;
    int si_errno;
    int si_code;
#ifdef __LP64__
    int __pad;
#endif
    union {
        struct {
            pid_t si_pid;
            uid_t si_uid;
            union {
                int si_status;
                union sigval si_value;
            };
        };
        void *si_addr;
#ifdef __LP64__
        char __size[112];
#else
        char __size[116];
#endif
    };
} siginfo_t;

struct sigevent {
    union sigval sigev_value;
    int sigev_signo;
    int sigev_notify;
    void (*sigev_notify_function)(union sigval);
    pthread_attr_t *sigev_notify_attributes;
#ifdef __LP64__
    char __pad[32];
#else
    char __pad[44];
#endif
};

struct sigaction {
    union {
        __sighandler_t sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};

typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;

__sighandler_t signal(int signal, __sighandler_t handler);
int raise(int signal);
int kill(pid_t process, int signal);
int killpg(pid_t group, int signal);
int sigaction(int signal, const struct sigaction *restrict action, struct sigaction *restrict old_action);
int sigaltstack(const stack_t *restrict stack, stack_t *restrict old_stack);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int signal);
int sigdelset(sigset_t *set, int signal);
int sigismember(const sigset_t *set, int signal);
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old_set);
int sigpending(sigset_t *set);
int sigsuspend(const sigset_t *mask);
int sigwait(const sigset_t *restrict set, int *restrict signal);
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict information);
int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict information,
                 const struct timespec *restrict timeout);
int sigqueue(pid_t process, int signal, const union sigval value);
int siginterrupt(int signal, int interrupt);
int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old_set);
int pthread_kill(pthread_t thread, int signal);
int pthread_sigqueue(pthread_t thread, int signal, const union sigval value);
void psignal(int signal, const char *text);

#endif
