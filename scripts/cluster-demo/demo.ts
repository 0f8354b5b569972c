import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/platform/package-root.js';
import { ROWS, type Rows, shown } from './books.js';
import { Machine } from './machine.js';
import { RoundRobin } from './round-robin.js';
import { Servers } from './servers.js';
import { Traffic } from './traffic.js';

const CREDITS = 10_000_000;
const CLIENTS = 8;
const READERS = ['reader-1', 'reader-2', 'reader-3'];

/** The demo: a cluster is set up, parts of it die under traffic that is charged, and the books are compared. */
export class Demo {
  readonly #servers: Servers;
  readonly #builders: readonly [Machine, Machine];
  readonly #readers: readonly Machine[];
  readonly #urls = new Map<string, string>();
  readonly #tell: (line: string) => void;
  readonly #bucket: string;
  #proxy: RoundRobin | undefined;

  constructor(folder: string, programs: string, report: (line: string) => void) {
    this.#servers = new Servers(folder, programs);
    this.#tell = report;
    this.#bucket = join(folder, 'bucket');
    const shared = {
      DOSSIER_POSTGRES: this.#servers.address,
      DOSSIER_PUBLICATIONS: pathToFileURL(this.#bucket).href,
    };
    const machine = (name: string) => new Machine(name, folder, shared);
    this.#builders = [machine('builder-1'), machine('builder-2')];
    this.#readers = READERS.map(machine);
  }

  /** Gives what in the books is not equal. */
  async run(): Promise<readonly string[]> {
    const [builder] = this.#builders;
    await this.#step(
      'Start three servers of PostgreSQL: pg-a is the primary, pg-b and pg-c are synchronous standbys',
      () => this.#servers.start(),
    );
    await this.#step(
      'Make the tables; builder-1 loads Colorado, Connecticut and the SEC, and publishes',
      async () => {
        await builder.run(['cluster', 'init']);
        for (const source of ['us_co_business_entities', 'us_ct_business_registry', 'us_sec_submissions'])
          await builder.run(ingest(source));
      },
    );
    await this.#step(
      'Start three readers from empty folders, and a round-robin proxy before them',
      async () => {
        const urls = await Promise.all(this.#readers.map((reader) => reader.serve()));
        for (const [index, url] of urls.entries()) this.#urls.set(READERS[index] ?? '', url);
        this.#proxy = await RoundRobin.start(urls);
      },
    );
    const { url } = this.#proxy ?? { url: '' };
    const account = ['account', 'create', 'demo', '--credits', String(CREDITS), '--per-minute', '1000000'];
    await builder.run(account);
    const made = await builder.run([
      'key',
      'create',
      '--account',
      'demo',
      '--scopes',
      'read,usage',
      '--json',
    ]);
    const { key } = JSON.parse(made) as { key: string };
    const traffic = new Traffic(url, key, CLIENTS);
    this.#tell(`${CLIENTS} clients ask ${url} without a break from here on; each answer is charged.`);
    await traffic.answers(200);
    await this.#kills(traffic);
    const seen = await traffic.stop();
    return await this.#books(key, seen);
  }

  /** Ends all that runs, at once. */
  drop(): void {
    this.#proxy?.close();
    for (const machine of [...this.#builders, ...this.#readers]) machine.drop();
    this.#servers.stop();
  }

  async #kills(traffic: Traffic): Promise<void> {
    const [builder, standIn] = this.#builders;
    const { seen } = traffic;
    const during = async (what: string, work: () => Promise<unknown>) => {
      const before = { ...seen };
      await this.#step(what, async () => {
        await work();
        await traffic.answers(200);
      });
      const answers = seen.answers - before.answers;
      this.#tell(
        `       ${answers} answers during this step, ${seen.retries - before.retries} requests repeated`,
      );
    };
    for (const reader of this.#readers)
      await during(`Kill ${reader.name} (kill -9), and start it again`, async () => {
        await reader.kill();
        await traffic.answers(200);
        const url = await reader.serve();
        this.#proxy?.remove(this.#urls.get(reader.name) ?? '');
        this.#proxy?.add(url);
        this.#urls.set(reader.name, url);
      });
    await during('Kill the proxy; a second later it listens again', async () => {
      await this.#proxy?.stop();
      await wait(1_000);
      await this.#proxy?.listen();
    });
    await during('builder-1 loads New York: all readers switch to it', async () => {
      await builder.run(ingest('us_ny_active_corporations'));
      await this.#untilServed();
    });
    await during('Kill the primary (kill -9); three seconds later promote a standby', async () => {
      const { primary } = this.#servers;
      this.#servers.kill(primary);
      await wait(3_000);
      const promoted = await this.#servers.promote();
      this.#tell(`       ${promoted} is the primary now; ${primary} comes back as a standby`);
      this.#servers.rejoin(primary);
      await this.#servers.untilStandbysFollow();
    });
    await during('Kill a standby, and start it again', async () => {
      const [standby] = this.#servers.standbys;
      this.#servers.kill(standby);
      await traffic.answers(200);
      this.#servers.resume(standby);
      await this.#servers.untilStandbysFollow();
    });
    await during('Kill both standbys: no charge can be written until they are back', async () => {
      const { standbys } = this.#servers;
      for (const standby of standbys) this.#servers.kill(standby);
      await wait(1_000);
      const { answers } = seen;
      await wait(2_000);
      this.#tell(`       ${seen.answers - answers} answers in two seconds without a standby`);
      for (const standby of standbys) this.#servers.resume(standby);
      await this.#servers.untilStandbysFollow();
    });
    await during(
      'Kill builder-1 while it loads Florida; builder-2 waits for its lease to end (30 s), and loads it',
      async () => {
        builder.begin(ingest('us_fl_corporations'));
        const held = `SELECT count(*) FROM cluster.leases WHERE name = 'publisher' AND owner = 'builder-1' AND until > now();`;
        while (Number(await this.#servers.ask(held)) === 0) {
          if (builder.hasEnded) throw new Error(`builder-1 ended before it was killed; see ${builder.log}`);
          await wait(20);
        }
        await builder.kill();
        await standIn.run(ingest('us_fl_corporations'));
        await this.#untilServed();
      },
    );
    await during(
      'Take the bucket away: builder-2 loads exempt organizations, which it cannot publish; then give it back',
      async () => {
        const away = `${this.#bucket}-away`;
        renameSync(this.#bucket, away);
        const source = 'us_irs_exempt_organizations';
        const isPublished = await standIn.run(ingest(source)).then(
          () => true,
          () => false,
        );
        if (isPublished) throw new Error('builder-2 published without a bucket.');
        await traffic.answers(200);
        renameSync(away, this.#bucket);
        await standIn.run(['cluster', 'publish']);
        await this.#untilServed();
      },
    );
  }

  /** Until every reader serves the newest version. */
  async #untilServed(): Promise<void> {
    const newest = Number(await this.#servers.ask('SELECT max(version) FROM cluster.publications;'));
    for (let looked = 0; looked < 300; looked += 1) {
      const served = await this.#metrics('dossier_publication_served');
      if (served.every((version) => version === newest)) return;
      await wait(100);
    }
    throw new Error(`The readers do not serve version ${newest}.`);
  }

  async #books(key: string, seen: Traffic['seen']): Promise<readonly string[]> {
    // A reader still refunds charges of which nobody was told.
    while ((await this.#metrics('dossier_ledger_lost_answers_waiting')).some((waiting) => waiting > 0))
      await wait(100);
    const usage = await fetch(`${this.#proxy?.url}/api/v1/usage`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await usage.json()) as { data: { creditsRemaining: number } };
    const [builder] = this.#builders;
    const findings = await builder.run(['ledger', 'verify']).then(
      () => 0,
      () => 1,
    );
    const rows = JSON.parse(await this.#servers.ask(ROWS)) as Rows;
    const { lines, wrong } = shown({ seen, rows, balance: data.creditsRemaining, findings });
    this.#tell('The books:');
    for (const line of lines) this.#tell(line);
    const answers = [...(this.#proxy?.answers() ?? [])];
    const byReader = [...this.#urls].map(
      ([name, url]) => `${name} ${answers.find(([one]) => one === url)?.[1] ?? 0}`,
    );
    this.#tell(`  answered by: ${byReader.join(', ')} (each since it came back)`);
    return wrong;
  }

  /** A metric of each reader. */
  async #metrics(name: string): Promise<readonly number[]> {
    return await Promise.all(
      [...this.#urls.values()].map(async (url) => {
        const text = await (await fetch(`${url}/metrics`)).text();
        return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
      }),
    );
  }

  async #step(what: string, work: () => Promise<unknown>): Promise<void> {
    this.#tell(`- ${what}`);
    await work();
  }
}

/** The command that loads the bundled files of a source. */
function ingest(source: string): readonly string[] {
  const folder = join(packageRoot(), 'sample', source);
  const files = readdirSync(folder).sort();
  return ['ingest', source, ...files.flatMap((name) => ['--file', join(folder, name)])];
}
