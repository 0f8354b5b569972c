import type { PublicationsPlace } from '../../config/cluster-config.js';
import { FolderObjects } from './folder.js';
import type { Objects } from './objects.js';
import { S3Objects } from './s3.js';

/** For work that a caller waits for: max time for the retries of a request to a bucket, in ms. */
export const SHORT_PATIENCE = { patienceMs: 10_000 };

/**
 * Opens the object store of a place; sends no request yet. `stop` ends pending requests to a bucket. Default patience: five
 * minutes.
 */
export function openObjects(
  place: PublicationsPlace,
  options: { readonly stop?: AbortSignal; readonly patienceMs?: number } = {},
): Objects {
  return place.kind === 'folder' ? new FolderObjects(place.path) : new S3Objects(place, options);
}
