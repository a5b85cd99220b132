// Opens this folder in the Arduino IDE: the program itself is in src/, which the IDE compiles too.
// main() is there as well, so there is no setup() and no loop(). Board: Arduino Nano or Uno.
