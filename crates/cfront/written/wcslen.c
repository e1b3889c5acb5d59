__SIZE_TYPE__ wcslen(const __WCHAR_TYPE__ *text)
{
    __SIZE_TYPE__ length = 0;
    while (text[length])
        length++;
    return length;
}
