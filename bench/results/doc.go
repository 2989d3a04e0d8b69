// Package results has the measurements on file that the program itself shows again. The other files of the folder are tables and pictures
// made from them by commands that README.md names; tests compare both.
//
// Times are those of the machine that each line names. What the package has is only read, by any number of goroutines.
package results
