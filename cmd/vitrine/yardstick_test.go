package main

import (
	"bufio"
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
)

// yardstick makes the test binary answer on stdio as the least that could answer does, for the benchmarks to compare
// with in one run: "echo:N" answers every line with N bytes and does nothing else, which is the floor of the pipes on this
// machine; "plain:FILE" does what an unguarded server of a few lines does: it decodes the request, runs its SQL with
// database/sql, and encodes the rows twice, as text and as structured content. It has no guard, no budget, no audit.
const yardstick = "VITRINE_BENCH_YARDSTICK"

func answerAsYardstick(what string) error {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), os.Stdout
	var size int
	if n, _ := fmt.Sscanf(what, "echo:%d", &size); n == 1 {
		line := append(bytes.Repeat([]byte("x"), size-1), '\n')
		for {
			if _, err := in.ReadSlice('\n'); err != nil {
				return nil
			}
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
	}
	db, err := sql.Open("sqlite", "file:"+what[len("plain:"):]+"?mode=ro")
	if err != nil {
		return err
	}
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return nil
		}
		answer, err := answerPlainly(db, line)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(answer, '\n')); err != nil {
			return err
		}
	}
}

func answerPlainly(db *sql.DB, line []byte) ([]byte, error) {
	var request struct {
		ID     json.RawMessage `json:"id"`
		Params struct {
			Arguments struct {
				SQL   string `json:"sql"`
				Limit int    `json:"limit"`
			} `json:"arguments"`
		} `json:"params"`
	}
	if err := json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	type content struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	type result struct {
		Content    []content       `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
	}
	answer := struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  result          `json:"result"`
	}{Version: "2.0", ID: request.ID}
	if request.Params.Arguments.SQL == "" {
		return json.Marshal(answer)
	}
	rows, err := db.Query(request.Params.Arguments.SQL)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	table := struct {
		Columns []string `json:"columns"`
		Rows    [][]any  `json:"rows"`
	}{Columns: columns}
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		table.Rows = append(table.Rows, row)
	}
	encoded, err := json.Marshal(table)
	if err != nil {
		return nil, err
	}
	answer.Result = result{Content: []content{{"text", string(encoded)}}, Structured: encoded}
	return json.Marshal(answer)
}
