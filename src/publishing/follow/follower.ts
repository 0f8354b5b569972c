import {
  activeVersion,
  readSlots,
  SLOT_NAMES,
  type SlotName,
  slotPath,
  writeSlots,
} from '../../store/folder/slots.js';
import type { DataVersion } from '../../store/store.js';
import type { Objects } from '../objects/objects.js';
import { DATA_FILES, type Publication } from '../publication.js';
import { type Verified, verifyCopy } from '../verify.js';
import { bringForward } from './bring-forward.js';

/** The part of the register that a following node reads. */
interface Register {
  wanted(): Promise<
    { readonly version: number; readonly activateInMs: number; readonly pinned: boolean } | undefined
  >;
  after(version: number, upTo: number): Promise<readonly Publication[]>;
}

interface FollowerParts {
  readonly folder: string;
  readonly objects: Objects;
  readonly register: Register;
  /** The schemas that this program reads. */
  readonly schema: Publication['schema'];
  /** Serves this data from the given time on; resolves when no request reads the previous data. */
  readonly use: (next: DataVersion, inMs: number) => Promise<void>;
  readonly untilUnread: (path: string) => Promise<void>;
  /** Called with the version that the register wants. */
  readonly onWanted: (version: number) => void;
  /** Called when the served copy was verified. A damaged one is fetched again by the next `step`. */
  readonly onVerified?: (found: Verified) => void;
  /** Pause before a version that could not be created is retried, in ms; doubles each time. */
  readonly pauseMs?: number;
}

const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** A version that could not be created. If the register wants another one, that is tried at once. */
interface Failure {
  readonly id: string;
  readonly error: unknown;
  readonly pauseMs: number;
  readonly until: number;
}

/** The version was published by another version of the program; the message says what to do. */
export class OtherSchemaError extends Error {
  override readonly name = 'OtherSchemaError';
}

/** The register contains nothing that can be followed; the message is a sentence. */
export class RegisterError extends Error {
  override readonly name = 'RegisterError';
}

/**
 * Updates a node to the version that the register wants. Never downgrades by itself: an older version is used only if it is
 * pinned. Calls must not overlap.
 */
export class Follower {
  readonly #parts: FollowerParts;
  #failure: Failure | undefined;
  /** Data folder of the served slot, if it is damaged. */
  #damaged: string | undefined;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** The version that is served; null before the first. */
  get served(): number | null {
    const { active, whole } = readSlots(this.#parts.folder);
    return (active && whole[active]?.version) ?? null;
  }

  /**
   * Checks the register once and updates the node if necessary. Resolves to true if the served version changed. Rejects if the
   * register or the object store cannot be reached, or the version cannot be used; the served version then remains.
   */
  async step(): Promise<boolean> {
    const { register, onWanted } = this.#parts;
    const wanted = await register.wanted();
    if (!wanted) {
      if (this.served !== null) return false;
      throw new RegisterError('Nothing has been published yet. On the builder, run: dossier cluster publish');
    }
    onWanted(wanted.version);
    const { served, isDamaged } = this;
    if (wanted.version === served && !isDamaged) return false;
    if (served !== null && wanted.version < served && !wanted.pinned) {
      throw new RegisterError(
        `Version ${wanted.version} should be served, but it is older than ${served} and not pinned: ` +
          'this node does not roll back by itself.',
      );
    }
    const rows = await register.after(0, wanted.version);
    const target = rows.at(-1);
    if (target?.version !== wanted.version) return false;
    refuseOtherSchema(target, this.#parts.schema);
    return await this.#activate(await this.#bring(rows, target), target);
  }

  get isDamaged(): boolean {
    return this.#damaged !== undefined && this.#damaged === activeVersion(this.#parts.folder)?.data;
  }

  /**
   * Verifies the slots, the served one first, by the hash trees of their versions. Slow; may run concurrently with `step`. A
   * damaged slot that is not served is created again before it is used. Rejects if the register cannot be reached.
   */
  async verify(): Promise<void> {
    const { folder, register, onVerified } = this.#parts;
    const { active } = readSlots(folder);
    for (const name of [...SLOT_NAMES].sort((one) => (one === active ? -1 : 1))) {
      const content = readSlots(folder).whole[name];
      if (!content) continue;
      const path = slotPath(folder, name, content);
      const [row] = await register.after(content.version - 1, content.version);
      const found = row?.id === content.id ? await verifyCopy(row, path, { isThrottled: true }) : undefined;
      // The slot may have been updated to another version meanwhile.
      const slots = readSlots(folder);
      if (!found || slots.whole[name]?.id !== content.id) continue;
      const isServed = slots.active === name;
      if (isServed) onVerified?.(found);
      if (found.damaged.length === 0) continue;
      if (isServed) this.#damaged = path;
      else writeSlots(folder, { ...slots, whole: { ...slots.whole, [name]: null } });
    }
  }

  /**
   * Retries after a pause: a full disk or a damaged part persists for a while, and fetching everything every second does not
   * help.
   */
  async #bring(rows: readonly Publication[], { id }: Publication): Promise<SlotName> {
    const before = this.#failure?.id === id ? this.#failure : undefined;
    if (before && performance.now() < before.until) throw before.error;
    try {
      const slot = await bringForward({ ...this.#parts, isAnew: this.isDamaged }, rows);
      this.#failure = undefined;
      return slot;
    } catch (error) {
      const pauseMs = before ? Math.min(before.pauseMs * 2, MAX_PAUSE_MS) : (this.#parts.pauseMs ?? PAUSE_MS);
      this.#failure = { id, error, pauseMs, until: performance.now() + pauseMs };
      throw error;
    }
  }

  /** Checks the register again: creating the version may have taken long. */
  async #activate(slot: SlotName, target: Publication): Promise<boolean> {
    const { register, onWanted } = this.#parts;
    const now = await register.wanted();
    if (!now) return false;
    onWanted(now.version);
    const isWanted = now.version === target.version;
    const isOnTheWay = !now.pinned && target.version > (this.served ?? 0) && target.version < now.version;
    if (!isWanted && !isOnTheWay) return false;
    await this.#serve(slot, target, isWanted ? now.activateInMs : 0);
    return true;
  }

  /** Recorded before it is served: a restart after a kill must not serve an older version. */
  async #serve(slot: SlotName, { version }: Publication, inMs: number): Promise<void> {
    const { folder, use } = this.#parts;
    const slots = readSlots(folder);
    // Nothing may be created from the damaged slot, which is no longer served.
    const other = this.isDamaged && slots.active !== slot ? slots.active : null;
    const next = other === null ? slots : { ...slots, whole: { ...slots.whole, [other]: null } };
    writeSlots(folder, { ...next, active: slot });
    try {
      await use({ version, data: slotPath(folder, slot, next.whole[slot]) }, inMs);
    } catch (error) {
      writeSlots(folder, slots);
      throw error;
    }
  }
}

function refuseOtherSchema({ version, schema }: Publication, known: Publication['schema']): void {
  const newer = DATA_FILES.some((file) => schema[file] > known[file]);
  const older = DATA_FILES.some((file) => schema[file] < known[file]);
  if (newer)
    throw new OtherSchemaError(
      `Version ${version} was published by a newer version of Dossier. Upgrade this node to that version.`,
    );
  if (older)
    throw new OtherSchemaError(
      `Version ${version} was published by an older version of Dossier. Upgrade the builder first, then run on it: dossier migrate`,
    );
}
