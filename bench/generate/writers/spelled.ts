import { pickFrom } from './random.js';

/** As other agencies write the legal forms of invented names; `/DE/` is the SEC's own mark. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  INC: ['INCORPORATED', 'INC.', 'CORPORATION'],
  CORP: ['CORPORATION', 'CORP.', 'INC'],
  LLC: ['L.L.C.', 'L L C', 'LIMITED LIABILITY COMPANY'],
  LTD: ['LIMITED', 'LTD.'],
  LP: ['L.P.', 'LIMITED PARTNERSHIP'],
  TRUST: ['TR'],
  '/DE/': [''],
};
/** Kept, dropped, written otherwise, set off by a comma; the rest has a letter wrong as well. */
const AS_IT_STANDS = 0.4;
const WITHOUT_FORM = 0.6;
const OTHER_FORM = 0.8;
const WITH_COMMA = 0.96;

/** A company's name as another agency may have it: most differ in the legal form, 4 % by a letter. */
export function spelled(name: string, random: () => number): string {
  const words = name.split(' ');
  const form = words.pop() ?? '';
  const body = words.join(' ');
  const drawn = random();
  if (drawn < AS_IT_STANDS) return name;
  const other = pickFrom(FORMS[form] ?? [form], random);
  if (drawn < WITHOUT_FORM) return form === 'TRUST' ? `${body} TR` : body;
  if (drawn < OTHER_FORM) return `${body} ${other}`.trimEnd();
  if (drawn < WITH_COMMA) return form === '/DE/' ? `THE ${body}` : `${body}, ${other}`;
  return `${withoutLetter(body, random)} ${other}`.trimEnd();
}

function withoutLetter(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (text.length - 1));
  return text.slice(0, at) + text.slice(at + 1);
}
