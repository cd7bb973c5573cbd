package sqlite

import (
	"sync"
	"unsafe"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	sqlite3 "modernc.org/sqlite/lib"
)

// The engine sorts in memory, in one go that nothing can stop, unless it may write temporary files: then it sorts
// pieces of the size of its page cache, and looks whether to go on between the rows that it merges. So it is told that
// it may, and is given files that lie in the connection's memory: nothing of a query ever reaches the disk, what it
// holds is counted with the rest, and a cancelled connection gets an error for its next page. All other files are those
// of the system's own layer (https://sqlite.org/vfs.html).

// layerName is the name under which the layer is registered.
const layerName = "vitrine"

// registerLayer registers the layer, once in a process.
var registerLayer = sync.OnceValue(func() error {
	tls := libc.NewTLS()
	defer tls.Close()
	if rc := sqlite3.Xsqlite3_initialize(tls); rc != sqlite3.SQLITE_OK {
		return internal("the engine does not start")
	}
	system := sqlite3.Xsqlite3_vfs_find(tls, 0)
	if system == 0 {
		return internal("the engine has no file layer")
	}
	own := libc.Xcalloc(tls, 1, layerSize)
	methods := libc.Xcalloc(tls, 1, methodsSize)
	name := cBytes(tls, layerName)
	if own == 0 || methods == 0 || name == 0 {
		return internal("no memory at start")
	}
	*(*sqlite3.Tsqlite3_vfs)(pointer(own)) = *(*sqlite3.Tsqlite3_vfs)(pointer(system))
	layer := (*sqlite3.Tsqlite3_vfs)(pointer(own))
	layer.FzName, layer.FpNext = name, 0
	systemOpen = layer.FxOpen
	layer.FxOpen = function(openFile)
	*(*sqlite3.Tsqlite3_io_methods)(pointer(methods)) = sqlite3.Tsqlite3_io_methods{
		FiVersion: 1, FxClose: function(tempClose), FxRead: function(tempRead), FxWrite: function(tempWrite),
		FxTruncate: function(tempTruncate), FxSync: function(tempSync), FxFileSize: function(tempSize),
		FxLock: function(tempSync), FxUnlock: function(tempSync), FxCheckReservedLock: function(tempReserved),
		FxFileControl: function(tempControl), FxSectorSize: function(tempSector), FxDeviceCharacteristics: function(tempSector),
	}
	tempMethods = methods
	if rc := sqlite3.Xsqlite3_vfs_register(tls, own, 0); rc != sqlite3.SQLITE_OK {
		return internal("the engine does not take the file layer")
	}
	return nil
})

const (
	layerSize   = types.Size_t(unsafe.Sizeof(sqlite3.Tsqlite3_vfs{}))
	methodsSize = types.Size_t(unsafe.Sizeof(sqlite3.Tsqlite3_io_methods{}))
)

var systemOpen, tempMethods uintptr

// openFile opens temporary files in memory, and leaves the others to the system's layer.
func openFile(tls *libc.TLS, layer, name, file uintptr, flags int32, out uintptr) int32 {
	if name != 0 && flags&sqlite3.SQLITE_OPEN_DELETEONCLOSE == 0 {
		return call[func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32](systemOpen)(tls, layer, name, file, flags, out)
	}
	f := (*tempHandle)(pointer(file))
	f.methods, f.number = 0, 0
	c := connOf(tls)
	if c == nil {
		return sqlite3.SQLITE_CANTOPEN
	}
	if c.temporary == nil {
		c.temporary = make(map[uintptr]*tempFile)
	}
	c.temporaries++
	c.temporary[c.temporaries] = &tempFile{}
	f.methods, f.number = tempMethods, c.temporaries
	if out != 0 {
		*(*int32)(pointer(out)) = flags
	}
	return sqlite3.SQLITE_OK
}

// tempHandle is what the engine keeps of an open temporary file.
type tempHandle struct {
	methods uintptr
	number  uintptr // among the connection's
}

