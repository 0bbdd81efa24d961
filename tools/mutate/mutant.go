package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// identity names a mutant without a line number, so that changes elsewhere do not affect
// it.
type identity struct {
	file          string // relative to the root of the module, with slashes
	function      string // "Service.Add"; "-" outside functions
	before, after string // the line, or the first of several, without surrounding space
}

// mutant is one change to a source file.
type mutant struct {
	identity
	line int

	pkg, path  string // import path and file
	start, end int    // the bytes that text replaces
	text       string
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d %s: %s  ->  %s", m.file, m.line, m.function, m.before, cmp.Or(m.after, "(nothing)"))
}

// swapped maps each operator to its replacement.
var swapped = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD,
}

// smallInt is the largest constant that is changed. Larger ones are mostly sizes, times
// or statuses rather than numbers that a loop or a condition depends on.
const smallInt = 100

// finder collects the mutants of one file.
type finder struct {
	files    *token.FileSet
	source   []byte
	base     mutant // the fields that all of them share
	function string
	found    []mutant
}

// mutantsOf returns the mutants of a file of the package, in source order.
func (p pkg) mutantsOf(name string) ([]mutant, error) {
	path := filepath.Join(p.dir, name)
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	file, err := filepath.Rel(p.root, path)
	if err != nil {
		return nil, err
	}
	f := finder{files: token.NewFileSet(), source: source}
	f.base = mutant{identity: identity{file: filepath.ToSlash(file)}, pkg: p.path, path: path}
	tree, err := parser.ParseFile(f.files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range tree.Decls {
		f.function = "-"
		if fn, ok := d.(*ast.FuncDecl); ok {
			f.function = nameOf(fn)
		}
		ast.Inspect(d, f.visit)
	}
	return f.found, nil
}

// nameOf returns "Service.Add" for a method, and the name of any other function.
func nameOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if generic, ok := t.(*ast.IndexExpr); ok {
		t = generic.X
	}
	if named, ok := t.(*ast.Ident); ok {
		return named.Name + "." + fn.Name.Name
	}
	return fn.Name.Name
}

// visit adds the mutants of one node and reports whether its children are visited. It
// leaves out the text of errors and logs, checks of err, which only a broken disk or
// network makes true, and values returned together with an error.
func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Name.Name != "String" && n.Name.Name != "Error"
	case *ast.CallExpr:
		return !logs(n)
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && !logs(call) {
			f.add(n.Pos(), n.End(), "")
		}
	case *ast.AssignStmt:
		f.assignment(n)
	case *ast.BinaryExpr:
		if checksError(n) {
			return false
		}
		if op, ok := swapped[n.Op]; ok && (n.Op != token.ADD || !joinsText(n)) {
			f.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.String())
		}
	case *ast.IfStmt:
		if onlyReturns(n) {
			for _, child := range []ast.Node{n.Init, n.Else} {
				if child != nil {
					ast.Inspect(child, f.visit)
				}
			}
			return false
		}
		switch n.Cond.(type) {
		case *ast.BinaryExpr, *ast.UnaryExpr: // mutants of their own
		default:
			f.add(n.Cond.Pos(), n.Cond.Pos(), "!")
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.add(n.OpPos, n.OpPos+1, "")
		}
	case *ast.Ident:
		if other, ok := map[string]string{"true": "false", "false": "true"}[n.Name]; ok {
			f.add(n.Pos(), n.End(), other)
		}
	case *ast.BasicLit:
		if v, err := strconv.ParseInt(n.Value, 0, 64); n.Kind == token.INT && err == nil && v <= smallInt {
			f.add(n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
		}
	}
	return true
}

// assignment adds the mutant that evaluates the assigned value and discards it.
func (f *finder) assignment(n *ast.AssignStmt) {
	blank := func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Name == "_" }
	if n.Tok == token.DEFINE || !slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return !blank(e) }) {
		return
	}
	f.add(n.Pos(), n.TokPos+token.Pos(len(n.Tok.String())), strings.Repeat("_, ", len(n.Lhs)-1)+"_ =")
}

// add adds the mutant that has text between two positions.
func (f *finder) add(from, to token.Pos, text string) {
	m, at := f.base, f.files.Position(from)
	m.line, m.start, m.end, m.text = at.Line, at.Offset, f.files.Position(to).Offset, text
	first := m.start - (at.Column - 1)
	lineEnd := func(offset int) int {
		if n := slices.Index(f.source[offset:], '\n'); n >= 0 {
			return offset + n
		}
		return len(f.source)
	}
	m.function = f.function
	m.before = strings.TrimSpace(string(f.source[first:lineEnd(m.start)]))
	m.after = strings.TrimSpace(string(f.source[first:m.start]) + text + string(f.source[m.end:lineEnd(m.end)]))
	f.found = append(f.found, m)
}

// logs reports whether a call writes to a log.
func logs(call *ast.CallExpr) bool {
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && slices.Contains([]string{"Debug", "Info", "Warn", "Error", "Log", "LogAttrs"}, strings.TrimSuffix(method.Sel.Name, "Context"))
}

// checksError reports whether a comparison compares an error with nil.
func checksError(n *ast.BinaryExpr) bool {
	x, isName := n.X.(*ast.Ident)
	y, isNil := n.Y.(*ast.Ident)
	return isName && isNil && y.Name == "nil" && strings.HasSuffix(strings.ToLower(x.Name), "err")
}

// onlyReturns reports whether a statement is an if err != nil that only returns.
func onlyReturns(n *ast.IfStmt) bool {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !checksError(cond) || len(n.Body.List) != 1 {
		return false
	}
	_, ok = n.Body.List[0].(*ast.ReturnStmt)
	return ok
}

// joinsText reports whether one of the operands is text, which cannot be subtracted.
func joinsText(n *ast.BinaryExpr) bool {
	return slices.ContainsFunc([]ast.Expr{n.X, n.Y}, func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.BasicLit:
			return e.Kind == token.STRING
		case *ast.BinaryExpr:
			return joinsText(e)
		}
		return false
	})
}
