__WCHAR_TYPE__ *wcpcpy(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *text)
{
    while ((*target = *text)) {
        target++;
        text++;
    }
    return target;
}
