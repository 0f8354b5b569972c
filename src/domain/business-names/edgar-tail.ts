import { searchText } from '../names.js';
import { splitForms } from './legal-forms.js';

/** EDGAR sets filers of one name apart by `/DE/`, `\\NEW\\`, `/ADR` at the end. */
const TAIL = /\s*[/\\]\s?[A-Z]{1,4}(?:[/\\]|$)\s*$/i;
const SET_OFF = /(?:\s[/\\]\s?[A-Z]{1,4}|[/\\][A-Z]{1,4}[/\\])\s*$/i;

/**
 * The name without such tails. One that is neither set off by a blank nor closed by a stroke counts only behind a legal
 * form: `CORP/DE` has a tail, `AC/DC` has none.
 */
export function withoutEdgarTail(name: string): string {
  if (!/[/\\]/.test(name)) return name;
  const shorter = name.replace(TAIL, '');
  if (shorter === name || shorter === '') return name;
  const isTail = SET_OFF.test(name) || splitForms(searchText(shorter).split(' ')).forms.length > 0;
  return isTail ? withoutEdgarTail(shorter) : name;
}
