#ifndef _SYS_PARAM_H
#define _SYS_PARAM_H

#include <limits.h>
#include <signal.h>
#include <endian.h>
#include <sys/types.h>

#define MAXPATHLEN PATH_MAX
#define MAXHOSTNAMELEN 64
#define NBBY CHAR_BIT
#define HZ 100
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) ((((x) + ((y) - 1)) / (y)) * (y))
#define powerof2(x) ((((x) - 1) & (x)) == 0)

#endif
