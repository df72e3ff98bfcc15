/// Nouns that tables may be called by, most of them among the most frequent of English: `noun:plural`, or only the noun
/// where the plural adds -s.
enum EnglishNounList {
    static let pairs: [(one: String, many: String)] = words.split(whereSeparator: \.isWhitespace).map { entry in
        let parts = entry.split(separator: ":").map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : (String(entry), entry + "s")
    }

    private static let words = """
        ability:abilities absurdity:absurdities academy:academies access:accesses accuracy:accuracies acoustics:acoustics
        activity:activities actress:actresses address:addresses advice:advice aerobics:aerobics agency:agencies
        agony:agonies aircraft:aircraft alga:algae alias:aliases alumnus:alumni ambiguity:ambiguities analogy:analogies
        analysis:analyses anatomy:anatomies anguish:anguishes annex:annexes antibody:antibodies anxiety:anxieties
        apparatus:apparatuses appendix:appendices approach:approaches army:armies artillery:artilleries
        assembly:assemblies athletics:athletics atlas:atlases audio:audio authenticity:authenticities
        authority:authorities awareness:awarenesses axis:axes baby:babies bacterium:bacteria badness:badnesses
        barracks:barracks batch:batches battery:batteries beach:beaches beauty:beauties belly:bellies
        belongings:belongings bench:benches berry:berries bias:biases billiards:billiards binoculars:binoculars
        bison:bison bitterness:bitternesses blackness:blacknesses blindness:blindnesses body:bodies bonus:bonuses
        boss:bosses boundary:boundaries box:boxes branch:branches brass:brasses brightness:brightnesses brush:brushes
        buddy:buddies buffalo:buffaloes bunch:bunches bureaucracy:bureaucracies bus:buses bush:bushes business:businesses
        businessman:businessmen buzz:buzzes cactus:cacti calf:calves campus:campuses canvas:canvases
        capability:capabilities capacity:capacities cargo:cargoes cash:cash category:categories cattle:cattle
        cavalry:cavalries census:censuses century:centuries ceremony:ceremonies chairman:chairmen chaos:chaoses
        cherry:cherries chess:chesses child:children christianity:christianities church:churches city:cities
        clarity:clarities class:classes clergyman:clergymen clothes:clothes coach:coaches codex:codices colony:colonies
        comedy:comedies community:communities company:companies compass:compasses complex:complexes
        complexity:complexities compulsivity:compulsivities congratulations:congratulations congress:congresses
        consciousness:consciousnesses conspiracy:conspiracies continuity:continuities controversy:controversies
        copy:copies corps:corps corpus:corpora cortex:cortices country:countries county:counties craftsman:craftsmen
        crash:crashes crisis:crises criterion:criteria cross:crosses crossroads:crossroads cruelty:cruelties cry:cries
        curiosity:curiosities currency:currencies curriculum:curricula darkness:darknesses data:data deer:deer
        deficiency:deficiencies delivery:deliveries democracy:democracies density:densities deputy:deputies
        destiny:destinies diabetes:diabetes diagnosis:diagnoses dialysis:dialyses dictionary:dictionaries die:dice
        difficulty:difficulties dignity:dignities directory:directories discovery:discoveries discrepancy:discrepancies
        dish:dishes distress:distresses domino:dominoes dormouse:dormice dress:dresses duty:duties dynamics:dynamics
        earnings:earnings echo:echoes economics:economics economy:economies ecstasy:ecstasies
        effectiveness:effectivenesses efficacy:efficacies efficiency:efficiencies electricity:electricities
        electronics:electronics elf:elves embargo:embargoes emergency:emergencies emphasis:emphases enemy:enemies
        energy:energies english:englishes entity:entities entry:entries equipment:equipment eternity:eternities
        ethics:ethics evidence:evidence excess:excesses facility:facilities factory:factories faculty:faculties
        family:families fax:faxes february:februaries feedback:feedback fibrosis:fibroses fireman:firemen
        firmware:firmware fish:fish fisherman:fishermen fizz:fizzes flash:flashes flatness:flatnesses flesh:fleshes
        flexibility:flexibilities flux:fluxes fly:flies focus:focuses foot:feet fortress:fortresses fox:foxes
        french:frenches frenzy:frenzies frequency:frequencies fungus:fungi furniture:furniture fury:furies
        gallery:galleries gallows:gallows gas:gases genetics:genetics genus:genera germany:germanies glass:glasses
        glory:glories goodness:goodnesses goods:goods goose:geese grass:grasses guess:guesses gymnastics:gymnastics
        half:halves happiness:happinesses hardware:hardware harmony:harmonies headquarters:headquarters hero:heroes
        hiatus:hiatuses history:histories homework:homework hoof:hooves horseman:horsemen hovercraft:hovercraft
        humanity:humanities hunch:hunches hurry:hurries hypothalamus:hypothalamuses hypothesis:hypotheses
        identity:identities illness:illnesses immediacy:immediacies immortality:immortalities impurity:impurities
        inch:inches index:indices industry:industries infantry:infantries info:info information:information
        injury:injuries innings:innings inquiry:inquiries intensity:intensities inventory:inventories iris:irises
        irony:ironies irregularity:irregularities italy:italies ivory:ivories january:januaries jazz:jazzes jeans:jeans
        jesus:jesuses july:julies jury:juries kiss:kisses knife:knives knowledge:knowledge laboratory:laboratories
        lady:ladies larva:larvae leaf:leaves lens:lenses liberty:liberties library:libraries life:lives
        linguistics:linguistics loaf:loaves lobby:lobbies locality:localities logistics:logistics loss:losses louse:lice
        loyalty:loyalties luggage:luggage lunch:lunches luxury:luxuries majority:majorities man:men mango:mangoes
        march:marches marksman:marksmen mass:masses match:matches mathematics:mathematics matrix:matrices
        mattress:mattresses maturity:maturities means:means measles:measles mechanics:mechanics media:media
        melody:melodies memorandum:memoranda memory:memories mercury:mercuries mercy:mercies mess:messes
        metadata:metadata metropolis:metropolises minus:minuses misery:miseries mix:mixes money:money monopoly:monopolies
        moose:moose morality:moralities mosquito:mosquitoes motto:mottoes mouse:mice much:muches
        multiplicity:multiplicities mumps:mumps music:music musketry:musketries mystery:mysteries navy:navies
        nebula:nebulae necessity:necessities neurosis:neuroses news:news nucleus:nuclei oasis:oases obscurity:obscurities
        octopus:octopuses offspring:offspring opportunity:opportunities optics:optics opus:opuses
        orthography:orthographies outskirts:outskirts ox:oxen pansy:pansies pants:pants parenthesis:parentheses
        party:parties pass:passes patch:patches peach:peaches penalty:penalties person:people personality:personalities
        phenomenon:phenomena philosophy:philosophies physics:physics pitch:pitches pity:pities plenty:plenties
        pliers:pliers plus:pluses poetry:poetries police:police policeman:policemen policy:policies politics:politics
        popularity:popularities porch:porches possibility:possibilities postman:postmen potato:potatoes pottery:potteries
        poverty:poverties prefix:prefixes premises:premises press:presses princess:princesses priority:priorities
        probability:probabilities proceeds:proceeds process:processes productivity:productivities prognosis:prognoses
        progress:progresses property:properties quackery:quackeries quality:qualities quantity:quantities quartz:quartzes
        query:queries quiz:quizzes rabies:rabies radish:radishes radius:radii reach:reaches reactivity:reactivities
        readiness:readinesses reality:realities recovery:recoveries reflex:reflexes reply:replies reproach:reproaches
        research:research responsibility:responsibilities rice:rice robotics:robotics royalty:royalties rush:rushes
        safety:safeties salary:salaries salesman:salesmen salmon:salmon sandwich:sandwiches savings:savings scarf:scarves
        scissors:scissors search:searches secretary:secretaries security:securities self:selves sensitivity:sensitivities
        series:series sex:sexes sheaf:sheaves sheep:sheep shelf:shelves shorts:shorts similarity:similarities
        sketch:sketches sky:skies slavery:slaveries society:societies software:software spacecraft:spacecraft
        spanish:spanishes species:species specificity:specificities speech:speeches splash:splashes
        sportswoman:sportswomen staff:staff status:statuses stillness:stillnesses stimulus:stimuli story:stories
        strategy:strategies stratum:strata stress:stresses stretch:stretches study:studies stuff:stuff success:successes
        suffix:suffixes supply:supplies surplus:surpluses surroundings:surroundings swine:swine switch:switches
        syllabus:syllabi sympathy:sympathies synopsis:synopses synthesis:syntheses tax:taxes technology:technologies
        tendency:tendencies territory:territories testimony:testimonies thanks:thanks theology:theologies theory:theories
        therapy:therapies thesis:theses thief:thieves tomato:tomatoes tooth:teeth topaz:topazes tornado:tornadoes
        torpedo:torpedoes touch:touches traffic:traffic tragedy:tragedies treasury:treasuries trousers:trousers
        trout:trout tsh:tshes tweezers:tweezers uncertainty:uncertainties unity:unities university:universities
        utility:utilities variety:varieties velocity:velocities vertebra:vertebrae vertex:vertices veto:vetoes
        victory:victories virus:viruses viscosity:viscosities vitality:vitalities vocabulary:vocabularies
        volcano:volcanoes waitress:waitresses wash:washes watch:watches wax:waxes weakness:weaknesses weather:weather
        wharf:wharves whisky:whiskies wife:wives willingness:willingnesses wish:wishes witness:witnesses wolf:wolves
        woman:women workbench:workbenches worry:worries yes:yeses group location time year way day youth thing eye form
        head face part hand world area work number problem boy place line state figure water friend voice field side
        night soldier case house moment idea girl point program question school mind word regiment interest type end
        surface nothing door action development fact result value death room experience kind change position effect job
        home material officer use light cell god spirit hour power difference level system reason arm government rate
        ground month tree week purpose war amount age air horse name pressure sense feeling thought course mother plant
        force method trial effort need wall gun section law period road earth office picture center minute temperature
        street morning condition product cost fellow game leg heart situation increase distance right table today window
        battle sound space student father fear view meaning plan town attitude experiment fire member range attention
        direction matter nature doctor rifle art function land car literature manner patient size trouble letter paper
        region religion report scene act blood training one performance price source statement wage audience back degree
        expression movement pattern record smoke stage election event husband sort animal anode corner tone example
        individual item list mouth shoulder film growth percent answer control feature piece subject technique play
        sample strength floor wave book hair shelter step treatment color education role summer employee language lip
        object order sun bed procedure production rest comrade knee organization pain payment reaction river term chance
        character importance mile season shot dust finger kid song text top afternoon building court discussion existence
        measurement more particle site unit attempt hope image operation shape team volume board circumstance ear emotion
        manager rule set son farm influence lieutenant look nation ship skill bank claim element future length love past
        requirement sale ball column distribution phase return share structure yard argument behavior coffee detail hall
        newspaper radiation service south allotment captain college completion dream fig income model murder muscle sight
        artist aspect author factor noise pound style arc command concern desire edge kitchen support title trade
        tradition brother chapter dog lack neighborhood onset relationship teacher understanding atmosphere cause charge
        cloud demand depth fight mission portion presence tissue writer america contact corporation device front general
        labor plane sea weight achievement communism england flower hotel judgment meeting oxygen public sentence soil
        block concentration conclusion contrast decision district evening extent forest machine marriage note objective
        operator relief speed stock throat award belief bond camp chair concept variation worker beginning communication
        crowd culture explanation fool principle score sign test village american blow brain bullet chest failure flag
        flow goal observation pair parent polynomial population roof spring west companion component congregation
        construction defense dollar faith guy hill neck page practice reference serum solution spot stem tube absence
        agent bill colonel danger exercise heat response staining stone sunday task truth washington affair apartment
        balance benefit chlorine connection design feed fence fund nose occurrence opinion percentage planning provision
        rank reading remark science second tale assistance breath circle curve date glance instant marketing message moon
        president shadow silence store stream trip vision weapon bird bottle career coat comment consideration couple
        dinner director doubt drug error expense hat hole illusion institution lung notion petitioner rain reader
        significance soul union wind account application assumption citizen club commission farmer food fraction
        imagination issue limit lot may run smile thyroid arrangement check content department detective diameter europe
        fall instrument liberal monday network row scale stomach struggle suffering appearance band description drink
        extension folklore freedom gesture gram management market north painting personnel protection respect saline shoe
        show square valley chicken cover disease exception firm flight fluid guest june measure milligram movie official
        peace pond rage rear recommendation saturday sheet wavelength will agreement aid appeal attack bit candidate
        catholic competition consequence customer decade detergent dirt employment fashion fighting help hospital left
        motion passage pleasure pocket relation shooting train wagon beam characteristic comparison composer desk
        division exchange host humor integration investigation joy owner player project sleep snow suggestion thousand
        threat tomorrow winter wood wound advantage anger association background baseball blanket cup dark daughter
        distinction estimate expenditure grade hen holder ice independence justice leader mud neighbor occasion papa
        protein radio recreation session sin station vacation virginia while april barn bastard bedroom blue camera
        capital cheek choice confidence conjugate conviction corpse credit debate drama drive environment female hundred
        incident instance leadership november planet powder resource sequence skin standard substance transfer tsunami
        turn visit warning wing wire writing article bar chain combination confusion contract contribution cow definition
        devil establishment formation generation health impression key king lead metal milk mistake pace path pool
        preparation present queen ratio representation shear steel surprise aim arrow base bee call coast conversation
        cop crime despair doctrine egg excitement expert file finding fist fog guard historian identification
        manufacturer meal mood observer oxidation park plot protestant recognition reduction reflection resolution rock
        sister snake specialist spectrum start symbol tongue tool trend truck atom brigade conscience creature crew dance
        discharge drop effluent formula garden gate hearing height horror imitation interval loan membership professor
        recording sewage shade shell sir slave southerner strip sum target taste telephone tension three total anaconda
        basement beer being bottom campaign cat complement conception conflict context current demonstration entrance
        favor friday georgia gold hatred hit hut impact improvement instruction liquor motive musician outcome pitcher
        prevention proof proposal race seat september shift shore stick stockholder talent tangent tumor uniform violence
        care cent civilization collage committee cuba driver earthquake editor equivalent examination frame honor impulse
        iodine iron journey landscape laugh lesson load magnitude mark master mexican mixture mountain novel oath
        photograph pistol plate proportion red root schedule seed signal someone sport strain tent texture utopia veteran
        vote wheel active alternative antenna bag bunk cigarette cloth concrete conference deduction din disk drinking
        first folk horizon hunting implication interior interpretation jacket linguist luck magazine million notice
        opposition origin outlook philosopher possession producer promise protest psychologist release representative
        residence rhythm roleplaying selection sensation sidewalk stand suburb suit thyroglobulin white yesterday ace
        acre advance alaska approval august automobile avocado barrel cancer catcher champion classification clock
        collection combat conversion courage defeat disaster dozen essay fate feeding flame four gradient graph haste
        helium hell insight interaction invention island laughter lawyer legend liquid middle nest nigger objection
        obligation oil painter partner pause perception plug presentation priest principal rise roar satisfaction scope
        shame shirt slope solid stall star stranger studio television tip toe troop vehicle version walk actor adam
        administration athabascan boat boot brow button cap cheer chin comfort core creation december destruction
        dimension drawing employer encounter enough era fiber fiction firing foe formulation fruit gift habit horn lamp
        lawn lord missile myth opium pay pile poem poet pride profile projection prospect quack realism rebel request
        rumor saddle salt settlement smell sphere supper symptom talk theme theorem tie transition universe viewpoint
        washing addition advertising amazement applicant assurance average bible bone boston bronchiole bumblebee
        cafeteria california camping cleaning commander composition counterpart damage dot engineer enterprise enthusiasm
        evil exposure fault fun grant guidance holiday homer honey indication indicator intention lie london maid
        mechanism mode october orbit participation phone phrase politician pot railroad resistance rider rousseau route
        routine sentiment shock spectator string suspicion teaching third thunder thursday vector vein voyage wealth
        weekend wonder abstraction accident adventure angle appreciation assignment bell brand breakfast canteen ceiling
        criminal dawn double east electron engagement engine exhibition fabric farming flood garage highway human
        intersection investment joke lagoon legislation little liver lyric manchester maximum medium mob move murderer
        nationalism norm pennsylvania playing pole prayer prisoner private profession punishment purchase ray redcoat
        regulation revolution round screen sculpture sector speaker squad steeple straw subsection supplement tape
        teenager terror transportation tray trust tuesday tune vacuum vase vessel victim watercolor wednesday whole wit
        worship acquisition aerator aerosol amateur ambition ammunition anticipation antigen belt bridge builder
        calculation cannon carrier cast childhood clay clue cluster collector communist correlation crest criticism deal
        decomposition depression determination disc discrimination doorway downtown dwelling envelope escape estate
        evaluation expedition exploration fee fluorescence football footstep gain gloom grace gray hay individualism
        inspection lap league leather lightning living manifold medicine micelle micrometeorite nerve opening orchestra
        passion patrol peak posse post preaching prestige privilege proprietor publication quarter radar rating receiver
        reception repetition roadway salvation scar scheme scholarship shakespeare shower socialism stop storm suitcase
        sweat syllable testing theatre thicket thinking transducer triumph verb violation wine wisdom yell adult africa
        antagonist apprentice brood camper client clump code cold commerce consumer cycle dead dealer deed denomination
        departure elbow excuse expansion fallout fan fighter fortune foundation france gang giant grave greek guam guilt
        heel howl hunger indian interview investigator killing link male marble mate minister mist now occupation opera
        organ pacific piano pipe plasma pollen posture potential prize procession proprietorship qualification rebellion
        relative reporter retirement ritual russia russian sake sand senate setting settler shop shutter spark spectacle
        survey survival tail tank taxpayer theater thermometer threshold ton trace trail trooper usage volley voltage
        warfare waste acceptance adjustment admiration admission affection albumin analyst applause architect attraction
        banker barrier beef birth birthday bomb bomber break burden canada capitalism cellar challenge chart chimney
        china clerk close clothing composite constituent contempt contest cooking corporal corridor cowboy dec deck
        delight denial detroit diarrhea disturbance educator enjoyment eve expectation extreme fraud fringe fur gadget
        governor grip halfback hate haze hold ideal illustration infection initiative insurance intonation jaw judge
        kidney layer listener lock log lover manifestation mayor menace mention mineral minimum mirror molecule momentum
        musket nov obstacle odor ohio organism outfit panic parlor pastor patience pen philadelphia phosphate placement
        plank precision providence pull pupil rabbit rag reb rehabilitation removal replacement republican reputation
        resonance retention reward ring secret selling separation sergeant servant soap spread stare storage stride
        strike substitute superstition surgeon sweden sword theologian therapist thigh thyroxine tracing track trap
        virtue voting well worth wrist zero accordance administrator agglutinin alarm andrena anecdote angel appointment
        apprehension arrival astonishment atlanta attorney ballplayer baltimore basket bat bath bay beard blaze bloat
        blockade bodybuilder bourbon bow breast brick buckskin buffer bundle burst cabin card carpenter cathode chamber
        chapel charm claimant climate colleague commotion commuter conduct conductor contour contradiction convention
        cooperation costume cotton council count countenance critic crop cure curtain cyclist dancer denver diet
        diffusion dilemma disappointment display divorce dusk endeavor engineering equation etcetera explosion fellowship
        fever forehead fork fragment funeral gaze glow gnp gospel grandmother grove handful harbor harm headache heap
        heaven heritage household indignation insect inside intelligence interference ion japan killer lecture legislator
        lookup maker margin martyr merchant merit meteorite miracle modernization monkey narrative nephew noon ocean
        orange output outside passing pegboard performer pillow pitching platoon plight port portrait preacher precaution
        procurement proposition radical rail ration refund regard registrant remainder rent reservation restriction
        revelation revenge rookie sacrifice scholar shopping specimen stain stature stimulation stroke subspace sunlight
        temple temptation ten thrill tire titer translation travel tub visitor voltaire warsaw willow workshop
        german roman human gentleman:gentlemen policeman:policemen firewoman:firewomen salesperson:salespeople ego halo
        waltz:waltzes blitz:blitzes monarch epoch patriarch tech tuxedo tennis:tennises bookshelf:bookshelves
        housewife:housewives grandchild:grandchildren forefoot:forefeet dormouse:dormice mongoose:mongooses menu cpu taxi
        api dataset:datasets warehouse:warehouses invoice
        """
}
