/* A model of the driver: a channel that is there gives a percentage. */
#include <raddle.h>

int sensor_read(int channel)
{
    return channel < 8 ? (int)__raddle_any(0, 100) : -1;
}
