package sandbox

import (
	"fmt"
	"os"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/landlock-lsm/go-landlock/landlock"
	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// The versions of Landlock's interface at which each part came.
const (
	filesABI = 1
	netABI   = 4
	scopeABI = 6
)

func enter(plan Plan) (Report, error) {
	var report Report
	for _, path := range plan.Required {
		if _, err := os.Stat(path); err != nil {
			return report, fmt.Errorf("the sandbox needs a path that is not there: %w", err)
		}
	}
	if plan.Resolve {
		plan.ReadFiles = append(plan.ReadFiles, "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/services", "/etc/host.conf", "/etc/gai.conf")
	}
	report.Fences = append(report.Fences, noNewPrivileges())
	report.Fences = append(report.Fences, landlocked(plan)...)
	report.Fences = append(report.Fences, filtered(plan))
	return report, nil
}

func noNewPrivileges() Fence {
	f := Fence{Name: "no_new_privs"}
	if err := seccomp.SetNoNewPrivs(); err != nil {
		f.Detail = err.Error()
		return f
	}
	f.Stands, f.Detail = true, "set"
	return f
}

func landlocked(plan Plan) []Fence {
	files := Fence{Name: "landlock files"}
	net := Fence{Name: "landlock tcp"}
	scope := Fence{Name: "landlock scope"}
	fences := func() []Fence { return []Fence{files, net, scope} }
	abi, err := llsyscall.LandlockGetABIVersion()
	if err != nil || abi < filesABI {
		files.Detail, net.Detail, scope.Detail = "not offered by the kernel", "not offered by the kernel", "not offered by the kernel"
		return fences()
	}
	var rules []landlock.Rule
	for _, set := range []struct {
		paths []string
		rule  func(...string) landlock.FSRule
		dir   bool
	}{
		{plan.ReadFolders, landlock.RODirs, true},
		{plan.ReadFiles, landlock.ROFiles, false},
		{plan.WriteFolders, landlock.RWDirs, true},
		{plan.MoveFolders, moving, true},
		{plan.WriteFiles, landlock.RWFiles, false},
	} {
		for _, path := range set.paths {
			info, err := os.Stat(path)
			if err != nil || info.IsDir() != set.dir {
				continue
			}
			rule := set.rule(path).IgnoreIfMissing()
			rules = append(rules, rule)
		}
	}
	for _, port := range plan.Listen {
		rules = append(rules, landlock.BindTCP(port))
	}
	for _, port := range plan.Connect {
		rules = append(rules, landlock.ConnectTCP(port))
	}
	if err := landlock.V7.BestEffort().Restrict(rules...); err != nil {
		files.Detail, net.Detail, scope.Detail = err.Error(), err.Error(), err.Error()
		return fences()
	}
	detail := fmt.Sprintf("enforced (interface version %d)", abi)
	files.Stands, files.Detail = true, detail
	net.Stands, net.Detail = abi >= netABI, detail
	scope.Stands, scope.Detail = abi >= scopeABI, detail
	if !net.Stands {
		net.Detail = fmt.Sprintf("needs interface version %d, the kernel has %d", netABI, abi)
	}
	if !scope.Stands {
		scope.Detail = fmt.Sprintf("needs interface version %d, the kernel has %d", scopeABI, abi)
	}
	return fences()
}

// moving are the rights to give a file of a folder another name in it.
func moving(folders ...string) landlock.FSRule {
	return landlock.PathAccess(llsyscall.AccessFSMakeReg|llsyscall.AccessFSRemoveFile|llsyscall.AccessFSReadDir, folders...)
}

// deniedCalls start programs, look into other processes, or change what the kernel or the file tree is. The gateway
// makes none of them once it serves.
var deniedCalls = []string{
	"execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "bpf", "init_module", "finit_module",
	"delete_module", "kexec_load", "mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "reboot", "swapon",
	"swapoff", "keyctl", "add_key", "request_key", "perf_event_open", "userfaultfd", "open_by_handle_at", "acct",
	"io_uring_setup", "io_uring_enter", "io_uring_register", "pidfd_getfd",
}

// ipprotoMPTCP is the protocol number of Multipath TCP, whose sockets Landlock does not restrict
// (https://github.com/landlock-lsm/linux/issues/54).
const ipprotoMPTCP = 262

// filtered installs the seccomp filter on all threads.
func filtered(plan Plan) Fence {
	f := Fence{Name: "seccomp"}
	if !seccomp.Supported() {
		f.Detail = "not offered by the kernel"
		return f
	}
	var sockets []seccomp.NameWithConditions
	deny := func(conditions ...seccomp.Condition) {
		sockets = append(sockets, seccomp.NameWithConditions{Name: "socket", Conditions: conditions})
	}
	deny(seccomp.Condition{Argument: 2, Operation: seccomp.Equal, Value: ipprotoMPTCP})
	// Every family but those of the internet, and unix where it is planned.
	families := []seccomp.Condition{
		{Argument: 0, Operation: seccomp.NotEqual, Value: unix.AF_INET},
		{Argument: 0, Operation: seccomp.NotEqual, Value: unix.AF_INET6},
	}
	if plan.UnixSockets {
		families = append(families, seccomp.Condition{Argument: 0, Operation: seccomp.NotEqual, Value: unix.AF_UNIX})
	}
	if len(plan.Listen) == 0 && len(plan.Connect) == 0 && !plan.Resolve {
		families = families[2:]
		if len(families) == 0 {
			families = []seccomp.Condition{{Argument: 0, Operation: seccomp.GreaterOrEqual, Value: 0}}
		}
	}
	deny(families...)
	if !plan.Resolve {
		// Datagrams leave no trace in Landlock; only a resolver needs them. The type's low byte is what counts.
		deny(seccomp.Condition{Argument: 1, Operation: seccomp.BitsNotSet, Value: 0xf &^ unix.SOCK_DGRAM},
			seccomp.Condition{Argument: 1, Operation: seccomp.BitsSet, Value: unix.SOCK_DGRAM},
			seccomp.Condition{Argument: 0, Operation: seccomp.NotEqual, Value: unix.AF_UNIX})
	}
	// Raw sockets (type 3), whatever the flags beside the type.
	deny(seccomp.Condition{Argument: 1, Operation: seccomp.BitsSet, Value: unix.SOCK_STREAM},
		seccomp.Condition{Argument: 1, Operation: seccomp.BitsSet, Value: unix.SOCK_DGRAM},
		seccomp.Condition{Argument: 1, Operation: seccomp.BitsNotSet, Value: 0xc})
	filter := seccomp.Filter{
		NoNewPrivs: true,
		Flag:       seccomp.FilterFlagTSync,
		Policy: seccomp.Policy{
			DefaultAction: seccomp.ActionAllow,
			Syscalls: []seccomp.SyscallGroup{
				{Action: seccomp.ActionErrno, Names: deniedCalls},
				{Action: seccomp.ActionErrno, NamesWithCondtions: sockets},
			},
		},
	}
	if err := seccomp.LoadFilter(filter); err != nil {
		f.Detail = err.Error()
		return f
	}
	f.Stands, f.Detail = true, fmt.Sprintf("%d system calls denied, execve among them", len(deniedCalls))
	return f
}
