/* Frames on the serial line: COBS, CRC-16, header. Knows no command. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

/* Longest payload an answer has: so much room must be on the line before anything is taken or told. */
#define LONGEST_ANSWER sizeof(struct wire_config)

extern uint16_t link_bad_crc, link_oversized;

/* The decoded frame. Valid until the next link_poll; whoever has read it may build an answer in it. */
extern union link_frame {
    uint8_t bytes[WIRE_FRAME_LIMIT];
    struct {
        struct wire_header header;
        union {
            uint8_t payload[WIRE_FRAME_LIMIT - sizeof(struct wire_header)];
            struct wire_open open;
            struct wire_log log;
            struct wire_face face;
            struct wire_shake shake;
            struct wire_hands_away hands_away;
            struct wire_light light;
            struct wire_config_write config_write;
            struct wire_hello hello;
            struct wire_pong pong;
            struct wire_counted counted;
            struct wire_diagnosis diagnosis;
            struct wire_config config;
            struct {
                struct wire_logged logged;
                struct wire_log_entry entries[WIRE_LOG_PER_FRAME];
            } __attribute__((packed));
        };
    } __attribute__((packed));
} link_frame;

/* Takes what has come in. True when a sound frame is there; *length is its payload's. */
bool link_poll(uint8_t *length);

/* Whether a frame with this payload fits into the line's buffer now. */
bool link_room(uint8_t length);

/* Sends a frame; false, and nothing sent, when there is no room. */
bool link_send(uint8_t kind, uint8_t request, const void *payload, uint8_t length);

#endif
