int toascii(int character)
{
    return character & 127;
}
