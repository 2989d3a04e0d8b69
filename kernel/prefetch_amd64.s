//go:build amd64 && !purego

#include "textflag.h"

// Prefetch for coming arrivals: the offset of a row, the row, the keys of the servers in the row. An arrival is 16 bytes with the port in bytes 4
// to 7. Nothing is written, and a prefetch never faults.
//
// Offsets and rows are used once and must not push the state of the servers out of the second-level cache, hence NTA. They are asked for one
// arrival at a time: a processor has some twenty miss buffers, and prefetches beyond that in a burst stall or are dropped.

// func prefetchOffset(offsets *uint32, a *Arrival)
// Equivalent Go: prefetch(&offsets[a.Port])
TEXT ·prefetchOffset(SB), NOSPLIT, $0-16
	MOVQ        offsets+0(FP), DI
	MOVQ        a+8(FP), SI
	MOVL        4(SI), AX
	PREFETCHNTA (DI)(AX*4)
	RET

// func prefetchRow(offsets, targets *uint32, a *Arrival)
// Equivalent Go: prefetch every cache line of targets[offsets[a.Port]:offsets[a.Port+1]], and one for an empty row
TEXT ·prefetchRow(SB), NOSPLIT, $0-24
	MOVQ offsets+0(FP), DI
	MOVQ targets+8(FP), DX
	MOVQ a+16(FP), SI
	MOVL 4(SI), AX
	MOVL (DI)(AX*4), R8
	MOVL 4(DI)(AX*4), R9
	LEAQ (DX)(R8*4), R8
	LEAQ (DX)(R9*4), R9
	ANDQ $~63, R8

line:
	PREFETCHNTA (R8)
	ADDQ        $64, R8
	CMPQ        R8, R9
	JCS         line
	RET

// func prefetchKeys(state unsafe.Pointer, shift int, offsets, targets *uint32, a *Arrival)
// Equivalent Go: for _, s := range targets[offsets[a.Port]:offsets[a.Port+1]] { prefetch(state + s<<shift) }
TEXT ·prefetchKeys(SB), NOSPLIT, $0-40
	MOVQ state+0(FP), BX
	MOVQ shift+8(FP), CX
	MOVQ offsets+16(FP), DI
	MOVQ targets+24(FP), DX
	MOVQ a+32(FP), SI
	MOVL 4(SI), AX
	MOVL (DI)(AX*4), R8
	MOVL 4(DI)(AX*4), R9
	CMPQ R8, R9
	JCC  done

key:
	MOVL       (DX)(R8*4), AX
	SHLQ       CX, AX
	PREFETCHT0 (BX)(AX*1)
	INCQ       R8
	CMPQ       R8, R9
	JCS        key

done:
	RET

// func prefetchLines(first unsafe.Pointer, lines int)
// Equivalent Go: prefetch the cache lines at first, first+64, ...; at least one
TEXT ·prefetchLines(SB), NOSPLIT, $0-16
	MOVQ first+0(FP), DI
	MOVQ lines+8(FP), CX

line:
	PREFETCHNTA (DI)
	ADDQ        $64, DI
	DECQ        CX
	JG          line
	RET

// func prefetchList(state unsafe.Pointer, shift int, row *uint32, n int)
// Equivalent Go: for _, s := range row[:n] { prefetch(state + s<<shift) }, n at least 1
TEXT ·prefetchList(SB), NOSPLIT, $0-32
	MOVQ state+0(FP), BX
	MOVQ shift+8(FP), CX
	MOVQ row+16(FP), SI
	MOVQ n+24(FP), R8
	LEAQ (SI)(R8*4), R8

key:
	MOVL       (SI), AX
	SHLQ       CX, AX
	PREFETCHT0 (BX)(AX*1)
	ADDQ       $4, SI
	CMPQ       SI, R8
	JCS        key
	RET

// func prefetchBits(words unsafe.Pointer, row *uint32, n int)
// Equivalent Go: for _, s := range row[:n] { prefetch(words + s>>3) }, n at least 1
TEXT ·prefetchBits(SB), NOSPLIT, $0-24
	MOVQ words+0(FP), BX
	MOVQ row+8(FP), SI
	MOVQ n+16(FP), R8
	LEAQ (SI)(R8*4), R8

key:
	MOVL       (SI), AX
	SHRL       $3, AX
	PREFETCHT0 (BX)(AX*1)
	ADDQ       $4, SI
	CMPQ       SI, R8
	JCS        key
	RET

// func prefetch(at unsafe.Pointer)
// Equivalent Go: fetch the line at an address that is about to be read and written
TEXT ·prefetch(SB), NOSPLIT, $0-8
	MOVQ       at+0(FP), DI
	PREFETCHT0 (DI)
	RET
