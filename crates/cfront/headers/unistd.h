#ifndef _UNISTD_H
#define _UNISTD_H

#include <sys/basictypes.h>
#include <sys/types.h>

typedef __INTPTR_TYPE__ intptr_t;

#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_READER_WRITER_LOCKS 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_TIMEOUTS 200809L
#define _POSIX_TIMERS 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#define _POSIX_CLOCK_SELECTION 200809L

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3

#define _CS_PATH 0

#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE _SC_PAGESIZE
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86

extern char **environ;
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;

unsigned int sleep(unsigned int seconds);
int usleep(useconds_t microseconds);
unsigned int alarm(unsigned int seconds);
useconds_t ualarm(useconds_t value, useconds_t interval);
int pause(void);
pid_t getpid(void);
pid_t getppid(void);
pid_t gettid(void);
pid_t fork(void);
pid_t vfork(void);
void _exit(int status) __attribute__((__noreturn__));
int execl(const char *path, const char *argument, ...);
int execle(const char *path, const char *argument, ...);
int execlp(const char *file, const char *argument, ...);
int execv(const char *path, char *const arguments[]);
int execve(const char *path, char *const arguments[], char *const environment[]);
int execvp(const char *file, char *const arguments[]);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int setuid(uid_t user);
int seteuid(uid_t user);
int setgid(gid_t group);
int setegid(gid_t group);
pid_t getpgrp(void);
pid_t getpgid(pid_t process);
int setpgid(pid_t process, pid_t group);
pid_t setsid(void);
pid_t getsid(pid_t process);
int nice(int increment);
int daemon(int keep_folder, int keep_streams);

int access(const char *path, int mode);
int close(int file);
ssize_t read(int file, void *buffer, size_t size);
ssize_t write(int file, const void *buffer, size_t size);
ssize_t pread(int file, void *buffer, size_t size, off_t offset);
ssize_t pwrite(int file, const void *buffer, size_t size, off_t offset);
off_t lseek(int file, off_t offset, int origin);
int dup(int file);
int dup2(int old_file, int new_file);
int dup3(int old_file, int new_file, int flags);
int pipe(int files[2]);
int pipe2(int files[2], int flags);
int fsync(int file);
int fdatasync(int file);
void sync(void);
int truncate(const char *path, off_t size);
int ftruncate(int file, off_t size);
int lockf(int file, int command, off_t size);
int link(const char *from, const char *to);
int symlink(const char *from, const char *to);
ssize_t readlink(const char *restrict path, char *restrict buffer, size_t size);
int unlink(const char *path);
int unlinkat(int folder, const char *path, int flags);
int rmdir(const char *path);
int chdir(const char *path);
int fchdir(int file);
int chroot(const char *path);
char *getcwd(char *buffer, size_t size);
char *getwd(char *buffer);
int chown(const char *path, uid_t user, gid_t group);
int lchown(const char *path, uid_t user, gid_t group);
int fchown(int file, uid_t user, gid_t group);
int isatty(int file);
char *ttyname(int file);
int getopt(int count, char *const arguments[], const char *options);
int gethostname(char *name, size_t size);
int sethostname(const char *name, size_t size);
char *getlogin(void);
long sysconf(int name);
long pathconf(const char *path, int name);
long fpathconf(int file, int name);
size_t confstr(int name, char *buffer, size_t size);
int getpagesize(void);
int getdtablesize(void);
int brk(void *address);
void *sbrk(intptr_t increment);
long syscall(long number, ...);
char *crypt(const char *key, const char *salt);
void swab(const void *restrict from, void *restrict to, ssize_t size);

int faccessat(int fd, const char *file, int type, int flag);
int fchownat(int fd, const char *file, uid_t owner, gid_t group, int flag);
int getgroups(int size, gid_t list[]);
long int gethostid(void);
int getlogin_r(char *name, size_t name_len);
int linkat(int fromfd, const char *from, int tofd, const char *to, int flags);
ssize_t readlinkat(int fd, const char *path, char *buf, size_t len);
int setpgrp(void);
int setregid(gid_t rgid, gid_t egid);
int setreuid(uid_t ruid, uid_t euid);
int symlinkat(const char *from, int tofd, const char *to);
pid_t tcgetpgrp(int fd);
int tcsetpgrp(int fd, pid_t pgrp_id);
int ttyname_r(int fd, char *buf, size_t buflen);

#ifdef _GNU_SOURCE
int acct(const char *name);
int eaccess(const char *name, int type);
void endusershell(void);
int euidaccess(const char *name, int type);
int execvpe(const char *file, char *const argv[], char *const envp[]);
int getdomainname(char *name, size_t len);
int getresgid(gid_t *rgid, gid_t *egid, gid_t *sgid);
int getresuid(uid_t *ruid, uid_t *euid, uid_t *suid);
char *getusershell(void);
int setdomainname(const char *name, size_t len);
int sethostid(long int id);
int setresgid(gid_t rgid, gid_t egid, gid_t sgid);
int setresuid(uid_t ruid, uid_t euid, uid_t suid);
void setusershell(void);
int syncfs(int fd);
int ttyslot(void);
int vhangup(void);
#endif

#endif
