/* What the firmware's pure parts need from outside, made of arrays that a test can look into. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "beams.h"
#include "cobs.h"
#include "hal.h"
#include "memory.h"
#include "settings.h"
#include "pure_shim.h"

struct shim_break shim_breaks[4096];
struct shim_blocked shim_blocks[256];
unsigned shim_break_count, shim_block_count, shim_noise[7];
uint8_t shim_eeprom[1024];
int shim_writes_left = -1;             /* the power goes after so many EEPROM bytes; -1 = never */
bool shim_emitters_on = true;

void beams_found_break(struct wire_log_entry *entry)
{
    shim_breaks[shim_break_count++ % 4096] = (struct shim_break){entry->mark, entry->start, entry->duration};
}

void beams_found_noise(uint8_t outlet) { shim_noise[outlet]++; }

void beams_found_blocked(uint8_t outlet, bool blocked, uint32_t time)
{
    shim_blocks[shim_block_count++ % 256] = (struct shim_blocked){outlet, blocked, time};
}

bool hal_eeprom_busy(void) { return false; }
uint8_t hal_eeprom_read(uint16_t address) { return shim_eeprom[address]; }

void hal_eeprom_write(uint16_t address, uint8_t byte)
{
    if (shim_writes_left == 0) return;
    if (shim_writes_left > 0) shim_writes_left--;
    shim_eeprom[address] = byte;
}

void hal_watchdog_feed(void) {}
void hal_emitters(bool on) { shim_emitters_on = on; }
bool hal_lights(void) { return true; }
void hal_light_byte(uint8_t byte) { (void)byte; }

void shim_get_settings(uint8_t *into) { memcpy(into, &settings, sizeof settings); }
void shim_set_settings(const uint8_t *from) { memcpy(&settings, from, sizeof settings); }
bool shim_settings_valid(const uint8_t *wanted) { return settings_valid((const struct wire_settings *)wanted); }
void shim_take_settings(const uint8_t *wanted) { settings_take((const struct wire_settings *)wanted); }

static const uint8_t *encode_from;
static uint8_t *encode_into, encoded;
static uint8_t byte_at(uint8_t index) { return encode_from[index]; }
static void put(uint8_t byte) { encode_into[encoded++] = byte; }

uint8_t shim_cobs_encode(const uint8_t *data, uint8_t length, uint8_t *into)
{
    encode_from = data;
    encode_into = into;
    encoded = 0;
    cobs_encode(byte_at, length, put);
    return encoded;
}

uint16_t shim_log(uint8_t mark, uint32_t start, uint32_t duration)
{
    struct wire_log_entry entry = {.mark = mark, .start = start, .duration = duration};
    return memory_log(&entry);
}

uint32_t shim_entry_start(uint16_t number) { return memory_entry(number)->start; }
uint16_t shim_count(uint8_t outlet) { return memory.counts[outlet]; }
uint16_t shim_next(void) { return memory.next; }
uint16_t shim_since(void) { return memory.since; }
uint8_t shim_stored(void) { return memory.stored; }

void shim_set_next(uint16_t next)
{
    memory.next = next;
    memory.stored = 0;
    for (uint8_t outlet = 0; outlet < WIRE_OUTLETS; outlet++) memory.counts[outlet] = next;
    memory_changed();
    memory_commit();
}

/* What the start-up code does at every reset: plain variables are cleared, the kept ones are not. */
void shim_forget(void) { memset(&memory, 0, sizeof memory); }
