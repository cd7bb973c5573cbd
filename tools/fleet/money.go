package fleet

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"vitrine/query"
	"vitrine/tools"
)

// Dollars is an exact amount in US dollars, a whole number of micro-dollars without bound. The zero value is 0. In JSON
// it is a number with all of its digits and no more: 12.5, 0.000001, 9000000000000.25.
type Dollars struct{ micros big.Int }

// add adds another amount.
func (d *Dollars) add(other *Dollars) { d.micros.Add(&d.micros, &other.micros) }

// sub returns the difference.
func (d *Dollars) sub(other *Dollars) *Dollars {
	result := new(Dollars)
	result.micros.Sub(&d.micros, &other.micros)
	return result
}

// Cmp compares two amounts as big.Int does.
func (d *Dollars) Cmp(other *Dollars) int { return d.micros.Cmp(&other.micros) }

// IsZero reports whether the amount is 0.
func (d *Dollars) IsZero() bool { return d.micros.Sign() == 0 }

// String writes the amount as in JSON.
func (d *Dollars) String() string { return decimal(&d.micros, 6) }

// decimal writes n * 10^-places without trailing zeros.
func decimal(n *big.Int, places int) string {
	digits := new(big.Int).Abs(n).String()
	if len(digits) <= places {
		digits = strings.Repeat("0", places+1-len(digits)) + digits
	}
	text := digits[:len(digits)-places]
	if rest := strings.TrimRight(digits[len(digits)-places:], "0"); rest != "" {
		text += "." + rest
	}
	if n.Sign() < 0 {
		text = "-" + text
	}
	return text
}

// Cents writes the amount with two decimals, rounded half to even, for people.
func (d *Dollars) Cents() string {
	cents := new(big.Int).Abs(&d.micros)
	rest := new(big.Int)
	cents.QuoRem(cents, big.NewInt(10_000), rest)
	if half := rest.Cmp(big.NewInt(5_000)); half > 0 || half == 0 && cents.Bit(0) == 1 {
		cents.Add(cents, big.NewInt(1))
	}
	digits := cents.String()
	if len(digits) < 3 {
		digits = strings.Repeat("0", 3-len(digits)) + digits
	}
	sign := ""
	if d.micros.Sign() < 0 && cents.Sign() > 0 {
		sign = "-"
	}
	return sign + digits[:len(digits)-2] + "." + digits[len(digits)-2:]
}

// MarshalJSON implements json.Marshaler.
func (d Dollars) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalJSON implements json.Unmarshaler. More than six decimals are an error.
func (d *Dollars) UnmarshalJSON(text []byte) error {
	r, ok := new(big.Rat).SetString(string(text))
	if !ok {
		return fmt.Errorf("%s is no amount", text)
	}
	r.Mul(r, big.NewRat(1_000_000, 1))
	if !r.IsInt() {
		return fmt.Errorf("%s has a part of a micro-dollar", text)
	}
	d.micros.Set(r.Num())
	return nil
}

// dollarsOf makes whole micro-dollars of a finite double: its exact value, rounded half to even.
func dollarsOf(f float64) *Dollars {
	exact := new(big.Rat).SetFloat64(f)
	d := new(Dollars)
	d.micros.Set(roundEven(exact.Mul(exact, big.NewRat(1_000_000, 1))))
	return d
}

// finite is dollarsOf, nil for what is not finite.
func finite(f float64) *Dollars {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return nil
	}
	return dollarsOf(f)
}

// roundEven rounds to a whole number, halves to the even one.
func roundEven(r *big.Rat) *big.Int {
	quotient, remainder := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	twice := remainder.Lsh(remainder.Abs(remainder), 1)
	if half := twice.Cmp(r.Denom()); half > 0 || half == 0 && quotient.Bit(0) == 1 {
		quotient.Add(quotient, big.NewInt(int64(r.Sign())))
	}
	return quotient
}

// sum is what rows came to.
type sum struct {
	rows   int64
	priced int64 // rows whose price is known
	cost   Dollars
}

// unknown is how many rows have no price.
func (s *sum) unknown() int64 { return s.rows - s.priced }

// include adds what other rows came to.
func (s *sum) include(other *sum) {
	s.rows += other.rows
	s.priced += other.priced
	s.cost.add(&other.cost)
}

// sumWidth is how many columns the fragment sums gives.
const sumWidth = 4

// readSum puts the columns of the fragment sums together.
func readSum(rows int64, columns []query.Value) (sum, error) {
	s := sum{rows: rows, priced: columns[0].Int}
	million := big.NewInt(1_000_000)
	part := new(big.Int).SetInt64(columns[2].Int) // ten-thousands of dollars
	s.cost.micros.Mul(part, new(big.Int).Mul(million, big.NewInt(10_000)))
	s.cost.micros.Add(&s.cost.micros, part.SetInt64(columns[1].Int))
	for text := range strings.FieldsSeq(textOf(columns[3])) {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
			return s, &tools.Error{
				Code:    CodeMoneyNotFinite,
				Message: "an amount in the record is infinite, so that no sum of it exists",
				Hint:    "find it with WHERE abs(cost_normalized_usd) > 1e308 on run_record, or the meters of ledger likewise, and correct the record",
			}
		}
		s.cost.add(dollarsOf(f))
		s.priced++
	}
	return s, nil
}
