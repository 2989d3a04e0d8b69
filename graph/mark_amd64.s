//go:build amd64 && !purego

#include "textflag.h"

// func markAMD64(table *[4096]byte, row *uint32, n int, stamp uint8) (clear int)
//
// What: stamps the places of row[0], row[1], ... until one is stamped already, and returns its index, or n. Granularity: four a step, then one
// by one.
//
// Registers: DI table, SI next server, CX end of the row, R8 end of whole steps, R9 stamp, AX-DX places.
TEXT ·markAMD64(SB), NOSPLIT, $0-40
	MOVQ    table+0(FP), DI
	MOVQ    row+8(FP), SI
	MOVQ    n+16(FP), CX
	MOVBLZX stamp+24(FP), R9
	MOVQ    CX, R8
	ANDQ    $~3, R8
	LEAQ    (SI)(R8*4), R8
	LEAQ    (SI)(CX*4), CX
	CMPQ    SI, R8
	JEQ     ones

four:
	MOVL 0(SI), AX
	MOVL 4(SI), BX
	MOVL 8(SI), DX
	MOVL 12(SI), R10
	ANDL $4095, AX
	ANDL $4095, BX
	ANDL $4095, DX
	ANDL $4095, R10
	CMPB (DI)(AX*1), R9
	JEQ  ones
	MOVB R9, (DI)(AX*1)
	CMPB (DI)(BX*1), R9
	JEQ  second
	MOVB R9, (DI)(BX*1)
	CMPB (DI)(DX*1), R9
	JEQ  third
	MOVB R9, (DI)(DX*1)
	CMPB (DI)(R10*1), R9
	JEQ  fourth
	MOVB R9, (DI)(R10*1)
	ADDQ $16, SI
	CMPQ SI, R8
	JCS  four

ones:
	CMPQ SI, CX
	JCC  done
	MOVL (SI), AX
	ANDL $4095, AX
	CMPB (DI)(AX*1), R9
	JEQ  done
	MOVB R9, (DI)(AX*1)
	ADDQ $4, SI
	JMP  ones

fourth:
	ADDQ $4, SI

third:
	ADDQ $4, SI

second:
	ADDQ $4, SI

done:
	SUBQ row+8(FP), SI
	SHRQ $2, SI
	MOVQ SI, clear+32(FP)
	RET
