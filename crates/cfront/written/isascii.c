int isascii(int character)
{
    return character >= 0 && character <= 127;
}
