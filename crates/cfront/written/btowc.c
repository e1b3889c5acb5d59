int __raddle_ascii_of(unsigned int character);

unsigned int btowc(int character)
{
    return (unsigned int)__raddle_ascii_of((unsigned int)character);
}
