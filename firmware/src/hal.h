/* All that touches the chip. hal_avr.c is the only file that knows registers. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

struct edge {
    uint32_t time;   /* µs */
    wire_beams levels; /* bit per beam: the pin is HIGH */
};

void hal_start(void);                    /* pins, timers, beams; not yet the serial line */
void hal_line_open(void);                /* the serial line, once the board can say who it is */
void hal_sleep(void);                    /* until something happens */
void hal_watchdog_feed(void);

uint32_t hal_now(void);                  /* µs since boot, wraps */
uint16_t hal_milliseconds(void);         /* wraps */
uint8_t hal_servo_frames(void);          /* 20 ms periods, wraps */

wire_beams hal_beam_levels(void);        /* bit per beam: the pin is HIGH */
bool hal_next_edge(struct edge *edge);   /* the first one tells the levels at the start */
bool hal_edges_lost(void);               /* some came too fast; none is kept until they are forgotten */
struct edge hal_edges_forget(void);      /* from here on edges are kept anew; this moment and its levels */
uint8_t hal_ring_levels(void);
void hal_emitters(bool on);
void hal_led(bool on);
bool hal_lights(void);                   /* there are pins for a strip of lights */
void hal_light_byte(uint8_t byte);       /* to the strip, clocked: an interrupt in between only stretches it */
void hal_servo_width(uint16_t half_microseconds); /* 0 = no pulses */

bool hal_receive(uint8_t *byte);
uint8_t hal_transmit_room(void);
void hal_transmit(uint8_t byte);         /* there must be room */
uint16_t hal_line_errors(void);

bool hal_eeprom_busy(void);
uint8_t hal_eeprom_read(uint16_t address);
void hal_eeprom_write(uint16_t address, uint8_t byte); /* begins; not while busy */

uint8_t hal_reset_cause(void);           /* ResetCause; 0 = unknown */
uint16_t hal_stack_free(void);

#endif
