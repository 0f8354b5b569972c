import { readManifest } from '../../indexing/files/files.js';
import { readBuild, viewsOf } from '../../indexing/files/index-loader.js';
import { contentNow, isSameContent } from '../../indexing/files/indexed-content.js';
import { inspectStoreFiles, openServedData } from '../../store/engine/engine.js';
import { type DataFolder, indexFolderOf } from '../../store/folder/data-folder.js';
import { activeVersion } from '../../store/folder/slots.js';
import { type Finding, fine, wrong } from './finding.js';

const CURE =
  'Stop the service and delete slots.json in the folder. The next start downloads the version again.';

/** The version that a node serves from its slot: whole, of this program's schema, its index of the same content. */
export async function examineReplica({ path }: DataFolder, deep: boolean): Promise<readonly Finding[]> {
  const served = activeVersion(path);
  if (!served) return [wrong('files', `${path} has no data version yet.`, 'Download one: dossier serve')];
  const files = inspectStoreFiles(served.data, deep).filter(({ name }) =>
    ['catalog.db', 'links.db'].includes(name),
  );
  const bad = files.filter(({ state }) => state !== 'current');
  if (bad.length > 0)
    return bad.map(({ name, state, detail }) =>
      wrong('files', `${name} of version ${served.version} is ${state}${detail ? `: ${detail}` : ''}.`, CURE),
    );
  try {
    const data = await openServedData(served.data, {
      threads: 1,
      replica: true,
      onReadFault: () => undefined,
    });
    try {
      const folder = indexFolderOf(served.data);
      const manifest = readManifest(folder);
      if (!manifest) return [wrong('index', `Version ${served.version} has no search index.`, CURE)];
      viewsOf(await readBuild(folder, manifest));
      if (!isSameContent(manifest, await contentNow(data.catalog)))
        return [wrong('index', `The search index of version ${served.version} belongs to other data.`, CURE)];
    } finally {
      data.close();
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return [wrong('files', `Version ${served.version} cannot be opened: ${said}`, CURE)];
  }
  return [
    fine('files', `Version ${served.version} is complete and readable.`),
    fine('index', 'The search index is intact and up to date.'),
  ];
}
