char *strcasestr(const char *text, const char *wanted)
{
    for (;; text++) {
        __SIZE_TYPE__ at = 0;
        for (;; at++) {
            char sought = wanted[at];
            if (!sought)
                return (char *)text;
            char found = text[at];
            if (found >= 'A' && found <= 'Z')
                found += 'a' - 'A';
            if (sought >= 'A' && sought <= 'Z')
                sought += 'a' - 'A';
            if (found != sought)
                break;
        }
        if (!text[at])
            return (char *)0;
    }
}
