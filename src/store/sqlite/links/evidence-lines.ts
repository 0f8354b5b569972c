import { createHash } from 'node:crypto';
import type { Sqlite } from '../file/driver.js';

interface Line {
  readonly field: string;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly verdict: string;
  readonly weight: number;
  readonly text: string;
}

/** A stored line: code of its kind, weight, then ours and theirs if there are any. */
type StoredLine = readonly [code: number, weight: number, ours?: string | null, theirs?: string | null];

/**
 * The kinds of evidence: field, verdict and sentence. A link stores codes of kinds and weights, because the sentences of its
 * evidence were half of `links.db`. A code is a hash of its kind, so it is the same in every file and after every rollback.
 */
export class EvidenceLines {
  readonly #sql;
  readonly #kinds = new Map<number, string>();

  constructor(database: Sqlite) {
    this.#sql = {
      kind: database.prepare<[number], string>('SELECT kind FROM evidence_kinds WHERE code = ?').pluck(),
      put: database.prepare('INSERT INTO evidence_kinds VALUES (?, ?)'),
    };
  }

  /** Returns the stored form of evidence. Must run in the transaction that stores the link. */
  packed(evidence: string): string {
    return packed(evidence, (code, kind) => {
      const known = this.#sql.kind.get(code);
      if (known === undefined) this.#sql.put.run(code, kind);
      return known === undefined || known === kind;
    });
  }

  /** Returns the evidence that was packed. */
  unpacked(stored: string): string {
    return unpacked(stored, (code) => this.#kindOf(code));
  }

  #kindOf(code: number): string {
    const known = this.#kinds.get(code) ?? this.#sql.kind.get(code);
    if (known === undefined) throw new Error(`links.db has no kind of evidence ${code}.`);
    this.#kinds.set(code, known);
    return known;
  }
}

/**
 * Replaces the sentences of links of earlier versions by codes. Rewrites the table, whose pages would otherwise remain half
 * empty.
 */
export function packEvidence(database: Sqlite): void {
  const kinds = new Map<number, string>();
  const remember = (code: number, kind: string) => {
    if (!kinds.has(code)) kinds.set(code, kind);
    return kinds.get(code) === kind;
  };
  database.function('packed_evidence', { deterministic: true }, (text) => packed(String(text), remember));
  const [{ sql } = { sql: '' }] = database
    .prepare<[], { sql: string }>(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'links'`)
    .all();
  database.exec(`
    CREATE TABLE evidence_kinds (code INTEGER PRIMARY KEY, kind TEXT NOT NULL) STRICT;
    ALTER TABLE links RENAME TO sentences;
    DROP INDEX links_by_party;
    ${sql};
    INSERT INTO links SELECT entity, dataset, party, outcome, tier, attached, contested, probability, decided_by, rivals,
      same_place, packed_evidence(evidence) FROM sentences ORDER BY rowid;
    DROP TABLE sentences;
    CREATE INDEX links_by_party ON links (party, dataset);
  `);
  const put = database.prepare('INSERT INTO evidence_kinds VALUES (?, ?)');
  for (const [code, kind] of kinds) put.run(code, kind);
}

/**
 * `remember` returns false if the code belongs to another kind. Evidence that would not unpack byte for byte is stored as it
 * is.
 */
function packed(evidence: string, remember: (code: number, kind: string) => boolean): string {
  if (evidence === '[]') return evidence;
  const kinds = new Map<number, string>();
  let isKnown = true;
  const lines = (JSON.parse(evidence) as Line[]).map(
    ({ field, verdict, text, weight, ours, theirs }): StoredLine => {
      const kind = JSON.stringify([field, verdict, text]);
      const code = codeOf(kind);
      isKnown = isKnown && remember(code, kind);
      kinds.set(code, kind);
      if (theirs !== null) return [code, weight, ours, theirs];
      return ours === null ? [code, weight] : [code, weight, ours];
    },
  );
  const stored = JSON.stringify(lines);
  return isKnown && unpacked(stored, (code) => kinds.get(code) ?? '') === evidence ? stored : evidence;
}

function unpacked(stored: string, kindOf: (code: number) => string): string {
  if (!stored.startsWith('[[')) return stored;
  const lines = (JSON.parse(stored) as StoredLine[]).map(
    ([code, weight, ours = null, theirs = null]): Line => {
      const [field = '', verdict = '', text = ''] = JSON.parse(kindOf(code)) as string[];
      return { field, ours, theirs, verdict, weight, text };
    },
  );
  return JSON.stringify(lines);
}

function codeOf(kind: string): number {
  return createHash('sha1').update(kind).digest().readUInt32BE();
}
