import type { PublicationsPlace } from '../../config/cluster-config.js';
import { ExportFiles } from '../../export/service/files.js';
import { SharedFiles } from '../../export/service/shared-files.js';
import { ObjectMissingError } from '../../publishing/objects/objects.js';
import { openObjects, SHORT_PATIENCE } from '../../publishing/objects/open-objects.js';

/** Opens export files. If the nodes of a cluster share a publication store, it stores them for all nodes. */
export function exportFiles(dataFolder: string, place: PublicationsPlace | undefined): ExportFiles {
  return new ExportFiles(dataFolder, place && sharedExports(place));
}

function sharedExports(place: PublicationsPlace): SharedFiles {
  const stop = new AbortController();
  const objects = openObjects(place, { ...SHORT_PATIENCE, stop: stop.signal });
  return new SharedFiles({
    put: (name, bytes) => objects.put(name, bytes),
    get: async (name) => {
      try {
        return await objects.get(name);
      } catch (error) {
        if (error instanceof ObjectMissingError) return undefined;
        throw error;
      }
    },
    list: (prefix) => objects.list(prefix),
    remove: (names) => objects.remove(names),
    close: () => stop.abort(),
  });
}
