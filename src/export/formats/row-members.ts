const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPENINGS: ReadonlySet<number> = new Set([91, 123]);
const CLOSINGS: ReadonlySet<number> = new Set([93, 125]);

/**
 * Locates fields in JSON rows without parsing them. Reads only the top level, up to the last requested field:
 * for few fields a fifth of the cost of parsing.
 */
export class RowMembers {
  readonly #names: readonly string[];
  /** Begin and end of each value in the text; an end of 0: the row does not have it. */
  readonly #begins: Uint32Array;
  readonly #ends: Uint32Array;
  #text = '';

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#begins = new Uint32Array(names.length);
    this.#ends = new Uint32Array(names.length);
  }

  /** Selects the row for `jsonOf`. Throws `SyntaxError` if it is not JSON. */
  read(row: string): void {
    if (this.#scan(row)) return;
    // Blanks between members, which no row of ours has.
    const whole = JSON.stringify(JSON.parse(row));
    if (!this.#scan(whole)) throw new SyntaxError('A row of an export is not a JSON object.');
  }

  /** The JSON text of the value; undefined where the row does not have the member. */
  jsonOf(member: number): string | undefined {
    const end = this.#ends[member] as number;
    return end === 0 ? undefined : this.#text.slice(this.#begins[member], end);
  }

  /** False if anything but fields is between the braces. */
  #scan(text: string): boolean {
    this.#text = text;
    this.#ends.fill(0);
    let missing = this.#names.length;
    for (let at = 1; missing > 0; ) {
      if (text.charCodeAt(at) !== QUOTE) return at === 1 && text === '{}';
      const behindName = behindString(text, at);
      if (text.charCodeAt(behindName) !== COLON) return false;
      const begin = behindName + 1;
      const end = behindValue(text, begin);
      const member = this.#memberAt(text, at + 1, behindName - 1);
      if (member >= 0) {
        if (this.#ends[member] === 0) missing -= 1;
        this.#begins[member] = begin;
        this.#ends[member] = end;
      }
      if (text.charCodeAt(end) !== COMMA)
        return end === text.length - 1 && CLOSINGS.has(text.charCodeAt(end));
      at = end + 1;
    }
    return true;
  }

  #memberAt(text: string, begin: number, end: number): number {
    const names = this.#names;
    for (let member = 0; member < names.length; member++) {
      const name = names[member] as string;
      if (name.length === end - begin && text.startsWith(name, begin)) return member;
    }
    return -1;
  }
}

function behindValue(text: string, begin: number): number {
  const first = text.charCodeAt(begin);
  if (first === QUOTE) return behindString(text, begin);
  if (OPENINGS.has(first)) return behindNested(text, begin);
  for (let at = begin; ; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || CLOSINGS.has(code) || Number.isNaN(code)) return at;
  }
}

/** `begin`: at the opening quote. */
function behindString(text: string, begin: number): number {
  for (let from = begin + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
    from = quote + 1;
  }
}

function behindNested(text: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = behindString(text, at);
      continue;
    }
    at += 1;
    if (OPENINGS.has(code)) depth += 1;
    else if (CLOSINGS.has(code)) depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
