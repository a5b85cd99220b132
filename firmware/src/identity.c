#include "identity.h"

#include <stdbool.h>

#include "hal.h"

/* Two cells of four bytes (id, its complement), written in turn: a torn write leaves the other. */
#define CELL_SIZE 4U

static uint16_t boot_id;

static uint16_t word(uint16_t address)
{
    return (uint16_t)(hal_eeprom_read(address) | hal_eeprom_read(address + 1) << 8);
}

static void store(uint16_t address, uint8_t byte)
{
    hal_eeprom_write(address, byte);
    while (hal_eeprom_busy()) hal_watchdog_feed();
}

void identity_boot(void)
{
    uint16_t last = 0;
    uint8_t cell = 0;             /* the one to write: not the one that holds the last id */
    bool found = false;
    for (uint8_t i = 0; i < 2; i++) {
        uint16_t id = word(i * CELL_SIZE);
        if ((id ^ word(i * CELL_SIZE + 2)) != 0xFFFF) continue;
        if (!found || (int16_t)(id - last) > 0) {
            last = id;
            cell = 1 - i;
        }
        found = true;
    }
    boot_id = last + 1;
    uint16_t address = cell * CELL_SIZE, complement = (uint16_t)~boot_id;
    store(address, (uint8_t)boot_id);
    store(address + 1, (uint8_t)(boot_id >> 8));
    store(address + 2, (uint8_t)complement);
    store(address + 3, (uint8_t)(complement >> 8));
}

uint16_t identity_boot_id(void) { return boot_id; }
