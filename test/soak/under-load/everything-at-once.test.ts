import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { ATTACKS } from '../../attacks/attacks.js';
import { PATIENCE_MS, under, victimOf } from '../../attacks/support.js';
import { booksOf, type Folder, newAccountIn } from '../../faults/support.js';
import { fillDisk } from '../../support/fill-disk.js';
import { end, runDossier, spawnDossier, startServing } from '../../support/processes/process.js';
import { csv, nameOf, RECORDS, SOURCE, wordsOf } from '../versioned-register.js';

/** `DOSSIER_SOAK_MINUTES=60 npm run test:soak -- test/soak/under-load/everything-at-once` is the long one. */
const MINUTES = Number(process.env.DOSSIER_SOAK_MINUTES ?? 0.5);
/** The ledger keeps every charge, and a minute makes tens of thousands. */
const DISK_MB = 400 + 25 * MINUTES;
const CLIENTS = 8;
/** Between two requests of a client: loads have a lower priority, and would not end beside clients that ask without a pause. */
const PAUSE_MS = 50;
const PAGE = 4_096;
/** The ledger's log and the state's are 4 MB as a rule; those of the data are cut from 128 on, where many transactions are written. */
const LOG_MB = (name: string) => (/^(?:ledger|state)\./.test(name) ? 32 : 200);

/** One of everything that happens to a service, in a random order, again and again. */
const EVENTS = [
  'load',
  'load that is killed',
  'service that is killed',
  'backup',
  'full disk',
  'damaged pages',
  'attack',
] as const;
type Event = (typeof EVENTS)[number];

test(
  `loads, kills, backups, a full disk, damaged pages and attacks under charged traffic for ${MINUTES} minutes: books and data are right at the end`,
  async () => {
    const soak = await Soak.start();
    onTestFinished(() => void soak.service.kill('SIGKILL'));
    const clients = Array.from({ length: CLIENTS }, (_, seed) => soak.askOnAndOn(seed));
    const endsAt = Date.now() + MINUTES * 60_000;
    const seen = new Map<Event, number>();
    while (Date.now() < endsAt || seen.size < EVENTS.length) {
      const missing = EVENTS.filter((event) => !seen.has(event));
      const event = pick(missing.length > 0 ? missing : EVENTS);
      await soak.happen(event);
      seen.set(event, (seen.get(event) ?? 0) + 1);
    }
    await soak.load();
    soak.stop();
    await Promise.all(clients);
    expect(soak.wrong).toEqual([]);
    await soak.scan();
    await soak.end();

    const { charges } = await booksOf(soak.folder);
    expect(charges).toBeGreaterThanOrEqual(soak.answers);
    // A kill may lose the answers that were under way; so may a socket that closes with the service.
    expect(charges - soak.answers).toBeLessThanOrEqual(CLIENTS * (soak.kills + 1));
    const doctor = await runDossier(['doctor', '--deep', '--json'], {
      DOSSIER_DATA: soak.folder.path,
      DOSSIER_PORT: '0',
    });
    const { findings } = JSON.parse(doctor.stdout) as { findings: readonly Finding[] };
    // The disk is small on purpose.
    expect(findings.filter(({ ok, subject }) => !ok && subject !== 'disk')).toEqual([]);
    process.stderr.write(
      `${soak.answers} answers, ${charges - soak.answers} surplus charges, ${[...seen].map(([event, times]) => `${event} ${times}`).join(', ')}\n`,
    );
  },
  MINUTES * 60_000 + 600_000,
);

class Soak {
  answers = 0;
  kills = 0;
  /** Answers that no version of the data could have given. */
  readonly wrong: string[] = [];
  /** The newest version of which a load began, and of which one ended well. */
  #begun = 1;
  #loaded = 1;
  #isOver = false;
  #url = '';
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

  readonly #disk: string;
  readonly #isSmallDisk: boolean;
  readonly #scratch: string;

  private constructor(
    readonly folder: Folder,
    places: { readonly disk: string; readonly isSmallDisk: boolean; readonly scratch: string },
    public service: ChildProcess,
  ) {
    this.#disk = places.disk;
    this.#isSmallDisk = places.isSmallDisk;
    this.#scratch = places.scratch;
  }

