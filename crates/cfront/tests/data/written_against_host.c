/* Runs each function that Raddle brings as C text beside the host's, on chosen and on pseudo-random arguments. Prints what
   differs, and exits with 1 if something did. */
#define _GNU_SOURCE
#define __NO_CTYPE /* isalnum and its relatives are functions, not macros. */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* Their results have the types that the program declares. */
div_t our_div(int, int);
ldiv_t our_ldiv(long, long);
lldiv_t our_lldiv(long long, long long);
imaxdiv_t our_imaxdiv(intmax_t, intmax_t);
/* That of POSIX: <libgen.h> would hide the other one. */
char *__xpg_basename(char *), *dirname(char *);
#include "ours.h"

/* Never called: no test formats a float with ours. */
void __raddle_conversion_without_model(void)
{
    abort();
}

void __raddle_stream_with_a_buffer_of_the_program(void)
{
    abort();
}

int __raddle_scan_sets_errno(void)
{
    return 1;
}

int __raddle_stores_no_end(void)
{
    return 1;
}

int __raddle_characters_of_a_number(void)
{
    abort();
}

int __raddle_character_of_a_number(void)
{
    abort();
}

void __raddle_input_without_model(void)
{
    abort();
}

void __raddle_alignment_without_model(void)
{
    abort();
}

void __raddle_command_of_fcntl_without_model(void)
{
    abort();
}

void __raddle_long_time_without_model(void)
{
    abort();
}

void __raddle_wide_character_without_model(void)
{
    abort();
}

static int compared, different;

static void same(int is_same, const char *what, const char *detail)
{
    compared++;
    if (!is_same) {
        different++;
        printf("%s differs on \"%s\"\n", what, detail);
    }
}

static unsigned long long state = 88172645463325252ULL;

static unsigned below(unsigned limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20) % limit;
}

static void format(const char *text, ...)
{
    char host[200], ours[200];
    size_t sizes[] = {200, 7, 1, 0};
    for (int at = 0; at < 4; at++) {
        memset(host, 'x', sizeof host);
        memset(ours, 'x', sizeof ours);
        va_list list;
        va_start(list, text);
        int left = vsnprintf(host, sizes[at], text, list);
        va_end(list);
        va_start(list, text);
        int right = our_vsnprintf(ours, sizes[at], text, list);
        va_end(list);
        same(left == right && memcmp(host, ours, sizeof host) == 0, "vsnprintf", text);
        va_start(list, text);
        right = our_vsprintf(ours, text, list);
        va_end(list);
        va_start(list, text);
        left = vsprintf(host, text, list);
        va_end(list);
        same(left == right && strcmp(host, ours) == 0, "vsprintf", text);
    }
}

