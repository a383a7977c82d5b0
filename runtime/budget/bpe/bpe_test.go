package bpe_test

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/budget/bpe"
)

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		encoding, text string
		want           int64
	}{
		{"o200k_base", "", 0},
		{"o200k_base", "hello world", 2},
		{"cl100k_base", "hello world", 2},
		{"r50k_base", "hello world", 2},
		{"o200k_base", "\xff\xfe", 2},
	} {
		counter, err := bpe.New(c.encoding)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := counter.CountTokens(c.text); got != c.want || err != nil {
			t.Errorf("%s %q: %d, %v; want %d", c.encoding, c.text, got, err, c.want)
		}
	}
	if _, err := bpe.New("o900k"); !errors.Is(err, tokenizer.ErrEncodingNotSupported) {
		t.Errorf("unknown vocabulary: %v", err)
	}
}

// The same thought in scripts for which no text lies around everywhere.
var scripts = map[string]string{
	"Chinese":  "智能体的记忆保存在它自己读写的文件里。写到一半时进程中断，下一次启动看到的要么是旧状态，要么是新状态，绝不能是半个状态。因此每条记录先写入临时文件，再同步到磁盘，最后才改成正式的名字。预算也是如此：先预留，再结算，任何时候都不会变成负数。",
	"Japanese": "エージェントの記憶は、エージェント自身が読み書きするファイルに保存されます。書き込みの途中でプロセスが止まっても、次に起動したときには、前の状態か新しい状態のどちらかが見えなければなりません。半分だけ書かれた状態が見えてはいけません。",
	"Russian":  "Память агента хранится в файлах, которые он сам читает и пишет. Когда процесс прерывается посреди записи, следующий запуск должен увидеть либо прежнее состояние, либо новое, но никогда не половину. Поэтому каждая запись сначала попадает во временный файл, потом на диск, и только после этого получает своё имя.",
}

// TestEstimateError measures the estimate on real text: what lies in this
// repository and in the Go distribution. Run with -v it prints the errors that
// the documentation of budget.Estimate speaks of.
func TestEstimateError(t *testing.T) {
	texts := maps.Clone(scripts)
	env, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	goroot := strings.TrimSpace(string(env))
	for _, pattern := range []string{
		"../../../README.md", "../../../schemas/*/*.json", "../../../schemas/*/*.yaml", "../../../schemas/*.json", "../*.go",
		goroot + "/src/testdata/*.txt", goroot + "/src/net/http/server.go", goroot + "/src/runtime/*.md",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts[filepath.Base(file)] = string(text[:min(len(text), 100_000)])
		}
	}
	counter, err := bpe.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	var estimated, exact int64
	for name, text := range texts {
		n, err := counter.CountTokens(text)
		if err != nil {
			t.Fatal(err)
		}
		e, _ := budget.Estimate{}.CountTokens(text)
		percent := 100 * float64(e-n) / float64(n)
		t.Logf("%-30s %6d tokens, estimate %+5.1f %%", name, n, percent)
		if percent < -20 || percent > 30 {
			t.Errorf("%s: %d tokens, estimate %d", name, n, e)
		}
		estimated, exact = estimated+e, exact+n
	}
	percent := 100 * float64(estimated-exact) / float64(exact)
	t.Logf("all: %d tokens, estimate %+.1f %%", exact, percent)
	if percent < -8 || percent > 8 {
		t.Errorf("all: %d tokens, estimate %d", exact, estimated)
	}
}
