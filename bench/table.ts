import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root.js';
import type { Report } from './measuring/figures.js';
import { withTable } from './measuring/report-table.js';

/** `npm run bench:table -- a.json b.json ...`: writes the table of `bench/README.md` again from what `--json` kept. */
const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error('Name the files that bench and bench:compare wrote with --json.');
const reports = paths.map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report);
const page = join(packageRoot(), 'bench/README.md');
writeFileSync(page, withTable(readFileSync(page, 'utf8'), reports));
