// Package spelling finds the word that somebody meant to write. Any stage may
// import it.
package spelling

import "strings"

// Nearest returns the candidate that word was probably meant to be, "" where
// none is near: one that differs only in case and in hyphens, underscores and
// dots, or by one slip of the keyboard, or by two in a word of more than six
// letters. A slip is a letter too many, too few or wrong, or two letters in the
// wrong order. Of candidates that are equally near the first counts. The cost
// is the product of the lengths for each candidate.
func Nearest(word string, candidates []string) string {
	if len(word) > maxWord {
		return ""
	}
	best, found := allowed(word)+1, ""
	for _, c := range candidates {
		switch {
		case c == word || len(c) > maxWord:
			continue
		case fold(c) == fold(word):
			return c
		}
		if d := slips(word, c, best-1); d < best {
			best, found = d, c
		}
	}
	return found
}

// maxWord bounds what is compared: longer texts are not words.
const maxWord = 64

// allowed is the number of slips after which a word is still recognised. Words
// of three letters have too many neighbours.
func allowed(word string) int {
	switch {
	case len(word) < 3:
		return 0
	case len(word) <= 6:
		return 1
	}
	return 2
}

func fold(word string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "").Replace(word))
}

// slips is the distance of two words by Damerau and Levenshtein, in the form
// that edits no letter twice; more than most where it is larger than that.
func slips(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
