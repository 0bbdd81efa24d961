package sqlite

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// The write-ahead log and its index: https://sqlite.org/walformat.html.
const (
	logHeader   = 32
	frameHeader = 24
	logMagic    = 0x377f0682 // its lowest bit is the byte order of the checksums
	maxPage     = 65536
)

// inspectLog reads the write-ahead log of a database that no process has open. It reports
// as damage what SQLite would drop silently: a frame that is not what was written although
// later ones follow, and an end before the one that the log's index records. After a power
// cut, a last transaction that was never acknowledged can look the same, if its later
// frames reached the disk before earlier ones; it is also reported.
//
// rebooted reports that the machine has restarted since. The index on the disk may then be
// older than the log, and states only a minimum number of frames, and only for the log that
// it belongs to.
func inspectLog(path string, rebooted bool) error {
	file, err := os.Open(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the database's log cannot be read: %w", err)
	}
	defer func() { _ = file.Close() }()
	index, indexed := readLogIndex(path + "-shm")
	l := logReader{in: bufio.NewReaderSize(file, 1<<18)}
	if err := l.read(); err != nil {
		return fmt.Errorf("the database's log cannot be read: %w", err)
	}
	indexed = indexed && (l.salt == index.salt || !l.valid && !rebooted)
	switch {
	case l.headless || indexed && index.frames > 0 && !l.valid:
		return damage("the head of its log is gone")
	case indexed && l.committed < index.frames:
		return damage(fmt.Sprintf("its log ends after %d of %d frames", l.committed, index.frames))
	case indexed && !rebooted: // the rest was never acknowledged
		return nil
	case l.later:
		return damage(fmt.Sprintf("its log is torn after frame %d", l.committed))
	}
	return nil
}

// logReader determines how much of a log SQLite would use.
type logReader struct {
	in        *bufio.Reader
	order     binary.ByteOrder
	page      int
	sum       [2]uint32
	salt      [8]byte
	valid     bool   // the header is valid
	headless  bool   // the header is not valid, but data follows it
	committed uint32 // frames up to the last commit
	later     bool   // a commit in the same log follows a frame that is not valid
}

// read reads the whole log.
func (l *logReader) read() error {
	head := make([]byte, logHeader)
	if _, err := io.ReadFull(l.in, head); err != nil {
		return unlessEnd(err)
	}
	if l.header(head); !l.valid {
		_, err := l.in.ReadByte()
		l.headless = err == nil && !bytes.Equal(head, make([]byte, logHeader))
		return unlessEnd(err)
	}
	frame := make([]byte, frameHeader+l.page)
	for n, broken := uint32(1), false; ; n++ {
		if _, err := io.ReadFull(l.in, frame); err != nil {
			return unlessEnd(err)
		}
		same := bytes.Equal(frame[8:16], l.salt[:])
		switch {
		case broken:
			// Frames without a commit are left over from a killed or rolled back transaction.
			l.later = l.later || same && binary.BigEndian.Uint32(frame[4:]) > 0
		case !same || !l.frame(frame):
			broken = true
		case binary.BigEndian.Uint32(frame[4:]) > 0:
			l.committed = n
		}
	}
}

// header reads and verifies the log's header.
func (l *logReader) header(head []byte) {
	magic := binary.BigEndian.Uint32(head)
	l.page = int(binary.BigEndian.Uint32(head[8:]))
	if magic&^1 != logMagic || l.page < 512 || l.page > maxPage {
		return
	}
	l.order = binary.LittleEndian
	if magic&1 == 1 {
		l.order = binary.BigEndian
	}
	copy(l.salt[:], head[16:24])
	l.add(head[:24])
	l.valid = l.sum == [2]uint32{binary.BigEndian.Uint32(head[24:]), binary.BigEndian.Uint32(head[28:])}
}

// frame reports whether a frame is what was written.
func (l *logReader) frame(frame []byte) bool {
	l.add(frame[:8])
	l.add(frame[frameHeader:])
	return l.sum == [2]uint32{binary.BigEndian.Uint32(frame[16:]), binary.BigEndian.Uint32(frame[20:])}
}

// add continues the log's checksum.
func (l *logReader) add(b []byte) {
	for ; len(b) >= 8; b = b[8:] {
		l.sum[0] += l.order.Uint32(b) + l.sum[1]
		l.sum[1] += l.order.Uint32(b[4:]) + l.sum[0]
	}
}

func unlessEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// logIndex is the state of a log according to its index. The index is written after the
// frames are on the disk, so it never counts more frames than exist.
type logIndex struct {
	frames uint32
	salt   [8]byte
}

// readLogIndex reads the index left by a killed process. ok is false if it is missing or
// was being written.
func readLogIndex(path string) (index logIndex, ok bool) {
	head := make([]byte, 96)
	file, err := os.Open(path)
	if err != nil {
		return logIndex{}, false
	}
	defer func() { _ = file.Close() }()
	if _, err := io.ReadFull(file, head); err != nil || !bytes.Equal(head[:48], head[48:]) {
		return logIndex{}, false
	}
	order := binary.NativeEndian
	sum := logReader{order: order}
	sum.add(head[:40])
	if sum.sum != [2]uint32{order.Uint32(head[40:]), order.Uint32(head[44:])} || head[12] == 0 {
		return logIndex{}, false
	}
	index.frames = order.Uint32(head[16:])
	copy(index.salt[:], head[32:40])
	return index, true
}
