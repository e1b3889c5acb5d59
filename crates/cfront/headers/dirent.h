#ifndef _DIRENT_H
#define _DIRENT_H

#include <sys/types.h>

typedef struct __dirstream DIR;

struct dirent {
    ino_t d_ino;
    off_t d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

#define d_fileno d_ino

#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12
#define DT_WHT 14

DIR *opendir(const char *name);
DIR *fdopendir(int file);
struct dirent *readdir(DIR *folder);
int readdir_r(DIR *restrict folder, struct dirent *restrict entry, struct dirent **restrict result);
void rewinddir(DIR *folder);
long telldir(DIR *folder);
void seekdir(DIR *folder, long position);
int dirfd(DIR *folder);
int closedir(DIR *folder);
int scandir(const char *restrict name, struct dirent ***restrict list, int (*select)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **one, const struct dirent **other);
int versionsort(const struct dirent **one, const struct dirent **other);

#endif
