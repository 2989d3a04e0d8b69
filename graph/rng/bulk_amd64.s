//go:build amd64 && !purego

#include "textflag.h"

// Philox4x32-10 for 16 consecutive counters at a time.
//
// What: Key.At for counters first .. first+16*groups-1. Granularity: groups of 16 blocks; the caller does the rest. Each of the four counter
// words lives in a register with one lane a block. A 32x32 product is made twice, for even and for odd lanes, since VPMULUDQ takes the even
// ones; K1 (0xaaaa) puts the halves together. At the end the words are transposed within 128-bit lanes and stored one block at a time.
//
// Registers: DI next block, CX groups left, Z0-Z3 counter words, Z4 first word of the next group, Z5-Z7 its other words, Z8, Z9 multipliers,
// Z10, Z11 key words, Z12, Z13 their increments, Z14 sixteen, Z15-Z22 products.

#define ROUND \
	VMOVSHDUP  Z0, Z15             \
	VMOVSHDUP  Z2, Z16             \
	VPMULUDQ   Z8, Z0, Z17         \
	VPMULUDQ   Z8, Z15, Z18        \
	VPMULUDQ   Z9, Z2, Z19         \
	VPMULUDQ   Z9, Z16, Z20        \
	VMOVSHDUP  Z17, Z21            \
	VMOVDQA32  Z18, K1, Z21        \
	VMOVSHDUP  Z19, Z22            \
	VMOVDQA32  Z20, K1, Z22        \
	VMOVSLDUP  Z18, K1, Z17        \
	VMOVSLDUP  Z20, K1, Z19        \
	VPTERNLOGD $0x96, Z10, Z1, Z22 \
	VPTERNLOGD $0x96, Z11, Z3, Z21 \
	VMOVDQA32  Z22, Z0             \
	VMOVDQA32  Z19, Z1             \
	VMOVDQA32  Z21, Z2             \
	VMOVDQA32  Z17, Z3             \
	VPADDD     Z12, Z10, Z10       \
	VPADDD     Z13, Z11, Z11

#define STORE(Z, OFF) \
	VEXTRACTI32X4 $0, Z, (OFF)(DI)    \
	VEXTRACTI32X4 $1, Z, (OFF+64)(DI) \
	VEXTRACTI32X4 $2, Z, (OFF+128)(DI) \
	VEXTRACTI32X4 $3, Z, (OFF+192)(DI)

// func fillAVX512(dst *Block, groups int, key Key, first, c1, c2, c3 uint32)
// Equivalent Go: for i := range 16*groups { dst[i] = key.At(first+uint32(i), c1, c2, c3) }
TEXT ·fillAVX512(SB), NOSPLIT, $0-40
	MOVQ         dst+0(FP), DI
	MOVQ         groups+8(FP), CX
	MOVL         first+24(FP), AX
	VPBROADCASTD AX, Z4
	VPADDD       shardq∕graph∕isa·lanes(SB), Z4, Z4
	MOVL         c1+28(FP), AX
	VPBROADCASTD AX, Z5
	MOVL         c2+32(FP), AX
	VPBROADCASTD AX, Z6
	MOVL         c3+36(FP), AX
	VPBROADCASTD AX, Z7
	MOVL         $0xD2511F53, AX
	VPBROADCASTD AX, Z8
	MOVL         $0xCD9E8D57, AX
	VPBROADCASTD AX, Z9
	MOVL         $0x9E3779B9, AX
	VPBROADCASTD AX, Z12
	MOVL         $0xBB67AE85, AX
	VPBROADCASTD AX, Z13
	MOVL         $16, AX
	VPBROADCASTD AX, Z14
	MOVL         $0xaaaa, AX
	KMOVW        AX, K1

group:
	MOVL         key_K0+16(FP), AX
	VPBROADCASTD AX, Z10
	MOVL         key_K1+20(FP), AX
	VPBROADCASTD AX, Z11
	VMOVDQA32    Z4, Z0
	VMOVDQA32    Z5, Z1
	VMOVDQA32    Z6, Z2
	VMOVDQA32    Z7, Z3
	ROUND
	ROUND
	ROUND
	ROUND
	ROUND
	ROUND
	ROUND
	ROUND
	ROUND
	ROUND
	VPUNPCKLDQ   Z1, Z0, Z15
	VPUNPCKHDQ   Z1, Z0, Z16
	VPUNPCKLDQ   Z3, Z2, Z17
	VPUNPCKHDQ   Z3, Z2, Z18
	VPUNPCKLQDQ  Z17, Z15, Z0
	VPUNPCKHQDQ  Z17, Z15, Z1
	VPUNPCKLQDQ  Z18, Z16, Z2
	VPUNPCKHQDQ  Z18, Z16, Z3
	STORE(Z0, 0)
	STORE(Z1, 16)
	STORE(Z2, 32)
	STORE(Z3, 48)
	VPADDD       Z14, Z4, Z4
	ADDQ         $256, DI
	DECQ         CX
	JG           group
	VZEROUPPER
	RET
