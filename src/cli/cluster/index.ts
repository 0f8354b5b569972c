import type { Command } from 'commander';
import type { ClusterConfig, PublicationsPlace } from '../../config/cluster-config.js';
import type { Publication } from '../../publishing/publication.js';
import type { Cluster } from '../../store/engine/engine.js';
import { claimFolder } from '../../store/folder/data-folder.js';
import { answer, type CliContext, CliError, configOf } from '../context.js';
import { asBuilder } from '../data/as-builder.js';
import { explained } from '../data/explained.js';
import { textTable } from '../table.js';

interface Options {
  readonly json?: boolean;
}

interface PublishOptions extends Options {
  readonly whole?: true;
  readonly over?: true;
}

/** Commands about all machines of a cluster. */
export function clusterCommands(program: Command, context: CliContext): void {
  const cluster = program.command('cluster');
  cluster
    .command('init')
    .description('create the cluster’s tables in PostgreSQL and test the publications store')
    .action((options: Options) => init(context, options));
  cluster
    .command('status')
    .description('show the published versions, the publisher, and the version each node serves')
    .action((options: Options) => status(context, options));
  cluster
    .command('publish')
    .description('publish this machine’s data')
    .option('--whole', 'publish complete files, for example to a new bucket')
    .option(
      '--over',
      'publish even if this folder is not based on the published data, such as a restored backup; nodes then serve it',
    )
    .action((options: PublishOptions) => publish(context, options));
  cluster
    .command('pin <version>')
    .description('make all nodes serve this version until unpin')
    .action((version: string, options: Options) => pin(context, version, options));
  cluster
    .command('unpin')
    .description('make all nodes serve the newest version again')
    .action((options: Options) => unpin(context, options));
  cluster
    .command('forget <node>')
    .description('remove a permanently removed machine from the list of nodes')
    .action((node: string, options: Options) => forget(context, node, options));
  cluster
    .command('fetch')
    .description('replace this machine’s data with the newest version, so that it can publish')
    .option('--replace', 'even if this deletes data that was never published')
    .action((options: Options & { replace?: true }) => fetchNewest(context, options));
}

async function init(context: CliContext, options: Options): Promise<void> {
  const { place } = await withCluster(context, 'create', async (_, { publications }) => {
    if (publications) {
      const { openObjects, SHORT_PATIENCE } = await import('../../publishing/objects/open-objects.js');
      const { tryPlace } = await import('../../publishing/objects/try-place.js');
      await tryPlace(openObjects(publications, SHORT_PATIENCE));
    }
    return { place: publications };
  });
  const said = place ? 'PostgreSQL and the publication store are ready.' : 'PostgreSQL is ready.';
  answer(context, options, { ready: true }, said);
}

async function status(context: CliContext, options: Options): Promise<void> {
  const found = await withCluster(context, 'current', async ({ publications, nodes, leases }, config) => {
    const wanted = await publications.wanted();
    const { PUBLISHER } = await import('../../publishing/build/builder.js');
    const { differs, rootsOf } = await import('../../publishing/verify.js');
    const roots = await rootsOf(publications);
    return {
      wanted: wanted ? { version: wanted.version, pinned: wanted.pinned } : null,
      publisher: (await leases.find(PUBLISHER))?.heldBy ?? null,
      versions: (await publications.list()).map((one) => ({ ...one, root: roots.get(one.version) ?? null })),
      missingParts: config.publications && (await countMissing(config.publications, publications)),
      nodes: (await nodes.list()).map((node) => ({ ...node, damaged: differs(node, roots) })),
    };
  });
  const { wanted, publisher, versions, nodes, missingParts } = found;
  const lines = [
    wanted === null
      ? 'Nothing has been published yet.'
      : `Wanted: version ${wanted.version}${wanted.pinned ? ', which is pinned' : ', the newest'}.`,
    publisher === null ? 'No machine is publishing.' : `${publisher} holds the builder lease.`,
    ...(missingParts
      ? [`${missingParts} parts are missing from the store. On the builder, run: dossier cluster publish`]
      : []),
    '',
    textTable(
      ['version', 'published', 'root', ''],
      versions.map(({ version, publishedAt, root, pinned }) => [
        version,
        new Date(publishedAt).toISOString(),
        shortRoot(root),
        pinned ? 'pinned' : '',
      ]),
    ),
    '',
    textTable(
      ['node', 'serves', 'root', 'seen'],
      nodes.map(({ name, version, root, damaged, seenMsAgo }) => [
        name,
        version ?? 'no version',
        root === null ? 'not verified yet' : `${shortRoot(root)}${damaged ? ', damaged' : ''}`,
        `${Math.round(seenMsAgo / 1_000)} s ago`,
      ]),
    ),
  ];
  answer(context, options, found, lines.join('\n'));
}

