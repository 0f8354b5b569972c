/**
 * Returns the name without the status that a register appends: a comma, up to eight words and a written date,
 * repeatedly. Colorado does so for entities not in good standing: `DENVER GAS COMPANY, Dissolved November 30,
 * 1874`, `…, Colorado Authority Terminated August 1, 2002`. The phrases vary and differ from the status
 * values.
 *
 * Phrases about when something was created or signed are part of the name: `…, U/A dated January 1, 2001`,
 * `…, Founded June 5, 1880`. Without a comma there is no status: `… TRUST DATED JANUARY 1, 2001`.
 */
export function withoutStatusPhrases(name: string): string {
  if (!/\d{4}\s*$/.test(name)) return name;
  const [, phrase = ''] = DATED_PHRASE.exec(name) ?? [];
  if (phrase === '' || OF_THE_NAME.test(phrase) || phrase.split(/\s+/).length > MAX_WORDS) return name;
  const before = name.replace(DATED_PHRASE, '').trimEnd();
  return /[\p{L}\p{N}]/u.test(before) ? withoutStatusPhrases(before) : name;
}

const MAX_WORDS = 8;

const DATED_PHRASE =
  /,\s*(\p{L}[^,\d]{0,80}?)\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d{1,2}\s*,\s*\d{4}\s*$/iu;

const OF_THE_NAME =
  /\b(?:dated?|dtd|trusts?|agreement|indenture|declaration|deed|will|testament|u\/?\s?(?:a|d|t|w)|uad?|utd|estab?(?:lished)?|est|founded|created|executed|made|signed|organized|incorporated|inc|chartered|formed|born|amended|restated|anniversary)\b|\b(?:of|as of|on|from|since|effective|in|the|class)$/i;
