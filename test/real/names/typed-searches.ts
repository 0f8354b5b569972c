import { hashOf } from './random-of.js';

/** A search as people type it. */
export interface TypedSearch {
  readonly kind: string;
  readonly text: string;
  /** Matches the name of the record that is meant. */
  readonly meant: RegExp;
  /** The `state` parameter, or an empty text. */
  readonly state: string;
}

/** Rules may be tuned on these searches; the others only measure. */
export function isTuned({ text }: TypedSearch): boolean {
  return hashOf(`${text}?`) % 2 === 0;
}

/** For `/sec/search`, among the filers of a quarter of 2016 and the listed companies of 2026. Written without looking at results. */
export const FILER_SEARCHES = searches(String.raw`
ticker	NVDA	^NVIDIA CORP
ticker	pfe stock	^PFIZER
ticker	$AMD	^ADVANCED MICRO DEVICES
ticker	NASDAQ:GOOGL	^Alphabet Inc
ticker	BRK.B	^BERKSHIRE HATHAWAY
ticker	BRK-A	^BERKSHIRE HATHAWAY
ticker	UNH	^UNITEDHEALTH GROUP
ticker	nyse: lmt	^LOCKHEED MARTIN
ticker	cvs 10-k 2023	^CVS HEALTH
ticker	F stock	^FORD MOTOR CO
ticker	XOM annual report	^EXXON MOBIL
ticker	amzn earnings	^AMAZON
former	Priceline	^(Booking Holdings|Priceline Group)
former	Square Inc	^(Block, Inc|Square, Inc)
former	Weight Watchers International	^(WW INTERNATIONAL|WEIGHT WATCHERS)
former	United Technologies	^(RTX Corp|UNITED TECHNOLOGIES)
former	Anthem Inc	^(Elevance|Anthem)
former	L Brands	^(Bath & Body Works|L Brands)
former	Coach Inc	^(TAPESTRY|COACH)
former	KLA-Tencor	^KLA
former	Symantec	^(Gen Digital|SYMANTEC)
former	Wyndham Worldwide	^(TRAVEL|WYNDHAM WORLDWIDE)
former	Harris Corp	^(L3HARRIS|HARRIS CORP)
former	Hewlett-Packard Company	^HP INC
former	Ingersoll-Rand plc	^(TRANE TECHNOLOGIES|Ingersoll-Rand)
former	Google	^(Alphabet|Google)
former	Block formerly Square	^Block, Inc
former	Altria (formerly Philip Morris)	^ALTRIA
former	RTX f/k/a Raytheon Technologies	^RTX
former	Booking Holdings formerly known as Priceline	^Booking
brand	victoria's secret	^Victoria.?s Secret
brand	gap stores	^GAP INC
brand	best buy electronics	^BEST BUY
brand	domino's pizza	^DOMINO'?S PIZZA
brand	wendys	^WENDY'?S
brand	papa johns	^PAPA JOHN'?S
brand	cracker barrel	^CRACKER BARREL
brand	amazon.com	^AMAZON
brand	booking.com	^Booking
brand	cars.com	^CARS\.COM
brand	salesforce.com	^Salesforce
brand	netflix.com	^NETFLIX
brand	ebay.com	^EBAY
brand	Levi's	^LEVI STRAUSS
brand	Harley Davidson motorcycles	^HARLEY.DAVIDSON
brand	Hershey's	^HERSHEY
brand	Campbell's soup	^CAMPBELL.?S (SOUP|CO)|^CAMPBELL SOUP
brand	Kellogg's	^KELLANOVA|^KELLOGG|^WK Kellogg
brand	Delta airlines	^DELTA AIR LINES
brand	southwest airlines	^SOUTHWEST AIRLINES
brand	American Airlines	^American Airlines
brand	Marriott hotels	^MARRIOTT
brand	Hilton hotels	^HILTON
brand	the Gap	^GAP INC
brand	The Walt Disney Company	^Walt Disney
brand	The Boeing Company	^BOEING
brand	The New York Times	^NEW YORK TIMES
brand	Sherwin Williams paint	^SHERWIN
brand	John Deere	^DEERE
brand	Caterpillar tractors	^CATERPILLAR
brand	Morgan Stanley	^MORGAN STANLEY$
brand	Wells Fargo bank	^WELLS FARGO (& COMPANY|BANK)
brand	US Bank	^US BANCORP
brand	Charles Schwab brokerage	^SCHWAB CHARLES|^CHARLES SCHWAB
brand	Verizon wireless	^VERIZON
brand	T-Mobile	^T-Mobile
brand	tmobile	^T-Mobile
brand	Walgreens	^Walgreen
brand	costco wholesale	^COSTCO
brand	nike shoes	^NIKE
brand	tiffany and co	^TIFFANY
brand	ralph lauren	^RALPH LAUREN
brand	Jack in the Box	^JACK IN THE BOX
brand	Rite Aid pharmacy	^RITE AID
brand	Bed Bath and Beyond	^BED BATH|^Beyond|^BEYOND
brand	Barnes and Noble	^BARNES & NOBLE
brand	Toll Brothers homes	^TOLL
brand	Colgate	^COLGATE
brand	Merck pharmaceuticals	^MERCK
brand	Eli Lilly	^ELI LILLY|^LILLY
brand	Bristol Myers	^BRISTOL.MYERS
brand	Deutsche Bank	^DEUTSCHE BANK
brand	Blackrock	^BlackRock, Inc|^BlackRock Inc
brand	Carnival Cruise Lines	^CARNIVAL
abbrev	Intl Paper Co	^INTERNATIONAL PAPER
abbrev	Genl Dynamics	^GENERAL DYNAMICS
abbrev	Amer Intl Group	^AMERICAN INTERNATIONAL GROUP
abbrev	AIG	^AMERICAN INTERNATIONAL GROUP
abbrev	ADP	^AUTOMATIC DATA PROCESSING
abbrev	GM	^General Motors
abbrev	P.N.C. Financial	^PNC
abbrev	U.P.S.	^UNITED PARCEL
abbrev	Ford Mtr	^FORD MOTOR CO
abbrev	Texas Instr	^TEXAS INSTRUMENTS
abbrev	Natl Oilwell Varco	^NATIONAL OILWELL VARCO|^NOV INC
abbrev	Bank of NY Mellon	^Bank of New York Mellon|^BANK OF NEW YORK MELLON
abbrev	First Natl Bankshares	^FIRST NATIONAL BANK
abbrev	So Cal Edison	^SOUTHERN CALIFORNIA EDISON
abbrev	Commonwealth Edison Co	^COMMONWEALTH EDISON
abbrev	Pub Svc Enterprise Grp	^PUBLIC SERVICE ENTERPRISE
abbrev	Hartford Fin Svcs	^HARTFORD (FINANCIAL|INSURANCE)
abbrev	Consol Edison	^CONSOLIDATED EDISON
abbrev	CSX Transportation	^CSX
number	Seven Eleven	^7-ELEVEN|^SEVEN
number	1-800 Flowers	^1.800.FLOWERS
number	1800flowers	^1.800.FLOWERS
number	Three M Company	^3M
number	first horizon	^FIRST HORIZON
number	1st Source	^1ST SOURCE
number	First Solar	^FIRST SOLAR
number	Blackstone Real Estate Partners Seven	^BLACKSTONE REAL ESTATE PARTNERS VII
fund	vanguard index funds	^VANGUARD INDEX FUNDS
fund	Fidelity Contrafund	^FIDELITY CONTRAFUND
fund	SPDR S&P 500 ETF Trust	^SPDR S&P 500
fund	Pimco Total Return	^PIMCO
fund	T Rowe Price Growth Stock Fund	PRICE T ROWE GROWTH STOCK|T\.? ROWE PRICE GROWTH STOCK
fund	American Funds Growth Fund of America	GROWTH FUND OF AMERICA
fund	iShares Trust	^ISHARES TRUST
fund	Dodge & Cox	^DODGE & COX
fund	Ford Credit Auto Owner Trust	^Ford Credit Auto Owner Trust|^FORD CREDIT AUTO OWNER
misspelt	Haliburton	^HALLIBURTON
misspelt	Pepsi Co	^PEPSICO
misspelt	Phizer	^PFIZER
misspelt	Catepillar	^CATERPILLAR
misspelt	Colgate Palmolve	^COLGATE
misspelt	Abercrombe & Fitch	^ABERCROMBIE
misspelt	Mcdonnalds	^MCDONALDS
misspelt	Suncor Energey	^SUNCOR
misspelt	Schlumburger	^SCHLUMBERGER|^SLB
misspelt	Citgroup	^CITIGROUP INC
misspelt	Chipolte	^CHIPOTLE
misspelt	Nordstroms	^NORDSTROM
misspelt	Starbuck	^STARBUCKS
misspelt	Morgan Stanly	^MORGAN STANLEY$
misspelt	Gilead Scienses	^GILEAD
misspelt	Wallgreens	^Walgreen
misspelt	Qualcom	^QUALCOMM
misspelt	Blackrok	^BlackRock,? Inc
order	Lauder Estee	^ESTEE LAUDER
order	Inc. Apple	^Apple Inc
order	Motors General	^General Motors
order	Penney J C	^J.? ?C.? PENNEY|^PENNEY
order	JC Penney	^J.? ?C.? PENNEY|^PENNEY
order	Morgan J P Chase	^JPMORGAN CHASE
order	E W Scripps	SCRIPPS
order	Scripps E W	SCRIPPS
extra	Oracle software company	^ORACLE
extra	Intel chips	^INTEL
extra	Cisco Systems San Jose	^CISCO
extra	Boeing Chicago	^BOEING
extra	Coca-Cola Company Atlanta GA	^COCA.COLA CO
extra	Microsoft Corporation headquarters	^MICROSOFT
extra	what is the ticker for Home Depot	^HOME DEPOT
extra	tesla ceo	^Tesla
extra	Apple quarterly report	^Apple Inc
extra	Nucor steel	^NUCOR
extra	exxonmobil	^EXXON MOBIL
extra	Exxon	^EXXON MOBIL
extra	Chevron oil	^CHEVRON
extra	paypal	^PayPal
extra	linkedin	^LinkedIn
extra	Berkshire	^BERKSHIRE HATHAWAY
extra	Vail resorts ski	^VAIL RESORTS
foreign	Société Générale	SOCIETE GENERALE
foreign	Telefónica	^TELEFONICA
foreign	Petróleo Brasileiro Petrobras	^PETROBRAS|^PETROLEO BRASILEIRO
foreign	Banco Santander	^Banco Santander
foreign	Toyota	^TOYOTA MOTOR CORP
foreign	Sony	^SONY
foreign	Honda Motors	^HONDA MOTOR
foreign	Unilever PLC	^UNILEVER
foreign	Novo Nordisk A/S	^NOVO NORDISK
foreign	Siemens AG	^SIEMENS
foreign	Mitsubishi UFJ	^MITSUBISHI UFJ
foreign	Alibaba	^Alibaba
foreign	Taiwan Semiconductor	^TAIWAN SEMICONDUCTOR
foreign	Ericsson	ERICSSON
`);

