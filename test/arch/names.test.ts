import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Names of our own, for which the field has one: `docs/domain/glossary.md` says which. */
const NOT =
  `AnswerInOne|HybridParts|KeptThread|Mounted|Notices|ReadTurns|Rehearsal|ShortLog|Temporaries|Together|
  Unrouted|WaitAwake|makeWay|payFor|presentedKey`.replace(/\s/g, '');
const DECLARED = new RegExp(
  `\\b(?:class|const|function|interface|let|type) (?:${NOT})\\b|^\\s+(?:async )?(?:${NOT})\\(.*\\{$`,
  'm',
);

it('the code declares no name that the glossary calls out of use', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const wrong = files.flatMap((name) => DECLARED.exec(readFileSync(join('src', name), 'utf8'))?.[0] ?? []);
  expect(wrong).toEqual([]);
  expect('class Together {').toMatch(DECLARED);
});
