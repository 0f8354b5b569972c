import { IndexFormatError } from '../search/index.js';
import type { Catalog } from '../store/store.js';
import { type BuildOptions, type BuildReport, buildEverything } from './build.js';
import { DELTA_POLICY, type DeltaPolicy, fitsDelta, isMergeDue } from './delta/policy.js';
import { writeDelta } from './delta/write-delta.js';
import { bytesOfBuild, type IndexManifest, readManifest, withoutDelta } from './files/files.js';
import { contentAt, isNewest, wasCurrent } from './files/indexed-content.js';
import { buildAlone, publishDelta } from './files/publish.js';

interface UpdateOptions extends BuildOptions {
  readonly policy?: DeltaPolicy;
}

/**
 * Brings the indexes up to date with the store. If little changed since the last build, it writes a delta, which replaces the
 * previous delta; otherwise it builds everything. Resolves to `undefined` if they are up to date already.
 */
export async function updateIndexes(
  catalog: Catalog,
  folder: string,
  now: () => number,
  { policy = DELTA_POLICY, writeEntities, onWait }: UpdateOptions = {},
): Promise<IndexManifest | undefined> {
  return await buildAlone(
    folder,
    async () => {
      const manifest = readManifest(folder);
      if (await isNewest(catalog, manifest)) return undefined;
      const updated =
        manifest && (await putDelta(catalog, folder, manifest, now(), policy).catch(unlessBroken));
      return updated ?? (await buildEverything(catalog, folder, now, writeEntities));
    },
    onWait,
  );
}

/** Builds everything if the delta has become large or old; otherwise resolves to `undefined`. */
export async function mergeDelta(
  catalog: Catalog,
  folder: string,
  now: () => number,
  { policy = DELTA_POLICY, writeEntities, onWait }: UpdateOptions = {},
): Promise<BuildReport | undefined> {
  return await buildAlone(
    folder,
    async () => {
      const delta = readManifest(folder)?.delta;
      if (!delta || !isMergeDue(delta, now(), policy)) return undefined;
      return await buildEverything(catalog, folder, now, writeEntities);
    },
    onWait,
  );
}

/** Writes a delta. Resolves to `undefined` if a full build is cheaper, or the only way. */
async function putDelta(
  catalog: Catalog,
  folder: string,
  manifest: IndexManifest,
  now: number,
  policy: DeltaPolicy,
): Promise<IndexManifest | undefined> {
  if (bytesOfBuild(folder, manifest) < policy.minBytes) return undefined;
  const build = withoutDelta(manifest) ?? manifest;
  if (!(await wasCurrent(catalog, build))) return undefined;
  const changes = await catalog.content.changesSince(build.contentVersion);
  if (changes === undefined || !fitsDelta(changes, policy)) return undefined;
  const delta = await writeDelta(catalog, folder, build, changes, now);
  const content = await contentAt(catalog, changes.version);
  return await publishDelta(folder, manifest, { delta, ...content, builtAt: now });
}

/** A build that is damaged, missing or of another version cannot have a delta: everything is built again. */
function unlessBroken(error: unknown): undefined {
  if (error instanceof IndexFormatError || (error as NodeJS.ErrnoException).code === 'ENOENT')
    return undefined;
  throw error;
}
