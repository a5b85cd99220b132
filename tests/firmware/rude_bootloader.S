; A bootloader with the bad manners of both common ones: it clears MCUSR as the newer does, wipes its variables at
; the bottom of RAM and uses the top for its stack as the older does, waits, and jumps to the program.
    .section .text
    .global start
start:
    eor r1, r1
    out 0x34, r1          ; MCUSR
    ldi r26, 0x00         ; X = 0x0100
    ldi r27, 0x01
    ldi r16, 0xAA
wipe:
    st X+, r16
    cpi r27, 0x03         ; up to 0x0300
    brne wipe
    ldi r26, 0xC0         ; the top: 0x08C0 … 0x08FF
    ldi r27, 0x08
stack:
    st X+, r16
    cpi r27, 0x09
    brne stack
    ldi r18, 16           ; about 0.2 s
    ldi r24, 0
    ldi r25, 0
wait:
    sbiw r24, 1
    brne wait
    dec r18
    brne wait
    jmp 0
