import { readManifest } from '../../indexing/files/files.js';
import { type HeldContent, isSameContent } from '../../indexing/files/held-content.js';
import { readBuild, viewsOf } from '../../indexing/files/index-loader.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { type Finding, fine, wrong } from './finding.js';

/** Present, whole by its checksum, and as new as the data. Without `content` the databases cannot be opened, and no index can be built. */
export async function examineIndex(
  folder: DataFolder,
  content: Required<HeldContent> | null,
): Promise<Finding> {
  const cure = content === null ? 'Fix the databases first, then run: dossier index' : 'Run: dossier index';
  try {
    const manifest = readManifest(folder.index);
    if (!manifest) return wrong('index', 'There is no search index.', cure);
    viewsOf(await readBuild(folder.index, manifest));
    if (content !== null && !isSameContent(manifest, content)) {
      return wrong('index', 'The search index is out of date.', cure);
    }
    return fine('index', 'The search index is intact and up to date.');
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return wrong('index', `The search index cannot be used: ${said}`, cure);
  }
}
