import { readManifest } from '../../indexing/files/files.js';
import { type HeldContent, isSameContent } from '../../indexing/files/held-content.js';
import { readBuild, viewsOf } from '../../indexing/files/index-loader.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { type Finding, fine, wrong } from './finding.js';

const CURE = 'Run: dossier index';

/** Present, whole by its checksum, and as new as the data. */
export async function examineIndex(
  folder: DataFolder,
  content: Required<HeldContent> | null,
): Promise<Finding> {
  try {
    const manifest = readManifest(folder.index);
    if (!manifest) return wrong('index', 'There is no search index.', CURE);
    viewsOf(await readBuild(folder.index, manifest));
    if (content !== null && !isSameContent(manifest, content)) {
      return wrong('index', 'The search index is older than the data.', CURE);
    }
    return fine('index', 'The search index is whole and as new as the data.');
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return wrong('index', `The search index cannot be used: ${said}`, CURE);
  }
}
