/* The board's USB cable: a pseudo terminal under a link of a stable name, and faults on the way. */
#ifndef EMULATOR_LINE_H
#define EMULATOR_LINE_H

#include <stdbool.h>

bool line_plug(const char *link);       /* makes the port and the link to it; NULL = the last name again */
void line_pull(void);                   /* the port is gone; the board runs on */
const char *line_port(void);            /* "" when pulled */
bool line_open_now(void);               /* somebody has the port open */
int line_fd(void);                      /* to wait for input; -1 when pulled or nobody has it open */

/* Takes what the host wrote, and notices who opened the port. True: opened since the last call. */
bool line_take(void);
void line_send(unsigned char byte);

/* Faults. Direction: true = to the board. `nth` counts the bytes from now on, 1 is the next. */
enum line_fault { LINE_FLIP, LINE_LOSE, LINE_DOUBLE };
bool line_fault(bool to_board, enum line_fault fault, unsigned nth); /* false: too many are waiting */
void line_mute(bool to_board, bool on); /* every byte of this direction is lost */

/* Bytes since the port was opened. A pty passes them on in its own time: whoever wants to be sure counts. */
unsigned long line_sent(void);
bool line_await(unsigned long written); /* takes input until the host's so many bytes are in; false: they never came */

#endif
