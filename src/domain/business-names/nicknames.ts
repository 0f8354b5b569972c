import { searchText } from '../names.js';

/**
 * Well-known short names that no register has, the name in the registers, and the organisation's site (from general knowledge; the sites were
 * not checked). Each means one organisation. Tickers and former names need no line.
 */
const NICKNAMES = `
P&G | Procter & Gamble | us.pg.com
J&J | Johnson & Johnson | jnj.com
Amex | American Express | americanexpress.com
BofA | Bank of America | bankofamerica.com
BNY | Bank of New York Mellon | bny.com
BNY Mellon | Bank of New York Mellon | bny.com
Wabtec | Westinghouse Air Brake Technologies | wabteccorp.com
TSMC | Taiwan Semiconductor Manufacturing | tsmc.com
GE Aerospace | General Electric | geaerospace.com
PwC | PricewaterhouseCoopers | pwc.com
BCG | Boston Consulting Group | bcg.com
NPR | National Public Radio | npr.org
PBS | Public Broadcasting Service | pbs.org
AFSCME | American Federation of State County and Municipal Employees | afscme.org
SEIU | Service Employees International Union | seiu.org
UAW | United Automobile Workers | uaw.org
IBT | International Brotherhood of Teamsters | teamster.org
Teamsters | International Brotherhood of Teamsters | teamster.org
IBEW | International Brotherhood of Electrical Workers | ibew.org
UFCW | United Food and Commercial Workers | ufcw.org
AFT | American Federation of Teachers | aft.org
NEA | National Education Association | nea.org
FOP | Fraternal Order of Police | fop.net
VFW | Veterans of Foreign Wars | vfw.org
DAV | Disabled American Veterans | dav.org
BPOE | Benevolent and Protective Order of Elks | elks.org
WWF | World Wildlife Fund | worldwildlife.org
NRDC | Natural Resources Defense Council | nrdc.org
NAACP | National Association for the Advancement of Colored People | naacp.org
ACLU | American Civil Liberties Union | aclu.org
NRA | National Rifle Association | nra.org
YMCA | Young Mens Christian Association | ymca.org
YWCA | Young Womens Christian Association | ywca.org
ASPCA | American Society for the Prevention of Cruelty to Animals | aspca.org
PETA | People for the Ethical Treatment of Animals | peta.org
MADD | Mothers Against Drunk Driving | madd.org
GSUSA | Girl Scouts of the United States of America | girlscouts.org
UNCF | United Negro College Fund | uncf.org
IEEE | Institute of Electrical and Electronics Engineers | ieee.org
NCAA | National Collegiate Athletic Association | ncaa.org
USGA | United States Golf Association | usga.org
MIT | Massachusetts Institute of Technology | mit.edu
Caltech | California Institute of Technology | caltech.edu
RPI | Rensselaer Polytechnic Institute | rpi.edu
WPI | Worcester Polytechnic Institute | wpi.edu
NYU | New York University | nyu.edu
SMU | Southern Methodist University | smu.edu
BYU | Brigham Young University | byu.edu
ORU | Oral Roberts University | oru.edu
TCU | Texas Christian University | tcu.edu
SNHU | Southern New Hampshire University | snhu.edu
WGU | Western Governors University | wgu.edu
Penn | University of Pennsylvania | upenn.edu
UPMC | University of Pittsburgh Medical Center | upmc.com
MSKCC | Memorial Sloan Kettering Cancer Center | mskcc.org
MoMA | Museum of Modern Art | moma.org
KFF | Kaiser Family Foundation | kff.org
`;

const NAMES: ReadonlyMap<string, string> = new Map(
  NICKNAMES.trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([nickname = '', name = '']) => [searchText(nickname), searchText(name)]),
);

/** Returns the normalised full name of the organisation, or null. */
export function nameOfNickname(text: string): string | null {
  return NAMES.get(text) ?? null;
}
