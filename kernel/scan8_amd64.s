//go:build amd64 && !purego

#include "textflag.h"

// Least key of a row and the servers that tie for it, for keys of one byte.
//
// What: scanGeneric[uint8] for 1 to 64 neighbours. Granularity: 16 neighbours a step, one XMM register each. Keys are loaded one by one and inserted
// as bytes: a gather takes 4 bytes a lane and, on processors where it is microcode, twice as long as these plain loads. A step reads the
// ids and keys of all its 16 places, so up to 15 ids past the end of the row must be readable and valid (graph.Padding and the rows that follow see
// to that); places past the end are then set to all ones, at least any key,
// and left out of the ties.
//
// Registers: SI state, DI ids, CX neighbours, X0-X3 keys of the steps, later Y0 and Y2 all 64, Y15 the mask, DX tail masks.

DATA tail<>+0(SB)/8, $0
DATA tail<>+8(SB)/8, $0
DATA tail<>+16(SB)/8, $0
DATA tail<>+24(SB)/8, $0
DATA tail<>+32(SB)/8, $0
DATA tail<>+40(SB)/8, $0
DATA tail<>+48(SB)/8, $0
DATA tail<>+56(SB)/8, $0
DATA tail<>+64(SB)/8, $0xffffffffffffffff
DATA tail<>+72(SB)/8, $0xffffffffffffffff
DATA tail<>+80(SB)/8, $0xffffffffffffffff
DATA tail<>+88(SB)/8, $0xffffffffffffffff
DATA tail<>+96(SB)/8, $0xffffffffffffffff
DATA tail<>+104(SB)/8, $0xffffffffffffffff
DATA tail<>+112(SB)/8, $0xffffffffffffffff
DATA tail<>+120(SB)/8, $0xffffffffffffffff
GLOBL tail<>(SB), RODATA|NOPTR, $128

// KEY inserts the key of the id at OFF as byte I; STEP takes the 16 ids from OFF on.
#define KEY(OFF, I, KEYS) \
	MOVL    (OFF+4*I)(DI), AX          \
	VPINSRB $I, (SI)(AX*1), KEYS, KEYS

#define STEP(OFF, KEYS) \
	KEY(OFF, 0, KEYS) \
	KEY(OFF, 1, KEYS) \
	KEY(OFF, 2, KEYS) \
	KEY(OFF, 3, KEYS) \
	KEY(OFF, 4, KEYS) \
	KEY(OFF, 5, KEYS) \
	KEY(OFF, 6, KEYS) \
	KEY(OFF, 7, KEYS) \
	KEY(OFF, 8, KEYS) \
	KEY(OFF, 9, KEYS) \
	KEY(OFF, 10, KEYS) \
	KEY(OFF, 11, KEYS) \
	KEY(OFF, 12, KEYS) \
	KEY(OFF, 13, KEYS) \
	KEY(OFF, 14, KEYS) \
	KEY(OFF, 15, KEYS)

// func scan8AVX2(state *uint8, row *uint32, n int, mask uint32) (least uint32, ties uint64)
// Equivalent Go: scanGeneric[uint8]
TEXT ·scan8AVX2(SB), NOSPLIT, $0-48
	MOVQ         state+0(FP), SI
	MOVQ         row+8(FP), DI
	MOVQ         n+16(FP), CX
	MOVL         mask+24(FP), AX
	VMOVD        AX, X15
	VPBROADCASTB X15, Y15
	LEAQ         tail<>+64(SB), DX
	SUBQ         CX, DX
	VPXOR        X1, X1, X1
	VPXOR        X2, X2, X2
	VPXOR        X3, X3, X3
	VPXOR        X0, X0, X0
	STEP(0, X0)
	CMPQ         CX, $16
	JLE          reduce
	STEP(64, X1)
	CMPQ         CX, $32
	JLE          reduce
	STEP(128, X2)
	CMPQ         CX, $48
	JLE          reduce
	STEP(192, X3)

reduce:
	VINSERTI128  $1, X1, Y0, Y0
	VINSERTI128  $1, X3, Y2, Y2
	VPAND        Y15, Y0, Y0
	VPAND        Y15, Y2, Y2
	VPOR         (DX), Y0, Y0
	VPOR         32(DX), Y2, Y2
	VPMINUB      Y0, Y2, Y4
	VEXTRACTI128 $1, Y4, X5
	VPMINUB      X5, X4, X4
	VPSRLW       $8, X4, X5
	VPMINUB      X5, X4, X4
	VPHMINPOSUW  X4, X4
	VMOVD        X4, AX
	MOVBLZX      AX, AX
	MOVL         AX, least+32(FP)
	VPBROADCASTB X4, Y4
	VPCMPEQB     Y0, Y4, Y5
	VPCMPEQB     Y2, Y4, Y6
	VPMOVMSKB    Y5, R8
	VPMOVMSKB    Y6, R9
	SHLQ         $32, R9
	ORQ          R9, R8
	BZHIQ        CX, R8, R8
	MOVQ         R8, ties+40(FP)
	VZEROUPPER
	RET
