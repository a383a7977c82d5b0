package bpe_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// prose is text of each language that nobody else wrote.
var prose = map[string]string{
	"English":    "An agent's memory lies in files that the agent itself reads and writes. When the process stops in the middle of a write, the next start must see either the earlier state or the later one, and never half of one. So each record first goes into a temporary file, is flushed to the disk, and only then takes its name.",
	"German":     "Das Gedächtnis eines Agenten liegt in Dateien, die er selbst liest und schreibt. Bricht der Prozess mitten im Schreiben ab, so darf der nächste Start nur den früheren oder den späteren Zustand sehen, niemals einen halben. Deshalb kommt jeder Datensatz zuerst in eine vorläufige Datei.",
	"compounds":  "Donaudampfschifffahrtsgesellschaft, Rechtsschutzversicherungsgesellschaften, Arbeitsunfähigkeitsbescheinigung, Geschwindigkeitsüberschreitung, Wiederherstellungspunktverwaltung, Speicherplatzzuweisungsfehler, Zwischenspeicherüberlauf, Krankenversicherungsbeitragsnachweis, Verkehrsinfrastrukturfinanzierungsgesellschaft, Grundstücksverkehrsgenehmigungszuständigkeit, Datenschutzgrundverordnung, Lebensmittelunverträglichkeit",
	"French":     "La mémoire d'un agent réside dans des fichiers qu'il lit et écrit lui-même. Si le processus s'arrête au milieu d'une écriture, le démarrage suivant doit voir l'état précédent ou l'état suivant, jamais une moitié. Chaque enregistrement passe donc d'abord par un fichier temporaire.",
	"Polish":     "Pamięć agenta leży w plikach, które on sam czyta i zapisuje. Gdy proces zatrzyma się w połowie zapisu, następny start musi zobaczyć albo stan wcześniejszy, albo późniejszy, nigdy połowę. Dlatego każdy zapis trafia najpierw do pliku tymczasowego.",
	"Turkish":    "Bir aracının belleği, kendisinin okuyup yazdığı dosyalarda durur. Süreç bir yazmanın ortasında durursa, sonraki başlangıç ya önceki durumu ya da sonrakini görmelidir, asla yarısını değil.",
	"Vietnamese": "Bộ nhớ của tác nhân nằm trong các tệp mà chính nó đọc và ghi. Khi tiến trình dừng giữa chừng, lần khởi động sau phải thấy trạng thái trước hoặc trạng thái sau, không bao giờ là một nửa.",
	"Russian":    "Память агента хранится в файлах, которые он сам читает и пишет. Когда процесс прерывается посреди записи, следующий запуск должен увидеть либо прежнее состояние, либо новое, но никогда не половину. Поэтому каждая запись сначала попадает во временный файл, потом на диск, и только после этого получает своё имя.",
	"Ukrainian":  "Пам'ять агента зберігається у файлах, які він сам читає і пише. Коли процес переривається посеред запису, наступний запуск має побачити або попередній стан, або новий, але ніколи не половину.",
	"Greek":      "Η μνήμη του πράκτορα αποθηκεύεται σε αρχεία που διαβάζει και γράφει ο ίδιος. Όταν η διεργασία διακοπεί στη μέση μιας εγγραφής, η επόμενη εκκίνηση βλέπει είτε την παλιά είτε τη νέα κατάσταση.",
	"Hebrew":     "הזיכרון של הסוכן נשמר בקבצים שהוא עצמו קורא וכותב. אם התהליך נעצר באמצע כתיבה, ההפעלה הבאה חייבת לראות את המצב הקודם או את המצב החדש, ולעולם לא חצי ממנו.",
	"Arabic":     "ذاكرة الوكيل محفوظة في ملفات يقرؤها ويكتبها بنفسه. إذا توقفت العملية في منتصف الكتابة فيجب أن يرى التشغيل التالي إما الحالة السابقة وإما الحالة الجديدة، ولا يرى نصف حالة أبدا. لذلك يكتب كل سجل أولا في ملف مؤقت.",
	"Hindi":      "एजेंट की स्मृति उन फ़ाइलों में रहती है जिन्हें वह स्वयं पढ़ता और लिखता है। यदि लिखते समय प्रक्रिया बीच में रुक जाए, तो अगली बार शुरू होने पर या तो पुरानी स्थिति दिखनी चाहिए या नई, आधी कभी नहीं। इसलिए हर अभिलेख पहले एक अस्थायी फ़ाइल में जाता है।",
	"Thai":       "หน่วยความจำของตัวแทนเก็บอยู่ในแฟ้มที่ตัวแทนอ่านและเขียนเอง ถ้ากระบวนการหยุดกลางคันขณะเขียน การเริ่มครั้งต่อไปต้องเห็นสถานะเดิมหรือสถานะใหม่เท่านั้น ไม่ใช่เพียงครึ่งเดียว ดังนั้นทุกระเบียนจึงถูกเขียนลงแฟ้มชั่วคราวก่อน",
	"Korean":     "에이전트의 기억은 에이전트가 직접 읽고 쓰는 파일에 저장됩니다. 쓰는 도중에 프로세스가 멈추면 다음 시작은 이전 상태나 새 상태 가운데 하나만 보아야 하며, 절반만 쓰인 상태를 보아서는 안 됩니다. 그래서 모든 기록은 먼저 임시 파일에 들어갑니다.",
	"Japanese":   "エージェントの記憶は、エージェント自身が読み書きするファイルに保存されます。書き込みの途中でプロセスが止まっても、次に起動したときには、前の状態か新しい状態のどちらかが見えなければなりません。半分だけ書かれた状態が見えてはいけません。",
	"Chinese":    "智能体的记忆保存在它自己读写的文件里。写到一半时进程中断，下一次启动看到的要么是旧状态，要么是新状态，绝不能是半个状态。因此每条记录先写入临时文件，再同步到磁盘，最后才改成正式的名字。预算也是如此：先预留，再结算，任何时候都不会变成负数。",
	"emoji":      "Done 🎉 all tests green ✅ ship it 🚀🚀 but mind the gap 😅 … 👩‍💻 says 👍🏽, 🇩🇪 and 🇯🇵 agree 🤝 🙏 🔥 💯 ❤️ 😂 🤔 ☕️ 🐛→🦋",
}

