import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Names of our own, for which the field has one: `docs/domain/glossary.md` says which. */
const NOT =
  `AnswerInOne|Exchange|ForMain|ForWorkers|HybridParts|KeptThread|MakeCallable|Notices|ReadTurns|Rehearsal|ShortLog|Temporaries|
  Together|Unrouted|WaitAwake|askedOf|foundOnce|ledgerLine|makeWay|onlyThose|payFor|presentedKey|toCallable|turnRound`.replace(
    /\s/g,
    '',
  );
/** Participles that name a type by what happened to it: nine different types were called `Asked`. */
const PARTICIPLES =
  'Asked|Called|Enriched|Found|Kept|Linked|Listed|Made|Met|Mounted|Owned|Packed|Placed|Priced|Shown|Told|Written';
const TYPE = new RegExp(`^(?:export )?(?:class|interface|type) (?:${PARTICIPLES})\\b`, 'm');
const DECLARED = new RegExp(
  `\\b(?:class|const|function|interface|let|type) (?:${NOT})\\b|^\\s+(?:async )?(?:${NOT})\\(.*\\{$`,
  'm',
);

it('the code declares no name that the glossary calls out of use', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const wrong = files.flatMap((name) => {
    const text = readFileSync(join('src', name), 'utf8');
    return [DECLARED.exec(text)?.[0] ?? [], TYPE.exec(text)?.[0] ?? []].flat();
  });
  expect(wrong).toEqual([]);
  expect('export interface Asked {').toMatch(TYPE);
  expect('class Together {').toMatch(DECLARED);
});

it('members are private by `#`; the word `private` stands before parameters of constructors and constructors alone', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const wrong = files.filter((name) =>
    /^ {2}private (?!constructor)/m.test(readFileSync(join('src', name), 'utf8')),
  );
  expect(wrong).toEqual([]);
});
