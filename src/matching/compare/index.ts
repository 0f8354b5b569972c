import type { Comparison } from './comparison.js';
import { dates } from './dates.js';
import { identifier } from './identifier.js';
import { incorporation } from './incorporation.js';
import { benefitTrust } from './kind/benefit-trust.js';
import { body } from './kind/body.js';
import { legalForm } from './kind/legal-form.js';
import { localBody } from './kind/local-body.js';
import { bearers } from './name/bearers.js';
import { name } from './name/name.js';
import { numbers } from './name/numbers.js';
import { otherNames } from './name/other-names.js';
import { people } from './people.js';
import { city } from './place/city.js';
import { secondLine } from './place/second-line.js';
import { state } from './place/state.js';
import { street } from './place/street.js';
import { zip } from './place/zip.js';

/** Every comparison, in the order in which an explanation shows them. */
export const COMPARISONS: readonly Comparison[] = [
  identifier,
  name,
  otherNames,
  secondLine,
  bearers,
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
