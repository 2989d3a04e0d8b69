//go:build amd64 && !purego

#include "textflag.h"

// Idle bits of a row.
//
// What: scanIdleGeneric for 1 to 64 servers. Granularity: four servers a step, the last ones of the row first, each shifted into the result from below. Up
// to three ids past the end of the row must be readable and valid; their bits are cleared at the end.
//
// Registers: SI words, DI ids, CX servers, R8 result, R9 index of the step, AX-DX ids, R10-R13 words.

#define IDLE(OFF, ID, WORD) \
	MOVL OFF(DI)(R9*4), ID    \
	MOVL ID, WORD             \
	SHRL $6, WORD             \
	MOVQ (SI)(WORD*8), WORD

// func scanIdleAMD64(words *uint64, row *uint32, n int) (idle uint64)
TEXT ·scanIdleAMD64(SB), NOSPLIT, $0-32
	MOVQ words+0(FP), SI
	MOVQ row+8(FP), DI
	MOVQ n+16(FP), CX
	XORL R8, R8
	LEAQ -1(CX), R9
	ANDQ $~3, R9

step:
	IDLE(12, AX, R10)
	IDLE(8, BX, R11)
	IDLE(4, DX, R12)
	IDLE(0, R14, R13)
	BTQ  AX, R10
	ADCQ R8, R8
	BTQ  BX, R11
	ADCQ R8, R8
	BTQ  DX, R12
	ADCQ R8, R8
	BTQ  R14, R13
	ADCQ R8, R8
	SUBQ $4, R9
	JGE  step
	NEGQ CX
	ADDQ $64, CX
	SHLQ CX, R8
	SHRQ CX, R8
	MOVQ R8, idle+24(FP)
	RET