/** Undefined: the store cannot be reached; `doctor` reports why. */
async function countMissing(
  place: PublicationsPlace,
  register: Cluster<Publication>['publications'],
): Promise<number | undefined> {
  const { openObjects, SHORT_PATIENCE } = await import('../../publishing/objects/open-objects.js');
  const { findMissingParts } = await import('../../publishing/missing-parts.js');
  const found = await findMissingParts(openObjects(place, SHORT_PATIENCE), register).catch(() => undefined);
  return found?.parts.length;
}

function shortRoot(root: string | null): string {
  return root?.slice(0, 12) ?? '';
}

async function publish(context: CliContext, options: PublishOptions): Promise<void> {
  const folder = publishedFolder(context);
  await asBuilder(context, folder, async () => undefined, {
    whole: options.whole ?? false,
    over: options.over ?? false,
  });
  await reportNewest(context, options);
}

async function fetchNewest(context: CliContext, options: Options & { replace?: true }): Promise<void> {
  const folder = publishedFolder(context);
  await asBuilder(context, folder, async () => undefined, { replace: options.replace ?? false });
  await reportNewest(context, options);
}

async function reportNewest(context: CliContext, options: Options): Promise<void> {
  const newest = await withCluster(
    context,
    'current',
    async ({ publications }) => (await publications.list()).at(-1)?.version ?? null,
  );
  const said =
    newest === null ? 'Nothing is published.' : `Version ${newest} is the newest; this machine has it.`;
  answer(context, options, { version: newest }, said);
}

async function pin(context: CliContext, text: string, options: Options): Promise<void> {
  const version = Number(text);
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CliError(`pin requires a version number; got "${text}".`);
  await withCluster(context, 'current', async ({ publications }) => {
    if (await publications.pin(version)) return;
    const known = (await publications.list()).map((one) => one.version).join(', ');
    throw new CliError(`There is no version ${version}. Versions: ${known || 'none'}.`);
  });
  answer(context, options, { version, pinned: true }, `All nodes serve version ${version} until unpin.`);
}

async function unpin(context: CliContext, options: Options): Promise<void> {
  const was = await withCluster(context, 'current', ({ publications }) => publications.unpin());
  answer(
    context,
    options,
    { unpinned: was },
    was ? 'All nodes serve the newest version.' : 'No version was pinned.',
  );
}

async function forget(context: CliContext, node: string, options: Options): Promise<void> {
  await withCluster(context, 'current', async ({ nodes }) => {
    if (await nodes.forget(node)) return;
    const known = (await nodes.list()).map(({ name }) => name);
    throw new CliError(
      known.includes(node)
        ? `The node ${node} is running. Stop it first; it removes itself from the list.`
        : `There is no node ${JSON.stringify(node)}. Nodes: ${known.join(', ') || 'none'}.`,
    );
  });
  answer(context, options, { node, forgotten: true }, `Removed the node ${node} from the list of nodes.`);
}

function publishedFolder(context: CliContext) {
  const { cluster, dataFolder } = configOf(context);
  if (!cluster?.publications)
    throw new CliError('DOSSIER_PUBLICATIONS is not set. Set it to the store of the published versions.');
  return claimFolder(dataFolder, 'data');
}

async function withCluster<Value>(
  context: CliContext,
  schema: 'current' | 'create',
  work: (cluster: Cluster<Publication>, config: ClusterConfig) => Promise<Value>,
): Promise<Value> {
  const { cluster: config } = configOf(context);
  if (!config) throw new CliError('DOSSIER_POSTGRES is not set: this machine is not part of a cluster.');
  return await explained(async () => {
    const { openCluster } = await import('../../store/engine/engine.js');
    const cluster = await openCluster<Publication>(config.postgres, { schema });
    try {
      return await work(cluster, config);
    } finally {
      await cluster.close();
    }
  });
}
