//go:build amd64 && !purego

#include "textflag.h"

// Servers of a computed row.
//
// What: wordsGeneric, but in whole steps, so that more than want servers may come out. Granularity: 16 words a step (AVX-512) or 8 (AVX2). A step
// hashes its words, multiplies them by n (even and odd lanes by themselves, since VPMULUDQ takes the even ones), keeps the high halves of the
// products whose low half is at least the threshold, and packs them to the front of the vector. A step writes its whole width: want + 16
// places are written at most; those past the end are servers too (0 or a skipped word's).
//
// Registers: DI next place, CX servers still wanted, R8 servers so far, R9 first word of the step; vector registers below.

DATA steps<>+0(SB)/4, $0
DATA steps<>+4(SB)/4, $0x9E3779B9
DATA steps<>+8(SB)/4, $0x3C6EF372
DATA steps<>+12(SB)/4, $0xDAA66D2B
DATA steps<>+16(SB)/4, $0x78DDE6E4
DATA steps<>+20(SB)/4, $0x1715609D
DATA steps<>+24(SB)/4, $0xB54CDA56
DATA steps<>+28(SB)/4, $0x5384540F
DATA steps<>+32(SB)/4, $0xF1BBCDC8
DATA steps<>+36(SB)/4, $0x8FF34781
DATA steps<>+40(SB)/4, $0x2E2AC13A
DATA steps<>+44(SB)/4, $0xCC623AF3
DATA steps<>+48(SB)/4, $0x6A99B4AC
DATA steps<>+52(SB)/4, $0x08D12E65
DATA steps<>+56(SB)/4, $0xA708A81E
DATA steps<>+60(SB)/4, $0x454021D7
GLOBL steps<>(SB), RODATA|NOPTR, $64

// HASH computes the words of the counters in V, using T; the multipliers are in M1, M2, M3 and the second key in K.
#define HASH(V, T, M1, M2, M3, K, XOR) \
	VPSRLD  $17, V, T \
	XOR     T, V, V   \
	VPMULLD M1, V, V  \
	VPSRLD  $11, V, T \
	XOR     T, V, V   \
	VPADDD  K, V, V   \
	VPMULLD M2, V, V  \
	VPSRLD  $15, V, T \
	XOR     T, V, V   \
	VPMULLD M3, V, V  \
	VPSRLD  $14, V, T \
	XOR     T, V, V

// func wordsAVX512(dst *uint32, want int, k0, k1, n, threshold, first uint32) (have int, next uint32)
TEXT ·wordsAVX512(SB), NOSPLIT, $0-52
	MOVQ         dst+0(FP), DI
	MOVQ         want+8(FP), CX
	MOVL         first+32(FP), R9
	XORL         R8, R8
	MOVL         $0x9E3779B9, AX
	IMULL        R9, AX
	ADDL         k0+16(FP), AX
	VPBROADCASTD AX, Z0
	VPADDD       steps<>(SB), Z0, Z0
	MOVL         $0xE3779B90, AX                             // 16 steps
	VPBROADCASTD AX, Z1
	MOVL         k1+20(FP), AX
	VPBROADCASTD AX, Z2
	MOVL         n+24(FP), AX
	VPBROADCASTD AX, Z3
	MOVL         threshold+28(FP), AX
	VPBROADCASTD AX, Z4
	MOVL         $0xed5ad4bb, AX
	VPBROADCASTD AX, Z5
	MOVL         $0xac4c1b51, AX
	VPBROADCASTD AX, Z6
	MOVL         $0x31848bab, AX
	VPBROADCASTD AX, Z7
	MOVL         $0xaaaa, AX
	KMOVW        AX, K1
	MOVL         threshold+28(FP), R10

