package fleet

// CodeMoneyNotFinite is the code of a sum over an amount that is infinite. The other codes are those of package tools.
const CodeMoneyNotFinite = "money_not_finite"