  static async start(): Promise<Soak> {
    const scratch = mkdtempSync(join(tmpdir(), 'dossier-soak-'));
    const disk = join(scratch, 'disk');
    mkdirSync(disk);
    let isSmallDisk = true;
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${Math.ceil(DISK_MB)}m`, 'none', disk], {
        stdio: 'ignore',
      });
    } catch {
      isSmallDisk = false;
      process.stderr.write('soak: no tmpfs may be mounted here; no disk fills up.\n');
    }
    onTestFinished(() => {
      if (isSmallDisk) execFileSync('umount', ['-l', disk]);
      rmSync(scratch, { recursive: true, force: true });
    });
    const path = join(disk, 'data');
    writeFileSync(join(scratch, 'version-1.csv'), csv(1));
    const first = await runDossier(['ingest', SOURCE, '--file', join(scratch, 'version-1.csv')], {
      DOSSIER_DATA: path,
    });
    expect(first.status, first.stderr).toBe(0);
    const account = await newAccountIn(path, 100_000_000, 100_000_000, Date.now(), 'data');
    const { child, started } = await startServing(path, ['--workers', '2']);
    const soak = new Soak({ path, ...account }, { disk, isSmallDisk, scratch }, child);
    soak.#url = started.url;
    return soak;
  }

  get #env(): Record<string, string> {
    return { DOSSIER_DATA: this.folder.path };
  }

  stop(): void {
    this.#isOver = true;
  }

  async end(): Promise<void> {
    this.#agent.destroy();
    await end(this.service, 'SIGTERM');
  }

  /** One client: look-ups and searches by turns, each answer held against the versions that may be seen. */
  async askOnAndOn(seed: number): Promise<void> {
    for (let turn = seed; !this.#isOver; turn += 7) {
      const key = turn % RECORDS;
      const oldest = this.#loaded;
      const path = turn % 2 === 0 ? `entity/CO:${key}` : `search?name=${wordsOf(key)}&state=CO`;
      const answer = await this.#ask(path);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (answer?.status === 200) this.#check(key, answer.body, oldest);
      else if (answer !== null && answer.status !== 503) this.wrong.push(`${path}: ${answer.status}`);
    }
  }

  async happen(event: Event): Promise<void> {
    if (event === 'load') await this.load();
    else if (event === 'load that is killed') await this.#killedLoad();
    else if (event === 'service that is killed') await this.#killedService();
    else if (event === 'backup') await this.#backup();
    else if (event === 'full disk') await this.#fullDisk();
    else if (event === 'damaged pages') await this.#damagedPages();
    else await this.#attack();
    expect(this.#longLogs(), event).toEqual([]);
  }

  /** A log that is not written back, or that never begins again, fills the disk. */
  #longLogs(): string[] {
    const logs = readdirSync(this.folder.path).filter((name) => name.endsWith('-wal'));
    const sized = logs.map((name) => ({
      name,
      mb: (statSync(join(this.folder.path, name), { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20,
    }));
    return sized.flatMap(({ name, mb }) => (mb <= LOG_MB(name) ? [] : [`${name}: ${Math.ceil(mb)} MB`]));
  }

  async load(): Promise<void> {
    const args = this.#nextLoad();
    let { status, stderr } = await runDossier(args, this.#env);
    // A service that was started again finishes the load before this one beside.
    while (stderr.includes('is being loaded by process')) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      ({ status, stderr } = await runDossier(args, this.#env));
    }
    expect(status, stderr).toBe(0);
    this.#loaded = this.#begun;
  }

  async #killedLoad(): Promise<void> {
    const child = spawnDossier(this.#nextLoad(), this.#env);
    await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 2_000));
    await end(child, 'SIGKILL');
  }

  async #killedService(): Promise<void> {
    this.kills += 1;
    await end(this.service, 'SIGKILL');
    const { child, started } = await startServing(this.folder.path, ['--workers', '2']);
    this.service = child;
    this.#url = started.url;
  }

  async #backup(): Promise<void> {
    const [copy, restored] = [this.#fresh('backup'), this.#fresh('restored')];
    const made = await runDossier(['backup', copy], this.#env);
    expect(made.status, made.stderr).toBe(0);
    const back = await runDossier(['restore', copy], { DOSSIER_DATA: restored });
    expect(back.status, back.stderr).toBe(0);
    const verified = await runDossier(['ledger', 'verify'], { DOSSIER_DATA: restored });
    expect(verified.status, verified.stderr).toBe(0);
    for (const path of [copy, restored]) rmSync(path, { recursive: true });
  }

  /** A load while the disk is full fails in a sentence; the next one with room ends well. */
  async #fullDisk(): Promise<void> {
    if (!this.#isSmallDisk) return;
    const filler = join(this.#disk, 'filler');
    fillDisk(filler);
    const failed = await runDossier(this.#nextLoad(), this.#env);
    rmSync(filler);
    expect(failed.stderr).not.toMatch(/\n {4}at /);
    await this.load();
  }

  /** A copy with damaged pages is served: the process lives whatever is asked, and the doctor sees the damage. */
  async #damagedPages(): Promise<void> {
    const [copy, path] = [this.#fresh('backup'), this.#fresh('damaged')];
    expect((await runDossier(['backup', copy], this.#env)).status).toBe(0);
    expect((await runDossier(['restore', copy], { DOSSIER_DATA: path })).status).toBe(0);
    const account = await newAccountIn(path, 100_000, 100_000, Date.now(), 'data');
    const pages = Math.floor(statSync(join(path, 'catalog.db')).size / PAGE);
    const file = openSync(join(path, 'catalog.db'), 'r+');
    const from = Math.floor(pages / 2);
    for (let page = from; page < from + pages / 20; page += 1)
      writeSync(file, randomBytes(PAGE), 0, PAGE, page * PAGE);
    closeSync(file);
    const { child, started } = await startServing(path);
    const statuses = new Set<number | null>();
    for (let key = 0; key < RECORDS; key += 10) {
      const answer = await this.#ask(`entity/CO:${key}`, started.url, account.key);
      statuses.add(answer === null ? null : answer.status);
    }
    expect([...statuses].filter((status) => ![200, 404, 500, 503].includes(status ?? 0))).toEqual([]);
    expect(child.exitCode).toBeNull();
    await end(child, 'SIGTERM');
    expect((await runDossier(['doctor', '--deep'], { DOSSIER_DATA: path })).status).toBe(1);
    for (const used of [copy, path]) rmSync(used, { recursive: true });
  }

  /** The charged traffic goes on beside. */
  async #attack(): Promise<void> {
    const attack = pick(ATTACKS);
    const victim = victimOf({ child: this.service, started: { url: this.#url } }, this.folder.key);
    const { slowestProbe, growth } = await under(victim, () => attack(this.#url, this.folder.key));
    expect(slowestProbe).toBeLessThanOrEqual(PATIENCE_MS);
    expect(growth).toBeLessThan(2);
  }

  /** Every record by its id and by its name, as the last load left it. */
  async scan(): Promise<void> {
    const name = nameOf(0, this.#loaded).split(' ').at(-1);
    for (let tries = 0; tries < 200; tries += 1) {
      const answer = await this.#ask(`search?name=${name}&limit=1`);
      if (answer?.status === 200) this.answers += 1;
      if (Number(answer?.body.meta?.totalCount) === RECORDS) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    for (let key = 0; key < RECORDS; key += 1) {
      for (const path of [`entity/CO:${key}`, `search?name=${wordsOf(key)}+${name}&state=CO`]) {
        const answer = await this.#ask(path);
        expect(answer?.status, path).toBe(200);
        this.answers += 1;
        const { data } = answer?.body ?? {};
        const [found] = Array.isArray(data) ? data : [data];
        expect(found?.name, path).toBe(nameOf(key, this.#loaded));
      }
    }
  }

  #check(key: number, { data }: Body, oldest: number): void {
    this.answers += 1;
    const [found] = Array.isArray(data) ? data : [data];
    const version = Number(/ v(\d+)$/.exec(found?.name ?? '')?.[1]);
    const isRight = version >= oldest && version <= this.#begun && found?.name === nameOf(key, version);
    // A search may be a second behind the load that it follows.
    const isLate = Array.isArray(data) && (found === undefined || version >= oldest - 3);
    if (!isRight && !isLate)
      this.wrong.push(`${key}: ${found?.name} where ${oldest} to ${this.#begun} were loaded`);
  }

  #ask(path: string, url = this.#url, key = this.folder.key): Promise<Answer | null> {
    return new Promise((resolve) => {
      const sent = request(
        `${url}/api/v1/${path}`,
        { agent: this.#agent, headers: { authorization: `Bearer ${key}` } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece) => {
            text += piece;
          });
          response.on('error', () => resolve(null));
          response.on('end', () =>
            resolve(response.complete ? { status: response.statusCode ?? 0, body: JSON.parse(text) } : null),
          );
        },
      );
      sent.on('error', () => resolve(null));
      sent.end();
    });
  }

  #nextLoad(): string[] {
    this.#begun += 1;
    const path = join(this.#scratch, `version-${this.#begun}.csv`);
    writeFileSync(path, csv(this.#begun));
    rmSync(join(this.#scratch, `version-${this.#begun - 2}.csv`), { force: true });
    return ['ingest', SOURCE, '--file', path, '--json'];
  }

  #fresh(name: string): string {
    return mkdtempSync(join(this.#scratch, `${name}-`)).concat('/new');
  }
}

interface Body {
  readonly data?: { readonly name: string } | readonly { readonly name: string }[];
  readonly meta?: { readonly totalCount?: number };
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}
