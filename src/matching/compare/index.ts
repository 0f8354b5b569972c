import { bearers } from './bearers.js';
import { benefitTrust } from './benefit-trust.js';
import { body } from './body.js';
import { city } from './city.js';
import type { Comparison } from './comparison.js';
import { dates } from './dates.js';
import { identifier } from './identifier.js';
import { incorporation } from './incorporation.js';
import { legalForm } from './legal-form.js';
import { localBody } from './local-body.js';
import { name } from './name.js';
import { numbers } from './numbers.js';
import { otherNames } from './other-names.js';
import { people } from './people.js';
import { secondLine } from './second-line.js';
import { state } from './state.js';
import { street } from './street.js';
import { zip } from './zip.js';

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
