//go:build amd64 && !purego

#include "textflag.h"

// func pause(n int)
// Equivalent Go: for range n { PAUSE }
TEXT ·pause(SB), NOSPLIT, $0-8
	MOVQ n+0(FP), CX

loop:
	PAUSE
	DECQ CX
	JG   loop
	RET
