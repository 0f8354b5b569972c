import type { PublicationsPlace } from '../../cluster-config.js';
import { FolderObjects } from './folder.js';
import type { Objects } from './objects.js';
import { S3Objects } from './s3.js';

/** The objects of a place; nothing is asked of it yet. `stop`: from then on a bucket is not waited for. */
export function openObjects(place: PublicationsPlace, stop?: AbortSignal): Objects {
  return place.kind === 'folder' ? new FolderObjects(place.path) : new S3Objects(place, { stop });
}