// corpus is text of each kind that a prompt may hold.
func corpus(t *testing.T) map[string]string {
	random := rand.New(rand.NewPCG(11, 16))
	letters := func(alphabet string, n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(alphabet[random.IntN(len(alphabet))])
		}
		return b.String()
	}
	lines := func(text string, width int) string {
		var b strings.Builder
		for ; len(text) > width; text = text[width:] {
			b.WriteString(text[:width] + "\n")
		}
		return b.String() + text
	}
	repeat := func(write func(b *strings.Builder, i int)) string {
		var b strings.Builder
		for i := range 200 {
			write(&b, i)
		}
		return b.String()
	}
	noise := make([]byte, 3000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	texts := map[string]string{
		"capitals":        strings.ToUpper(prose["English"]),
		"German capitals": strings.ToUpper(prose["German"]),
		"base64":          base64.StdEncoding.EncodeToString(noise),
		"base64 lines":    lines(base64.StdEncoding.EncodeToString(noise), 76),
		"base64 for URLs": base64.RawURLEncoding.EncodeToString(noise),
		"base64 of prose": base64.StdEncoding.EncodeToString([]byte(prose["English"] + prose["German"])),
		"hex":             hex.EncodeToString(noise),
		"capital hex":     strings.ToUpper(hex.EncodeToString(noise)),
		"hex bytes":       fmt.Sprintf("% x", noise),
		"DNA":             letters("ACGT", 3000),
		"DNA lines":       lines(letters("ACGT", 3000), 60),
		"small DNA":       letters("acgt", 3000),
		"protein":         lines(letters("ACDEFGHIKLMNPQRSTVWY", 3000), 60),
		"random words": repeat(func(b *strings.Builder, _ int) {
			b.WriteString(letters("abcdefghijklmnopqrstuvwxyz", 1+random.IntN(12)) + " ")
		}),
		"newlines":       strings.Repeat("\n", 1_000_000),
		"tabs":           strings.Repeat("\t", 100_000),
		"blank lines":    repeat(func(b *strings.Builder, i int) { b.WriteString("line" + strings.Repeat("\n", 1+i%6)) }),
		"blank indented": repeat(func(b *strings.Builder, i int) { b.WriteString("line\n    \n\t\n" + strings.Repeat(" ", i%9)) }),
		"Windows lines":  strings.ReplaceAll(repeat(func(b *strings.Builder, i int) { b.WriteString("a line" + strings.Repeat("\n", 1+i%3)) }), "\n", "\r\n"),
		"tab indented":   repeat(func(b *strings.Builder, i int) { b.WriteString(strings.Repeat("\t", i%6) + "return nil\n") }),
		"table of numbers": repeat(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "%d\t%d\t%.2f\n", i, random.IntN(10_000), random.Float64())
		}),
		"fractions": repeat(func(b *strings.Builder, _ int) { fmt.Fprintf(b, "%v,", random.Float64()) }),
		"identifiers": repeat(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "%x-%x-%x\n", noise[i:i+4], noise[i+4:i+6], noise[i+6:i+12])
		}),
		"Markdown table": repeat(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "| step %d | `run_tests` | **done** |\n|---|---|---|\n", i)
		}),
		"snake_case": repeat(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "def load_user_profile_%d(user_id, max_retry_count=3):\n    retry_count = get_retry_count(user_id)\n    return build_user_profile(user_id, retry_count)\n\n", i)
		}),
		"camelCase": repeat(func(b *strings.Builder, _ int) {
			b.WriteString("const userProfile = await loadUserProfile(userId, { maxRetryCount: 3 });\n")
		}),
		"SQL": repeat(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "SELECT user_id, COUNT(*) FROM sessions WHERE started_at > NOW() - INTERVAL '%d days' GROUP BY user_id;\n", i)
		}),
		"URLs": repeat(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "https://example.com/api/v2/users/%d?sort=created_at&page=%d#top ", i, i%7)
		}),
		"stack trace": repeat(func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "main.(*server).handle(0xc000%04x, {0x7f, 0x%x})\n\t/srv/app/server.go:%d +0x%x\n", i, i*31, i, i)
		}),
		"faces":              strings.Repeat("😀😂🙏👍🔥", 100),
		"families and flags": strings.Repeat("👩‍👩‍👧‍👦 👨🏽‍💻 🏳️‍🌈 🇩🇪 🇯🇵 👍🏿 ", 50),
	}
	for name, text := range prose {
		texts[name] = text
	}
	for name, text := range furtherProse {
		texts[name] = text
	}
	for name, text := range furtherKinds() {
		texts[name] = text
	}
	document := map[string]any{"id": "exec_2f9c", "tags": []string{"memory", "budget"}, "ok": true, "score": 0.93, "nested": map[string]any{"user_id": 12, "note": prose["English"]}}
	for name, indent := range map[string]string{"JSON": "", "indented JSON": "  "} {
		text, err := json.MarshalIndent(document, "", indent)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	env, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	goroot := strings.TrimSpace(string(env))
	for _, pattern := range []string{
		"../../../README.md", "../../../schemas/*/*.json", "../../../schemas/*/*.yaml", "../../../schemas/*.json", "../../../schemas/*.yaml", "../a*.go",
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
			if len(text) > 500 {
				texts[filepath.Base(file)] = string(text[:min(len(text), 100_000)])
			}
		}
	}
	return texts
}
