package sqlite_test

import (
	"database/sql"
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestMain runs the tests, and fails where one leaves a goroutine behind. Where the environment says so the process is a
// test's child instead: a writer must be another process than its readers, as it is in life, since the locks of a file
// belong to a process.
func TestMain(m *testing.M) {
	if path := os.Getenv("VITRINE_CHILD_WRITER"); path != "" {
		length, err := time.ParseDuration(os.Getenv("VITRINE_CHILD_FOR"))
		if err == nil {
			err = transferFor(path, length)
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	if path := os.Getenv("VITRINE_CHILD_FAULTY"); path != "" {
		if err := writeFaulty(path, os.Getenv("VITRINE_CHILD_JOURNAL")); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

// transferFor moves money between accounts as fast as it can, and prints how many transactions it committed. Each writes
// four tables, between which what TestReadersBesideAWriterAtFullSpeed asks holds after every transaction.
func transferFor(path string, length time.Duration) error {
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(20000)&_txlock=immediate")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	n := 0
	for end := time.Now().Add(length); time.Now().Before(end); n++ {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		from, to, amount := n%200+1, (n*7+3)%200+1, n%13
		for _, text := range []string{
			"UPDATE accounts SET amount = amount - ?3 WHERE id = ?1 AND ?2",
			"UPDATE accounts SET amount = amount + ?3 WHERE id = ?2 AND ?1",
			"INSERT INTO transfers(payer, payee, amount) VALUES (?1, ?2, ?3)",
			"DELETE FROM transfers WHERE id <= (SELECT max(id) FROM transfers) - 500 AND ?1 AND ?2 AND ?3 IS NOT NULL",
			"UPDATE totals SET transfers = transfers + 1, moved = moved + ?3 WHERE ?1 AND ?2",
		} {
			if _, err := tx.Exec(text, from, to, amount); err != nil {
				return err
			}
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	fmt.Println("committed", n)
	return nil
}
