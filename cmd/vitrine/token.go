package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"vitrine/tools"
	"vitrine/tools/config"
	"vitrine/tools/token"
)

// tokensFlag is the file that the token commands work on.
type tokensFlag struct{ path, config string }

func (f *tokensFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "tokens", "", "the tokens `file`; default the one of the configuration")
	cmd.Flags().StringVar(&f.config, "config", "", "the configuration `file`; default $"+config.Environment)
}

func (f *tokensFlag) file() (string, error) {
	if f.path != "" {
		return f.path, nil
	}
	if name := f.config; name != "" || os.Getenv(config.Environment) != "" {
		if name == "" {
			name = os.Getenv(config.Environment)
		}
		c, err := config.Load(name)
		if err != nil {
			return "", asConfigError(err)
		}
		if c.Tokens != "" {
			return string(c.Tokens), nil
		}
	}
	return "", usagef("give --tokens FILE, or a configuration with the key tokens", "no tokens file is given")
}

// newTokenCommand groups what makes and ends tokens.
func newTokenCommand(a *app) *cobra.Command {
	return newGroup("token", "make, list and revoke the tokens of HTTP callers", newTokenNewCommand(a), newTokenListCommand(a), newTokenRevokeCommand(a))
}

func newTokenNewCommand(a *app) *cobra.Command {
	var f tokensFlag
	var name, expires string
	var classes, sources, only []string
	cmd := &cobra.Command{
		Use:   "new",
		Short: "make a token and print its secret, once",
		Long: `New makes a token for an HTTP caller and prints its secret. Only a hash of it is kept, so it cannot be shown again.
Servers that run take it from the next request on.

The classes say what the caller may see: ` + token.ClassNames() + `. The sources say which
databases the caller may name; --tools narrows the tools further.`,
		Example: `  vitrine token new --tokens tokens.json --name ann --classes substrate,cell --sources substrate --expires 90d
  vitrine token new --tokens tokens.json --name board --classes stream-state --sources record --tools fleet_show,wave_show`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			path, err := f.file()
			if err != nil {
				return err
			}
			t := token.Token{Name: name, Sources: sources, Tools: only, Created: a.now().UTC().Truncate(time.Second)}
			if name == "" {
				return usagef("it names the caller in the audit", "--name is required")
			}
			for _, class := range classes {
				t.Classes = append(t.Classes, tools.Class(class))
			}
			lifetime, err := parseLifetime(expires)
			if err != nil {
				return err
			}
			if lifetime > 0 {
				t.Expires = t.Created.Add(lifetime)
			}
			secret, err := token.New(path, t)
			if err != nil {
				return usagef("`vitrine token list` shows the tokens", "%v", err)
			}
			fmt.Fprintln(a.stdout, secret)
			until := "it does not expire"
			if !t.Expires.IsZero() {
				until = "it expires at " + t.Expires.Format(time.RFC3339)
			}
			fmt.Fprintf(a.stderr, "This is the secret of %s; it is not shown again, and %s.\n", name, until)
			return nil
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&name, "name", "", "who the token is for")
	cmd.Flags().StringSliceVar(&classes, "classes", nil, "data `classes`, with commas between")
	cmd.Flags().StringSliceVar(&sources, "sources", nil, "`sources` that may be named, with commas between")
	cmd.Flags().StringSliceVar(&only, "tools", nil, "only these `tools`, with commas between; default all that the classes permit")
	cmd.Flags().StringVar(&expires, "expires", "90d", "how long the token counts, such as 12h, 90d or never")
	return cmd
}

// parseLifetime reads 90d, 12h, 45m or never, which gives 0.
func parseLifetime(given string) (time.Duration, error) {
	if given == "never" {
		return 0, nil
	}
	var lifetime time.Duration
	days, isDays := strings.CutSuffix(given, "d")
	if n, err := strconv.Atoi(days); isDays && err == nil && n < 36500 {
		lifetime = time.Duration(n) * 24 * time.Hour
	} else if !isDays {
		lifetime, _ = time.ParseDuration(given)
	}
	if lifetime <= 0 {
		return 0, usagef("give a time such as 90d, 12h or never", "--expires %q is no time ahead", given)
	}
	return lifetime, nil
}

func newTokenListCommand(a *app) *cobra.Command {
	var f tokensFlag
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "list the tokens, without their secrets",
		Example: "  vitrine token list --tokens tokens.json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			path, err := f.file()
			if err != nil {
				return err
			}
			list, err := token.List(path)
			if errors.Is(err, fs.ErrNotExist) {
				return failf("`vitrine token new` makes it", "there is no tokens file %s", path)
			}
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tEXPIRES\tCLASSES\tSOURCES\tTOOLS")
			for _, t := range list {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", t.Name, expiry(t, a.now()), joined(t.Classes, "none"), joined(t.Sources, "none"), joined(t.Tools, "all"))
			}
			return w.Flush()
		},
	}
	f.register(cmd)
	return cmd
}

func expiry(t token.Token, now time.Time) string {
	switch {
	case t.Expires.IsZero():
		return "never"
	case t.Expired(now):
		return t.Expires.Format(time.DateOnly) + " (expired)"
	}
	return t.Expires.Format(time.DateOnly)
}

func joined[S ~string](words []S, empty string) string {
	if len(words) == 0 {
		return empty
	}
	var b strings.Builder
	for i, word := range words {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(string(word))
	}
	return b.String()
}

func newTokenRevokeCommand(a *app) *cobra.Command {
	var f tokensFlag
	cmd := &cobra.Command{
		Use:     "revoke NAME",
		Short:   "end a token; servers refuse it from the next request on",
		Example: "  vitrine token revoke ann --tokens tokens.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, arguments []string) error {
			path, err := f.file()
			if err != nil {
				return err
			}
			if err := token.Revoke(path, arguments[0]); errors.Is(err, token.ErrUnknown) || errors.Is(err, fs.ErrNotExist) {
				return usagef("`vitrine token list` shows the tokens", "no token is named %q", arguments[0])
			} else if err != nil {
				return err
			}
			fmt.Fprintf(a.stderr, "The token of %s no longer counts.\n", arguments[0])
			return nil
		},
	}
	f.register(cmd)
	return cmd
}