/** For `/search`, among the nonprofits of fifteen states and the District of Columbia. Written without looking at results. */
export const NONPROFIT_SEARCHES = searches(String.raw`
university	Wesleyan	^WESLEYAN UNIVERSITY	CT
university	Brown	^BROWN UNIVERSITY	RI
university	Georgetown	^(PRESIDENT.*)?GEORGETOWN (COLLEGE|UNIVERSITY)$	DC
university	Howard University	^HOWARD UNIVERSITY	DC
university	Bowdoin College	BOWDOIN COLLEGE	ME
university	Colby	COLBY COLLEGE	ME
university	Bates College Lewiston	BATES COLLEGE	ME
university	Middlebury	MIDDLEBURY COLLEGE	VT
university	Univ of Tulsa	UNIVERSITY OF TULSA	OK
university	Oral Roberts	ORAL ROBERTS UNIVERSITY	OK
university	Trinity College Hartford	TRINITY COLLEGE	CT
university	Quinnipiac	QUINNIPIAC UNIVERSITY	CT
university	Rhode Island School of Design	RHODE ISLAND SCHOOL OF DESIGN	RI
university	RISD	RHODE ISLAND SCHOOL OF DESIGN	RI
university	American University Washington DC	AMERICAN UNIVERSITY	DC
university	GW University	GEORGE WASHINGTON UNIVERSITY	DC
university	Norwich Univ	NORWICH UNIVERSITY	VT
university	Millsaps College	MILLSAPS COLLEGE	MS
university	St. Anselm College	S(AIN)?T\.? ANSELM COLLEGE	NH
university	Chaminade	CHAMINADE UNIVERSITY	HI
university	Carroll College Helena Montana	CARROLL COLLEGE	MT
university	Univ. of Bridgeport	UNIVERSITY OF BRIDGEPORT	CT
hospital	Hartford Hospital	^HARTFORD HOSPITAL	CT
hospital	Yale New Haven Hospital	^YALE.NEW HAVEN HOSPITAL	CT
hospital	Maine Med	^MAINE ?MEDICAL|^MAINEHEALTH|^MAINE MEDICAL CENTER	ME
hospital	Eastern Maine Medical Ctr	^EASTERN MAINE MEDICAL CENTER|^NORTHERN LIGHT	ME
hospital	Dartmouth Hitchcock	^(MARY HITCHCOCK|DARTMOUTH.?HITCHCOCK)	NH
hospital	Queens Medical Center	QUEEN.?S MEDICAL CENTER	HI
hospital	Queen's Medical Center Honolulu	QUEEN.?S MEDICAL CENTER	HI
hospital	Christiana Care	^CHRISTIANA CARE	DE
hospital	Billings Clinic	^BILLINGS CLINIC	MT
hospital	Nebraska Methodist Hospital	^NEBRASKA METHODIST HOSPITAL	NE
hospital	Saint Francis Hospital Tulsa	^S(AIN)?T\.? FRANCIS HOSPITAL	OK
hospital	St Vincent Healthcare Billings	^S(AIN)?T\.? VINCENT	MT
hospital	Childrens National Medical Ctr	^CHILDREN'?S NATIONAL	DC
hospital	Rhode Island Hospital	^RHODE ISLAND HOSPITAL	RI
hospital	Women and Infants hospital	^WOMEN (&|AND) INFANTS HOSPITAL	RI
foundation	Kamehameha Schools	KAMEHAMEHA SCHOOLS|BERNICE P(AUAHI)? BISHOP	HI
foundation	Hawaii Community Foundation	HAWAII COMMUNITY FOUNDATION	HI
foundation	Maine Community Fdn	MAINE COMMUNITY FOUNDATION	ME
foundation	Hartford Foundation for Public Giving	HARTFORD FOUNDATION FOR PUBLIC GIVING	CT
foundation	Newman's Own	NEWMAN.?S OWN	CT
foundation	Sherwood Foundation	SHERWOOD FOUNDATION	NE
foundation	Susan Thompson Buffett	SUSAN T(HOMPSON)? BUFFETT	NE
foundation	Peter Kiewit Fdn	PETER KIEWIT FOUNDATION	NE
foundation	Longwood Foundation	LONGWOOD FOUNDATION	DE
foundation	Samuel Roberts Noble Foundation	NOBLE FOUNDATION|NOBLE RESEARCH	OK
foundation	Inasmuch Foundation	INASMUCH FOUNDATION	OK
foundation	Rasmuson Foundation	RASMUSON FOUNDATION	AK
foundation	Champlin Foundations	CHAMPLIN	RI
foundation	Van Beuren	VAN BEUREN	RI
brand	Brookings	^BROOKINGS INSTITUTION	DC
brand	Heritage Foundation	^HERITAGE FOUNDATION	DC
brand	the Heritage Foundation Washington	^HERITAGE FOUNDATION	DC
brand	Cato Institute	^CATO INSTITUTE	DC
brand	Human Rights Campaign	^HUMAN RIGHTS CAMPAIGN	DC
brand	National Geographic	^NATIONAL GEOGRAPHIC SOCIETY	DC
brand	Natl Geographic Society	^NATIONAL GEOGRAPHIC SOCIETY	DC
brand	World Wildlife Fund	^WORLD WILDLIFE FUND	DC
brand	US Chamber of Commerce	^(UNITED STATES CHAMBER|CHAMBER OF COMMERCE OF THE U)	DC
brand	Center for American Progress	^CENTER FOR AMERICAN PROGRESS	DC
brand	Urban Institute	^(THE )?URBAN INSTITUTE	DC
brand	American Enterprise Inst	^AMERICAN ENTERPRISE INSTITUTE	DC
brand	Kennedy Center	KENNEDY CENTER	DC
brand	National Cathedral	CATHEDRAL	DC
brand	Ford's Theatre	FORD.?S THEATRE	DC
brand	Arena Stage	WASHINGTON DRAMA SOCIETY|ARENA STAGE	DC
brand	Mystic Seaport	^MYSTIC SEAPORT	CT
brand	Wadsworth Atheneum	^WADSWORTH ATHENEUM	CT
brand	Save the Children	^SAVE THE CHILDREN	CT
brand	Americares	^AMERICARES	CT
brand	Bishop Museum	BISHOP MUSEUM	HI
brand	Shelburne Museum	^SHELBURNE MUSEUM	VT
brand	Ben & Jerry's Foundation	^BEN (&|AND) JERRY.?S FOUNDATION	VT
brand	Joslyn Art Museum	JOSLYN	NE
brand	Omaha Zoo	OMAHA ZOO|ZOOLOGICAL SOCIETY	NE
brand	Gilcrease Museum	GILCREASE	OK
brand	Philbrook	PHILBROOK	OK
brand	National Cowboy Hall of Fame	NATIONAL COWBOY	OK
brand	Winterthur	WINTERTHUR	DE
brand	Hagley Museum	HAGLEY|ELEUTHERIAN	DE
brand	Preservation Society of Newport	PRESERVATION SOCIETY OF NEWPORT	RI
brand	Teton Science School	TETON SCIENCE	WY
brand	Buffalo Bill Museum	BUFFALO BILL	WY
brand	Alaska SeaLife Center	SEALIFE|SEWARD ASSOCIATION FOR THE ADVANCEMENT	AK
union	Teamsters	^INTERNATIONAL BROTHERHOOD OF TEAMSTERS	DC
union	AFL-CIO	^(AFL.?CIO|AMERICAN FEDERATION OF LABOR)	DC
union	Service Employees International Union	^SERVICE EMPLOYEES INTERNATIONAL UNION	DC
union	American Federation of Teachers	^AMERICAN FEDERATION OF TEACHERS	DC
union	National Education Association	^NATIONAL EDUCATION ASSOC	DC
union	Intl Brotherhood of Electrical Workers	^INTERNATIONAL BROTHERHOOD OF ELECTRICAL	DC
union	IBEW Local 90	^INTERNATIONAL BROTHERHOOD OF ELECTRICAL|IBEW	CT
union	Carpenters Union Local 326	CARPENTERS	CT
union	UAW Local 376	AUTO|U ?A ?W	CT
union	Hawaii State Teachers Assn	HAWAII STATE TEACHERS	HI
union	Maine Education Association	MAINE EDUCATION ASSOC	ME
union	Oklahoma Education Assn	OKLAHOMA EDUCATION ASSOC	OK
church	First Baptist Church Tulsa	^FIRST BAPTIST CHURCH	OK
church	St. Mark's Episcopal Church	S(AIN)?T\.? MARK.?S EPISCOPAL CHURCH	CT
church	Mt Zion Baptist Church	M(OUN)?T ZION .*BAPTIST CHURCH	MS
church	Grace Lutheran Lincoln	GRACE LUTHERAN	NE
church	Unitarian Universalist Church of Nashua	UNITARIAN	NH
church	Archdiocese of Hartford	HARTFORD ROMAN CATHOLIC|ARCHDIOCESE OF HARTFORD	CT
church	Life Church Edmond	^LIFE ?.?CHURCH|LIFE COVENANT	OK
church	Assembly of God Billings	ASSEMBL(Y|IES) OF GOD	MT
chapter	Habitat for Humanity of Greater Bridgeport	HABITAT FOR HUMANITY	CT
chapter	Habitat for Humanity Maui	HABITAT FOR HUMANITY	HI
chapter	Rotary Club of Honolulu	ROTARY CLUB OF HONOLULU	HI
chapter	Honolulu Rotary Club	ROTARY CLUB OF HONOLULU|HONOLULU ROTARY	HI
chapter	Boys and Girls Club of Hartford	BOYS (&|AND) GIRLS CLUBS? OF HARTFORD	CT
chapter	YMCA of Greater Hartford	(YMCA|YOUNG MEN.?S CHRISTIAN ASSOC).*HARTFORD	CT
chapter	Hartford YMCA	(YMCA|YOUNG MEN.?S CHRISTIAN ASSOC).*HARTFORD	CT
chapter	YWCA Hartford	(YWCA|YOUNG WOMEN.?S CHRISTIAN ASSOC).*HARTFORD	CT
chapter	United Way of the Midlands	UNITED WAY OF THE MIDLANDS	NE
chapter	Goodwill Omaha	GOODWILL	NE
chapter	Goodwill Industries of Northern New England	GOODWILL	ME
chapter	American Legion Post 1	AMERICAN LEGION
chapter	Lions Club of Bangor	LIONS	ME
chapter	Elks Lodge Butte	ELKS	MT
chapter	Girl Scouts of Connecticut	GIRL SCOUTS OF CONNECTICUT	CT
chapter	Boy Scouts Montana Council	BOY SCOUTS|MONTANA COUNCIL	MT
chapter	Humane Society Anchorage	HUMANE|SPCA|ANIMAL	AK
chapter	Big Brothers Big Sisters of Delaware	BIG BROTHERS.? ?-?.?BIG SISTERS OF DELAWARE	DE
chapter	Kiwanis Club Burlington	KIWANIS	VT
chapter	Planned Parenthood of Southern New England	PLANNED PARENTHOOD OF SOUTHERN NEW ENGLAND	CT
chapter	ACLU of Hawaii	ACLU|AMERICAN CIVIL LIBERTIES UNION	HI
misspelt	Weslyan University	^WESLEYAN UNIVERSITY	CT
misspelt	Quinipiac University	QUINNIPIAC UNIVERSITY	CT
misspelt	Brookins Institution	^BROOKINGS INSTITUTION	DC
misspelt	Heratige Foundation	^HERITAGE FOUNDATION	DC
misspelt	Kamehamea Schools	KAMEHAMEHA SCHOOLS	HI
misspelt	Midlebury College	MIDDLEBURY COLLEGE	VT
misspelt	Wadsworth Athenium	^WADSWORTH ATHENEUM	CT
misspelt	Planed Parenthood of Northern New England	PLANNED PARENTHOOD OF NORTHERN NEW ENGLAND	VT
misspelt	Nemors Foundation	NEMOURS
misspelt	Hawaii Comunity Foundation	HAWAII COMMUNITY FOUNDATION	HI
partial	Food Bank for the Heartland	FOOD ?BANK FOR THE HEARTLAND	NE
partial	Heartland food bank Omaha	FOOD ?BANK FOR THE HEARTLAND	NE
partial	Connecticut Public Broadcasting	CONNECTICUT PUBLIC BROADCASTING	CT
partial	Vermont Public Radio	VERMONT PUBLIC (RADIO|CO)	VT
partial	Oklahoma City Philharmonic	PHILHARMONIC	OK
partial	Tulsa Ballet	TULSA BALLET	OK
partial	Hartford Symphony	HARTFORD SYMPHONY	CT
partial	Providence Performing Arts Ctr	PROVIDENCE PERFORMING ARTS	RI
partial	Anchorage museum	ANCHORAGE MUSEUM	AK
partial	Iolani School	IOLANI	HI
partial	Phillips Exeter	PHILLIPS EXETER	NH
partial	St Paul's School Concord NH	S(AIN)?T\.? PAUL.?S SCHOOL	NH
partial	Choate Rosemary Hall	CHOATE ROSEMARY	CT
partial	Hotchkiss School	HOTCHKISS SCHOOL	CT
partial	Sidwell Friends	SIDWELL FRIENDS SCHOOL	DC
partial	Gallaudet	^GALLAUDET UNIVERSITY	DC
partial	Catholic U of America	CATHOLIC UNIVERSITY OF AMERICA	DC
partial	Martha's Table	MARTHA.?S TABLE	DC
partial	So Others Might Eat	^S(O|\.O\.)? ?.*OTHERS MIGHT EAT|^SOME	DC
partial	Delaware Hospice	DELAWARE HOSPICE	DE
partial	Jackson Hole Land Trust	JACKSON HOLE LAND TRUST	WY
partial	Mississippi Museum of Art	MISSISSIPPI MUSEUM OF ART	MS
`);

function searches(table: string): TypedSearch[] {
  return table.split('\n').flatMap((line) => {
    const [kind = '', text = '', meant = '', state = ''] = line.split('\t');
    return kind === '' ? [] : { kind, text, meant: new RegExp(meant, 'i'), state };
  });
}
