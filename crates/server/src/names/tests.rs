use super::*;

/// Names as people have them, in every script that is in everyday use, and some that are pictures.
const REAL: [&str; 88] = [
    "Ann",
    "O'Brien",
    "Mary-Jane",
    "Jean-François",
    "Zoë",
    "Łukasz Żółć",
    "Þórður",
    "Søren Ærø",
    "Gülşen İpek",
    "Nguyễn Thị Ngọc Ánh",
    "Trần Đặng Ưng",
    "Māra Ķēniņa",
    "Ơi Ẫm",
    "Ngũgĩ wa Thiong’o",
    "Ọláńrewájú",
    "D'Artagnan 3",
    "Γιώργος Παπαδόπουλος",
    "Ἀριστοτέλης",
    "Иван Йорданов",
    "Ольга Щукина",
    "Їжакевич",
    "Ђорђе",
    "Ўткир Ғафуров",
    "Гүлнар",
    "Արամ Խաչատրյան",
    "ნინო ჯაფარიძე",
    "Ნინო",
    "דָּוִד בֶּן־גּוּרִיּוֹן",
    "שָׁלוֹם",
    "רחל כהן",
    "محمد",
    "عبد الله الثّاني",
    "مُحَمَّدٌ",
    "علی‌رضا",
    "مه‌سا",
    "پروین اعتصامی",
    "گۆران",
    "ئالىم",
    "نذیر احمد ٹیپو",
    "މުހައްމަދު",
    "ܐܦܪܝܡ",
    "अनिल कुमार",
    "लक्ष्मी",
    "श्री कृष्ण",
    "शरद्‌चंद्र",
    "दर्‍या",
    "প্রিয়াঙ্কা",
    "র‍্যাচেল",
    "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "જયેશભાઈ",
    "ପ୍ରଭାସ",
    "முத்துலட்சுமி",
    "శ్రీనివాస్",
    "ಶ್ರೀಕಾಂತ",
    "മോഹന്‍ലാൽ",
    "ശ്രീജിത്ത്",
    "ක්‍රිෂාන්",
    "ශ්‍රී ලාල්",
    "สมชาย ใจดี",
    "น้ำฝน",
    "ກິ່ງແກ້ວ",
    "ဖြိုးကျော်",
    "မြို့သူ",
    "သူရိန်ထွန်း",
    "សុខ ស្រីមុំ",
    "བསྟན་འཛིན",
    "སྒྲོལ་མ",
    "ᠲᠡᠮᠦᠵᠢᠨ",
    "김민준",
    "이 서연",
    "王小明",
    "歐陽菲菲",
    "山田太郎",
    "さくら",
    "アンナ",
    "渡邉 健ちゃん",
    "葛\u{e0100}城",
    "AKB48推し",
    "Lee 민호",
    "ⵉⴷⵉⵔ",
    "ሰለሞን ተስፋዬ",
    "ߡߊߡߊߘߌ",
    "ᏎᏉᏯ",
    "👩‍👩‍👧‍👦",
    "🧑🏽‍🚀 Kim",
    "❤️ Ann",
    "🏳️‍🌈 Max",
    "🇺🇦 №1️⃣",
];

#[test]
fn real_names_of_every_living_script_pass_and_stay_as_they_are() {
    for name in REAL {
        let checked = checked_name(name).unwrap_or_else(|problem| panic!("{name}: {}", problem.message));
        assert_eq!(checked, name.nfc().collect::<String>());
        assert_eq!(checked_name(&checked).unwrap(), checked, "once is enough");
    }
}

#[test]
fn real_names_can_be_told_apart() {
    for (number, one) in REAL.iter().enumerate() {
        assert!(look_alike(one, one), "{one}");
        for other in &REAL[..number] {
            assert!(!look_alike(one, other), "{one} and {other}");
        }
    }
}

