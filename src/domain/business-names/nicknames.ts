import { searchText } from '../names.js';

/**
 * Nicknames of organizations that no register has, the name in the registers, and the site on which the organization uses the
 * nickname (from general knowledge; the sites were not checked). Each means one organization. Brands, subsidiaries, tickers and
 * former names are not in the list.
 */
const NICKNAMES = `
AAA | American Automobile Association | aaa.com
AAAS | American Association for the Advancement of Science | aaas.org
AAU | Amateur Athletic Union of the United States | aausports.org
AAUP | American Association of University Professors | aaup.org
AAUW | American Association of University Women | aauw.org
ABA | American Bar Association | americanbar.org
ACLU | American Civil Liberties Union | aclu.org
ADL | Anti Defamation League | adl.org
AEI | American Enterprise Institute for Public Policy Research | aei.org
AFBF | American Farm Bureau Federation | fb.org
AFGE | American Federation of Government Employees | afge.org
AFSCME | American Federation of State County and Municipal Employees | afscme.org
AFT | American Federation of Teachers | aft.org
AIA | American Institute of Architects | aia.org
AICPA | American Institute of Certified Public Accountants | aicpa-cima.com
AIPAC | American Israel Public Affairs Committee | aipac.org
AKC | American Kennel Club | akc.org
Alaska SeaLife Center | Seward Association for the Advancement of Marine Science | alaskasealife.org
ALPA | Air Line Pilots Association International | alpa.org
AMA | American Medical Association | ama-assn.org
Amex | American Express | americanexpress.com
AMNH | American Museum of Natural History | amnh.org
Amtrak | National Railroad Passenger | amtrak.com
AOPA | Aircraft Owners and Pilots Association | aopa.org
APWU | American Postal Workers Union | apwu.org
Arena Stage | Washington Drama Society | arenastage.org
ASCE | American Society of Civil Engineers | asce.org
ASHRAE | American Society of Heating Refrigerating and Air Conditioning Engineers | ashrae.org
ASME | American Society of Mechanical Engineers | asme.org
ASPCA | American Society for the Prevention of Cruelty to Animals | aspca.org
AUSA | Association of the United States Army | ausa.org
BBBS | Big Brothers Big Sisters of America | bbbs.org
BCBS | Blue Cross and Blue Shield Association | bcbs.com
BCG | Boston Consulting Group | bcg.com
BGE | Baltimore Gas & Electric | bge.com
BMS | Bristol Myers Squibb | bms.com
BNSF | Burlington Northern Santa Fe | bnsf.com
BNY | Bank of New York Mellon | bny.com
BNY Mellon | Bank of New York Mellon | bny.com
BofA | Bank of America | bankofamerica.com
Boilermakers Union | International Brotherhood of Boilermakers | boilermakers.org
Boys Town | Father Flanagans Boys Home | boystown.org
BPOE | Benevolent and Protective Order of Elks | elks.org
Bricklayers Union | International Union of Bricklayers and Allied Craftworkers | bacweb.org
Bronx Zoo | Wildlife Conservation Society | bronxzoo.com
BSA | Boy Scouts of America | scouting.org
Buffalo Bill Museum | Buffalo Bill Memorial Association | centerofthewest.org
BYU | Brigham Young University | byu.edu
CAIR | Council on American Islamic Relations | cair.com
Caltech | California Institute of Technology | caltech.edu
CARE USA | Cooperative for Assistance and Relief Everywhere | care.org
Carpenters Union | United Brotherhood of Carpenters and Joiners of America | carpenters.org
CFR | Council on Foreign Relations | cfr.org
CHOP | Childrens Hospital of Philadelphia | chop.edu
CIBC | Canadian Imperial Bank of Commerce | cibc.com
Citi | Citigroup | citigroup.com
CMU | Carnegie Mellon University | cmu.edu
Coke | Coca Cola | coca-colacompany.com
College Board | College Entrance Examination Board | collegeboard.org
ComEd | Commonwealth Edison | comed.com
Con Ed | Consolidated Edison | conedison.com
Con Edison | Consolidated Edison | conedison.com
CPB | Corporation for Public Broadcasting | cpb.org
CPKC | Canadian Pacific Kansas City | cpkcr.com
CRS | Catholic Relief Services | crs.org
CSIS | Center for Strategic and International Studies | csis.org
CWA | Communications Workers of America | cwa-union.org
CWRU | Case Western Reserve University | case.edu
DAR | National Society of the Daughters of the American Revolution | dar.org
DAV | Disabled American Veterans | dav.org
Deckers Brands | Deckers Outdoor | deckers.com
DNC | Democratic National Committee | democrats.org
DTCC | Depository Trust & Clearing | dtcc.com
Eagles Lodge | Fraternal Order of Eagles | foe.com
EDF | Environmental Defense Fund | edf.org
EFF | Electronic Frontier Foundation | eff.org
Electricians Union | International Brotherhood of Electrical Workers | ibew.org
Elks Club | Benevolent and Protective Order of Elks | elks.org
Elks Lodge | Benevolent and Protective Order of Elks | elks.org
EPI | Economic Policy Institute | epi.org
ETS | Educational Testing Service | ets.org
EY | Ernst & Young | ey.com
Fannie Mae | Federal National Mortgage Association | fanniemae.com
Farmer Mac | Federal Agricultural Mortgage | farmermac.com
FAU | Florida Atlantic University | fau.edu
FDU | Fairleigh Dickinson University | fdu.edu
FFRF | Freedom From Religion Foundation | ffrf.org
FINRA | Financial Industry Regulatory Authority | finra.org
Firefighters Union | International Association of Fire Fighters | iaff.org
FIU | Florida International University | fiu.edu
FOP | Fraternal Order of Police | fop.net
FPL | Florida Power & Light | fpl.com
Freddie Mac | Federal Home Loan Mortgage | freddiemac.com
FSU | Florida State University | fsu.edu
GE Aerospace | General Electric | geaerospace.com
GEICO | Government Employees Insurance | geico.com
Georgia Tech | Georgia Institute of Technology | gatech.edu
GMU | George Mason University | gmu.edu
GSUSA | Girl Scouts of the United States of America | girlscouts.org
GWU | George Washington University | gwu.edu
HCSC | Health Care Service | hcsc.com
Henry Doorly Zoo | Omaha Zoological Society | omahazoo.com
HRC | Human Rights Campaign | hrc.org
HSUS | Humane Society of the United States | humaneworld.org
IAFF | International Association of Fire Fighters | iaff.org
IAM | International Association of Machinists and Aerospace Workers | goiam.org
IATSE | International Alliance of Theatrical Stage Employees | iatse.net
IBEW | International Brotherhood of Electrical Workers | ibew.org
IBT | International Brotherhood of Teamsters | teamster.org
IEEE | Institute of Electrical and Electronics Engineers | ieee.org
IFAW | International Fund for Animal Welfare | ifaw.org
IJM | International Justice Mission | ijm.org
IOOF | Independent Order of Odd Fellows | odd-fellows.org
Ironworkers Union | International Association of Bridge Structural Ornamental and Reinforcing Iron Workers | ironworkers.org
IUOE | International Union of Operating Engineers | iuoe.org
IUPAT | International Union of Painters and Allied Trades | iupat.org
IWW | Industrial Workers of the World | iww.org
J&J | Johnson & Johnson | jnj.com
JHU | Johns Hopkins University | jhu.edu
JMU | James Madison University | jmu.edu
John Deere | Deere | deere.com
JPMC | JPMorgan Chase | jpmorganchase.com
K of C | Knights of Columbus | kofc.org
KFF | Kaiser Family Foundation | kff.org
Kiwanis Club | Kiwanis International | kiwanis.org
KofC | Knights of Columbus | kofc.org
Laborers Union | Laborers International Union of North America | liuna.org
LACMA | Los Angeles County Museum of Art | lacma.org
Letter Carriers Union | National Association of Letter Carriers | nalc.org
Lions Club | International Association of Lions Clubs | lionsclubs.org
LIUNA | Laborers International Union of North America | liuna.org
Long Wharf Theatre | Connecticut Players Foundation | longwharf.org
Longshoremens Union | International Longshoremens Association | ilaunion.org
Loomis Chaffee | Loomis Institute | loomischaffee.org
Loomis Chaffee School | Loomis Institute | loomischaffee.org
LSU | Louisiana State University | lsu.edu
LULAC | League of United Latin American Citizens | lulac.org
LWV | League of Women Voters | lwv.org
Machinists Union | International Association of Machinists and Aerospace Workers | goiam.org
MADD | Mothers Against Drunk Driving | madd.org
Make A Wish | Make A Wish Foundation of America | wish.org
Mark Twain House | Mark Twain Memorial | marktwainhouse.org
MDA | Muscular Dystrophy Association | mda.org
MGH | Massachusetts General Hospital | massgeneral.org
Mine Workers Union | United Mine Workers of America | umwa.org
MIT | Massachusetts Institute of Technology | mit.edu
Mizzou | University of Missouri | missouri.edu
MoMA | Museum of Modern Art | moma.org
Moose Lodge | Loyal Order of Moose | mooseintl.org
MSKCC | Memorial Sloan Kettering Cancer Center | mskcc.org
MUFG | Mitsubishi UFJ Financial Group | mufg.jp
Musicians Union | American Federation of Musicians of the United States and Canada | afm.org
Mystic Aquarium | Sea Research Foundation | mysticaquarium.org
NAACP | National Association for the Advancement of Colored People | naacp.org
NALC | National Association of Letter Carriers | nalc.org
NAM | National Association of Manufacturers | nam.org
NAR | National Association of Realtors | nar.realtor
NASW | National Association of Social Workers | socialworkers.org
NATCA | National Air Traffic Controllers Association | natca.org
National Cathedral | Protestant Episcopal Cathedral Foundation of the D of C | cathedral.org
NCAA | National Collegiate Athletic Association | ncaa.org
NDSU | North Dakota State University | ndsu.edu
NEA | National Education Association | nea.org
NFIB | National Federation of Independent Business | nfib.com
NFL | National Football League | nfl.com
NFLPA | National Football League Players Association | nflpa.com
NFPA | National Fire Protection Association | nfpa.org
NHL | National Hockey League | nhl.com
NIPSCO | Northern Indiana Public Service | nipsco.com
Notre Dame | University of Notre Dame du Lac | nd.edu
NPCA | National Parks Conservation Association | npca.org
NPR | National Public Radio | npr.org
NRA | National Rifle Association | nra.org
NRDC | Natural Resources Defense Council | nrdc.org
NTEU | National Treasury Employees Union | nteu.org
NWF | National Wildlife Federation | nwf.org
NYPL | New York Public Library | nypl.org
NYU | New York University | nyu.edu
Odd Fellows Lodge | Independent Order of Odd Fellows | odd-fellows.org
Ohio State | Ohio State University | osu.edu
OHSU | Oregon Health & Science University | ohsu.edu
Ole Miss | University of Mississippi | olemiss.edu
OPEIU | Office and Professional Employees International Union | opeiu.org
Operating Engineers Union | International Union of Operating Engineers | iuoe.org
ORU | Oral Roberts University | oru.edu
P&G | Procter & Gamble | us.pg.com
Painters Union | International Union of Painters and Allied Trades | iupat.org
PBS | Public Broadcasting Service | pbs.org
Penn | University of Pennsylvania | upenn.edu
Penn State | Pennsylvania State University | psu.edu
Pepsi | PepsiCo | pepsico.com
PETA | People for the Ethical Treatment of Animals | peta.org
PGA of America | Professional Golfers Association of America | pga.com
PhRMA | Pharmaceutical Research and Manufacturers of America | phrma.org
Pilots Union | Air Line Pilots Association International | alpa.org
Plumbers Union | United Association of Journeymen | ua.org
POGO | Project On Government Oversight | pogo.org
Postal Workers Union | American Postal Workers Union | apwu.org
PSEG | Public Service Enterprise Group | pseg.com
PwC | PricewaterhouseCoopers | pwc.com
RBC | Royal Bank of Canada | rbc.com
Red Cross | American National Red Cross | redcross.org
RISD | Rhode Island School of Design | risd.edu
RIT | Rochester Institute of Technology | rit.edu
RNC | Republican National Committee | gop.com
Rotary Club | Rotary International | rotary.org
Royal Caribbean Group | Royal Caribbean Cruises | royalcaribbeangroup.com
RPI | Rensselaer Polytechnic Institute | rpi.edu
RWJF | Robert Wood Johnson Foundation | rwjf.org
Sallie Mae | SLM | salliemae.com
San Diego Zoo | Zoological Society of San Diego | sandiegozoo.org
SCAD | Savannah College of Art and Design | scad.edu
SDG&E | San Diego Gas & Electric | sdge.com
SEIU | Service Employees International Union | seiu.org
SHRM | Society for Human Resource Management | shrm.org
SIPC | Securities Investor Protection | sipc.org
SMU | Southern Methodist University | smu.edu
SNHU | Southern New Hampshire University | snhu.edu
SoCal Edison | Southern California Edison | sce.com
SoCalGas | Southern California Gas | socalgas.com
SpaceX | Space Exploration Technologies | spacex.com
SPLC | Southern Poverty Law Center | splcenter.org
Stagehands Union | International Alliance of Theatrical Stage Employees | iatse.net
Steelworkers Union | United Steelworkers | usw.org
Supermicro | Super Micro Computer | supermicro.com
TCNJ | College of New Jersey | tcnj.edu
TCU | Texas Christian University | tcu.edu
Teamsters | International Brotherhood of Teamsters | teamster.org
TIAA | Teachers Insurance and Annuity Association of America | tiaa.org
TJ Maxx | TJX Companies | tjx.com
TNC | Nature Conservancy | nature.org
Toastmasters Club | Toastmasters International | toastmasters.org
Toys for Tots | Marine Toys for Tots Foundation | toysfortots.org
TSMC | Taiwan Semiconductor Manufacturing | tsmc.com
TVA | Tennessee Valley Authority | tva.com
TWU | Transport Workers Union of America | twu.org
UAW | United Automobile Workers | uaw.org
UCF | University of Central Florida | ucf.edu
UChicago | University of Chicago | uchicago.edu
UCLA | University of California Los Angeles | ucla.edu
UConn | University of Connecticut | uconn.edu
UCSF | University of California San Francisco | ucsf.edu
UFCW | United Food and Commercial Workers | ufcw.org
UFW | United Farm Workers of America | ufw.org
UHG | UnitedHealth Group | unitedhealthgroup.com
UMaine | University of Maine | umaine.edu
UMWA | United Mine Workers of America | umwa.org
UNC | University of North Carolina | unc.edu
UNCF | United Negro College Fund | uncf.org
UNL | University of Nebraska Lincoln | unl.edu
UNLV | University of Nevada Las Vegas | unlv.edu
UPenn | University of Pennsylvania | upenn.edu
UPMC | University of Pittsburgh Medical Center | upmc.com
USAA | United Services Automobile Association | usaa.com
USCCB | United States Conference of Catholic Bishops | usccb.org
USGA | United States Golf Association | usga.org
USO | United Service Organizations | uso.org
USTA | United States Tennis Association | usta.com
UVA | University of Virginia | virginia.edu
UVM | University of Vermont | uvm.edu
VCU | Virginia Commonwealth University | vcu.edu
VFW | Veterans of Foreign Wars | vfw.org
Virginia Tech | Virginia Polytechnic Institute and State University | vt.edu
Wabtec | Westinghouse Air Brake Technologies | wabteccorp.com
WashU | Washington University | washu.edu
WCS | Wildlife Conservation Society | wcs.org
WGU | Western Governors University | wgu.edu
WHOI | Woods Hole Oceanographic Institution | whoi.edu
WPI | Worcester Polytechnic Institute | wpi.edu
WRI | World Resources Institute | wri.org
WVU | West Virginia University | wvu.edu
WWF | World Wildlife Fund | worldwildlife.org
WWP | Wounded Warrior Project | woundedwarriorproject.org
YMCA | Young Mens Christian Association | ymca.org
YWCA | Young Womens Christian Association | ywca.org
`;

