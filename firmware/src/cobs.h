/* Consistent overhead byte stuffing: a frame without zeros, so that 0x00 can end it. */
#ifndef COBS_H
#define COBS_H

#include <stdint.h>

/* Decodes in place (the ending 0x00 not included); 0 = not a COBS frame. */
uint8_t cobs_decode(uint8_t *data, uint8_t length);

/* Encodes what `byte_at(i)` yields for i < length (at most 253) through `put`, without the ending 0x00. */
void cobs_encode(uint8_t (*byte_at)(uint8_t), uint8_t length, void (*put)(uint8_t));

#endif
