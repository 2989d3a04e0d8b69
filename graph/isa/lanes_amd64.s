//go:build amd64 && !purego

#include "textflag.h"

// The numbers of the lanes of 16 words of 32 bits, 0 to 15, for the routines of other packages that give each lane a counter of its own.
// They name it shardq∕graph∕isa·lanes.

DATA ·lanes+0(SB)/4, $0
DATA ·lanes+4(SB)/4, $1
DATA ·lanes+8(SB)/4, $2
DATA ·lanes+12(SB)/4, $3
DATA ·lanes+16(SB)/4, $4
DATA ·lanes+20(SB)/4, $5
DATA ·lanes+24(SB)/4, $6
DATA ·lanes+28(SB)/4, $7
DATA ·lanes+32(SB)/4, $8
DATA ·lanes+36(SB)/4, $9
DATA ·lanes+40(SB)/4, $10
DATA ·lanes+44(SB)/4, $11
DATA ·lanes+48(SB)/4, $12
DATA ·lanes+52(SB)/4, $13
DATA ·lanes+56(SB)/4, $14
DATA ·lanes+60(SB)/4, $15
GLOBL ·lanes(SB), RODATA|NOPTR, $64
