/** The part of Socrata's query language that programs send: what `$where` may say of a row. */

export type PortalRow = Readonly<Record<string, unknown>>;
export type Condition = (row: PortalRow) => boolean;

/** A query the portal refuses with 400. */
export class SoqlError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Throws SoqlError for what is no condition, and for a column the table does not have. */
export function parseWhere(text: string, columns: ReadonlySet<string>): Condition {
  const parser = new Parser(tokensOf(text), columns);
  return parser.whole();
}

type Value = string | number | boolean | null;
type Operand = (row: PortalRow) => Value;

class Parser {
  private at = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly columns: ReadonlySet<string>,
  ) {}

  whole(): Condition {
    const condition = this.either();
    if (this.at < this.tokens.length) throw unexpected(this.tokens[this.at]);
    return condition;
  }

  private either(): Condition {
    const parts = [this.both()];
    while (this.accept('or')) parts.push(this.both());
    return (row) => parts.some((part) => part(row));
  }

  private both(): Condition {
    const parts = [this.one()];
    while (this.accept('and')) parts.push(this.one());
    return (row) => parts.every((part) => part(row));
  }

  private one(): Condition {
    if (this.accept('not')) {
      const condition = this.one();
      return (row) => !condition(row);
    }
    if (this.accept('(')) {
      const condition = this.either();
      this.expect(')');
      return condition;
    }
    return this.comparison();
  }

  private comparison(): Condition {
    const left = this.operand();
    if (this.accept('is')) return this.isNull(left);
    if (this.accept('in')) return this.isIn(left);
    if (this.accept('like')) return this.isLike(left);
    const operator = this.tokens[this.at] ?? '';
    if (!(operator in COMPARISONS)) return (row) => left(row) === true;
    this.at += 1;
    const right = this.operand();
    return (row) => compares(operator, left(row), right(row));
  }

  private isNull(left: Operand): Condition {
    const not = this.accept('not');
    this.expect('null');
    return (row) => (left(row) === null) !== not;
  }

  private isIn(left: Operand): Condition {
    this.expect('(');
    const options = [this.operand()];
    while (this.accept(',')) options.push(this.operand());
    this.expect(')');
    return (row) => options.some((option) => compares('=', left(row), option(row)));
  }

  private isLike(left: Operand): Condition {
    const pattern = this.operand();
    return (row) => {
      const source = String(pattern(row)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const value = left(row);
      return value !== null && new RegExp(`^${source.replaceAll('%', '.*')}$`, 's').test(String(value));
    };
  }

  private operand(): Operand {
    const token = this.next();
    if (token.startsWith("'")) return constant(token.slice(1, -1).replaceAll("''", "'"));
    if (/^-?\d/.test(token)) return constant(Number(token));
    if (this.accept('(')) return this.call(token.toLowerCase());
    if (!this.columns.has(token)) {
      throw new SoqlError('query.soql.no-such-column', `No such column: ${token}`);
    }
    return (row) => (row[token] ?? null) as Value;
  }

  private call(name: string): Operand {
    const first = this.operand();
    if (name === 'starts_with') {
      this.expect(',');
      const start = this.operand();
      this.expect(')');
      return (row) => String(first(row) ?? '').startsWith(String(start(row)));
    }
    this.expect(')');
    if (name === 'upper') return (row) => first(row)?.toString().toUpperCase() ?? null;
    if (name === 'lower') return (row) => first(row)?.toString().toLowerCase() ?? null;
    throw new SoqlError('query.soql.no-such-function', `No such function: ${name}`);
  }

  private accept(word: string): boolean {
    if (this.tokens[this.at]?.toLowerCase() !== word) return false;
    this.at += 1;
    return true;
  }

  private expect(word: string): void {
    if (!this.accept(word)) throw unexpected(this.tokens[this.at]);
  }

  private next(): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw unexpected(token);
    this.at += 1;
    return token;
  }
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<>': (order) => order !== 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
};

/** A null compares with nothing. A text literal is read as a number where the column is one. */
export function compares(operator: string, left: Value, right: Value): boolean {
  if (left === null || right === null) return false;
  const numeric = typeof left === 'number' || typeof right === 'number';
  const [a, b] = numeric ? [Number(left), Number(right)] : [String(left), String(right)];
  const order = a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN;
  return COMPARISONS[operator]?.(order) ?? false;
}

function constant(value: Value): Operand {
  return () => value;
}

function tokensOf(text: string): string[] {
  const pattern = /'(?:[^']|'')*'|-?\d+(?:\.\d+)?|:?[A-Za-z_][\w@:]*|<=|>=|!=|<>|[=<>(),]/gy;
  const tokens: string[] = [];
  for (let at = 0; at < text.length; ) {
    const blank = /\s/.test(text[at] ?? '');
    pattern.lastIndex = at;
    const match = blank ? null : pattern.exec(text);
    if (!blank && match === null) throw unexpected(text.slice(at));
    if (match) tokens.push(match[0]);
    at += match?.[0].length ?? 1;
  }
  return tokens;
}

function unexpected(token: string | undefined): SoqlError {
  return new SoqlError('query.compiler.malformed', `Could not parse SoQL query at ${token ?? 'its end'}`);
}
