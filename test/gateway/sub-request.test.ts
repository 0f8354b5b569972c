import { expect, test } from 'vitest';
import { toSubOperation } from '../../src/gateway/sub-request.js';
import { inventedOperations, newWork } from '../http/support/operations.js';

test('of all calls, of however many batches, one runs in a turn of the event loop', async () => {
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const work = newWork();
  work.runs.push = () => turns.push(turn);
  const [thing] = inventedOperations(work);
  if (!thing) throw new Error('There is no operation.');
  const callables = [
    toSubOperation(thing, { error: () => undefined }),
    toSubOperation(thing, { error: () => undefined }),
  ];
  const context = { requestId: 'r', accountId: 'a', keyId: 'k', at: 0 };
  await Promise.all(
    callables.flatMap((callable) =>
      Array.from({ length: 20 }, () => callable.read({ id: 'one' }).run(context)),
    ),
  );
  isOver = true;
  expect(turns).toHaveLength(40);
  expect(new Set(turns).size).toBe(40);
});