#[test]
fn characters_are_counted_as_a_reader_counts_them() {
    for letter in [
        "x",
        "e\u{301}\u{323}\u{331}",
        "👩‍👩‍👧‍👦",
        "\u{e01}\u{e34}\u{e49}",
        "क्षि",
        "🇺🇦",
    ] {
        let most = MOST_OF_NAME.min(MOST_BYTES_OF_NAME / letter.len());
        assert!(checked_name(&letter.repeat(most)).is_ok(), "{letter}");
        assert!(checked_name(&letter.repeat(most + 1)).is_err(), "{letter}");
    }
    assert!(checked_chat(&"x".repeat(300)).is_ok());
    assert!(checked_chat(&"x".repeat(301)).is_err());
}

#[test]
fn nothing_that_unicode_shows_nowhere_gets_through() {
    use icu_properties::CodePointSetData;
    use icu_properties::props::{BidiControl, DefaultIgnorableCodePoint, NoncharacterCodePoint};
    let sets = [
        CodePointSetData::new::<DefaultIgnorableCodePoint>(),
        CodePointSetData::new::<BidiControl>(),
        CodePointSetData::new::<NoncharacterCodePoint>(),
    ];
    let mut letters: Vec<char> = sets
        .iter()
        .flat_map(|set| set.iter_ranges().flatten())
        .filter_map(char::from_u32)
        .chain('\0'..'\u{a0}')
        .filter(|letter| letter.is_control() || !letter.is_ascii())
        .collect();
    letters.dedup();
    for letter in &letters {
        for text in [format!("{letter}"), format!("a{letter}b"), format!("ab{letter}")] {
            // What is space at the ends is taken away; within a name it is one space, within a message a new line.
            let is_at_an_end = text.trim() != text;
            let is_name = letter.is_whitespace();
            assert!(
                is_name || checked_name(&text).is_err(),
                "{:x}",
                u32::from(*letter)
            );
            let is_chat = *letter == '\n' || is_at_an_end;
            assert!(
                is_chat || checked_chat(&text).is_err(),
                "{:x}",
                u32::from(*letter)
            );
        }
    }
    assert!(letters.len() > 4_000, "{}", letters.len());
}

#[test]
fn what_is_unseen_is_taken_only_where_it_changes_what_is_seen() {
    for name in [
        "a\u{200d}b",
        "محمد\u{200c}",
        "\u{200c}محمد",
        "ا\u{200c}ب",
        "क\u{200c}ख",
        "क\u{200d}",
        "👩\u{200d}",
        "\u{200d}👩",
        "👩\u{200d}a",
        "👩\u{200d}\u{200d}👧",
        "a\u{fe0f}",
        "1\u{fe0f}",
        "a\u{e0100}",
        "葛\u{e0100}\u{e0101}",
        "a\u{180b}",
        "A\u{fe00}",
        "한\u{3164}글",
    ] {
        assert!(checked_name(name).is_err(), "{name:?}");
    }
}

#[test]
fn a_word_is_of_one_script() {
    for name in [
        "Аnn",
        "Pаul",
        "Ρaul",
        "Ann Вen",
        "Иvan",
        "Ωmega",
        "ᎪNN",
        "Армен Խaч",
    ] {
        let problem = checked_name(name).unwrap_err();
        assert!(problem.message.contains("script"), "{name}: {}", problem.message);
    }
    for name in ["Ivan Иван", "Иван2", "Ann山田", "Lee민호", "MC_Ольга"] {
        assert!(checked_name(name).is_ok(), "{name}");
    }
}

#[test]
fn what_looks_alike_is_alike() {
    for (one, other) in [
        ("Ann", "ANN"),
        ("Ann", "a n n"),
        ("Ann", "A.n.n."),
        ("Ann", "Ann_"),
        ("Ann", "Аnn"),
        ("paypal", "раураӏ"),
        ("Ivy", "lvy"),
        ("IVY", "lvy"),
        ("Olive", "0live"),
        ("Bill", "Bi11"),
        ("Ann", "Ａｎｎ"),
        ("Ann", "𝐀𝐧𝐧"),
        ("Marn", "Mam"),
        ("Zoë", "Zoe\u{308}"),
        ("Strauß", "STRAUSS"),
        ("Σωκράτης", "ΣΩΚΡΆΤΗΣ"),
        ("👩‍👧", "👩👧"),
        ("❤️", "❤"),
        ("علی‌رضا", "علیرضا"),
        ("葛\u{e0100}城", "葛城"),
    ] {
        assert!(
            look_alike(one, other) && look_alike(other, one),
            "{one} and {other}: {:?} {:?}",
            Looks::of(one),
            Looks::of(other)
        );
    }
    for (one, other) in [
        ("Ann", "Anna"),
        ("Ann", "Ben"),
        ("Zoe", "Zoë"),
        ("Ann", "Ann 2"),
        ("王", "玉"),
        ("👩", "👨"),
        ("Ann ❤️", "Ann"),
    ] {
        assert!(!look_alike(one, other), "{one} and {other}");
    }
}

