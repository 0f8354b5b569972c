import type { CompareDocument } from './documents.js';
import type { Question } from './question.js';

export interface Asked {
  readonly total: number;
  /** Numbers of the documents of the page. */
  readonly page: readonly number[];
  /** The time of the count and the page together. */
  readonly milliseconds: number;
}

/** Another engine over the same documents, in a database of its own that `close` deletes. */
export interface Engine {
  readonly name: string;
  /** Takes the documents in and makes what is tuned of them; says how far it is. */
  load(documents: Iterable<CompareDocument>, progress: (rows: number) => void): Promise<void>;
  bytes(): Promise<number>;
  ask(question: Question): Promise<Asked>;
  close(): Promise<void>;
}
