import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** As `ssh-keygen -l` shows it: `SHA256:` and the hash in base64 without padding. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/**
 * Tells why a server's key is refused: it is not the pinned one or, where none is pinned, not the one that was seen
 * first. That one is kept in the file, by server.
 */
export function hostKeyCheck(server: string, pinned: string | null, keptIn: string) {
  return (fingerprint: string): string | undefined => {
    const kept = readKept(keptIn);
    const expected = pinned ?? kept[server];
    if (expected === fingerprint) return undefined;
    if (expected !== undefined) return `its host key is ${fingerprint}, and ${expected} was expected`;
    writeFileSync(keptIn, `${JSON.stringify({ ...kept, [server]: fingerprint }, null, 2)}\n`);
    return undefined;
  };
}

function readKept(path: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (error) {
    // Any other fault than "there is none yet" must not make a stranger's key the first one.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
