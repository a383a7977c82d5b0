package intersect

var Shaping = shaping
