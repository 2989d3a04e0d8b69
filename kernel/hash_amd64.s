//go:build amd64 && !purego

#include "textflag.h"

// Hashes of servers for ties, in bulk: the least one among servers that bits mark, and the servers of given hashes.
//
// Granularity: 16 hashes a step, which is a group of places. Ids of all places of a group are read.

// REDUCE leaves the least of the 16 words of Z in its lowest word, using T.
#define REDUCE(Z, T) \
	VSHUFI32X4 $0x4e, Z, Z, T \
	VPMINUD    T, Z, Z        \
	VSHUFI32X4 $0xb1, Z, Z, T \
	VPMINUD    T, Z, Z        \
	VPSHUFD    $0x4e, Z, T    \
	VPMINUD    T, Z, Z        \
	VPSHUFD    $0xb1, Z, T    \
	VPMINUD    T, Z, Z

// func leastHashOfGroupsAVX512(row *uint32, words *uint64, set, seed uint64, from, first, width uint32) (server, hash uint32)
// Equivalent Go: leastHashOfGroupsGeneric
//
// Registers: DI ids, SI words, R8 groups left, R9 group of the step, Z0 its ids, Z1 hashes, K1 marked places, Z4 and Z5 offset and stride of the seed, Z6 first
// id, Z7 how many ids, Z8 and Z9 multipliers, Z10 least hash asked for, Z16 least so far and Z17 their ids.
TEXT ·leastHashOfGroupsAVX512(SB), NOSPLIT, $0-56
	MOVQ         row+0(FP), DI
	MOVQ         words+8(FP), SI
	MOVQ         set+16(FP), R8
	MOVQ         seed+24(FP), AX
	VPBROADCASTD AX, Z4
	SHRQ         $32, AX
	ORL          $1, AX
	VPBROADCASTD AX, Z5
	MOVL         $0x85EBCA6B, AX
	VPBROADCASTD AX, Z8
	MOVL         $0xC2B2AE35, AX
	VPBROADCASTD AX, Z9
	MOVL         from+32(FP), AX
	VPBROADCASTD AX, Z10
	MOVL         first+36(FP), AX
	VPBROADCASTD AX, Z6
	MOVL         width+40(FP), AX
	VPBROADCASTD AX, Z7
	VPTERNLOGD   $0xff, Z16, Z16, Z16
	VPTERNLOGD   $0xff, Z17, Z17, Z17

group:
	TZCNTQ    R8, R9
	BLSRQ     R8, R8
	MOVWLZX   (SI)(R9*2), R10
	KMOVW     R10, K1
	SHLQ      $6, R9
	VMOVDQU32 (DI)(R9*1), Z0
	VPSUBD    Z6, Z0, Z2
	VPCMPUD   $1, Z7, Z2, K1, K1
	VPMULLD   Z5, Z0, Z1
	VPADDD    Z4, Z1, Z1
	VPSRLD    $16, Z1, Z2
	VPXORD    Z2, Z1, Z1
	VPMULLD   Z8, Z1, Z1
	VPSRLD    $13, Z1, Z2
	VPXORD    Z2, Z1, Z1
	VPMULLD   Z9, Z1, Z1
	VPSRLD    $16, Z1, Z2
	VPXORD    Z2, Z1, Z1
	VPCMPUD   $5, Z10, Z1, K1, K1
	VPCMPUD   $2, Z16, Z1, K1, K1
	VMOVDQA32 Z1, K1, Z16
	VMOVDQA32 Z0, K1, Z17
	TESTQ     R8, R8
	JNZ       group

	// Hashes differ, so that at most one server has the least; places where none was found have all ones, like a hash may, but for an id too.
	VMOVDQA32    Z16, Z1
	REDUCE(Z1, Z2)
	VPBROADCASTD X1, Z2
	VPCMPEQD     Z2, Z16, K1
	VPTERNLOGD   $0xff, Z3, Z3, Z3
	VMOVDQA32    Z17, K1, Z3
	REDUCE(Z3, Z2)
	VMOVD        X3, AX
	VMOVD        X1, BX
	VZEROUPPER
	MOVL AX, server+48(FP)
	MOVL BX, hash+52(FP)
	RET

// func seekHashAVX512(from uint32, steps int, u unhash, first, width uint32) (hash uint32, found bool)
// Equivalent Go: seekHashGeneric
//
// Registers: Z0 hashes of the step, Z4 and Z5 offset and stride, Z6 first id, Z7 how many ids, Z8 and Z9 multipliers, Z10 16 in each word, CX steps left.
TEXT ·seekHashAVX512(SB), NOSPLIT, $0-37
	MOVL         from+0(FP), AX
	VPBROADCASTD AX, Z0
	VPADDD       shardq∕graph∕isa·lanes(SB), Z0, Z0
	MOVQ         steps+8(FP), CX
	MOVL         u_offset+16(FP), AX
	VPBROADCASTD AX, Z4
	MOVL         u_stride+20(FP), AX
	VPBROADCASTD AX, Z5
	MOVL         first+24(FP), AX
	VPBROADCASTD AX, Z6
	MOVL         width+28(FP), AX
	VPBROADCASTD AX, Z7
	MOVL         $0x7ED1B41D, AX
	VPBROADCASTD AX, Z8
	MOVL         $0xA5CB9243, AX
	VPBROADCASTD AX, Z9
	MOVL         $16, AX
	VPBROADCASTD AX, Z10

seek:
	VPSRLD     $16, Z0, Z2
	VPXORD     Z2, Z0, Z1
	VPMULLD    Z8, Z1, Z1
	VPSRLD     $13, Z1, Z2
	VPSRLD     $26, Z1, Z3
	VPTERNLOGD $0x96, Z2, Z3, Z1
	VPMULLD    Z9, Z1, Z1
	VPSRLD     $16, Z1, Z2
	VPXORD     Z2, Z1, Z1
	VPSUBD     Z4, Z1, Z1
	VPMULLD    Z5, Z1, Z1
	VPSUBD     Z6, Z1, Z1
	VPCMPUD    $1, Z7, Z1, K1
	KORTESTW   K1, K1
	JNZ        found
	VPADDD     Z10, Z0, Z0
	DECQ       CX
	JNZ        seek
	VZEROUPPER
	MOVL $0, hash+32(FP)
	MOVB $0, found+36(FP)
	RET

found:
	VMOVD  X0, AX
	KMOVW  K1, BX
	TZCNTL BX, BX
	ADDL   BX, AX
	VZEROUPPER
	MOVL AX, hash+32(FP)
	MOVB $1, found+36(FP)
	RET