step512:
	VMOVDQA32 Z0, Z8
	VPADDD    Z1, Z0, Z0
	ADDL      $16, R9
	HASH(Z8, Z9, Z5, Z6, Z7, Z2, VPXORD)
	VPSRLQ    $32, Z8, Z9
	VPMULUDQ  Z3, Z8, Z10               // products of even lanes
	VPMULUDQ  Z3, Z9, Z11               // and of odd ones
	VPSRLQ    $32, Z10, Z12
	VMOVDQA32 Z11, K1, Z12              // high halves
	TESTL     R10, R10
	JNZ       skip512
	VMOVDQU32 Z12, (DI)
	ADDQ      $64, DI
	ADDQ      $16, R8
	SUBQ      $16, CX
	JG        step512
	JMP       done512

skip512:
	VPSLLQ     $32, Z11, Z11
	VMOVDQA32  Z11, K1, Z10             // low halves
	VPCMPUD    $5, Z4, Z10, K2          // not below the threshold
	VPCOMPRESSD Z12, K2, Z13
	VMOVDQU32  Z13, (DI)
	KMOVW      K2, AX
	POPCNTL    AX, AX
	LEAQ       (DI)(AX*4), DI
	ADDQ       AX, R8
	SUBQ       AX, CX
	JG         step512

done512:
	VZEROUPPER
	MOVQ R8, have+40(FP)
	MOVL R9, next+48(FP)
	RET

// func wordsAVX2(dst *uint32, want int, k0, k1, n, threshold, first uint32, order *[256][8]uint8) (have int, next uint32)
TEXT ·wordsAVX2(SB), NOSPLIT, $0-60
	MOVQ         dst+0(FP), DI
	MOVQ         want+8(FP), CX
	MOVL         first+32(FP), R9
	MOVQ         order+40(FP), SI
	XORL         R8, R8
	MOVL         $0x9E3779B9, AX
	IMULL        R9, AX
	ADDL         k0+16(FP), AX
	VMOVD        AX, X0
	VPBROADCASTD X0, Y0
	VPADDD       steps<>(SB), Y0, Y0
	MOVL         $0xF1BBCDC8, AX            // 8 steps
	VMOVD        AX, X1
	VPBROADCASTD X1, Y1
	MOVL         k1+20(FP), AX
	VMOVD        AX, X2
	VPBROADCASTD X2, Y2
	MOVL         n+24(FP), AX
	VMOVD        AX, X3
	VPBROADCASTD X3, Y3
	MOVL         threshold+28(FP), AX
	VMOVD        AX, X4
	VPBROADCASTD X4, Y4
	MOVL         $0xed5ad4bb, AX
	VMOVD        AX, X5
	VPBROADCASTD X5, Y5
	MOVL         $0xac4c1b51, AX
	VMOVD        AX, X6
	VPBROADCASTD X6, Y6
	MOVL         $0x31848bab, AX
	VMOVD        AX, X7
	VPBROADCASTD X7, Y7

step2:
	VMOVDQA   Y0, Y8
	VPADDD    Y1, Y0, Y0
	ADDL      $8, R9
	HASH(Y8, Y9, Y5, Y6, Y7, Y2, VPXOR)
	VPSRLQ    $32, Y8, Y9
	VPMULUDQ  Y3, Y8, Y10
	VPMULUDQ  Y3, Y9, Y11
	VPSRLQ    $32, Y10, Y12
	VPBLENDD  $0xaa, Y11, Y12, Y12
	VPSLLQ    $32, Y11, Y11
	VPBLENDD  $0xaa, Y11, Y10, Y10
	VPMAXUD   Y4, Y10, Y11
	VPCMPEQD  Y11, Y10, Y11
	VMOVMSKPS Y11, AX
	VPMOVZXBD (SI)(AX*8), Y13           // the lanes to keep, then the others
	VPERMD    Y12, Y13, Y12
	VMOVDQU   Y12, (DI)
	POPCNTL   AX, AX
	LEAQ      (DI)(AX*4), DI
	ADDQ      AX, R8
	SUBQ      AX, CX
	JG        step2
	VZEROUPPER
	MOVQ R8, have+48(FP)
	MOVL R9, next+56(FP)
	RET
