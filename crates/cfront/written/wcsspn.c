__SIZE_TYPE__ wcsspn(const __WCHAR_TYPE__ *text, const __WCHAR_TYPE__ *set)
{
    __SIZE_TYPE__ length = 0;
    for (; text[length]; length++) {
        __SIZE_TYPE__ at = 0;
        while (set[at] && set[at] != text[length])
            at++;
        if (!set[at])
            break;
    }
    return length;
}
