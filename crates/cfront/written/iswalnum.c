int isalnum(int character);
int __raddle_ascii_of(unsigned int character);

int iswalnum(unsigned int character)
{
    return isalnum(__raddle_ascii_of(character)) != 0;
}
