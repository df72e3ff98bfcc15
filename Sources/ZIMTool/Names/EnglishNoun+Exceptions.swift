/// The words that break the rules of ``EnglishNoun``.
extension EnglishNoun {
    /// Singulars with plurals of their own.
    static let plurals: [String: String] = [
        "person": "people", "child": "children", "ox": "oxen", "mouse": "mice", "louse": "lice", "goose": "geese",
        "foot": "feet", "tooth": "teeth", "die": "dice", "penny": "pence",
        // Latin and Greek
        "datum": "data", "criterion": "criteria", "phenomenon": "phenomena",
        "memorandum": "memoranda", "stratum": "strata", "bacterium": "bacteria", "curriculum": "curricula",
        "addendum": "addenda", "erratum": "errata", "ovum": "ova", "quantum": "quanta", "corpus": "corpora",
        "genus": "genera", "alga": "algae", "larva": "larvae", "vertebra": "vertebrae", "nebula": "nebulae",
        "alumna": "alumnae", "alumnus": "alumni", "cactus": "cacti", "fungus": "fungi", "radius": "radii",
        "stimulus": "stimuli", "syllabus": "syllabi", "nucleus": "nuclei", "locus": "loci", "bacillus": "bacilli",
        "index": "indices", "matrix": "matrices", "vertex": "vertices", "appendix": "appendices",
        "vortex": "vortices", "codex": "codices", "cortex": "cortices", "helix": "helices", "axis": "axes",
        "oasis": "oases", "basis": "bases", "crisis": "crises", "testis": "testes",
        "quiz": "quizzes", "whiz": "whizzes", "fez": "fezzes",
        "passerby": "passersby",
    ]

    /// Plurals whose singular no rule finds, or that two singulars share.
    static let singulars: [String: String] = {
        var words = Dictionary(plurals.map { ($1, $0) }) { first, _ in first }
        words["bases"] = "base"
        words["data"] = nil
        words["media"] = nil
        words["indexes"] = "index"
        words["formulae"] = "formula"
        words["antennae"] = "antenna"
        words["foci"] = "focus"
        words["emphases"] = "emphasis"
        words["ellipses"] = "ellipsis"
        words["synopses"] = "synopsis"
        words["neuroses"] = "neurosis"
        words["psychoses"] = "psychosis"
        words["nemeses"] = "nemesis"
        words["catharses"] = "catharsis"
        words["geneses"] = "genesis"
        words["metamorphoses"] = "metamorphosis"
        words["fibroses"] = "fibrosis"
        words["osmoses"] = "osmosis"
        words["topazes"] = "topaz"
        words["demographics"] = "demographic"
        return words
    }()

    /// Last parts of compounds: `policeman`, `bookshelf`, `grandchild`, `hypothesis`.
    static let compounds: [(one: String, many: String)] = [
        ("person", "people"), ("woman", "women"), ("man", "men"), ("child", "children"), ("foot", "feet"),
        ("tooth", "teeth"), ("mouse", "mice"), ("leaf", "leaves"), ("shelf", "shelves"), ("half", "halves"),
        ("knife", "knives"), ("life", "lives"), ("wife", "wives"), ("self", "selves"), ("elf", "elves"),
        ("sheaf", "sheaves"), ("thief", "thieves"), ("loaf", "loaves"), ("calf", "calves"), ("wolf", "wolves"),
        ("hoof", "hooves"), ("scarf", "scarves"), ("wharf", "wharves"), ("thesis", "theses"), ("lysis", "lyses"),
        ("gnosis", "gnoses"),
    ]

    /// Words that end as a compound does and are none.
    static let notCompound: Set<String> = [
        "german", "human", "roman", "talisman", "shaman", "ottoman", "norman", "caiman", "walkman", "specimen",
        "regimen", "abdomen", "acumen", "omen", "stamen", "semen", "lumen", "bitumen", "ramen", "olives", "behalf",
        "people",
    ]

