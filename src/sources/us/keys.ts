import type { KeyFormat } from '../../domain/key-format.js';

/**
 * Each kind of key once, in the form in which its publisher writes it: widths and characters are those of real files. A source
 * names the formats of its key columns; a key in another form rejects the row.
 */

/**
 * The IRS file contains `000004101`, which a spreadsheet reduces to four digits. One digit nine times is a
 * placeholder.
 */
export const EIN: KeyFormat = {
  ...digits('an EIN', 9, { min: 4 }),
  without: /(?<=^\d{2})-(?=\d{7}$)/,
  blank: /^(\d)\1{8}$/,
};
/** `XXXXXXXXXXXX` and `GSA_MIGRATION` are placeholders. */
export const UEI: KeyFormat = {
  what: 'a UEI (12 letters and digits)',
  pattern: /^[A-Z0-9]{12}$/,
  upperCase: true,
  blank: /^(?:GSA_MIGRATION|(.)\1{11})$/i,
};
export const CAGE: KeyFormat = {
  ...digits('a CAGE code', 5, { min: 4 }),
  what: 'a CAGE code (5 letters and digits)',
  pattern: /^[A-Z0-9]{5}$/,
};
export const CIK = number('a CIK', 10);
export const LEI: KeyFormat = {
  what: 'an LEI (18 letters and digits, 2 digits)',
  pattern: /^[A-Z0-9]{18}\d{2}$/,
  upperCase: true,
};
export const ACCESSION: KeyFormat = {
  what: 'an accession number (10, 2 and 6 digits)',
  pattern: /^\d{10}-\d{2}-\d{6}$/,
};
/** Time of receipt to the second, then the number of the filing. */
export const EFAST_ACKNOWLEDGMENT: KeyFormat = {
  what: 'an acknowledgment id (14 digits, then letters and digits)',
  pattern: /^\d{14}[A-Z0-9]{1,16}$/,
};
export const OFAC_ENTRY = number('an entry number', 7);
export const FDIC_CERTIFICATE = number('an FDIC certificate', 6);
export const USDOT = number('a USDOT number', 8);
export const PPP_LOAN = digits('a loan number', 10);
export const CONTRACT_AWARD: KeyFormat = {
  what: 'an award key (CONT_AWD_… or CONT_IDV_…)',
  pattern: /^CONT_(?:AWD|IDV)_.+$/,
};
export const ASSISTANCE_AWARD: KeyFormat = {
  what: 'an award key (ASST_NON_… or ASST_AGG_…)',
  pattern: /^ASST_(?:NON|AGG)_.+$/,
};
export const LDA_ID = number('an LDA id', 10);

/** `72D` is an entity number as well as `8021`. */
export const AK_ENTITY: KeyFormat = {
  what: 'an entity number (digits, a letter)',
  pattern: /^\d{1,9}[A-Z]{0,2}$/,
};
/** Year and sequence number: 11 digits, none of which a spreadsheet removes. */
export const CO_ENTITY = number('an entity id', 11);
export const CT_ACCOUNT = digits('an account number', 7, { min: 4, max: 9 });
export const CT_CREDENTIAL = number('a credential id', 9);
export const CT_UCC_FILING = digits('a filing number', 10, { min: 6 });
/** `P24000000001`; old documents have a letter and five digits, or six digits. */
export const FL_DOCUMENT: KeyFormat = {
  what: 'a document number (a letter and digits)',
  pattern: /^[A-Z]{0,3}\d{5,11}$/,
};
export const IA_CORPORATION = digits('a corporation number', 6, { min: 3, max: 8 });
export const CHICAGO_ACCOUNT = number('an account number', 8);
/** Three digits of the profession, then six. */
export const IL_LICENSE: KeyFormat = {
  ...digits('a license number', 9, { min: 7 }),
  pattern: /^(?:\d{9}|(?=.*[A-Z.-])[A-Z0-9.-]{3,20})$/,
};
export const MD_CERTIFICATION: KeyFormat = {
  what: 'a certification number (07-362)',
  pattern: /^\d{2}-\d{2,4}[A-Z]?$/,
};
export const NY_DOS_ID = number('a DOS id', 9);
/** `2006090501979001`, or of documents on paper `FT_1580006658858`. */
export const ACRIS_DOCUMENT: KeyFormat = {
  what: 'a document id (16 characters)',
  pattern: /^(?:\d{16}|[A-Z]{2}[A-Z0-9_]{14})$/,
};
export const OR_REGISTRY = number('a registry number', 10);
export const PA_FILING = digits('a filing number', 10, { min: 4 });
export const TX_FILE: KeyFormat = { ...digits('a file number', 10, { min: 4 }), blank: /^0+$/ };
/** A short name is filled up: `1*2CACH865BC`. */
export const WA_CONTRACTOR: KeyFormat = {
  what: 'a contractor license number (12 characters)',
  pattern: /^[A-Z0-9*&@'#.-]{12}$/,
};
export const WA_UBI = digits('a UBI number', 9);

/**
 * For publishers that do not document their number format, or of which no real row was available: only
 * damaged values are rejected.
 */
export const UNVERIFIED_NUMBER: KeyFormat = {
  what: 'a number (letters, digits and .-_/#)',
  pattern: /^[A-Za-z0-9][A-Za-z0-9._/# -]{0,49}$/,
};
/** For publishers without numbers, whose records are identified by name: only damaged values are rejected. */
export const NAME: KeyFormat = { what: 'a name', pattern: /^(?!=")[\s\S]+$/ };

/** A number of `width` digits, leading zeros included. `min`: the digits that may be left of one that lost zeros. */
function digits(
  what: string,
  width: number,
  { min = width, max = width }: { readonly min?: number; readonly max?: number } = {},
): KeyFormat {
  return {
    what: `${what} (${width} digits)`,
    pattern: new RegExp(`^\\d{${width},${max}}$`),
    ...(min < width && { zeros: { width, min } }),
  };
}

/** A number without leading zeros, of at most `max` digits. */
function number(what: string, max: number): KeyFormat {
  return { what: `${what} (up to ${max} digits)`, pattern: new RegExp(`^\\d{1,${max}}$`) };
}
