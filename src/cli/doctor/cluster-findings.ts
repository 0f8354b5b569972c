import type { ClusterConfig, PublicationsPlace } from '../../cluster-config.js';
import type { Publication } from '../../publishing/publication.js';
import { type Cluster, openCluster } from '../../store/engine.js';
import { SchemaMismatchError } from '../../store/store.js';
import { explained } from '../cluster/explained.js';
import { type Finding, fine, wrong } from './finding.js';

/** A node that has not reported itself for so long is gone, or stands still. */
const SILENT_MS = 60_000;
/** Those that were gone for a day are nobody's concern. */
const FORGOTTEN_MS = 86_400_000;

/** PostgreSQL, the place of publications, and nodes that are behind. Nothing is changed. */
export async function examineCluster({ postgres, publications }: ClusterConfig): Promise<readonly Finding[]> {
  const place = publications ? [await examinePlace(publications)] : [];
  let cluster: Cluster<Publication>;
  try {
    cluster = await explained(() => openCluster<Publication>(postgres, { schema: 'current' }));
  } catch (error) {
    // The sentence says the command.
    const cure = error instanceof SchemaMismatchError ? '' : 'Look at PostgreSQL and at DOSSIER_POSTGRES.';
    return [wrong('cluster', sentenceOf(error), cure), ...place];
  }
  try {
    const nodes = publications ? await examineNodes(cluster) : [];
    return [fine('cluster', 'PostgreSQL answers, and has the schema of this version.'), ...nodes, ...place];
  } catch (error) {
    return [wrong('cluster', sentenceOf(error), 'Look at PostgreSQL.'), ...place];
  } finally {
    await cluster.close();
  }
}

async function examineNodes({ publications, nodes }: Cluster<Publication>): Promise<readonly Finding[]> {
  const wanted = await publications.wanted();
  if (!wanted)
    return [wrong('cluster', 'Nothing was published yet.', 'On the builder, run: dossier cluster publish')];
  const found = (await nodes.list()).filter(({ seenMsAgo }) => seenMsAgo < FORGOTTEN_MS);
  const silent = found.filter(({ seenMsAgo }) => seenMsAgo >= SILENT_MS);
  const behind = found.filter(
    ({ version, seenMsAgo }) => version !== wanted.version && seenMsAgo < SILENT_MS,
  );
  const findings = [
    ...silent.map(({ name, seenMsAgo }) =>
      wrong(
        'cluster',
        `Node ${name} was last seen ${Math.round(seenMsAgo / 60_000)} minutes ago.`,
        'Start it again, or wait a day until it is forgotten.',
      ),
    ),
    ...behind.map(({ name, version }) =>
      wrong(
        'cluster',
        `Node ${name} serves ${version === null ? 'no version' : `version ${version}`}; wanted is ${wanted.version}.`,
        'It follows within seconds of a publication; if it does not, its log says why.',
      ),
    ),
  ];
  return findings.length > 0
    ? findings
    : [fine('cluster', `Every node that was seen serves version ${wanted.version}.`)];
}

async function examinePlace(place: PublicationsPlace): Promise<Finding> {
  const { openObjects } = await import('../../publishing/objects/open-objects.js');
  try {
    await explained(async () => {
      for await (const _ of openObjects(place).list('v/')) break;
    });
    return fine('bucket', 'The place of publications can be read.');
  } catch (error) {
    return wrong(
      'bucket',
      sentenceOf(error),
      'Look at DOSSIER_PUBLICATIONS, at the store and at its credentials; nodes go on with the version that they have.',
    );
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
