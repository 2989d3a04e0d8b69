//go:build amd64 && !purego

#include "textflag.h"

// Least key of a row and the servers that tie for it, for keys of 2 or 4 bytes.
//
// What: scanGeneric for 1 to 64 neighbours. Granularity: 16 neighbours a step, a tail step is masked. The ids of a step index a gather of
// 4 bytes from the state, at scale 2 or 4; the bytes above the key are masked off, so a state array must be readable 2 bytes past its
// last key (StatePadding). Lanes past the end hold all ones: at least any key, and not among the ties.
//
// Registers: SI state, DI next ids, CX neighbours left, Z30 the mask, Z0-Z3 keys of the four steps, K1-K4 their
// lanes, Z4 least so far.
//
// The gather is the whole cost: the rest is some 20 instructions a row. Rows of up to 32 neighbours take two steps and skip the others.

#define INIT \
	MOVQ         state+0(FP), SI   \
	MOVQ         row+8(FP), DI     \
	MOVQ         n+16(FP), CX      \
	VPBROADCASTD mask+24(FP), Z30  \
	VPTERNLOGD   $0xff, Z4, Z4, Z4 \
	VMOVDQA32    Z4, Z0            \
	VMOVDQA32    Z4, Z1            \
	VMOVDQA32    Z4, Z2            \
	VMOVDQA32    Z4, Z3            \
	KXORW        K1, K1, K1        \
	KXORW        K2, K2, K2        \
	KXORW        K3, K3, K3        \
	KXORW        K4, K4, K4        \
	MOVL         $0xffff, R8

// STEP gathers up to 16 keys: lanes min(CX, 16) set in LANES.
#define STEP(SCALE, LANES, KEYS) \
	MOVL        $16, AX                \
	SUBL        CX, AX                 \
	XORL        BX, BX                 \
	CMPQ        CX, $16                \
	CMOVQGE     BX, AX                 \
	SHRXL       AX, R8, BX             \
	KMOVW       BX, LANES                \
	KMOVW       BX, K6                 \
	VMOVDQU32.Z (DI), LANES, Z8            \
	VPGATHERDD  (SI)(Z8*SCALE), K6, KEYS  \
	VPANDD      Z30, KEYS, LANES, KEYS           \
	VPMINUD     KEYS, Z4, Z4              \
	ADDQ        $64, DI                \
	SUBQ        $16, CX

// FINISH reduces Z4 and builds the masks.
#define FINISH \
	VEXTRACTI64X4 $1, Z4, Y5      \
	VPMINUD       Y5, Y4, Y4      \
	VEXTRACTI128  $1, Y4, X5      \
	VPMINUD       X5, X4, X4      \
	VPSHUFD       $0x4e, X4, X5   \
	VPMINUD       X5, X4, X4      \
	VPSHUFD       $0xb1, X4, X5   \
	VPMINUD       X5, X4, X4      \
	VMOVD         X4, AX          \
	VPBROADCASTD  X4, Z4          \
	MOVL          AX, least+32(FP) \
	VPCMPEQD      Z4, Z0, K1, K5  \
	KMOVW         K5, R8          \
	VPCMPEQD      Z4, Z1, K2, K5  \
	KMOVW         K5, R10         \
	SHLQ          $16, R10        \
	ORQ           R10, R8         \
	KORTESTW      K3, K3          \
	JEQ           done            \
	VPCMPEQD      Z4, Z2, K3, K5  \
	KMOVW         K5, R10         \
	SHLQ          $32, R10        \
	ORQ           R10, R8         \
	VPCMPEQD      Z4, Z3, K4, K5  \
	KMOVW         K5, R10         \
	SHLQ          $48, R10        \
	ORQ           R10, R8

#define SCAN(SCALE) \
	INIT                \
	STEP(SCALE, K1, Z0) \
	CMPQ CX, $0         \
	JLE  finish         \
	STEP(SCALE, K2, Z1) \
	CMPQ CX, $0         \
	JLE  finish         \
	STEP(SCALE, K3, Z2) \
	CMPQ CX, $0         \
	JLE  finish         \
	STEP(SCALE, K4, Z3)

// func scan16AVX512(state *uint16, row *uint32, n int, mask uint32) (least uint32, ties uint64)
// Equivalent Go: scanGeneric[uint16]
TEXT ·scan16AVX512(SB), NOSPLIT, $0-48
	SCAN(2)

finish:
	FINISH

done:
	MOVQ R8, ties+40(FP)
	VZEROUPPER
	RET

// func scan32AVX512(state *uint32, row *uint32, n int, mask uint32) (least uint32, ties uint64)
// Equivalent Go: scanGeneric[uint32]
TEXT ·scan32AVX512(SB), NOSPLIT, $0-48
	SCAN(4)

finish:
	FINISH

done:
	MOVQ R8, ties+40(FP)
	VZEROUPPER
	RET
