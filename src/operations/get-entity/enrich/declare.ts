import type { IncludeToken } from '../../../contract/enrichment.js';
import type { EnrichmentOutcome } from '../../../contract/vocabulary.js';
import type { EntityData } from '../../../domain/entity.js';
import type { EntityLink, StoredEntity } from '../../../store/store.js';
import type { Dependencies } from '../../dependencies.js';

/** One token of `include`: its key in `data`, and how it is found. */
export interface Enrichment {
  readonly token: IncludeToken;
  /** The data sets whose links it rests on. */
  readonly datasets: readonly string[];
  readonly load: (subject: Subject) => Promise<Enriched>;
}

/** The entity asked for, with its links; read once for all tokens. */
export interface Subject {
  readonly entity: StoredEntity;
  readonly data: EntityData;
  readonly links: readonly EntityLink[];
  readonly dependencies: Dependencies;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

export interface Enriched extends Outcome {
  /** The token's object; undefined where nothing was found. */
  readonly value?: object;
  /** Outcomes of the parts of `federal`. */
  readonly parts?: Readonly<Record<string, Outcome>>;
  /** What `related` left out, for it relates nobody. */
  readonly excluded?: readonly { kind: string; value: string; entities: number }[];
}

export interface Outcome {
  readonly outcome: EnrichmentOutcome;
  /** The publisher's date of the data set. */
  readonly asOf: string | null;
}

/** Items listed at most; `totalCount` counts all. */
export const MOST_ITEMS = 25;
