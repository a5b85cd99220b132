#include "cobs.h"

uint8_t cobs_decode(uint8_t *data, uint8_t length)
{
    uint8_t from = 0, to = 0;
    while (from < length) {
        uint8_t code = data[from++];
        if (code == 0 || code - 1 > length - from) return 0;
        for (uint8_t i = 1; i < code; i++) data[to++] = data[from++];
        if (code < 0xFF && from < length) data[to++] = 0;
    }
    return to;
}

void cobs_encode(uint8_t (*byte_at)(uint8_t), uint8_t length, void (*put)(uint8_t))
{
    uint8_t start = 0;
    for (;;) {
        uint8_t end = start;
        while (end < length && byte_at(end) != 0) end++;
        put((uint8_t)(end - start + 1));
        for (uint8_t i = start; i < end; i++) put(byte_at(i));
        if (end == length) return;
        start = end + 1;
    }
}
