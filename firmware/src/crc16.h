/* CRC-16/IBM-3740, the same as Python's binascii.crc_hqx(data, 0xFFFF). */
#ifndef CRC16_H
#define CRC16_H

#include <stdint.h>

#define CRC16_START 0xFFFFU

uint16_t crc16_add(uint16_t crc, uint8_t byte);
uint16_t crc16(const void *data, uint8_t length);

#endif
