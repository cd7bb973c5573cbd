package oracle

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

var pieces = regexp.MustCompile(`(?s)[A-Za-z_][A-Za-z0-9_$]*|'[^']*'|"[^"]*"|[0-9]+(\.[0-9]+)?|\s+|--[^\n]*|/\*.*?\*/|.`)

// spare are tokens that a mutation may put in: every keyword of SQLite, every operator, every form of literal, name and
// parameter, and what is wrong in some way.
var spare = append(strings.Fields(`
ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY CASCADE CASE CAST
CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE
DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS
EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX
INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL
NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY
RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW ROWS
SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE UPDATE USING VACUUM
VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT WITHIN
( ) , . ; * + - / % = == <> != < <= << > >= >> & | || ~ -> ->> ! ^ \ @ # $ : ? ?1 ?02 ?0 ?99999 :a @a $a $a::b(c) $a( #1
0 1 1. .5 1e5 1e 1_000 1__0 0x1F 0x 0x_1 9223372036854775808 1_ 1a x'ab' x'a' x' 'a' ''  "a" "" [a] [ a "a""b" t1 é 
$x::y _a /* */ -- "a 'a`), " ", "\n", "\t", "\f", "\v", "\u00a0", "\ufeff", "`a`", "`", "/* c */", "-- c\n", "AS WINDOW", "ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING",
	"FILTER (WHERE 1)", "OVER (ORDER BY 1)", "(SELECT 1)", "IN (1,2)", "IS NOT DISTINCT FROM", "UNION ALL SELECT 1", "f(*)", "COLLATE nocase")

// Mutate moves, drops, doubles and replaces a few tokens of a text, or bytes of it. The same seed does the same.
func Mutate(text string, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 0))
	tokens := pieces.FindAllString(text, -1)
	for range 1 + random.IntN(4) {
		if len(tokens) == 0 {
			return text
		}
		i, j := random.IntN(len(tokens)), random.IntN(len(tokens))
		switch random.IntN(8) {
		case 0:
			tokens = append(tokens[:i:i], tokens[i+1:]...)
		case 1:
			tokens[i], tokens[j] = tokens[j], tokens[i]
		case 2:
			tokens[i] = spare[random.IntN(len(spare))]
		case 3:
			tokens[i] += " " + spare[random.IntN(len(spare))] + " "
		case 4:
			tokens[i] += spare[random.IntN(len(spare))]
		case 5:
			if i > j {
				i, j = j, i
			}
			tokens = append(append(tokens[:j:j], tokens[i:j]...), tokens[j:]...)
		case 6:
			if b := []byte(tokens[i]); len(b) > 0 {
				b[random.IntN(len(b))] ^= 1 << random.IntN(8)
				tokens[i] = string(b)
			}
		case 7:
			if len(tokens[i]) > 0 {
				tokens[i] = tokens[i][random.IntN(len(tokens[i])):]
			}
		}
	}
	text = strings.Join(tokens, "")
	if random.IntN(8) == 0 && len(text) > 0 {
		text = text[:random.IntN(len(text))]
	}
	return text
}
