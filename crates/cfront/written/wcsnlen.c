__SIZE_TYPE__ wcsnlen(const __WCHAR_TYPE__ *text, __SIZE_TYPE__ most)
{
    __SIZE_TYPE__ length = 0;
    while (length < most && text[length])
        length++;
    return length;
}
