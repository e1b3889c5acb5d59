int tolower(int character);
int __raddle_ascii_of(unsigned int character);

unsigned int towlower(unsigned int character)
{
    return (unsigned int)tolower(__raddle_ascii_of(character));
}
