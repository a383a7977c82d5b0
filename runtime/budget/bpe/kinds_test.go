package bpe_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
)

// furtherProse is text of further languages, scripts and characters, in the
// same way.
var furtherProse = map[string]string{
	"Amharic":                   "የወኪሉ ማህደረ ትውስታ እሱ ራሱ በሚያነባቸውና በሚጽፋቸው ፋይሎች ውስጥ ይገኛል። ሂደቱ በመጻፍ መሃል ቢቆም ቀጣዩ ጅምር የቀድሞውን ወይም አዲሱን ሁኔታ ማየት አለበት እንጂ ግማሹን ፈጽሞ ማየት የለበትም።",
	"Tamil":                     "முகவரின் நினைவகம் அது தானே படித்து எழுதும் கோப்புகளில் உள்ளது. எழுதும் நடுவில் செயல்முறை நின்றுவிட்டால், அடுத்த தொடக்கம் முந்தைய நிலையை அல்லது புதிய நிலையை மட்டுமே காண வேண்டும், பாதியை ஒருபோதும் அல்ல.",
	"Telugu":                    "ఏజెంట్ యొక్క జ్ఞాపకశక్తి అది స్వయంగా చదివి వ్రాసే ఫైళ్ళలో ఉంటుంది. వ్రాసే మధ్యలో ప్రక్రియ ఆగిపోతే, తదుపరి ప్రారంభం పాత స్థితిని లేదా కొత్త స్థితిని మాత్రమే చూడాలి.",
	"Bengali":                   "এজেন্টের স্মৃতি সেই ফাইলগুলিতে থাকে যা সে নিজেই পড়ে এবং লেখে। লেখার মাঝখানে প্রক্রিয়া থেমে গেলে পরবর্তী শুরুতে হয় আগের অবস্থা নয়তো নতুন অবস্থা দেখা উচিত, কখনও অর্ধেক নয়।",
	"Gujarati":                  "એજન્ટની યાદશક્તિ તે પોતે વાંચે અને લખે છે તે ફાઇલોમાં રહે છે. લખતી વખતે પ્રક્રિયા વચ્ચે અટકી જાય તો આગલી શરૂઆતે જૂની અથવા નવી સ્થિતિ જ જોવી જોઈએ.",
	"Punjabi":                   "ਏਜੰਟ ਦੀ ਯਾਦ ਉਹਨਾਂ ਫਾਈਲਾਂ ਵਿੱਚ ਰਹਿੰਦੀ ਹੈ ਜੋ ਉਹ ਆਪ ਪੜ੍ਹਦਾ ਅਤੇ ਲਿਖਦਾ ਹੈ। ਲਿਖਣ ਦੇ ਵਿਚਕਾਰ ਜੇ ਪ੍ਰਕਿਰਿਆ ਰੁਕ ਜਾਵੇ ਤਾਂ ਅਗਲੀ ਸ਼ੁਰੂਆਤ ਨੂੰ ਪੁਰਾਣੀ ਜਾਂ ਨਵੀਂ ਹਾਲਤ ਹੀ ਦਿਸਣੀ ਚਾਹੀਦੀ ਹੈ।",
	"Kannada":                   "ಏಜೆಂಟ್\u200cನ ಸ್ಮೃತಿ ಅದು ತಾನೇ ಓದುವ ಮತ್ತು ಬರೆಯುವ ಕಡತಗಳಲ್ಲಿ ಇರುತ್ತದೆ. ಬರೆಯುವ ಮಧ್ಯದಲ್ಲಿ ಪ್ರಕ್ರಿಯೆ ನಿಂತರೆ ಮುಂದಿನ ಪ್ರಾರಂಭವು ಹಳೆಯ ಅಥವಾ ಹೊಸ ಸ್ಥಿತಿಯನ್ನು ಮಾತ್ರ ನೋಡಬೇಕು.",
	"Malayalam":                 "ഏജന്റിന്റെ ഓർമ്മ അത് തന്നെ വായിക്കുകയും എഴുതുകയും ചെയ്യുന്ന ഫയലുകളിലാണ്. എഴുതുന്നതിനിടയിൽ പ്രക്രിയ നിന്നുപോയാൽ അടുത്ത തുടക്കം പഴയതോ പുതിയതോ ആയ അവസ്ഥ മാത്രമേ കാണാവൂ.",
	"Sinhala":                   "නියෝජිතයාගේ මතකය ඔහුම කියවන සහ ලියන ගොනුවල ඇත. ලිවීම මැද ක්\u200dරියාවලිය නැවතුණහොත් ඊළඟ ආරම්භය පෙර තත්ත්වය හෝ නව තත්ත්වය පමණක් දැකිය යුතුය.",
	"Marathi":                   "एजंटची स्मृती त्या फायलींमध्ये असते ज्या तो स्वतः वाचतो आणि लिहितो. लिहिताना प्रक्रिया मध्येच थांबली तर पुढच्या सुरुवातीला जुनी किंवा नवी स्थितीच दिसली पाहिजे.",
	"Nepali":                    "एजेन्टको स्मृति उसले आफैं पढ्ने र लेख्ने फाइलहरूमा रहन्छ। लेख्दालेख्दै प्रक्रिया रोकियो भने अर्को सुरुवातले पुरानो वा नयाँ अवस्था मात्र देख्नुपर्छ।",
	"Urdu":                      "ایجنٹ کی یادداشت ان فائلوں میں رہتی ہے جنہیں وہ خود پڑھتا اور لکھتا ہے۔ اگر لکھنے کے دوران عمل رک جائے تو اگلی شروعات کو یا تو پرانی حالت نظر آنی چاہیے یا نئی، آدھی کبھی نہیں۔",
	"Persian":                   "حافظهٔ عامل در پرونده\u200cهایی است که خودش می\u200cخواند و می\u200cنویسد. اگر فرایند در میانهٔ نوشتن بایستد، آغاز بعدی باید یا حالت پیشین را ببیند یا حالت تازه را، و هرگز نیمی از آن را نبیند.",
	"vocalised Arabic":          "ذَاكِرَةُ الوَكِيلِ مَحْفُوظَةٌ فِي مِلَفَّاتٍ يَقْرَؤُهَا وَيَكْتُبُهَا بِنَفْسِهِ. إِذَا تَوَقَّفَتِ العَمَلِيَّةُ فِي مُنْتَصَفِ الكِتَابَةِ فَيَجِبُ أَنْ يَرَى التَّشْغِيلُ التَّالِي الحَالَةَ السَّابِقَةَ.",
	"pointed Hebrew":            "הַזִּכָּרוֹן שֶׁל הַסּוֹכֵן נִשְׁמָר בִּקְבָצִים שֶׁהוּא עַצְמוֹ קוֹרֵא וְכוֹתֵב. אִם הַתַּהֲלִיךְ נֶעֱצָר בְּאֶמְצַע הַכְּתִיבָה, הַהַפְעָלָה הַבָּאָה חַיֶּבֶת לִרְאוֹת אֶת הַמַּצָּב הַקּוֹדֵם.",
	"Yiddish":                   "דער זכּרון פֿונעם אַגענט ליגט אין טעקעס וואָס ער אַליין לייענט און שרײַבט. אויב דער פּראָצעס שטעלט זיך אָפּ אין מיטן שרײַבן, זעט דער ווײַטערדיקער אָנהייב די פֿריִערדיקע לאַגע.",
	"spaced Thai":               "หน่วย ความจำ ของ ตัวแทน เก็บ อยู่ ใน แฟ้ม ที่ ตัวแทน อ่าน และ เขียน เอง ถ้า กระบวนการ หยุด กลางคัน ขณะ เขียน การ เริ่ม ครั้ง ต่อไป ต้อง เห็น สถานะ เดิม หรือ สถานะ ใหม่ เท่านั้น",
	"Lao":                       "ຄວາມຈຳຂອງຕົວແທນຢູ່ໃນໄຟລ໌ທີ່ມັນອ່ານແລະຂຽນເອງ. ຖ້າຂະບວນການຢຸດກາງທາງໃນເວລາຂຽນ ການເລີ່ມຕົ້ນຄັ້ງຕໍ່ໄປຕ້ອງເຫັນສະຖານະເກົ່າຫຼືສະຖານະໃໝ່.",
	"Khmer":                     "អង្គចងចាំរបស់ភ្នាក់ងារស្ថិតនៅក្នុងឯកសារដែលវាអាននិងសរសេរដោយខ្លួនឯង។ ប្រសិនបើដំណើរការឈប់ពាក់កណ្តាលពេលសរសេរ ការចាប់ផ្តើមបន្ទាប់ត្រូវឃើញស្ថានភាពចាស់ឬថ្មី។",
	"Burmese":                   "ကိုယ်စားလှယ်၏ မှတ်ဉာဏ်သည် သူကိုယ်တိုင် ဖတ်ပြီး ရေးသော ဖိုင်များတွင် ရှိသည်။ ရေးနေစဉ် လုပ်ငန်းစဉ် ရပ်သွားပါက နောက်တစ်ကြိမ် စတင်ချိန်တွင် ယခင်အခြေအနေ သို့မဟုတ် အသစ်ကိုသာ မြင်ရမည်။",
	"Tibetan":                   "འགན་འཛིན་པའི་དྲན་ཤེས་ནི་ཁོ་རང་གིས་ཀློག་པ་དང་འབྲི་བའི་ཡིག་ཆའི་ནང་ཡོད། འབྲི་བའི་བར་ལ་བརྒྱུད་རིམ་ཆད་ན་རྗེས་མའི་འགོ་འཛུགས་ཀྱིས་སྔོན་མའི་གནས་བབ་མཐོང་དགོས།",
	"Georgian":                  "აგენტის მეხსიერება ინახება ფაილებში, რომლებსაც ის თავად კითხულობს და წერს. თუ პროცესი შუა ჩაწერისას შეწყდა, შემდეგმა გაშვებამ უნდა დაინახოს ან ძველი მდგომარეობა, ან ახალი.",
	"Armenian":                  "Գործակալի հիշողությունը պահվում է ֆայլերում, որոնք նա ինքն է կարդում և գրում։ Եթե գործընթացը կանգ առնի գրելու կեսին, հաջորդ մեկնարկը պետք է տեսնի կամ նախորդ վիճակը, կամ նորը։",
	"Bulgarian":                 "Паметта на агента се намира във файлове, които той сам чете и пише. Ако процесът спре по средата на записа, следващото стартиране трябва да види или предишното състояние, или новото, но никога половината.",
	"Serbian":                   "Меморија агента налази се у датотекама које он сам чита и пише. Ако се процес заустави усред писања, следеће покретање мора видети или раније стање или новије, а никада половину.",
	"Kazakh":                    "Агенттің жады ол өзі оқитын және жазатын файлдарда сақталады. Жазу ортасында процесс тоқтаса, келесі іске қосу бұрынғы күйді немесе жаңа күйді көруі керек, ешқашан жартысын емес.",
	"Mongolian":                 "Агентын санах ой нь түүний өөрөө уншиж, бичдэг файлуудад байрладаг. Бичих явцад процесс зогсвол дараагийн эхлэл нь өмнөх төлөв эсвэл шинэ төлөвийг харах ёстой.",
	"Tajik":                     "Хотираи агент дар файлҳое ҷойгир аст, ки ӯ худаш мехонад ва менависад. Агар раванд дар миёнаи навишт қатъ шавад, оғози навбатӣ бояд ҳолати пештара ё навро бинад.",
	"Spanish":                   "La memoria de un agente reside en archivos que él mismo lee y escribe. Si el proceso se detiene a mitad de una escritura, el siguiente arranque debe ver el estado anterior o el posterior, nunca la mitad. ¿Por qué? ¡Porque cada registro pasa primero por un archivo temporal!",
	"Portuguese":                "A memória de um agente está em ficheiros que ele próprio lê e escreve. Se o processo parar a meio de uma escrita, o arranque seguinte tem de ver o estado anterior ou o posterior, nunca metade.",
	"Italian":                   "La memoria di un agente sta nei file che lui stesso legge e scrive. Se il processo si ferma a metà di una scrittura, l'avvio successivo deve vedere lo stato precedente o quello nuovo, mai la metà.",
	"Dutch":                     "Het geheugen van een agent ligt in bestanden die hij zelf leest en schrijft. Stopt het proces midden in een schrijfactie, dan moet de volgende start de vorige of de nieuwe toestand zien, nooit de helft.",
	"Swedish":                   "En agents minne ligger i filer som den själv läser och skriver. Om processen stannar mitt i en skrivning måste nästa start se antingen det tidigare tillståndet eller det nya, aldrig hälften.",
	"Finnish":                   "Agentin muisti on tiedostoissa, joita se itse lukee ja kirjoittaa. Jos prosessi pysähtyy kesken kirjoituksen, seuraavan käynnistyksen on nähtävä joko aiempi tai uudempi tila, ei koskaan puolikasta. Siksi jokainen tietue kirjoitetaan ensin väliaikaistiedostoon.",
	"Hungarian":                 "Az ügynök memóriája olyan fájlokban van, amelyeket ő maga olvas és ír. Ha a folyamat írás közben leáll, a következő indításnak vagy a korábbi, vagy az új állapotot kell látnia, sohasem a felét.",
	"Czech":                     "Paměť agenta leží v souborech, které sám čte a zapisuje. Když se proces zastaví uprostřed zápisu, další spuštění musí vidět buď dřívější stav, nebo novější, nikdy polovinu.",
	"Romanian":                  "Memoria agentului se află în fișiere pe care el însuși le citește și le scrie. Dacă procesul se oprește în mijlocul scrierii, următoarea pornire trebuie să vadă fie starea anterioară, fie pe cea nouă.",
	"Icelandic":                 "Minni erindrekans liggur í skrám sem hann les sjálfur og skrifar. Ef ferlið stöðvast í miðri skrifun verður næsta ræsing að sjá annaðhvort fyrri stöðu eða þá nýju, aldrei hálfa.",
	"Lithuanian":                "Agento atmintis yra failuose, kuriuos jis pats skaito ir rašo. Jei procesas sustoja rašymo viduryje, kitas paleidimas turi matyti arba ankstesnę būseną, arba naują, niekada pusę.",
	"Estonian":                  "Agendi mälu asub failides, mida ta ise loeb ja kirjutab. Kui protsess peatub keset kirjutamist, peab järgmine käivitus nägema kas varasemat või uuemat seisu, mitte kunagi poolt.",
	"Irish":                     "Tá cuimhne an ghníomhaire i gcomhaid a léann agus a scríobhann sé féin. Má stopann an próiseas i lár scríofa, caithfidh an chéad tosú eile an staid roimhe sin nó an staid nua a fheiceáil.",
	"Welsh":                     "Mae cof yr asiant mewn ffeiliau y mae ef ei hun yn eu darllen a'u hysgrifennu. Os bydd y broses yn stopio yng nghanol ysgrifennu, rhaid i'r cychwyn nesaf weld y cyflwr blaenorol neu'r un newydd.",
	"Basque":                    "Agentearen memoria berak irakurri eta idazten dituen fitxategietan dago. Prozesua idazketaren erdian gelditzen bada, hurrengo abioak aurreko egoera edo berria ikusi behar du, inoiz ez erdia.",
	"Swahili":                   "Kumbukumbu ya wakala iko katika faili ambazo yeye mwenyewe husoma na kuandika. Mchakato ukisimama katikati ya kuandika, mwanzo unaofuata lazima uone hali ya awali au hali mpya, kamwe si nusu.",
	"Yoruba":                    "Ìrántí aṣojú wà nínú àwọn fáìlì tí ó fúnra rẹ̀ ń kà tí ó sì ń kọ. Bí ìlànà náà bá dúró ní àárín kíkọ, ìbẹ̀rẹ̀ tó kàn gbọ́dọ̀ rí ipò àtijọ́ tàbí ipò tuntun.",
	"Zulu":                      "Inkumbulo ye-ejenti isemafayeleni ezifundela futhi ezibhalele wona yona ngokwayo. Uma inqubo ima phakathi nokubhala, ukuqala okulandelayo kumele kubone isimo sangaphambili noma esisha.",
	"Indonesian":                "Ingatan agen terletak dalam berkas yang dibaca dan ditulisnya sendiri. Jika proses berhenti di tengah penulisan, permulaan berikutnya harus melihat keadaan lama atau keadaan baru, tidak pernah setengahnya.",
	"Tagalog":                   "Ang alaala ng ahente ay nasa mga file na siya mismo ang nagbabasa at nagsusulat. Kapag huminto ang proseso sa gitna ng pagsulat, dapat makita ng susunod na simula ang dating kalagayan o ang bago.",
	"Latin":                     "Memoria agentis in documentis iacet quae ipse legit et scribit. Si processus in medio scribendo consistit, initium proximum aut statum priorem aut novum videre debet, numquam dimidium.",
	"Esperanto":                 "La memoro de agento kuŝas en dosieroj, kiujn ĝi mem legas kaj skribas. Se la procezo haltas meze de skribo, la sekva starto devas vidi aŭ la antaŭan staton aŭ la novan, neniam duonon.",
	"Hausa":                     "Ƙwaƙwalwar wakili tana cikin fayilolin da shi kansa yake karantawa kuma yake rubutawa. Idan tsarin ya tsaya a tsakiyar rubutu, farawa ta gaba dole ne ta ga tsohon yanayi ko sabo.",
	"traditional Chinese":       "智慧體的記憶保存在它自己讀寫的檔案裡。寫到一半時行程中斷，下一次啟動看到的要麼是舊狀態，要麼是新狀態，絕不能是半個狀態。因此每筆紀錄先寫入暫存檔，再同步到磁碟，最後才改成正式的名稱。",
	"classical Chinese":         "夫記憶者，藏於其所自讀自書之籍也。書未竟而事中輟，則復始之時，或見其故，或見其新，斷不可見其半也。",
	"katakana":                  "エージェントノメモリハファイルニホゾンサレル。プロセスガトチュウデトマッテモ、ツギノキドウデハ、マエノジョウタイカアタラシイジョウタイガミエナケレバナラナイ。",
	"half-width katakana":       "ｴｰｼﾞｪﾝﾄﾉﾒﾓﾘﾊﾌｧｲﾙﾆﾎｿﾞﾝｻﾚﾙ ﾌﾟﾛｾｽｶﾞﾄﾁｭｳﾃﾞﾄﾏｯﾃﾓ",
	"full-width Latin":          "Ｔｈｅ　ｍｅｍｏｒｙ　ｏｆ　ａｎ　ａｇｅｎｔ　１２３４５，６７８",
	"mathematical":              "∀x∈ℝ: ∃n∈ℕ, n > x ⇒ f(x) ≤ ∑ᵢ αᵢ·xᵢ² ± √(β² − 4αγ); A ∪ B ⊆ C ∩ D, ∫₀^∞ e^{−x²} dx = ½√π, ∂f/∂x ≠ 0, ‖v‖₂ ≈ 1",
	"bold mathematical letters": "𝐓𝐡𝐞 𝐦𝐞𝐦𝐨𝐫𝐲 𝐨𝐟 𝐚𝐧 𝐚𝐠𝐞𝐧𝐭 𝓁𝒾𝑒𝓈 𝒾𝓃 𝒻𝒾𝓁𝑒𝓈",
	"LaTeX":                     `\begin{equation} \sum_{i=1}^{n} \alpha_i x_i^2 \leq \frac{1}{2}\left(\int_0^\infty e^{-x^2}\,dx\right)^2 \end{equation} \textbf{where} $\mathbf{x} \in \mathbb{R}^n$ and \cite{knuth1984}.`,
	"IPA":                       "ðə ˈmɛməɹi əv ən ˈeɪdʒənt ˈlaɪz ɪn faɪlz ðət ði ˈeɪdʒənt ɪtˈsɛlf ˈɹiːdz ənd ˈɹaɪts",
	"Pinyin":                    "Zhìnéng tǐ de jìyì bǎocún zài tā zìjǐ dú xiě de wénjiàn lǐ. Xiě dào yībàn shí jìnchéng zhōngduàn.",
	"typographic":               "“He said: ‘no’ – never…” — she wrote, «voilà» • first • second → third ‹x› † ‡ § 12 ¶ 3 © 2024 ® ™ 20 °C, 5 µm, ½ £10 €20 ¥300",
	"box drawing":               "┌──────┬──────┐\n│ id   │ name │\n├──────┼──────┤\n│ 1    │ ada  │\n│ 2    │ bob  │\n└──────┴──────┘\n├── src\n│   ├── main.go\n│   └── util.go\n└── go.mod\n",
	"block elements":            "▁▂▃▄▅▆▇█ ████████░░░░ 66% ▓▓▒▒░░ ⣿⣿⣷⣄ ⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏",
	"arrows and dingbats":       "→ ← ↑ ↓ ⇒ ⇔ ✓ ✗ ✔ ✘ ★ ☆ ♥ ♦ ♣ ♠ ☀ ☁ ☂ ☎ ✈ ✉ ➜ ➤ ◆ ◇ ● ○ ■ □ ▲ △ ▼ ▶ ◀",
	"food and animals":          "🍎🍌🍇🍓🍕🍔🍟🌮🍣🍩🍪🎂🍺🍷☕🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🦄🐝🐛🦋🐌🐞🐢🐍",
	"emoji with words":          "🚀 Deploy started\n⚠️ Warning: disk almost full\n✅ Tests passed\n❌ Build failed\n📦 Package built\n🔧 Config changed\n📝 Notes updated\n🎯 Target reached\n💡 Idea\n🔍 Search",
	"keycaps":                   "1️⃣ first 2️⃣ second 3️⃣ third 🔟 #️⃣ *️⃣ ℹ️ ™️ ©️",
	"skin tones":                "👋🏻👋🏼👋🏽👋🏾👋🏿🤚🏻🖐🏼✋🏽🖖🏾👌🏿🤌🏻🤏🏼✌🏽🤞🏾🤟🏿🤘🏻",
	"flags":                     "🇩🇪🇫🇷🇬🇧🇺🇸🇯🇵🇰🇷🇨🇳🇮🇳🇧🇷🇿🇦🇳🇬🇰🇪🇪🇹🇪🇬🇹🇷🇬🇷",
	"Cherokee":                  "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᎠᏂᏴᏫᏯ",
	"Inuktitut":                 "ᐃᓄᒃᑎᑐᑦ ᐅᖃᐅᓯᖅ ᓄᓇᕗᑦ",
	"Gothic":                    "𐌲𐌿𐍄𐌹𐍃𐌺 𐍂𐌰𐌶𐌳𐌰",
	"Egyptian":                  "𓀀𓀁𓀂𓀃𓁐𓂀𓃀𓄿",
	"Coptic":                    "ⲙⲉⲧⲣⲉⲙⲛⲭⲏⲙⲓ ϯⲁⲥⲡⲓ",
	"Syriac":                    "ܠܫܢܐ ܣܘܪܝܝܐ ܟܬܒܐ",
	"Dhivehi":                   "ދިވެހި ބަސް ލިޔުން",
	"Odia":                      "ଏଜେଣ୍ଟର ସ୍ମୃତି ସେହି ଫାଇଲଗୁଡ଼ିକରେ ରହିଥାଏ ଯାହା ସେ ନିଜେ ପଢ଼େ ଏବଂ ଲେଖେ।",
	"Javanese script":           "ꦧꦱꦗꦮ ꦱꦸꦫꦧꦪ",
	"Yi":                        "ꆈꌠꉙ ꁱꂷ ꃅꄷ",
	"rare Han":                  "龘靐齉爩鱻麤灪籲𠀀𠮷𡃁𢆡",
	"uncommon Han":              "魑魅魍魎饕餮氤氳旖旎婀娜蹀躞踟躕逶迤邂逅",
	"combining":                 "e\u0301 a\u0308 n\u0303 Z\u0351\u036b\u0343\u036a\u0302a\u034f\u0349\u0320l\u0321\u034e g\u0334\u0318o\u0336",
	"decomposed French":         "La me\u0301moire d'un agent re\u0301side dans des fichiers qu'il e\u0301crit lui-me\u0302me, a\u0300 moitie\u0301.",
	"zero width":                strings.Repeat("a\u200bb\u200cc\u200dd\ufeffe\u2060", 40),
	"only zero width":           strings.Repeat("\u200b", 500),
	"zero width joiners":        strings.Repeat("\u200d", 500),
	"byte order marks":          strings.Repeat("\ufeff", 500),
	"soft hyphens":              strings.Repeat("Wort\u00adteil\u00adung ", 40),
	"non-breaking spaces":       strings.Repeat("10\u00a0km et\u202f5\u00a0%\u2009; ", 40),
	"ideographic spaces":        strings.Repeat("記憶\u3000", 40),
	"NUL":                       strings.Repeat("\x00", 1000),
	"NULs between":              strings.Repeat("ab\x00cd\x00\x00", 100),
	"control characters":        strings.Repeat("\x01\x02\x03\x1b[31mred\x1b[0m\x07\x08\x7f", 50),
	"terminal colours":          strings.Repeat("\x1b[1;32mok\x1b[0m test passed in \x1b[33m12ms\x1b[0m\n", 50),
	"C1 controls":               strings.Repeat("\u0080\u0085\u0091\u009f", 50),
	"private use":               strings.Repeat("\ue000\uf8ff\ue123", 100),
	"private icons":             strings.Repeat("\uf015 home \uf0c9 menu \ue0b0 ", 50),
	"far private use":           strings.Repeat("\U000f0001\U0010fffd", 100),
	"unassigned":                strings.Repeat("\u0378\uffff\U000e0001", 50),
	"replacement":               strings.Repeat("\ufffd", 300),
	"invalid bytes":             strings.Repeat("\xff\xfe\x80", 300),
	"Latin-1 bytes":             strings.Repeat("caf\xe9 na\xefve \xfcber ", 50),
	"bidi marks":                strings.Repeat("\u202aabc\u202c \u2066x\u2069\u200e\u200f ", 50),
	"tag flags":                 strings.Repeat("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 20),
	"ALL CAPS":                  strings.Repeat("THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG. ", 20),
	"ALL CAPS legal":            "THE SOFTWARE IS PROVIDED AS IS, WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED. IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE.",
	"ALL CAPS headings":         "WARNING: DO NOT DELETE THIS FILE. IMPORTANT NOTES ABOUT MEMORY AND BUDGET. TODO FIXME ERROR FATAL INFO DEBUG",
	"ALL CAPS names":            "MAX_RETRY_COUNT=3\nDATABASE_URL=postgres\nAWS_SECRET_ACCESS_KEY=x\nLOG_LEVEL=DEBUG\nPATH=/usr/bin\nHOME=/root\nOPENAI_API_KEY=y\n",
	"Title Case":                strings.Repeat("The Memory Of An Agent Lies In Files That It Reads And Writes. ", 10),
	"spoNGe cAsE":               strings.Repeat("tHe MeMoRy oF aN aGeNt LiEs In FiLeS. ", 10),
	"runs of spaces":            strings.Repeat("a"+strings.Repeat(" ", 30)+"b", 100),
	"a megabyte of spaces":      strings.Repeat(" ", 1_000_000),
	"80 spaces":                 strings.Repeat(strings.Repeat(" ", 80)+"x\n", 50),
	"spaces of all widths": func() string {
		var b strings.Builder
		for i := range 90 {
			b.WriteString("w" + strings.Repeat(" ", i+1))
		}
		return b.String()
	}(),
	"double spaces":       strings.Repeat("two  spaces  after  words.  ", 40),
	"space and line ends": strings.Repeat(" \n", 400),
	"trailing spaces":     strings.Repeat("text   \n", 200),
	"tabs and spaces":     strings.Repeat("\t \t  \t", 200),
	"single tabs":         strings.Repeat("a\tb\tc\n", 200),
	"carriage returns":    strings.Repeat("\r", 500),
	"Windows blank":       strings.Repeat("\r\n", 500),
	"form feeds":          strings.Repeat("\f\v", 200),
	"one letter":          strings.Repeat("a", 2000),
	"one letter words":    strings.Repeat("a ", 500),
	"one long word":       strings.Repeat("memory", 300),
	"ha ha":               strings.Repeat("ha", 500),
	"aaaa capital":        strings.Repeat("A", 2000),
	"xxxx":                strings.Repeat("x", 2000),
	"dots":                strings.Repeat(".", 2000),
	"dashes":              strings.Repeat("-", 2000),
	"mixed rulers":        strings.Repeat("-=", 500),
	"zeros":               strings.Repeat("0", 2000),
	"ellipsis leader":     strings.Repeat("Chapter one ........................ 12\n", 40),
	"exclamations":        strings.Repeat("No!!! Really??? Yes!!!!!! ", 40),
	"brackets":            strings.Repeat("[[[]]]{{{}}}((()))", 60),
	"brainfuck":           strings.Repeat("++++[>+++<-]>[.>,<-]", 60),
	"ampersands":          strings.Repeat("&amp;&lt;&gt;&quot;&#39;&nbsp;", 60),
	"escaped":             strings.Repeat(`\"a\\nb\u00e9\t\/`, 60),
	"unicode escapes":     strings.Repeat(`\u8a18\u61b6\u306f`, 60),
	"percent encoded":     strings.Repeat("%E8%A8%98%E6%86%B6%20", 60),
	"ASCII art":           strings.Repeat("  /\\_/\\  \n ( o.o ) \n  > ^ <  \n", 40),
	"all printable":       "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
}

// furtherKinds is text that is made, not written.
func furtherKinds() map[string]string {
	random := rand.New(rand.NewPCG(7, 3))
	repeat := func(n int, write func(b *strings.Builder, i int)) string {
		var b strings.Builder
		for i := range n {
			write(&b, i)
		}
		return b.String()
	}
	pick := func(alphabet string, n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(alphabet[random.IntN(len(alphabet))])
		}
		return b.String()
	}
	bytes := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	kinds := map[string]string{
		"UUIDs": repeat(100, func(b *strings.Builder, _ int) {
			x := hex.EncodeToString(bytes(16))
			fmt.Fprintf(b, "%s-%s-4%s-a%s-%s\n", x[:8], x[8:12], x[13:16], x[17:20], x[20:])
		}),
		"SHA-256 lines":  repeat(60, func(b *strings.Builder, i int) { fmt.Fprintf(b, "%x  file%d.bin\n", bytes(32), i) }),
		"0x words":       repeat(100, func(b *strings.Builder, _ int) { fmt.Fprintf(b, "0x%08x, ", random.Uint32()) }),
		"0X WORDS":       repeat(100, func(b *strings.Builder, _ int) { fmt.Fprintf(b, "0x%08X ", random.Uint32()) }),
		"hex dump":       repeat(60, func(b *strings.Builder, i int) { fmt.Fprintf(b, "%08x: % x  |................|\n", i*16, bytes(16)) }),
		"binary":         pick("01", 2000),
		"binary words":   repeat(100, func(b *strings.Builder, _ int) { fmt.Fprintf(b, "%08b ", random.IntN(256)) }),
		"integers":       repeat(200, func(b *strings.Builder, _ int) { fmt.Fprintf(b, "%d ", random.IntN(1_000_000)) }),
		"small integers": repeat(300, func(b *strings.Builder, _ int) { fmt.Fprintf(b, "%d, ", random.IntN(10)) }),
		"separated numbers": repeat(200, func(b *strings.Builder, _ int) {
			fmt.Fprintf(b, "%d,%03d,%03d.%02d ", 1+random.IntN(999), random.IntN(1000), random.IntN(1000), random.IntN(100))
		}),
		"Go numbers": repeat(100, func(b *strings.Builder, _ int) {
			fmt.Fprintf(b, "%d_%03d_%03d; ", 1+random.IntN(999), random.IntN(1000), random.IntN(1000))
		}),
		"digits":    pick("0123456789", 3000),
		"vectors":   repeat(300, func(b *strings.Builder, _ int) { fmt.Fprintf(b, "%.6f, ", random.NormFloat64()) }),
		"exponents": repeat(200, func(b *strings.Builder, _ int) { fmt.Fprintf(b, "%e ", random.NormFloat64()) }),
		"times": repeat(200, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "2024-%02d-%02dT%02d:%02d:%02d.%03dZ\n", 1+i%12, 1+i%28, i%24, i%60, (i*7)%60, i)
		}),
		"log": repeat(100, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "2024-05-%02d 12:%02d:01,%03d INFO  [worker-%d] c.e.s.UserService - Loaded user id=%d in %dms\n", 1+i%28, i%60, i, i%8, i*37, i%90)
		}),
		"access log": repeat(100, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "192.168.%d.%d - - [12/May/2024:10:%02d:00 +0000] \"GET /index.html?x=%d HTTP/1.1\" 200 %d \"-\" \"Mozilla/5.0\"\n", i%256, (i*7)%256, i%60, i, i*97)
		}),
		"IPv6": repeat(100, func(b *strings.Builder, _ int) {
			fmt.Fprintf(b, "2001:db8:%x:%x::%x ", random.IntN(65536), random.IntN(65536), random.IntN(65536))
		}),
		"e-mails": repeat(100, func(b *strings.Builder, i int) { fmt.Fprintf(b, "user.%d@mail%d.example.org, ", i, i%7) }),
		"CSV": repeat(100, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "%d,\"Smith, Jane\",jane%d@example.com,2024-01-%02d,%.2f,true\n", i, i, 1+i%28, random.Float64()*1000)
		}),
		"wide CSV": repeat(100, func(b *strings.Builder, i int) { fmt.Fprintf(b, "%d,%d,,,%d,,a,b,c,,\n", i, i*2, i*3) }),
		"minified JSON": repeat(100, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, `{"id":%d,"name":"item %d","tags":["a","b"],"price":%.2f,"nested":{"ok":true,"none":null,"user_id":"u_%x"}},`, i, i, random.Float64()*100, random.Uint32())
		}),
		"nested JSON": strings.Repeat(`{"a":[`, 200) + strings.Repeat(`]}`, 200),
		"number JSON": repeat(100, func(b *strings.Builder, i int) { fmt.Fprintf(b, "[%d,%d,%d],", i, i*i, i*3) }),
		"wide Markdown table": repeat(60, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "| %-12d | %-20s | %8.2f |\n", i, "some name", random.Float64()*100)
		}),
		"magnet URLs": repeat(50, func(b *strings.Builder, _ int) {
			fmt.Fprintf(b, "https://cdn.example.net/assets/%x/img-%d@2x.png?sig=%s&exp=%d\n", bytes(6), random.IntN(100), pick("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", 22), random.Uint32())
		}),
		"paths": repeat(100, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "/usr/local/lib/python3.11/site-packages/numpy/core/_methods_%d.py\n", i)
		}),
		"Windows paths": repeat(100, func(b *strings.Builder, i int) {
			fmt.Fprintf(b, "C:\\Users\\Admin\\AppData\\Local\\Temp\\tmp%d.txt\n", i)
		}),
		"JWT":    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." + pick("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", 400),
		"base32": pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 2000),
		"base58": pick("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 2000),
		"ULIDs": repeat(100, func(b *strings.Builder, _ int) {
			b.WriteString("01H" + pick("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 23) + "\n")
		}),
		"ascii85":           pick("!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstu", 2000),
		"random printable":  pick(" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~", 2000),
		"random marks":      pick("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", 2000),
		"random capitals":   pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2000),
		"random letters":    pick("abcdefghijklmnopqrstuvwxyz", 2000),
		"random mixed case": pick("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 2000),
		"capital words": repeat(200, func(b *strings.Builder, _ int) {
			b.WriteString(pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1+random.IntN(8)) + " ")
		}),
		"stock symbols": repeat(200, func(b *strings.Builder, _ int) {
			fmt.Fprintf(b, "%s %.2f\n", pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 3+random.IntN(2)), random.Float64()*300)
		}),
		"licence plates": repeat(200, func(b *strings.Builder, _ int) {
			fmt.Fprintf(b, "%s-%s %d\n", pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2), pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2), random.IntN(10000))
		}),
		"SMILES":                 "CC(C)Cc1ccc(cc1)C(C)C(=O)O CN1C=NC2=C1C(=O)N(C(=O)N2C)C CC(=O)Oc1ccccc1C(=O)O C1=CC=C(C=C1)C2=CC=CC=C2 O=C(O)C[C@H](N)C(=O)N[C@@H](Cc1ccccc1)C(=O)OC",
		"chess":                  "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7",
		"lower German compounds": strings.ToLower(prose["compounds"]),
		"Finnish compounds":      "lentokonesuihkuturbiinimoottoriapumekaanikkoaliupseerioppilas, kumarreksituteskenteleentuvaisehkollaismaisekkuudellisenneskenteluttelemattomammuuksissansakaankopahan, järjestelmällistyttämättömyydellänsäkäänköhän, epäjärjestelmällisyydestään",
		"Turkish long words":     "Çekoslovakyalılaştıramadıklarımızdan, muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine, kişiselleştirilebileceklerinden",
		"random Thai": func() string {
			var b strings.Builder
			for i := range 600 {
				b.WriteRune(rune(0xE01 + random.IntN(46)))
				if i%7 == 6 {
					b.WriteByte(' ')
				}
			}
			return b.String()
		}(),
		"random Han":        runes(random, 0x4E00, 0x9FA5, 600),
		"random Hangul":     runes(random, 0xAC00, 0xD7A3, 600),
		"random Greek":      runes(random, 0x3B1, 0x3C9, 600),
		"random Cyrillic":   runes(random, 0x430, 0x44F, 600),
		"random Arabic":     runes(random, 0x627, 0x64A, 600),
		"random Hebrew":     runes(random, 0x5D0, 0x5EA, 600),
		"random Devanagari": runes(random, 0x905, 0x939, 600),
		"random pictures":   runes(random, 0x1F300, 0x1F5FF, 300),
		"random symbols":    runes(random, 0x2190, 0x2BFF, 300),
		"random accents":    runes(random, 0xC0, 0x17F, 600),
		"random of Unicode": runes(random, 0x80, 0xD7FF, 600),
	}
	for _, name := range []string{"Russian", "Greek", "French", "Turkish", "Polish", "Vietnamese"} {
		kinds["capital "+name] = strings.ToUpper(prose[name])
	}
	for name, code := range furtherCode {
		kinds[name] = strings.Repeat(code, 3)
	}
	return kinds
}

