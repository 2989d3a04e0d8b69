//go:build amd64 && !purego

#include "textflag.h"

// Bulk prefetch for a run of arrivals: the offsets of their rows, later the rows, later the keys of the servers in the rows. An arrival is 16
// bytes with the port in bytes 4 to 7. Nothing is written; a prefetch never faults.

// func prefetchOffsets(offsets *uint32, arrivals *Arrival, n int)
// Equivalent Go: for _, a := range arrivals[:n] { prefetch(&offsets[a.Port]) }
TEXT ·prefetchOffsets(SB), NOSPLIT, $0-24
	MOVQ offsets+0(FP), DI
	MOVQ arrivals+8(FP), SI
	MOVQ n+16(FP), CX
	TESTQ CX, CX
	JLE  done

loop:
	MOVL       4(SI), AX
	PREFETCHT0 (DI)(AX*4)
	ADDQ       $16, SI
	DECQ       CX
	JG         loop

done:
	RET

// func prefetchRows(offsets, targets *uint32, arrivals *Arrival, n int)
// Equivalent Go: for _, a := range arrivals[:n] { prefetch every cache line of targets[offsets[a.Port]:offsets[a.Port+1]] }
TEXT ·prefetchRows(SB), NOSPLIT, $0-32
	MOVQ offsets+0(FP), DI
	MOVQ targets+8(FP), DX
	MOVQ arrivals+16(FP), SI
	MOVQ n+24(FP), CX
	TESTQ CX, CX
	JLE  done

loop:
	MOVL 4(SI), AX
	MOVL (DI)(AX*4), R8
	MOVL 4(DI)(AX*4), R9
	LEAQ (DX)(R8*4), R8
	LEAQ (DX)(R9*4), R9
	ANDQ $~63, R8

line:
	PREFETCHT0 (R8)
	ADDQ       $64, R8
	CMPQ       R8, R9
	JCS        line
	ADDQ       $16, SI
	DECQ       CX
	JG         loop

done:
	RET

// func prefetchKeys(state unsafe.Pointer, shift int, offsets, targets *uint32, arrivals *Arrival, n int)
// Equivalent Go: for _, a := range arrivals[:n] { for _, s := range row(a.Port) { prefetch(state + s<<shift) } }
TEXT ·prefetchKeys(SB), NOSPLIT, $0-48
	MOVQ state+0(FP), BX
	MOVQ shift+8(FP), R12
	MOVQ offsets+16(FP), DI
	MOVQ targets+24(FP), DX
	MOVQ arrivals+32(FP), SI
	MOVQ n+40(FP), R11
	TESTQ R11, R11
	JLE  done

loop:
	MOVL 4(SI), AX
	MOVL (DI)(AX*4), R8
	MOVL 4(DI)(AX*4), R9
	CMPQ R8, R9
	JCC  next

key:
	MOVL       (DX)(R8*4), AX
	SHLXQ      R12, AX, AX
	PREFETCHT0 (BX)(AX*1)
	INCQ       R8
	CMPQ       R8, R9
	JCS        key

next:
	ADDQ $16, SI
	DECQ R11
	JG   loop

done:
	RET
