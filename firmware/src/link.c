#include "link.h"

#include "cobs.h"
#include "crc16.h"
#include "hal.h"
#include "identity.h"

#define CRC_SIZE 2U

uint16_t link_bad_crc, link_oversized;
union link_frame link_frame;

static uint8_t received;      /* bytes in the frame so far */
static bool overflowed;

bool link_poll(uint8_t *length)
{
    uint8_t byte;
    while (hal_receive(&byte)) {
        if (byte != 0) {
            if (received < sizeof link_frame.bytes) link_frame.bytes[received++] = byte;
            else overflowed = true;
            continue;
        }
        uint8_t coded = received;
        bool too_long = overflowed;
        received = 0;
        overflowed = false;
        if (too_long) {
            link_oversized++;
            continue;
        }
        if (coded == 0) continue; /* zeros between frames are allowed */
        uint8_t size = cobs_decode(link_frame.bytes, coded);
        if (size < sizeof(struct wire_header) + CRC_SIZE || crc16(link_frame.bytes, size) != 0) {
            link_bad_crc++;
            continue;
        }
        *length = size - sizeof(struct wire_header) - CRC_SIZE;
        return true;
    }
    return false;
}

/* The frame being sent, read byte by byte where it lies: no second buffer. */
static struct {
    struct wire_header header;
    const uint8_t *payload;
    uint8_t crc[CRC_SIZE];
    uint8_t length;
} out;

static uint8_t out_byte(uint8_t index)
{
    if (index < sizeof out.header) return ((const uint8_t *)&out.header)[index];
    index -= sizeof out.header;
    return index < out.length ? out.payload[index] : out.crc[index - out.length];
}

bool link_room(uint8_t length)
{
    /* one code byte and the ending zero on top */
    return hal_transmit_room() >= sizeof out.header + length + CRC_SIZE + 2;
}

bool link_send(uint8_t kind, uint8_t request, const void *payload, uint8_t length)
{
    if (!link_room(length)) return false;
    uint8_t whole = (uint8_t)(sizeof out.header + length);
    out.header = (struct wire_header){WIRE_VERSION, kind, request, identity_boot_id()};
    out.payload = payload;
    out.length = length;
    uint16_t crc = CRC16_START;
    for (uint8_t i = 0; i < whole; i++) crc = crc16_add(crc, out_byte(i));
    out.crc[0] = crc >> 8;
    out.crc[1] = (uint8_t)crc;
    cobs_encode(out_byte, whole + CRC_SIZE, hal_transmit);
    hal_transmit(0);
    return true;
}
