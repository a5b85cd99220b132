/* Where the tower stands when no pulse tells: what the ring reads, what people say, and who is believed. Pure. */
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>
#include <stdint.h>

void place_start(void);

/* People have taken their hands away; `claimed` [µs] is where they see the tower stand, 0 = they do not say. */
void place_hands_away(uint16_t claimed);
void place_hands_on(void);               /* what they said holds no longer: it was used, or a hand is there again */
void place_tick(void);                   /* once per millisecond */

/* 0, and *from [µs] is where a motion may begin; otherwise the Reason why none may. */
uint8_t place_begin(uint16_t *from);

/* Whether the ring sees the tower where it was told to be; true where nothing can tell. */
bool place_agrees(uint16_t pulse);
void place_believe(bool sensor);         /* whether the last motion ended where the ring saw it */

#endif
