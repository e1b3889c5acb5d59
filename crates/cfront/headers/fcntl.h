#ifndef _FCNTL_H
#define _FCNTL_H

#include <sys/types.h>

#define O_RDONLY 00
#define O_WRONLY 01
#define O_RDWR 02
#define O_ACCMODE 03
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_NDELAY O_NONBLOCK
#define O_DSYNC 010000
#define O_DIRECTORY 0200000
#define O_NOFOLLOW 0400000
#define O_CLOEXEC 02000000
#define O_SYNC 04010000

#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_DUPFD_CLOEXEC 1030
#define FD_CLOEXEC 1
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2
#define AT_FDCWD (-100)

struct flock {
    short l_type;
    short l_whence;
    off_t l_start;
    off_t l_len;
    pid_t l_pid;
};

int fcntl(int file, int command, ...);
int open(const char *path, int flags, ...);
int openat(int folder, const char *path, int flags, ...);
int creat(const char *path, mode_t mode);
int posix_fallocate(int file, off_t offset, off_t size);

int lockf(int fd, int cmd, off_t len);
int posix_fadvise(int fd, off_t offset, off_t len, int advise);

#ifdef _GNU_SOURCE
int fallocate(int fd, int mode, off_t offset, off_t len);
ssize_t readahead(int fd, long long offset, size_t count);
int sync_file_range(int fd, long long offset, long long count, unsigned int flags);
#endif

#endif
