/* The host's requests: session, repeats, and what each command does. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

void commands_start(uint8_t kept);         /* Kept, for HELLO */
void commands_take(uint8_t length);        /* the frame in link_frame, with a payload of this length */
void commands_say_hello(uint8_t request);
uint8_t commands_last_motion(void);        /* KIND_FACED or KIND_SHAKEN */
bool session_open(void);

#endif
