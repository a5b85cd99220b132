#include "crc16.h"

/* No table: 256 words of flash would buy little, a frame has 22 bytes. */
uint16_t crc16_add(uint16_t crc, uint8_t byte)
{
    uint8_t mixed = (uint8_t)(crc >> 8) ^ byte;
    mixed ^= mixed >> 4;
    return (uint16_t)((crc << 8) ^ ((uint16_t)mixed << 12) ^ ((uint16_t)mixed << 5) ^ mixed);
}

uint16_t crc16(const void *data, uint8_t length)
{
    const uint8_t *byte = data;
    uint16_t crc = CRC16_START;
    while (length--) crc = crc16_add(crc, *byte++);
    return crc;
}
