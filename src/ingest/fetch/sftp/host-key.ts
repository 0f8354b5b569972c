import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** As shown by `ssh-keygen -l`: `SHA256:` and the unpadded base64 hash. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/**
 * Returns a check that explains why a server's key is refused: it is not the pinned one or, if none is pinned, not the first
 * one seen. The file stores the first key of each server.
 */
export function hostKeyCheck(server: string, pinned: string | null, path: string) {
  return (fingerprint: string): string | undefined => {
    const known = readKnown(path);
    const expected = pinned ?? known[server];
    if (expected === fingerprint) return undefined;
    if (expected !== undefined) return `the host key is ${fingerprint}, and ${expected} was expected`;
    writeFileSync(path, `${JSON.stringify({ ...known, [server]: fingerprint }, null, 2)}\n`);
    return undefined;
  };
}

function readKnown(path: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (error) {
    // Any other error than a missing file must not make an unknown key the first one.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
