#define _GNU_SOURCE
#include "line.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "board.h"

static int master = -1, watch = -1, openers;
static char link_name[PATH_MAX], port[PATH_MAX];
static unsigned long sent, taken;      /* since the port was opened */

static struct way {
    bool muted;
    struct { enum line_fault fault; unsigned nth; } faults[64];
    unsigned many;
} to_board, to_host;

const char *line_port(void) { return master < 0 ? "" : port; }
bool line_open_now(void) { return openers > 0; }
int line_fd(void) { return openers > 0 ? master : -1; }
unsigned long line_sent(void) { return sent; }

bool line_plug(const char *link)
{
    int slave;
    struct termios raw;
    char before[sizeof link_name];
    if (master >= 0) return false;
    strcpy(before, link_name);
    if (link) snprintf(link_name, sizeof link_name, "%s", link);
    if (openpty(&master, &slave, port, NULL, NULL) != 0) return false;
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    close(slave);
    fcntl(master, F_SETFL, O_NONBLOCK);
    fcntl(master, F_SETFD, FD_CLOEXEC);
    /* A real board is reset when its port is opened: we have to see that. */
    watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watch < 0 || inotify_add_watch(watch, port, IN_OPEN | IN_CLOSE) < 0) {
        perror("cannot see who opens the port");
        return false;
    }
    openers = 0;
    if (link_name[0]) {
        struct stat there;
        if (lstat(link_name, &there) == 0 && S_ISLNK(there.st_mode)) unlink(link_name); /* ours, from before */
        if (symlink(port, link_name) != 0) {
            perror(link_name);
            line_pull();
            strcpy(link_name, before); /* the cable is still out, and its old place is free */
            return false;
        }
    }
    return true;
}

void line_pull(void)
{
    if (master < 0) return;
    char target[PATH_MAX];
    ssize_t length = readlink(link_name, target, sizeof target - 1);
    target[length > 0 ? length : 0] = 0;
    if (!strcmp(target, port)) unlink(link_name); /* unless somebody else has taken the name */
    close(master);
    close(watch);
    master = watch = -1;
    openers = 0;
}

bool line_fault(bool board, enum line_fault fault, unsigned nth)
{
    struct way *way = board ? &to_board : &to_host;
    if (way->many == sizeof way->faults / sizeof way->faults[0]) return false;
    way->faults[way->many].fault = fault;
    way->faults[way->many++].nth = nth;
    return true;
}

void line_mute(bool board, bool on) { (board ? &to_board : &to_host)->muted = on; }

/* Passes a byte through the faults: how often it comes out at the other end. */
static int pass(struct way *way, unsigned char *byte)
{
    int times = way->muted ? 0 : 1;
    for (unsigned i = 0; i < way->many; i++) {
        if (--way->faults[i].nth > 0) continue;
        if (way->faults[i].fault == LINE_FLIP) *byte ^= 0x10;
        if (way->faults[i].fault == LINE_LOSE) times = 0;
        if (way->faults[i].fault == LINE_DOUBLE) times *= 2;
        way->faults[i--] = way->faults[--way->many];
    }
    return times;
}

static bool look_who_opened(void)
{
    char buffer[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
    bool opened = false;
    ssize_t size;
    while (watch >= 0 && (size = read(watch, buffer, sizeof buffer)) > 0) {
        for (char *at = buffer; at < buffer + size; at += sizeof(struct inotify_event) + ((struct inotify_event *)at)->len) {
            uint32_t mask = ((struct inotify_event *)at)->mask;
            if (mask & IN_OPEN && openers++ == 0) {
                opened = true;
                sent = taken = 0;
            }
            if (mask & IN_CLOSE && openers > 0) openers--;
        }
    }
    return opened;
}

bool line_take(void)
{
    bool opened = look_who_opened();
    unsigned char buffer[4096];
    if (opened) to_board.many = to_host.many = 0;
    while (master >= 0 && board_receive_room() > 2 * sizeof buffer) {
        ssize_t size = read(master, buffer, sizeof buffer);
        if (size <= 0) break;
        taken += (unsigned long)size;
        for (ssize_t i = 0; i < size; i++) {
            for (int times = pass(&to_board, &buffer[i]); times > 0; times--) board_receive(buffer[i]);
        }
    }
    return opened;
}

void line_send(unsigned char byte)
{
    int times = pass(&to_host, &byte);
    if (master < 0 || openers == 0) return;   /* nobody listens: a USB cable keeps nothing */
    for (; times > 0; times--) {
        if (write(master, &byte, 1) == 1) sent++; /* full: the host does not read, and the byte is lost */
    }
}

bool line_await(unsigned long written)
{
    for (int tries = 0; master >= 0 && taken < written; tries++) {
        struct pollfd port_input = {master, POLLIN, 0};
        if (tries == 1000) return false;
        poll(&port_input, 1, 10);
        if (line_take()) return false;      /* opened again meanwhile: another count */
    }
    return true;
}
