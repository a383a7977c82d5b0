package format

// Date reports whether s is an RFC 3339 full-date.
func Date[T Text](s T) bool {
	return len(s) == len("2006-01-02") && datePrefix(s)
}

// datePrefix reports whether the first ten bytes of s are a full-date.
func datePrefix[T Text](s T) bool {
	century, years := twoDigits(s, 0), twoDigits(s, 2)
	month, day := twoDigits(s, 5), twoDigits(s, 8)
	return century >= 0 && years >= 0 && s[4] == '-' && s[7] == '-' &&
		1 <= month && month <= 12 && 1 <= day && day <= daysIn(century*100+years, month)
}

// daysIn returns the length of a month of the proleptic Gregorian calendar,
// which RFC 3339, section 5.7 and appendix C, uses for all years.
func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// Time reports whether s is an RFC 3339 full-time. The offset is required. A
// second of 60 is valid only where it is 23:59:60 in UTC (section 5.7).
func Time[T Text](s T) bool {
	leap, _, ok := fullTime(s, 0)
	return ok && leap != noLeapAllowed
}

// DateTime reports whether s is an RFC 3339 date-time: T and Z in either case,
// any number of fraction digits, and the offset required. A leap second must
// lie at the end of a month in UTC (section 5.7).
func DateTime[T Text](s T) bool {
	const timeAt = len("2006-01-02T")
	if len(s) < timeAt || !datePrefix(s) || s[timeAt-1]|0x20 != 't' {
		return false
	}
	leap, previousDay, ok := fullTime(s, timeAt)
	if !ok || leap == noLeap {
		return ok
	}
	// A leap second ends the last day of a month in UTC. Where the local clock
	// is ahead, that is seen on the first day of the next month; the greatest
	// offset, 23:59, does not allow the local clock to be a day behind.
	day := twoDigits(s, 8)
	lastDay := day == daysIn(twoDigits(s, 0)*100+twoDigits(s, 2), twoDigits(s, 5))
	return leap == leapAllowed && (previousDay && day == 1 || !previousDay && lastDay)
}

// leapSecond says what a full-time's second of 60 means.
type leapSecond uint8

const (
	noLeap        leapSecond = iota // the second is below 60
	leapAllowed                     // it is 23:59:60 in UTC
	noLeapAllowed                   // it is some other time of the day
)

// fullTime reads s[at:] as a full-time. previousDay tells whether a leap second
// belongs to the day before the local date.
func fullTime[T Text](s T, at int) (leap leapSecond, previousDay, ok bool) {
	const fractionAt = len("15:04:05")
	if len(s) < at+fractionAt+1 || s[at+2] != ':' || s[at+5] != ':' {
		return noLeap, false, false
	}
	hour, minute, second := twoDigits(s, at), twoDigits(s, at+3), twoDigits(s, at+6)
	// A negative number, converted, is far above every limit.
	if uint(hour) > 23 || uint(minute) > 59 || uint(second) > 60 {
		return noLeap, false, false
	}
	i := at + fractionAt
	if s[i] == '.' {
		first := i + 1
		for i = first; i < len(s) && isDigit(s[i]); i++ {
		}
		if i == first || i == len(s) {
			return noLeap, false, false
		}
	}
	offset := 0
	switch s[i] {
	case 'Z', 'z':
		if i+1 != len(s) {
			return noLeap, false, false
		}
	case '+', '-':
		if i+len("+15:04") != len(s) || s[i+3] != ':' {
			return noLeap, false, false
		}
		offsetHour, offsetMinute := twoDigits(s, i+1), twoDigits(s, i+4)
		if uint(offsetHour) > 23 || uint(offsetMinute) > 59 {
			return noLeap, false, false
		}
		offset = offsetHour*60 + offsetMinute
		if s[i] == '-' {
			offset = -offset
		}
	default:
		return noLeap, false, false
	}
	if second < 60 {
		return noLeap, false, true
	}
	const day, lastMinute = 24 * 60, 23*60 + 59
	switch hour*60 + minute - offset {
	case lastMinute:
		return leapAllowed, false, true
	case lastMinute - day:
		return leapAllowed, true, true
	}
	return noLeapAllowed, false, true
}
