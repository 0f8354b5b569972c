/**
 * Legal forms of other countries: the abbreviation, then its other spellings, in searchable spelling. Sources: the ISO 20275
 * list of entity legal forms and the registers' own names.
 */
const STOCK = `
ag | aktiengesellschaft
sa | societe anonyme | sociedad anonima | sociedade anonima
sa de cv | sociedad anonima de capital variable
sab de cv | sociedad anonima bursatil de capital variable
spa | societa per azioni
nv | naamloze vennootschap
ab | aktiebolag | aktiebolaget
asa | allmennaksjeselskap
as | aktieselskab | aksjeselskap
oyj | julkinen osakeyhtio
oy | osakeyhtio
plc | public limited company | public ltd co
se | societas europaea
kgaa | kommanditgesellschaft auf aktien
kk | kabushiki kaisha | kabushiki gaisha
jsc | joint stock company | joint stock co | ao | aktsionernoe obshchestvo
ojsc | open joint stock company | open joint stock co | oao | otkrytoe aktsionernoe obshchestvo
pjsc | public joint stock company | public joint stock co | pao | publichnoe aktsionernoe obshchestvo
cjsc | closed joint stock company | closed joint stock co | zao | zakrytoe aktsionernoe obshchestvo
tbk | perseroan terbatas tbk
bhd | berhad
`;
const LIMITED = `
gmbh | gesellschaft mit beschrankter haftung | gesellschaft mit beschraenkter haftung | gesellschaft mbh
bv | besloten vennootschap
sarl | societe a responsabilite limitee
srl | societa a responsabilita limitata | sociedad de responsabilidad limitada
sl | sociedad limitada
sas | societe par actions simplifiee
ltda | limitada
ooo | obshchestvo s ogranichennoy otvetstvennostyu
sp z oo | spolka z ograniczona odpowiedzialnoscia
sro | spolecnost s rucenim omezenym | spol s ro
kft | korlatolt felelossegu tarsasag
aps | anpartsselskab
pte ltd | private limited | private ltd | pvt ltd | pte limited | pvt limited
pty ltd | proprietary limited | proprietary ltd | pty limited
sdn bhd | sendirian berhad
pt | perseroan terbatas
`;

/** Each form with its spellings, abbreviation first. Open, public and plain joint stock companies are one kind of company. */
export const STOCK_FORMS = spellingsIn(STOCK);
export const LIMITED_FORMS = spellingsIn(LIMITED);

function spellingsIn(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));
}

/** Legal forms that precede the name: `OAO Example`, `Joint Stock Company Example`, `PT Example`. */
export const LEADING_FORMS: readonly string[] = [...STOCK_FORMS, ...LIMITED_FORMS]
  .filter(([form = '']) => ['jsc', 'ojsc', 'pjsc', 'cjsc', 'ooo', 'pt'].includes(form))
  .flat();
