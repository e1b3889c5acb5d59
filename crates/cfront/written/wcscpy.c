__WCHAR_TYPE__ *wcscpy(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *text)
{
    __SIZE_TYPE__ at = 0;
    do
        target[at] = text[at];
    while (text[at++]);
    return target;
}
