// Package render writes the results of the fleet tools for people at a terminal: aligned tables, states in colour, times
// with how long ago they were, money with two decimals and what is not known beside it. Programs read the JSON.
package render