#[test]
fn who_looks_like_someone_at_the_table_gets_a_number() {
    for (name, taken, told) in [
        ("Wren", &[][..], "Wren"),
        ("Wren", &["", "Ben"], "Wren"),
        ("Wren B.", &["Wren"], "Wren B."),
        ("Wren", &["Wren"], "Wren 2"),
        ("WREN", &["Ann", "wren"], "WREN 2"),
        ("Wren", &["Wren", "Wren 2"], "Wren 3"),
        ("Wren 2", &["Wren", "Wren2"], "Wren 2 2"),
        ("Bеn", &["Ann", "Ben"], "Bеn 2"),
    ] {
        assert_eq!(told_apart(name, taken.iter().copied()), told);
    }
}

#[test]
fn names_of_bots_and_of_whoever_runs_the_server_are_not_free() {
    for name in [
        "Basil",
        "basil",
        "BASIL",
        "Bаsil",
        "Ва\u{200a}sil",
        "Basi1",
        "DiII",
        "DILL",
        "S0rrel",
        "L0vage",
        "Ṣage",
        "someone who left",
        "SomeoneWhoLeft",
        "Somеone who left",
        "you",
        "Bobbin",
        "B0bbin",
        "Bobbin Team",
        "The Admin",
        "ADMIN",
        "admin.",
        "àdmin",
        "Administrator",
        "Seat 1",
        "seat1",
        "Seat I",
        "Seat 8",
        "bot",
    ] {
        assert!(checked_name(name).is_err(), "{name}");
    }
    assert!(checked_name("Basil").unwrap_err().message.contains("bot"));
    for name in [
        "Basil K.",
        "Basilius",
        "Sagebrush",
        "Youssef",
        "Botond",
        "Adminah",
        "Seat 9",
        "Bobby",
        "Robbin",
    ] {
        assert!(checked_name(name).is_ok(), "{name}");
    }
}

#[test]
fn a_message_keeps_its_lines_and_nothing_in_it_turns_round() {
    assert_eq!(checked_chat(" two\r\nlines\n ").unwrap(), "two\nlines");
    assert_eq!(checked_chat("Zoe\u{308}").unwrap(), "Zoë");
    for text in [
        "",
        " \n ",
        "\u{202d}x",
        "\u{2066}x\u{2069}",
        "a\tb",
        "a\u{2028}b",
        "x\u{300}\u{301}\u{302}\u{303}",
    ] {
        assert!(checked_chat(text).is_err(), "{text:?}");
    }
    for name in REAL {
        assert!(checked_chat(name).is_ok(), "{name}");
    }
    for text in [
        "Иvan?!",
        "¿Qué? 50 % – «oui» …",
        "a\n\n\nb",
        "x² ≠ y",
        "C'est\u{202f}!",
    ] {
        assert!(checked_chat(text).is_ok(), "{text}");
    }
}

/// The page gives whoever comes for the first time the name of a bird.
#[test]
fn every_name_that_the_page_gives_a_guest_is_taken() {
    let page = include_str!("../../../../web/src/lib/guest-name.ts");
    let birds = page
        .split('\'')
        .find(|text| !text.contains('\n') && text.split(' ').count() > 20)
        .expect("the birds stand in one line");
    let mut names = 0;
    for name in birds.split(' ') {
        assert_eq!(checked_name(name).ok().as_deref(), Some(name));
        names += 1;
    }
    assert!(names >= 60, "{names}");
}
