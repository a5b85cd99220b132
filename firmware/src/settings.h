/* The configuration: two EEPROM slots, each with its CRC; the newer valid one rules. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

extern struct wire_settings settings;    /* in force */

void settings_load(void);
uint8_t settings_source(void);           /* ConfigSource */
uint8_t settings_sequence(void);
bool settings_valid(const struct wire_settings *wanted);

/* Takes them into force and begins to store them into the other slot, a byte at a time. */
void settings_take(const struct wire_settings *wanted);
bool settings_storing(void);

/* Call often. True once, when storing has ended; *kept tells whether the EEPROM holds them. */
bool settings_poll(bool *kept);

#endif