// runes are n characters of a range, picked at random.
func runes(random *rand.Rand, from, to rune, n int) string {
	var b strings.Builder
	for range n {
		b.WriteRune(from + rune(random.IntN(int(to-from+1))))
	}
	return b.String()
}

// furtherCode is code and notation of each kind.
var furtherCode = map[string]string{
	"Python":              "class Store:\n    \"\"\"Keeps records.\"\"\"\n\n    def __init__(self, path: str, *, limit: int = 100) -> None:\n        self._path = path\n        self._limit = limit\n\n    async def append(self, record: dict[str, Any]) -> bool:\n        if len(self._records) >= self._limit:\n            raise ValueError(f\"too many: {len(self._records)}\")\n        return await self._write(json.dumps(record, ensure_ascii=False))\n\n",
	"JavaScript":          "export async function load(id, { retries = 3 } = {}) {\n  for (let i = 0; i < retries; i++) {\n    try {\n      const res = await fetch(`/api/items/${id}`);\n      if (!res.ok) throw new Error(`HTTP ${res.status}`);\n      return (await res.json())?.items?.map(({ name, ...rest }) => ({ ...rest, label: name }));\n    } catch (e) {\n      console.error(e);\n    }\n  }\n}\n",
	"minified JavaScript": "!function(e,t){\"object\"==typeof exports?module.exports=t():e.Lib=t()}(this,(function(){var e=0,t=[];return{push:function(n){return t[e++]=n,t},pop:function(){if(!e)throw Error(\"empty\");return t[--e]}}}));",
	"Rust":                "impl<'a, T: Clone + Send + 'static> Store<'a, T> {\n    pub fn get_mut(&mut self, key: &str) -> Option<&mut T> {\n        self.items.iter_mut().find(|(k, _)| k == key).map(|(_, v)| v)\n    }\n}\n\n#[derive(Debug, Clone, PartialEq)]\npub enum Outcome { Done(u64), Failed { code: i32, message: String } }\n",
	"C":                   "static int append(struct log *l, const char *buf, size_t n)\n{\n\tif (!l || n > LOG_MAX)\n\t\treturn -EINVAL;\n\tmemcpy(l->data + l->len, buf, n);\n\tl->len += n;\n\treturn 0;\n}\n\n#define ARRAY_SIZE(x) (sizeof(x) / sizeof((x)[0]))\n",
	"C++":                 "template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>\nstd::unique_ptr<std::vector<T>> range(T from, T to) {\n  auto out = std::make_unique<std::vector<T>>();\n  for (T i = from; i < to; ++i) out->push_back(i);\n  return out;\n}\n",
	"Java":                "public final class UserRepositoryImpl implements UserRepository {\n    private static final Logger LOGGER = LoggerFactory.getLogger(UserRepositoryImpl.class);\n\n    @Override\n    public Optional<User> findById(final Long id) {\n        return Optional.ofNullable(entityManager.find(User.class, id));\n    }\n}\n",
	"Haskell":             "mapMaybeM :: Monad m => (a -> m (Maybe b)) -> [a] -> m [b]\nmapMaybeM f = go where\n  go [] = return []\n  go (x:xs) = f x >>= \\r -> maybe id (:) r <$> go xs\n",
	"Lisp":                "(defun walk (tree) (cond ((null tree) nil) ((atom tree) (list tree)) (t (append (walk (car tree)) (walk (cdr tree))))))\n",
	"shell":               "#!/usr/bin/env bash\nset -euo pipefail\nfor f in \"$@\"; do [[ -f $f ]] || { echo \"missing: $f\" >&2; exit 1; }; sed -E 's/^([a-z]+)=(.*)$/\\1: \"\\2\"/' \"$f\" | awk -F: '{print $1\"\\t\"$2}'; done\n",
	"HTML":                "<div class=\"card mb-3\" id=\"user-1\"><h2 class=\"title\">Name</h2><p>Some <b>bold</b> text &amp; more</p><a href=\"/users/1?tab=info#top\" target=\"_blank\">open</a><br/></div>\n",
	"CSS":                 ".card > .title:hover { color: #3b82f6; margin: 0 auto 1.5rem; padding: 4px 8px; background: rgba(0, 0, 0, .5) url(\"x.png\") no-repeat; }\n@media (max-width: 640px) { .grid { display: none } }\n",
	"XML":                 "<ns:record xmlns:ns=\"http://example.org/ns\" version=\"1.0\"><ns:item id=\"12\" type=\"xs:string\"><![CDATA[text]]></ns:item></ns:record>\n",
	"YAML":                "services:\n  web:\n    image: \"nginx:1.25\"\n    ports:\n      - \"8080:80\"\n    environment:\n      - LOG_LEVEL=debug\n    depends_on: [db, cache]\n",
	"TOML":                "[package]\nname = \"store\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\nserde = { version = \"1.0\", features = [\"derive\"] }\n",
	"assembly":            "\tmovq\t%rsp, %rbp\n\tsubq\t$16, %rsp\n\tleaq\t.LC0(%rip), %rdi\n\tmovl\t$0, %eax\n\tcall\tprintf@PLT\n\txorl\t%eax, %eax\n\tret\n",
	"regular expressions": `^(?:[a-z0-9!#$%&'*+/=?^_{|}~-]+(?:\.[a-z0-9]+)*|"(?:[\x01-\x08\x0b]|\\[\x01-\x09])*")@(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9])$` + "\n",
	"SVG path":            "M12.5,3.2c-1.1,0-2,.9-2,2v14.3l-4.6-4.6c-.4-.4-1-.4-1.4,0s-.4,1,0,1.4l6.3,6.3c.4.4,1,.4,1.4,0z ",
	"diff":                "diff --git a/x.go b/x.go\nindex 83db48f..bf12a3c 100644\n--- a/x.go\n+++ b/x.go\n@@ -10,7 +10,8 @@ func main() {\n-\told := 1\n+\tnew := 2\n \treturn\n",
	"Makefile":            "build: $(OBJS)\n\t$(CC) $(CFLAGS) -o $@ $^\n\n%.o: %.c\n\t$(CC) -c $< -o $@\n\n.PHONY: clean\nclean:\n\trm -rf *.o\n",
	"Go tabs":             "\tfor i, x := range items {\n\t\tif err := x.check(ctx); err != nil {\n\t\t\treturn fmt.Errorf(\"item %d: %w\", i, err)\n\t\t}\n\t}\n",
	"chat":                "user: hi, can u check if the build is ok?\nassistant: Sure! I'll run `make test` now.\ntool: {\"exit\":0}\nassistant: It's all green. Anything else?\nuser: thx :) lol\n",
	"poem":                "The file is shut,\nthe lock let go,\nwhat once was cut\nagain will grow.\n\n",
	"medical":             "Hydroxychloroquine, acetylsalicylic acid, methylprednisolone, pneumonoultramicroscopicsilicovolcanoconiosis, esophagogastroduodenoscopy, cholecystectomy, hypogammaglobulinemia. ",
	"slang":               "omg lmao idk tbh ngl fr fr rn imo smh brb ttyl wdym asap ",
	"abbreviations":       "NASA, FBI, UNESCO, WYSIWYG, HTTP, JSON, YAML, RFC 8259, ISO/IEC 10646, IEEE 754, TCP/IP, DNS, SQL, GPU, CPU, RAM. ",
	"morse":               "- .... . / --.- ..- .. -.-. -.- / -... .-. --- .-- -. ",
	"leet":                "1f y0u c4n r34d 7h15, y0u 4r3 l337 h4x0r5 ",
}
