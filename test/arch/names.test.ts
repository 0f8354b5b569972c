import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('members are private by `#`; the word `private` stands before parameters of constructors and constructors alone', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const wrong = files.filter((name) =>
    /^ {2}private (?!constructor)/m.test(readFileSync(join('src', name), 'utf8')),
  );
  expect(wrong).toEqual([]);
});
