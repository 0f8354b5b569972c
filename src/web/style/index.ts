import { BASE } from './base.js';
import { DOCS } from './docs.js';
import { FRAME } from './frame.js';
import { MEDIA } from './media.js';
import { PARTS } from './parts.js';
import { TOKENS } from './tokens.js';

/** The one style sheet of all pages. */
export const STYLE = [TOKENS, BASE, FRAME, PARTS, DOCS, MEDIA].join('').replace(/\n\s+/g, '\n');
