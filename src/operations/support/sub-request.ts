import type { ApiError } from '../../contract/errors.js';
import type { BatchItem } from '../../contract/service/batch.js';
import type { OperationId } from '../../contract/vocabulary.js';
import type { PriceItem } from '../../store/store.js';
import type { Operation, RequestContext } from './declare.js';

/** An operation as a part of another request: checked, priced and written as it is at its own path. */
export interface SubOperation {
  readonly id: OperationId;
  /** Throws the 400. */
  read(parameters: SubParameters): SubRequest;
}

/** By name, path and query alike. */
export type SubParameters = BatchItem['parameters'];

export interface SubRequest {
  readonly price: readonly PriceItem[];
  /** Never rejects: what fails is part of the answer. */
  run(context: RequestContext): Promise<SubAnswer>;
}

export type SubAnswer =
  /** JSON texts of `data` and `meta`, and what of the price is due. */
  | { readonly data: string; readonly meta: string; readonly due: readonly PriceItem[] }
  | { readonly error: ApiError };

export type ToSubOperation = (operation: Operation) => SubOperation;
