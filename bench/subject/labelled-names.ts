import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { SUBJECT_TYPES, type SubjectType } from '../../src/contract/vocabulary.js';

export interface LabelledName {
  readonly name: string;
  readonly subjectType: SubjectType;
}

/** The rows of a tab-separated file, gzipped or not, that has a header with the columns `label` and `name`. */
export function readLabelledNames(path: string): LabelledName[] {
  const bytes = readFileSync(path);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
  const columns = header.split('\t');
  const [label, name] = [columns.indexOf('label'), columns.indexOf('name')];
  if (label < 0 || name < 0) throw new Error(`${path} has no columns label and name.`);
  return lines.map((line) => {
    const cells = line.split('\t');
    return { name: cells[name] ?? '', subjectType: subjectTypeOf(cells[label] ?? '', path) };
  });
}

function subjectTypeOf(label: string, path: string): SubjectType {
  const known = SUBJECT_TYPES.find((type) => type === label);
  if (known === undefined)
    throw new Error(`${path} has the label "${label}"; ${SUBJECT_TYPES.join(' or ')} are expected.`);
  return known;
}
