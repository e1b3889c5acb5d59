int isblank(int character);
int __raddle_ascii_of(unsigned int character);

int iswblank(unsigned int character)
{
    return isblank(__raddle_ascii_of(character)) != 0;
}
