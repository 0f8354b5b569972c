import type { ClusterConfig, PublicationsPlace } from '../../config/cluster-config.js';
import { sentence } from '../../domain/sentence.js';
import type { Objects } from '../../publishing/objects/objects.js';
import type { Publication } from '../../publishing/publication.js';
import { differs, rootsOf } from '../../publishing/verify.js';
import { type Cluster, openCluster } from '../../store/engine/engine.js';
import { SchemaMismatchError } from '../../store/store.js';
import { explained } from '../data/explained.js';
import { type Finding, fine, wrong } from './finding.js';

/** A node that has not reported for this time is gone or stuck. */
const SILENT_MS = 60_000;
/** Nodes that have been gone for a day are not reported. */
const FORGOTTEN_MS = 86_400_000;

/**
 * PostgreSQL, the publication store, and nodes that are behind. If this machine `publishes`, an object is put there and removed
 * again; nothing else is changed.
 */
export async function examineCluster(
  { postgres, publications }: ClusterConfig,
  publishes: boolean,
): Promise<readonly Finding[]> {
  const place: Finding[] = [];
  if (publications) {
    const { openObjects, SHORT_PATIENCE } = await import('../../publishing/objects/open-objects.js');
    place.push(await examinePlace(openObjects(publications, SHORT_PATIENCE), publishes));
  }
  let cluster: Cluster<Publication>;
  try {
    cluster = await explained(() => openCluster<Publication>(postgres, { schema: 'current' }));
  } catch (error) {
    // The message contains the command.
    const cure = error instanceof SchemaMismatchError ? '' : 'Check PostgreSQL and DOSSIER_POSTGRES.';
    return [wrong('cluster', sentence(error), cure), ...place];
  }
  try {
    const nodes = publications ? await examineNodes(cluster) : [];
    if (publications && place.every(({ ok }) => ok)) place.push(await examineParts(publications, cluster));
    return [fine('cluster', 'PostgreSQL responds and has the current schema.'), ...nodes, ...place];
  } catch (error) {
    return [wrong('cluster', sentence(error), 'Check PostgreSQL.'), ...place];
  } finally {
    await cluster.close();
  }
}

async function examineNodes({ publications, nodes }: Cluster<Publication>): Promise<readonly Finding[]> {
  const wanted = await publications.wanted();
  return findingsOfNodes(wanted?.version, await nodes.list(), await rootsOf(publications));
}

async function examineParts(place: PublicationsPlace, cluster: Cluster<Publication>): Promise<Finding> {
  const { openObjects, SHORT_PATIENCE } = await import('../../publishing/objects/open-objects.js');
  const { findMissingParts } = await import('../../publishing/missing-parts.js');
  const { parts, versions } = await findMissingParts(
    openObjects(place, SHORT_PATIENCE),
    cluster.publications,
  );
  if (parts.length === 0) return fine('bucket', 'All parts of all retained versions are in the store.');
  return wrong(
    'bucket',
    `${parts.length} parts are missing, the first is ${parts[0]}. Versions that new nodes cannot download: ${versions.join(', ')}.`,
    'On the builder, run: dossier cluster publish. Do not apply lifecycle rules to v/.',
  );
}

/** Nodes that are gone, behind or damaged. `wanted`: the version that they are to serve; `roots`: of the published versions. */
export function findingsOfNodes(
  wanted: number | undefined,
  nodes: Awaited<ReturnType<Cluster<Publication>['nodes']['list']>>,
  roots: ReadonlyMap<number, string>,
): readonly Finding[] {
  if (wanted === undefined)
    return [
      wrong('cluster', 'Nothing has been published yet.', 'On the builder, run: dossier cluster publish'),
    ];
  const found = nodes.filter(({ seenMsAgo }) => seenMsAgo < FORGOTTEN_MS);
  const silent = found.filter(({ seenMsAgo }) => seenMsAgo >= SILENT_MS);
  const behind = found.filter(({ version, seenMsAgo }) => version !== wanted && seenMsAgo < SILENT_MS);
  const findings = [
    ...silent.map(({ name, seenMsAgo }) =>
      wrong(
        'cluster',
        `Node ${name} was last seen ${minutesOf(seenMsAgo)} ago.`,
        `Start it again. If it was removed permanently, run: dossier cluster forget ${name}`,
      ),
    ),
    ...behind.map(({ name, version }) =>
      wrong(
        'cluster',
        `Node ${name} serves ${version === null ? 'no version' : `version ${version}`} instead of ${wanted}.`,
        'It follows within seconds of a publication; if it does not, its log says why.',
      ),
    ),
    ...found
      .filter((node) => differs(node, roots))
      .map(({ name, version }) =>
        wrong(
          'cluster',
          `The copy of version ${version} on node ${name} differs from the published one.`,
          'The node fetches the version again by itself. If this is reported again, check its disk.',
        ),
      ),
  ];
  return findings.length > 0
    ? findings
    : [fine('cluster', `Every node that was seen serves version ${wanted}.`)];
}

/** Credentials that read alone pass on a machine that follows, and not on one that publishes. */
export async function examinePlace(objects: Objects, publishes: boolean): Promise<Finding> {
  try {
    await explained(async () => {
      for await (const _ of objects.list('v/')) break;
    });
  } catch (error) {
    return wrong(
      'bucket',
      sentence(error),
      'Look at DOSSIER_PUBLICATIONS, at the store and at its credentials; nodes go on with the version that they have.',
    );
  }
  if (!publishes) return fine('bucket', 'The publication store can be read.');
  const { tryPlace } = await import('../../publishing/objects/try-place.js');
  try {
    await explained(() => tryPlace(objects));
    return fine('bucket', 'The publication store can be read and written.');
  } catch (error) {
    return wrong(
      'bucket',
      `The publication store can be read, but this builder cannot write to it: ${sentence(error)}`,
      'Allow its credentials to list, read, write and delete objects.',
    );
  }
}

function minutesOf(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
