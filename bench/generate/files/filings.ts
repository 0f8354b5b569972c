import { numberAt, zipfAt } from '../writers/random.js';

/** A filing as its filers state it. */
export interface Filed {
  readonly accession: string;
  readonly form: string;
  /** `YYYY-MM-DD`. */
  readonly filed: string;
}

/** Form 4 is 38 % of all filings; the rest falls off by Zipf's law over some sixty forms. */
const OTHER_FORMS = (
  '8-K,10-Q,SC 13G/A,424B2,3,10-K,SC 13G,FWP,D,6-K,497,424B5,NPORT-P,S-8,DEF 14A,13F-HR,SC 13D/A,10-Q/A,5,4/A,424B3,497K,' +
  'CORRESP,UPLOAD,SC 13D,D/A,485BPOS,N-CSR,8-K/A,S-3,25-NSE,15-12G,N-Q,S-1/A,EFFECT,DEFA14A,11-K,S-1,10-K/A,POS AM,SD,NT 10-K,' +
  'N-PX,40-17G,S-4,F-6EF,20-F,ARS,S-3ASR,NT 10-Q,CERT,RW,144,PRE 14A,1-A,X-17A-5,TA-2,10-D,ABS-EE,24F-2NT'
).split(',');
const SHARE_OF_FORM_4 = 0.38;
/** SharedState 34 % of the accessions: .38 x .70 + .62 x .12. */
const SEVERAL_FILERS = { form4: 0.7, others: 0.12 };
/** As many of those with several have three. */
const THIRD_FILER = 0.2;
const FIRST_DAY = Date.UTC(1993, 0, 1) / 86_400_000;
const LAST_DAY = Date.UTC(2026, 9, 31) / 86_400_000;
/** Flattens the head of the curve: the busiest filer of 20 million filings has some 100,000. */
const HEAD = 20;

/**
 * Invented filings as a pure function of their number, so that those of a filer are known without keeping those
 * of all: a filing belongs to the filer in whose stretch of numbers it lies, and where it has further ones, to
 * those in whose stretch its number lies after a stride through all of them.
 */
export class Filings {
  readonly filers: number;
  readonly #count: number;
  readonly #seed: number;
  readonly #strides: readonly number[];
  readonly #scatter: number;

  constructor(count: number, seed: number) {
    this.#count = count;
    this.#seed = seed;
    this.filers = Math.max(100, Math.round(count * 0.045));
    this.#strides = [coprime(Math.floor(count * 0.618), count), coprime(Math.floor(count * 0.382), count)];
    this.#scatter = coprime(7_919, this.filers);
  }

  /** How busy a filer is, 0 for the busiest; busy filers stand anywhere among the CIKs. */
  rankOf(filer: number): number {
    return multiplied(filer, this.#scatter, this.filers);
  }

  /** The filings of a filer, each once, in no order. */
  of(filer: number): Filed[] {
    const rank = this.rankOf(filer);
    const [start, end] = [this.#upTo(rank), this.#upTo(rank + 1)];
    const numbers = new Set<number>();
    for (let place = start; place < end; place++) {
      numbers.add(place);
      this.#strides.forEach((stride, further) => {
        const number = multiplied(place, stride, this.#count);
        if (this.#furtherFilers(number) > further) numbers.add(number);
      });
    }
    return Array.from(numbers, (number) => this.at(number));
  }

  at(number: number): Filed {
    const share = Math.sqrt(numberAt(number, this.#seed + 1));
    const filed = dateOf(FIRST_DAY + Math.floor((LAST_DAY - FIRST_DAY) * share));
    return { accession: accessionOf(number, filed), form: this.#formOf(number), filed };
  }

  #formOf(number: number): string {
    const drawn = numberAt(number, this.#seed + 2);
    if (drawn < SHARE_OF_FORM_4) return '4';
    const rest = (drawn - SHARE_OF_FORM_4) / (1 - SHARE_OF_FORM_4);
    return OTHER_FORMS[zipfAt(OTHER_FORMS.length, rest)] ?? '4';
  }

  #furtherFilers(number: number): number {
    const drawn = numberAt(number, this.#seed + 3);
    const share = this.#formOf(number) === '4' ? SEVERAL_FILERS.form4 : SEVERAL_FILERS.others;
    return drawn < share * THIRD_FILER ? 2 : drawn < share ? 1 : 0;
  }

  /** How many filings the filers before this rank have. */
  #upTo(rank: number): number {
    return Math.floor((this.#count * Math.log(1 + rank / HEAD)) / Math.log(1 + this.filers / HEAD));
  }
}

function accessionOf(number: number, filed: string): string {
  const agent = String(1_000_000 + (number % 50_021)).padStart(10, '0');
  return `${agent}-${filed.slice(2, 4)}-${String(Math.floor(number / 50_021)).padStart(6, '0')}`;
}

const DATES = new Map<number, string>();

function dateOf(day: number): string {
  const known = DATES.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
  DATES.set(day, date);
  return date;
}

/** `one * other % modulus`, exact: the product of numbers below 2^26 is below 2^53. */
function multiplied(one: number, other: number, modulus: number): number {
  return (one * other) % modulus;
}

/** The first number from `min` on that shares no factor with `modulus`. */
function coprime(min: number, modulus: number): number {
  let candidate = Math.max(1, min);
  while (greatestDivisor(candidate, modulus) !== 1) candidate++;
  return candidate;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
