/* The control socket: one command per line, one answer per line. docs/emulator.md tells them all. */
#ifndef EMULATOR_CONTROL_H
#define EMULATOR_CONTROL_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

enum mode { PACED, FREE, LOCKSTEP };
extern enum mode control_mode;
extern bool control_reset_on_open, control_quit;
extern double control_speed;               /* PACED: times the wall clock */

bool control_start(const char *path);
void control_end(void);
unsigned control_poll(struct pollfd *into); /* fills in what to wait for */
void control_serve(const struct pollfd *polled, unsigned many);
#define CONTROL_MOST_POLLED 9

void control_notice_line(void);            /* takes the line's input and resets the board if it was opened */

#endif
