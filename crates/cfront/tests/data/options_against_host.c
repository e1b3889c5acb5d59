#include <stdio.h>
#include <string.h>

/* How many command lines are tried, and how many arguments each has at most. */
enum { COMMAND_LINES = 100000, MOST = 7, LONGEST = 12 };

static unsigned below(unsigned bound)
{
    static unsigned long long state = 88172645463325252ULL;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20) % bound;
}

static const char *const options[] = {"ab:c::", "+ab:", "-ab:c", ":ab:c::d", "", "a:b:", "ab-:", "+:a:"};

static const char *const words[] = {
    "-a", "-b", "-bx", "-c", "-cy", "--", "-", "x", "y", "-ab", "-abz", "-acq", "-d", "-:", "--alpha", "--alp", "--al",
    "--alpi=3", "--alpine", "--beta=", "--beta=4", "--be", "--x", "--x=1", "--q", "-alpha", "-x", "-be", "-alpine",
    "--alpha=1", "---", "-e", ""};

/* Both find the same option, and leave the same behind. */
static int agree(int theirs, int ours, char **their_arguments, char **our_arguments)
{
    int is_error = theirs == '?' || theirs == ':';
    if (theirs != ours || optind != ours_optind || (is_error && optopt != ours_optopt))
        return 0;
    if (!optarg != !ours_optarg || (optarg && strcmp(optarg, ours_optarg)))
        return 0;
    for (; *their_arguments; their_arguments++, our_arguments++)
        if (strcmp(*their_arguments, *our_arguments))
            return 0;
    return 1;
}

int main(void)
{
    opterr = 0;
    for (int line = 0; line < COMMAND_LINES; line++) {
        static int their_flag, our_flag;
        const struct option their_long[] = {{"alpha", 0, 0, 'A'}, {"alpine", 1, 0, 'B'}, {"beta", 2, 0, 'C'},
            {"be", 0, &their_flag, 7}, {"x", 1, &their_flag, 9}, {"alp", 0, 0, 'D'}, {0, 0, 0, 0}};
        const struct option our_long[] = {{"alpha", 0, 0, 'A'}, {"alpine", 1, 0, 'B'}, {"beta", 2, 0, 'C'},
            {"be", 0, &our_flag, 7}, {"x", 1, &our_flag, 9}, {"alp", 0, 0, 'D'}, {0, 0, 0, 0}};
        char their_texts[MOST][LONGEST], our_texts[MOST][LONGEST], *theirs[MOST + 1] = {0}, *ours[MOST + 1] = {0};
        int count = 1 + (int)below(MOST);
        for (int place = 0; place < count; place++) {
            strcpy(their_texts[place], place ? words[below(sizeof words / sizeof *words)] : "program");
            strcpy(our_texts[place], their_texts[place]);
            theirs[place] = their_texts[place];
            ours[place] = our_texts[place];
        }
        const char *letters = options[below(sizeof options / sizeof *options)];
        unsigned function = below(3);
        optind = ours_optind = their_flag = our_flag = 0;
        for (int round = 0, found = 0; found != -1; round++) {
            int their_index = -5, our_index = -5, our_found;
            switch (function) {
            case 0:
                found = getopt(count, theirs, letters);
                our_found = __raddle_find_option(count, ours, letters);
                if (!our_found)
                    our_found = __raddle_take_option(count, ours, letters);
                break;
            case 1:
                found = getopt_long(count, theirs, letters, their_long, &their_index);
                our_found = __raddle_next_option(count, ours, letters, our_long, &our_index, 0);
                break;
            default:
                found = getopt_long_only(count, theirs, letters, their_long, &their_index);
                our_found = __raddle_next_option(count, ours, letters, our_long, &our_index, 1);
                break;
            }
            if (!agree(found, our_found, theirs, ours) || their_index != our_index || their_flag != our_flag) {
                printf("command line %d, options \"%s\", function %u, call %d: the library gives %d, we give %d\n", line,
                    letters, function, round, found, our_found);
                return 1;
            }
        }
    }
    return 0;
}
