import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { PostgresCluster } from '../../scripts/postgres-cluster.js';
import type { CompareDocument } from './documents.js';
import type { Asked, Engine } from './engine.js';
import type { Question } from './question.js';

const ROWS_A_WRITE = 1_000;
const MEGABYTE = 2 ** 20;

/**
 * PostgreSQL with one row for each document, its words, forms and states in one `tsvector` under a GIN index, so
 * that one bitmap answers all of them; dates and rank under B-trees; memory and parallel workers for this machine.
 */
export class Postgres implements Engine {
  readonly name = 'PostgreSQL';
  readonly #folder: string;
  readonly #cluster: PostgresCluster;

  constructor(folder: string, programs: string) {
    this.#folder = join(folder, 'postgres');
    this.#cluster = new PostgresCluster(this.#folder, programs, settings());
  }

  async load(documents: Iterable<CompareDocument>, progress: (rows: number) => void): Promise<void> {
    this.#cluster.start();
    await this.#cluster.run(
      'CREATE UNLOGGED TABLE documents (number integer, day integer, tokens tsvector, texts text);',
    );
    await this.#copy(documents, progress);
    for (const step of [
      'CREATE INDEX ON documents USING gin (tokens) WITH (fastupdate = off);',
      'CREATE UNIQUE INDEX ON documents (number);',
      'CREATE INDEX ON documents (day);',
      'VACUUM (ANALYZE) documents;',
    ]) {
      process.stderr.write(`PostgreSQL: ${step}\n`);
      await this.#cluster.run(step);
    }
  }

  async bytes(): Promise<number> {
    return Number(await this.#cluster.run("SELECT pg_total_relation_size('documents');"));
  }

  /** Asked twice in one session; the second time counts, as nothing is new to the session then. */
  async ask(question: Question): Promise<Asked> {
    const where = whereOf(question);
    const { limit, offset } = question;
    const count = `SELECT count(*) FROM documents WHERE ${where};`;
    const page = `SELECT number FROM documents WHERE ${where} ORDER BY number LIMIT ${limit} OFFSET ${offset};`;
    const output = await this.#cluster.run(['\\timing on', count, page, count, page].join('\n'));
    const lines = output.split('\n').filter((line) => line !== '');
    const times = lines.flatMap((line) => /^Time: ([\d.]+) ms/.exec(line)?.[1] ?? []).map(Number);
    const values = lines.flatMap((line) => (/^\d+$/.test(line) ? Number(line) : []));
    const [total = 0, ...numbers] = values.slice(values.length / 2);
    return { total, page: numbers, milliseconds: (times[2] ?? 0) + (times[3] ?? 0) };
  }

  async close(): Promise<void> {
    this.#cluster.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #copy(documents: Iterable<CompareDocument>, progress: (rows: number) => void): Promise<void> {
    const copying = this.#cluster.copy('COPY documents FROM STDIN');
    let [lines, rows] = ['', 0];
    for (const { number, day, tokens, texts } of documents) {
      const text = texts === null ? '\\N' : texts.join('\\n');
      lines += `${number}\t${day}\t${tokens.join(' ')}\t${text}\n`;
      if (++rows % ROWS_A_WRITE !== 0) continue;
      if (!copying.input.write(lines)) await once(copying.input, 'drain');
      lines = '';
      progress(rows);
    }
    copying.input.end(lines);
    await copying.done;
  }
}

function settings(): Readonly<Record<string, string>> {
  const megabytes = (share: number, max: number) =>
    `${Math.min(max, Math.round((totalmem() * share) / MEGABYTE))}MB`;
  return {
    shared_buffers: megabytes(0.25, 6_144),
    effective_cache_size: megabytes(0.5, 65_536),
    work_mem: '256MB',
    maintenance_work_mem: megabytes(0.1, 2_048),
    max_parallel_workers_per_gather: '2',
    max_parallel_maintenance_workers: '2',
    random_page_cost: '1.1',
    jit: 'off',
    fsync: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '4GB',
  };
}

function whereOf({ words, beginning, whole, described, facets, days, text }: Question): string {
  const all = (tokens: readonly string[]) => `(${tokens.map(quoted).join(' & ')})`;
  const matches = `(${all(words)} | ${quoted(beginning)}:* | ${quoted(whole)} | ${all(described)})`;
  const filters = facets.map((tokens) => `(${tokens.map(quoted).join(' | ')})`);
  return [
    `tokens @@ $q$${[matches, ...filters].join(' & ')}$q$::tsquery`,
    ...(days === null ? [] : [`day BETWEEN ${days.from} AND ${days.to}`]),
    ...(words.length > 1 ? [onlyOneText(text, words)] : []),
  ].join(' AND ');
}

function onlyOneText(text: string, words: readonly string[]): string {
  const list = words.map((word) => `$q$${word}$q$`).join(', ');
  return (
    "(texts IS NULL OR EXISTS (SELECT FROM unnest(string_to_array(texts, E'\\n')) AS one " +
    `WHERE starts_with(one, $q$${text}$q$) OR string_to_array(one, ' ') @> ARRAY[${list}]))`
  );
}

function quoted(token: string): string {
  return `'${token}'`;
}
