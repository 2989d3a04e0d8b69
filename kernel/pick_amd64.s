//go:build amd64 && !purego

#include "textflag.h"

// Choice among the servers of a row that a set of bits marks.
//
// Granularity: 16 servers a step, the bits of a step in a mask register. Ids of places past the end of the row are read up to the next multiple of 16;
// their bits must be clear.
//
// Registers: DI ids, R8 bits left, Z0 ids of the step, Z1 its hashes, Z16 least so far and Z17 their ids, K1 marked places.

// REDUCE leaves the least of the 16 words of Z in its lowest word, using T.
#define REDUCE(Z, T, X) \
	VSHUFI32X4 $0x4e, Z, Z, T \
	VPMINUD    T, Z, Z        \
	VSHUFI32X4 $0xb1, Z, Z, T \
	VPMINUD    T, Z, Z        \
	VPSHUFD    $0x4e, Z, T    \
	VPMINUD    T, Z, Z        \
	VPSHUFD    $0xb1, Z, T    \
	VPMINUD    T, Z, Z

// func lowestAVX512(row *uint32, set uint64) (server uint32)
// Equivalent Go: lowestGeneric
TEXT ·lowestAVX512(SB), NOSPLIT, $0-20
	MOVQ       row+0(FP), DI
	MOVQ       set+8(FP), R8
	VPTERNLOGD $0xff, Z16, Z16, Z16

low:
	KMOVW     R8, K1
	VMOVDQU32 (DI), Z0
	VPMINUD   Z0, Z16, K1, Z16
	ADDQ      $64, DI
	SHRQ      $16, R8
	JNZ       low
	REDUCE(Z16, Z1, X16)
	VMOVD     X16, AX
	VZEROUPPER
	MOVL AX, server+16(FP)
	RET

// func leastHashAVX512(row *uint32, set, seed uint64, limit uint32) (server, hash uint32)
// Equivalent Go: leastHashGeneric
TEXT ·leastHashAVX512(SB), NOSPLIT, $0-40
	MOVQ         row+0(FP), DI
	MOVQ         set+8(FP), R8
	MOVQ         seed+16(FP), AX
	VPBROADCASTD AX, Z4
	SHRQ         $32, AX
	ORL          $1, AX
	VPBROADCASTD AX, Z5
	MOVL         limit+24(FP), AX
	VPBROADCASTD AX, Z6
	MOVL         $0x85EBCA6B, AX
	VPBROADCASTD AX, Z7
	MOVL         $0xC2B2AE35, AX
	VPBROADCASTD AX, Z8
	VPTERNLOGD   $0xff, Z16, Z16, Z16
	VPXORD       Z17, Z17, Z17

least:
	KMOVW     R8, K1
	VMOVDQU32 (DI), Z0
	VPCMPUD   $1, Z6, Z0, K1, K1   // ids below the limit
	VPMULLD   Z5, Z0, Z1
	VPADDD    Z4, Z1, Z1
	VPSRLD    $16, Z1, Z2
	VPXORD    Z2, Z1, Z1
	VPMULLD   Z7, Z1, Z1
	VPSRLD    $13, Z1, Z2
	VPXORD    Z2, Z1, Z1
	VPMULLD   Z8, Z1, Z1
	VPSRLD    $16, Z1, Z2
	VPXORD    Z2, Z1, Z1
	VPCMPUD   $2, Z16, Z1, K1, K1  // at most the least so far
	VMOVDQA32 Z1, K1, Z16
	VMOVDQA32 Z0, K1, Z17
	ADDQ      $64, DI
	SHRQ      $16, R8
	JNZ       least
	VMOVDQA32 Z16, Z1
	REDUCE(Z1, Z2, X1)
	VPBROADCASTD X1, Z2
	VPCMPEQD  Z2, Z16, K1
	VPCOMPRESSD Z17, K1, Z3
	VMOVD     X3, AX
	VMOVD     X1, BX
	VZEROUPPER
	MOVL AX, server+32(FP)
	MOVL BX, hash+36(FP)
	RET