static void number(const char *text, int base)
{
    char *host_end = NULL, *our_end = NULL;
#define NUMBER(function, type)                                                                                        \
    do {                                                                                                              \
        errno = 0;                                                                                                    \
        type host = function(text, &host_end, base);                                                                  \
        int host_error = errno;                                                                                       \
        errno = 0;                                                                                                    \
        type ours = our_##function(text, &our_end, base);                                                             \
        int is_same = host == ours && host_end == our_end && (host_error == errno || host_error == EINVAL);           \
        same(is_same, #function, text);                                                                               \
    } while (0)
    NUMBER(strtol, long);
    NUMBER(strtoll, long long);
    NUMBER(strtoul, unsigned long);
    NUMBER(strtoull, unsigned long long);
}

static void address(const char *text)
{
    struct in_addr host = {0}, ours = {0};
    same(inet_aton(text, &host) == our_inet_aton(text, &ours) && host.s_addr == ours.s_addr, "inet_aton", text);
    same(inet_addr(text) == our_inet_addr(text), "inet_addr", text);
    char left[20];
    strcpy(left, inet_ntoa(host));
    same(!strcmp(left, our_inet_ntoa(host)), "inet_ntoa", text);
}

static void path(const char *text)
{
    char host[40], ours[40];
    same(basename(text) == our_basename(text), "basename", text);
    strcpy(host, text), strcpy(ours, text);
    same(!strcmp(__xpg_basename(host), our___xpg_basename(ours)) && !strcmp(host, ours), "__xpg_basename", text);
    strcpy(host, text), strcpy(ours, text);
    same(!strcmp(dirname(host), our_dirname(ours)) && !strcmp(host, ours), "dirname", text);
}

static void floating(const char *text)
{
    char *end;
    strtod(text, &end);
    same(end == our___raddle_end_of_float(text), "strtod", text);
}

/* Texts of the letters that matter to what is tried. */
static void texts(void (*try)(const char *), const char *letters)
{
    for (int round = 0; round < 20000; round++) {
        char text[20];
        unsigned length = below(12);
        for (unsigned at = 0; at < length; at++)
            text[at] = letters[below(strlen(letters))];
        text[length] = 0;
        try(text);
    }
}

static int by_key(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

static void order(void)
{
    int host[20], ours[20], count = (int)below(20);
    for (int at = 0; at < count; at++)
        host[at] = ours[at] = (int)below(30);
    qsort(host, count, sizeof *host, by_key);
    our_qsort(ours, count, sizeof *ours, by_key);
    same(memcmp(host, ours, count * sizeof *host) == 0, "qsort", "numbers");
    for (int key = 0; key < 30; key++) {
        int *left = bsearch(&key, host, count, sizeof *host, by_key);
        int *right = our_bsearch(&key, ours, count, sizeof *ours, by_key);
        same(!left == !right && (!right || *right == key), "bsearch", "numbers");
    }
}

static void pieces(void)
{
    char text[12], other[12], again[12], more[12];
    unsigned length = below(11);
    for (unsigned at = 0; at < length; at++)
        text[at] = "ab,;c"[below(5)];
    text[length] = 0;
    strcpy(other, text);
    strcpy(again, text);
    strcpy(more, text);
    char *host_rest, *our_rest, *left, *right, *from = text, *to = other;
    do {
        left = strtok_r(from, ",;", &host_rest);
        right = our_strtok_r(to, ",;", &our_rest);
        from = to = NULL;
        same(!left == !right && (!left || (strcmp(left, right) == 0 && left - text == right - other)), "strtok_r", again);
    } while (left && right);
    char *host_from = again, *our_from = more;
    do {
        left = strsep(&host_from, ",;");
        right = our_strsep(&our_from, ",;");
        same(!left == !right && (!left || (strcmp(left, right) == 0 && left - again == right - more)), "strsep", more);
    } while (left && right);
}

static void memory(void)
{
    char bytes[10], host[10] = "012345678", ours[10] = "012345678";
    for (int at = 0; at < 10; at++)
        bytes[at] = "abc"[below(3)];
    unsigned size = below(11);
    same(memrchr(bytes, 'a', size) == our_memrchr(bytes, 'a', size), "memrchr", "bytes");
    char *left = memccpy(host, bytes, 'b', size), *right = our_memccpy(ours, bytes, 'b', size);
    same(!left == !right && (!left || left - host == right - ours) && !memcmp(host, ours, 10), "memccpy", "bytes");
    bytes[9] = 0;
    char *first = strndup(bytes, size), *second = our_strndup(bytes, size);
    same(strcmp(first, second) == 0, "strndup", bytes);
    free(first);
    free(second);
    /* As strlcpy and strlcat of the BSDs: what snprintf would store, and the length that was wanted. */
    char expected[8], copied[8];
    size_t room = below(9);
    memset(expected, 'x', 8);
    memset(copied, 'x', 8);
    size_t wanted = (size_t)snprintf(expected, room, "%s", bytes);
    same(our_strlcpy(copied, bytes, room) == wanted && memcmp(expected, copied, 8) == 0, "strlcpy", bytes);
    char joined[20] = "xyz", both[20];
    room = below(20);
    snprintf(both, sizeof both, "xyz%s", bytes);
    size_t kept = room <= 3 ? 3 : strlen(both) < room ? strlen(both) : room - 1;
    wanted = (room < 3 ? room : 3) + strlen(bytes);
    same(our_strlcat(joined, bytes, room) == wanted && strlen(joined) == kept && !memcmp(joined, both, kept), "strlcat",
         bytes);
}

/* A text and a format of random pieces. */
static void scan(void)
{
    static const char *const pieces[] = {"%d", "%i", "%u", "%x", "%o", "%ld", "%lu", "%lld", "%hd", "%hhd", "%5d", "%2i", "%c", "%3c", "%s",
                                         "%2s", "%[a-z]", "%[^,]", "%[]x-]", "%*d", "%*s", "%n", " ", ",", "x", "%%", "%*c", "%3x", "%zu", "%*f", "%*4e", "%*9lf"};
    static const char integers[] = "0123456789-+ xXabf,]%\t7990", floats[] = "0012.eE-+xXpinfNatyI";
    const char *alphabet = below(2) ? integers : floats;
    char format[64] = "", text[32], targets[2][4][40];
    for (unsigned count = 1 + below(4); count > 0; count--)
        strcat(format, pieces[below(sizeof pieces / sizeof *pieces)]);
    unsigned length = below(sizeof text - 1);
    for (unsigned at = 0; at < length; at++)
        text[at] = alphabet[below((unsigned)strlen(alphabet))];
    text[length] = 0;
    memset(targets, 7, sizeof targets);
    int left = sscanf(text, format, targets[0][0], targets[0][1], targets[0][2], targets[0][3]);
    int right = our_sscanf(text, format, targets[1][0], targets[1][1], targets[1][2], targets[1][3]);
    same(left == right && memcmp(targets[0], targets[1], sizeof targets[0]) == 0, format, text);
}

int main(void)
{
    static const char *const flags[] = {"", "-", "0", "+", " ", "#", "-#", "0#", "+0", "0-"};
    static const char *const widths[] = {"", "1", "5", "12", "*"};
    static const char *const precisions[] = {"", ".", ".0", ".1", ".7"};
    static const char letters[] = "dixXou";
    for (int flag = 0; flag < 10; flag++)
        for (int width = 0; width < 5; width++)
            for (int precision = 0; precision < 5; precision++)
                for (int letter = 0; letter < 6; letter++) {
                    char text[40];
                    static const long long values[] = {0, 1, -1, 9, 10, 255, 4096, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN};
                    long long value = values[below(11)];
                    static const char *const sizes[] = {"", "h", "hh", "l", "ll", "z", "j", "t"};
                    const char *size = sizes[below(8)];
                    sprintf(text, "<%%%s%s%s%s%c>", flags[flag], widths[width], precisions[precision], size, letters[letter]);
                    if (widths[width][0] == '*')
                        format(text, (int)below(20) - 10, value);
                    else
                        format(text, value);
                }
    format("no conversion");
    format("%d%% of %s and %c, %5s|%-5s|%.2s|%5c|%-3c|", 7, "some text", 'q', "ab", "cd", "efgh", 'r', 's');
    format("%s", "");
    format("%*d|%-*d|%.*d|%.*s", 5, 42, 5, 42, 4, 42, 2, "long text");
    format("%.*d", -3, 17);
    char host[64], ours[64];
    same(sprintf(host, "%d and %s", 12, "x") == our_sprintf(ours, "%d and %s", 12, "x") && !strcmp(host, ours), "sprintf", "");
    same(snprintf(host, 5, "%u", 123456u) == our_snprintf(ours, 5, "%u", 123456u) && !strcmp(host, ours), "snprintf", "");
    static const char *const numbers[] = {
        "", "0", "1", "-1", "+7", " \t\n42abc", "0x1f", "0X1G", "0x", "0xg", "017", "089", "-0", "- 1", "+-1", "zz", "Zz9",
        "2147483647", "2147483648", "-2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615",
        "-18446744073709551616", "99999999999999999999999", "-99999999999999999999999", "1e5", "12.5",
    };
    texts(address, "0012589.... xXaf");
    texts(path, "ab///.");
    texts(floating, "0123..eE+-xXpPaf ");
    texts(floating, "inftyNa()1_ ");
    static const int bases[] = {0, 2, 8, 10, 16, 36, 7};
    for (unsigned at = 0; at < sizeof numbers / sizeof *numbers; at++)
        for (unsigned base = 0; base < 7; base++)
            number(numbers[at], bases[base]);
    for (int round = 0; round < 300; round++) {
        order();
        pieces();
        memory();
        unsigned value = below(UINT_MAX);
        same(htonl(value) == our_htonl(value) && ntohl(value) == our_ntohl(value), "htonl", "number");
        same(htons(value) == our_htons(value) && ntohs(value) == our_ntohs(value), "htons", "number");
    }
    for (int round = 0; round < 20000; round++)
        scan();
    for (int at = -128; at < 256; at++) {
        same((*__ctype_b_loc())[at] == (*our___ctype_b_loc())[at], "__ctype_b_loc", "number");
        same((*__ctype_tolower_loc())[at] == (*our___ctype_tolower_loc())[at], "__ctype_tolower_loc", "number");
        same((*__ctype_toupper_loc())[at] == (*our___ctype_toupper_loc())[at], "__ctype_toupper_loc", "number");
    }
    char text[] = "a,b", other[] = "a,b";
    same(!strcmp(strtok(text, ","), our_strtok(other, ",")) && !strcmp(strtok(0, ","), our_strtok(0, ",")), "strtok", "a,b");
    printf("compared %d\n", compared);
    return different != 0;
}
