import { bytesOf, DATA_FILES, type DataFile, isBase, type Pack, type Publication } from './publication.js';

/** A version by its number and id. */
interface VersionId {
  readonly version: number;
  readonly id: string;
}

/** Thrown if versions that the target depends on are no longer in the register. */
class ChainBrokenError extends Error {
  override readonly name = 'ChainBrokenError';

  constructor(version: number) {
    super(
      `Version ${version} cannot be built: versions that it is based on are gone. Publish complete files: dossier cluster publish --whole`,
    );
  }
}

/** The packs that produce the file of the last version. */
export interface Steps {
  /** Whether the first pack must be applied to the given content. */
  readonly needsContent: boolean;
  readonly packs: readonly Pack[];
}

/** Returns the versions that `target` depends on and `target` itself, oldest first, as far back as the rows have no gap. */
export function chainTo(target: VersionId, rows: readonly Publication[]): readonly Publication[] {
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  const chain: Publication[] = [];
  let wanted: VersionId | null = target;
  while (wanted !== null) {
    const row = byVersion.get(wanted.version);
    if (row?.id !== wanted.id) break;
    chain.push(row);
    wanted = row.parent;
  }
  return chain.reverse();
}

/** Returns the steps from a content to the last version of a chain; `undefined` if the content is not in the chain. */
export function stepsFrom(
  content: VersionId | null,
  chain: readonly Publication[],
  file: DataFile,
): Steps | undefined {
  const first = content === null ? -1 : placeBehind(content, chain);
  if (first < 0) return undefined;
  const packs = chain.slice(first).map(({ files }) => files[file]);
  const base = packs.findLastIndex(isBase);
  return base < 0 ? { needsContent: true, packs } : { needsContent: false, packs: packs.slice(base) };
}

/** Returns the steps from the last whole file. Throws `ChainBrokenError`. */
export function stepsFromBase(chain: readonly Publication[], file: DataFile): Steps {
  const packs = chain.map(({ files }) => files[file]);
  const base = packs.findLastIndex(isBase);
  if (base < 0) throw new ChainBrokenError(chain.at(-1)?.version ?? 0);
  return { needsContent: false, packs: packs.slice(base) };
}

/**
 * Returns the oldest version that a new node needs for the last of the chain; `undefined` if the chain does not reach back that
 * far.
 */
export function oldestNeeded(chain: readonly Publication[]): number | undefined {
  const places = DATA_FILES.map((file) => chain.findLastIndex(({ files }) => isBase(files[file])));
  return chain[Math.min(...places)]?.version;
}

/** Returns the bytes of the last whole file of the chain, and the bytes and number of the packs after it. */
export function weightOf(chain: readonly Publication[], file: DataFile) {
  const packs = chain.map(({ files }) => files[file]);
  const at = packs.findLastIndex(isBase);
  const behind = at < 0 ? packs : packs.slice(at + 1);
  return {
    base: bytesOf(packs[at]?.parts ?? []),
    behind: behind.reduce((sum, { parts }) => sum + bytesOf(parts), 0),
    packs: behind.length,
  };
}

/** Returns the place in the chain after a version, which may be its end; -1 if the version is not in the chain. */
export function placeBehind({ version, id }: VersionId, chain: readonly Publication[]): number {
  const at = chain.findIndex((row) => row.version === version && row.id === id);
  if (at >= 0) return at + 1;
  const [oldest] = chain;
  return oldest?.parent?.version === version && oldest.parent.id === id ? 0 : -1;
}
