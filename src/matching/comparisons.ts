import type { Comparison } from './compare/comparison.js';
import { dates } from './compare/dates.js';
import { identifier } from './compare/identifier.js';
import { incorporation } from './compare/incorporation.js';
import { benefitTrust } from './compare/kind/benefit-trust.js';
import { body } from './compare/kind/body.js';
import { legalForm } from './compare/kind/legal-form.js';
import { localBody } from './compare/kind/local-body.js';
import { holders } from './compare/name/holders.js';
import { name } from './compare/name/name.js';
import { numbers } from './compare/name/numbers.js';
import { otherNames } from './compare/name/other-names.js';
import { people } from './compare/people.js';
import { city } from './compare/place/city.js';
import { secondLine } from './compare/place/second-line.js';
import { state } from './compare/place/state.js';
import { street } from './compare/place/street.js';
import { zip } from './compare/place/zip.js';

/** All comparisons, in the order in which an explanation shows them. */
export const COMPARISONS: readonly Comparison[] = [
  identifier,
  name,
  otherNames,
  secondLine,
  holders,
  body,
  benefitTrust,
  legalForm,
  numbers,
  state,
  incorporation,
  city,
  zip,
  localBody,
  street,
  people,
  dates,
];