// tempFile is a temporary file, in blocks of the engine's memory.
type tempFile struct {
	blocks []uintptr
	size   int64
}

const tempBlock = 32 << 10

func temporary(tls *libc.TLS, file uintptr) (*conn, *tempFile) {
	c := connOf(tls)
	if c == nil {
		return nil, nil
	}
	return c, c.temporary[(*tempHandle)(pointer(file)).number]
}

func tempClose(tls *libc.TLS, file uintptr) int32 {
	if c, f := temporary(tls, file); f != nil {
		f.truncate(tls, 0)
		delete(c.temporary, (*tempHandle)(pointer(file)).number)
	}
	return sqlite3.SQLITE_OK
}

func (f *tempFile) truncate(tls *libc.TLS, size int64) {
	keep := int((size + tempBlock - 1) / tempBlock)
	for len(f.blocks) > keep {
		last := len(f.blocks) - 1
		sqlite3.Xsqlite3_free(tls, f.blocks[last])
		f.blocks = f.blocks[:last]
	}
	f.size = min(f.size, size)
}

func tempRead(tls *libc.TLS, file, into uintptr, n int32, from int64) int32 {
	c, f := temporary(tls, file)
	if f == nil {
		return sqlite3.SQLITE_IOERR_READ
	}
	if c.cancelled.Load() {
		return sqlite3.SQLITE_INTERRUPT
	}
	out := view(into, int(n))
	have := max(0, min(int64(n), f.size-from))
	for done := int64(0); done < have; {
		at := from + done
		block := view(f.blocks[at/tempBlock], tempBlock)
		done += int64(copy(out[done:have], block[at%tempBlock:]))
	}
	if have < int64(n) {
		clear(out[have:])
		return sqlite3.SQLITE_IOERR_SHORT_READ
	}
	return sqlite3.SQLITE_OK
}

func tempWrite(tls *libc.TLS, file, data uintptr, n int32, to int64) int32 {
	c, f := temporary(tls, file)
	if f == nil {
		return sqlite3.SQLITE_IOERR_WRITE
	}
	if c.cancelled.Load() {
		return sqlite3.SQLITE_INTERRUPT
	}
	in := view(data, int(n))
	end := to + int64(n)
	for int64(len(f.blocks))*tempBlock < end {
		p := sqlite3.Xsqlite3_malloc(tls, tempBlock)
		if p == 0 {
			return sqlite3.SQLITE_NOMEM
		}
		clear(view(p, tempBlock))
		f.blocks = append(f.blocks, p)
	}
	for done := 0; done < len(in); {
		at := to + int64(done)
		done += copy(view(f.blocks[at/tempBlock], tempBlock)[at%tempBlock:], in[done:])
	}
	f.size = max(f.size, end)
	return sqlite3.SQLITE_OK
}

func tempTruncate(tls *libc.TLS, file uintptr, size int64) int32 {
	if _, f := temporary(tls, file); f != nil {
		f.truncate(tls, size)
	}
	return sqlite3.SQLITE_OK
}

func tempSize(tls *libc.TLS, file, out uintptr) int32 {
	_, f := temporary(tls, file)
	if f == nil {
		return sqlite3.SQLITE_IOERR_FSTAT
	}
	*(*int64)(pointer(out)) = f.size
	return sqlite3.SQLITE_OK
}

// tempSync does nothing, and so do the locks of a file that nobody else can open.
func tempSync(*libc.TLS, uintptr, int32) int32 { return sqlite3.SQLITE_OK }

func tempReserved(_ *libc.TLS, _, out uintptr) int32 {
	*(*int32)(pointer(out)) = 0
	return sqlite3.SQLITE_OK
}

func tempControl(*libc.TLS, uintptr, int32, uintptr) int32 { return sqlite3.SQLITE_NOTFOUND }

func tempSector(*libc.TLS, uintptr) int32 { return 0 }
