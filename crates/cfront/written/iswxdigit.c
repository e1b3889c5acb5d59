int isxdigit(int character);
int __raddle_ascii_of(unsigned int character);

int iswxdigit(unsigned int character)
{
    return isxdigit(__raddle_ascii_of(character)) != 0;
}