    /// Words that are one and many, or of which there is no other form.
    static let unchanged: Set<String> = [
        "news", "series", "species", "means", "headquarters", "crossroads", "barracks", "gallows", "innings",
        "premises", "scissors", "trousers", "pants", "jeans", "shorts", "pliers", "tweezers", "binoculars", "thanks",
        "belongings", "earnings", "goods", "clothes", "surroundings", "proceeds", "savings", "outskirts", "chassis",
        "congratulations", "measles", "mumps", "rabies", "diabetes", "billiards", "corps", "biceps",
        "physics", "mathematics", "economics", "politics", "athletics", "gymnastics", "electronics", "linguistics",
        "genetics", "ethics", "aerobics", "acoustics", "logistics", "dynamics", "thermodynamics", "aerodynamics",
        "mechanics", "optics", "robotics", "informatics", "analytics", "graphics", "statics", "phonetics",
        "data", "metadata", "media", "multimedia", "information", "info", "equipment", "software", "hardware",
        "firmware", "money", "staff", "stuff", "furniture", "luggage", "baggage", "traffic", "weather", "advice",
        "knowledge", "feedback", "rice", "music", "audio", "homework", "research", "evidence", "cash", "sheep",
        "deer", "fish", "salmon", "trout", "bison", "moose", "swine", "offspring", "aircraft", "spacecraft",
        "hovercraft", "hertz", "police", "cattle", "wildlife",
    ]

    /// Singulars in -s, -as and -is that no rule knows for one.
    static let endsInS: Set<String> = [
        "lens", "gas", "alias", "canvas", "atlas", "bias", "pancreas", "christmas", "iris", "trellis", "metropolis",
        "penis", "pelvis", "marquis", "tennis", "bus", "chaos", "cosmos", "paris", "texas", "dallas", "mars", "yes",
        "ms", "gps", "sms", "dns", "aws", "css", "os", "https", "sas",
    ]

    /// Singulars in -ie.
    static let endsInIE: Set<String> = [
        "movie", "cookie", "calorie", "zombie", "genie", "prairie", "rookie", "selfie", "brownie", "hoodie", "tie",
        "necktie", "pie", "magpie", "lie", "pixie", "birdie", "hippie", "junkie", "cutie", "foodie", "budgie",
        "smoothie", "sortie", "talkie", "veggie", "auntie", "goalie", "laddie", "lassie", "menagerie", "reverie",
        "lingerie", "patisserie", "rotisserie", "bourgeoisie", "eerie", "specie", "indie", "newbie", "freebie",
        "townie", "collie", "eyrie", "caddie", "bogie", "boogie", "sweetie", "quickie", "camaraderie", "oldie",
    ]

    /// Singulars in -oe, beside those in -shoe.
    static let endsInOE: Set<String> = [
        "toe", "tiptoe", "mistletoe", "canoe", "hoe", "backhoe", "foe", "doe", "oboe", "floe", "roe", "woe", "aloe",
        "sloe",
        "throe",
    ]

    /// Singulars in -o that take -es.
    static let endsInOWithES: Set<String> = [
        "potato", "tomato", "hero", "echo", "veto", "torpedo", "embargo", "volcano", "tornado", "mosquito", "cargo",
        "domino", "mango", "motto", "buffalo", "desperado", "innuendo", "negro", "superhero", "antihero", "go", "no",
        "undergo", "mulatto", "portico",
    ]

    /// Singulars in -use, beside those in -house; the others in -uses are of -us, as statuses are.
    static let endsInUSE: Set<String> = [
        "use", "reuse", "misuse", "abuse", "disuse", "cause", "clause", "pause", "menopause", "excuse", "fuse", "muse",
        "spouse", "blouse", "grouse", "recluse", "ruse", "applause", "hypotenuse", "masseuse", "refuse",
    ]

    /// Singulars in -che.
    static let endsInCHE: Set<String> = [
        "cache", "ache", "headache", "toothache", "backache", "heartache", "niche", "moustache", "mustache",
        "avalanche",
        "psyche", "quiche", "creche", "cliche", "apache", "pastiche", "brioche", "douche", "cartouche",
    ]

    /// Singulars in -sse.
    static let endsInSSE: Set<String> = ["posse", "lacrosse", "finesse", "crevasse", "impasse", "mousse", "fosse"]

    /// Singulars in -u, whose plural is not one of the words in -us, beside those in -eau.
    static let endsInU: Set<String> = [
        "menu", "submenu", "emu", "gnu", "guru", "tutu", "cpu", "gpu", "sku", "caribou", "bayou", "thou", "haiku",
        "tau",
    ]

    /// Singulars in -i, whose plural is not one of the words in -is.
    static let endsInI: Set<String> = [
        "taxi", "ski", "alibi", "bikini", "kiwi", "safari", "emoji", "api", "uri", "wiki", "gui", "martini", "zucchini",
        "yeti", "sari", "salami", "chili", "kpi", "poi", "mini", "tsunami", "rabbi", "nazi", "khaki", "confetti", "phi",
    ]

    /// Endings in -ch that sound as k, and so take -s.
    static let hardCH = [
        "stomach", "monarch", "epoch", "patriarch", "matriarch", "tech", "loch", "eunuch", "czech", "oligarch",
    ]
}
