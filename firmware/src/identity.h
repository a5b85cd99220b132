/* Who the board is: boot id, firmware version. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdint.h>

#include "wire.h"

#ifndef FIRMWARE_MAJOR
#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 3
#define FIRMWARE_PATCH 0
#endif

/* Counts the boot in the EEPROM; returns only when it is stored, so that no two boots share an id. */
void identity_boot(void);
uint16_t identity_boot_id(void);

#endif