const NAMES: ReadonlyMap<string, string> = new Map(
  NICKNAMES.trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .flatMap(([nickname = '', name = '']) => spelt(nickname, name)),
);

/** The operator's nicknames, normalized -> name. They take precedence over the built-in ones. */
let ownNames: ReadonlyMap<string, string> = new Map();

/** Replaces the operator's nicknames (`NICKNAMES_FILE` of the data folder). Each process reads them once, at its start. */
export function setOwnNicknames(names: ReadonlyMap<string, string>): void {
  ownNames = new Map([...names].flatMap(([nickname, name]) => spelt(nickname, name)));
}

/** With spaces and without: `con ed`, `coned`. */
function spelt(nickname: string, name: string): [nickname: string, name: string][] {
  const text = searchText(nickname);
  return [text, text.replaceAll(' ', '')].map((one) => [one, name]);
}

/** Returns the full name, as in the table, of the organization with this normalised nickname, or null. */
export function fullNameOf(nickname: string): string | null {
  return ownNames.get(nickname) ?? NAMES.get(nickname) ?? null;
}

/** Same, normalised. */
export function nameOfNickname(text: string): string | null {
  const name = fullNameOf(text);
  return name === null ? null : searchText(name);
}

/** Returns the name of a nickname, or the text with the nickname in it expanded, normalized; null if there is none. */
export function nicknameWrittenOut(text: string): string | null {
  return nameOfNickname(text) ?? withoutNickname(text);
}

/** Returns the text with a nickname at its start or end, up to three words long, expanded, or null: `ymca of hartford`. */
export function withoutNickname(text: string): string | null {
  const words = text.split(' ');
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const first = nameOfNickname(words.slice(0, count).join(' '));
    if (first !== null) return [first, ...words.slice(count)].join(' ');
    const last = nameOfNickname(words.slice(-count).join(' '));
    if (last !== null) return [...words.slice(0, -count), last].join(' ');
  }
  return null;
}
