//go:build amd64 && !purego

#include "textflag.h"
#include "go_asm.h"

// Ids of a packed row, 16 a step.
//
// What: unpacking.portable for 1 or more ids, and on to the next multiple of 16. Granularity: 8 ids a register, four in each half: the bytes
// of four ids begin on a byte since widths are even. Rows that run backwards have a negative step and the bytes of the shuffle turned round. Reads up
// to 16 bytes past the ids of a step (dataPadding). What is read past the end of the row may be anything, so ids are brought down to the largest valid one.
//
// Registers: DI ids, SI bytes, CX ids left, R8 bytes from four ids to the next, Y8 shuffle, Y9 shifts, Y10 mask, Y11 largest id.

#define EIGHT(Y, X, OFF) \
	VMOVDQU     (SI), X              \
	VINSERTI128 $1, (SI)(R8*1), Y, Y \
	LEAQ        (SI)(R8*2), SI       \
	VPSHUFB     Y8, Y, Y             \
	VPSRLVD     Y9, Y, Y             \
	VPAND       Y10, Y, Y            \
	VPMINUD     Y11, Y, Y            \
	VMOVDQU     Y, OFF(DI)

// func unpackAVX2(dst *uint32, src *byte, n int, u *unpacking)
TEXT ·unpackAVX2(SB), NOSPLIT, $0-32
	MOVQ         dst+0(FP), DI
	MOVQ         src+8(FP), SI
	MOVQ         n+16(FP), CX
	MOVQ         u+24(FP), AX
	VMOVDQU      unpacking_shuffle(AX), Y8
	VMOVDQU      unpacking_shifts(AX), Y9
	VPBROADCASTD unpacking_mask(AX), Y10
	VPBROADCASTD unpacking_last(AX), Y11
	MOVQ         unpacking_group(AX), R8

step:
	EIGHT(Y0, X0, 0)
	EIGHT(Y1, X1, 32)
	ADDQ $64, DI
	SUBQ $16, CX
	JG   step
	VZEROUPPER
	RET
