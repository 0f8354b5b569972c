import { describe, expect, it } from 'vitest';
import { nameParts } from '../../../src/matching/names/name-parts.js';
import { normaliseName, normaliseNames } from '../../../src/matching/names/normalise.js';
import { normaliseAddress } from '../../../src/matching/records/address.js';
import { comparePeople, normalisePerson } from '../../../src/matching/records/people.js';

const current = (text: string) => ({ text, kind: 'current' as const });

describe('a name', () => {
  it('keeps its legal form in a field of its own', () => {
    expect(normaliseName(current('Acme Widgets, L.L.C.'))).toMatchObject({
      raw: 'Acme Widgets, L.L.C.',
      core: 'acme widget',
      compact: 'acmewidget',
      legalForm: 'llc',
      numbers: [],
    });
  });

  it('gives its numbers as plain digits', () => {
    expect(normaliseName(current('Widget Fund No. 007 III'))?.numbers).toEqual(['7', '3']);
  });

  it('reads a single letter as a numeral only at the end', () => {
    expect(normaliseName(current('V Foundation'))?.numbers).toEqual([]);
    expect(normaliseName(current('Foundation V'))?.numbers).toEqual(['5']);
  });

  it('of nothing but a legal form keeps it', () => {
    expect(normaliseName(current('The Company'))?.core).toBe('company');
  });

  it('without letters and digits is none', () => {
    expect(normaliseNames([current('---')])).toEqual([]);
  });
});

describe('names that are the same', () => {
  const coreOf = (text: string) => {
    const [first] = normaliseNames([current(text)]);
    return `${first?.core} ${first?.legalForm}`;
  };
  it.each([
    ['Siebenhain Aktiengesellschaft', 'Siebenhain AG'],
    ['Siebenhain Gesellschaft mit beschränkter Haftung', 'Siebenhain GmbH'],
    ['OAO Kvartal', 'Kvartal Open Joint Stock Company', 'Open Joint-Stock Company "Kvartal"', 'KVARTAL OJSC'],
    ['Joint Stock Company Kvartal', 'Kvartal JSC'],
    ['OOO Kvartal', 'Kvartal OOO'],
    ['Lumière Société Anonyme', 'LUMIERE S.A.'],
    ['Vento Società per Azioni', 'VENTO S.p.A.'],
    ['Molenaar Besloten Vennootschap', 'Molenaar B.V.'],
    ['Fjord Aksjeselskap', 'Fjord A/S'],
    ['Cobre Sociedad Anónima de Capital Variable', 'COBRE S.A. DE C.V.'],
    ['Tern Public Limited Company', 'TERN PLC'],
    ['Tern Private Limited', 'Tern Pvt. Ltd.', 'TERN PTE LTD'],
    ['Tern Proprietary Limited', 'Tern Pty Ltd'],
    ['Kita Kabushiki Kaisha', 'KITA K.K.'],
    ['Brigade Forty-Four', 'BRIGADE 44', 'Brigade Forty Four'],
    ['Seven Heron Fund', '7 Heron Fund'],
    ['HERON HOUSING CORPORATION II', 'Heron Hsg Corp II'],
    ['HERON APARTMENTS 176-35019', 'HERON APARTMENTS 065EH083', 'Heron Apartments 176-HD-004'],
  ])('%s is %s', (...names) => {
    expect(new Set(names.map(coreOf)).size, names.map(coreOf).join(' / ')).toBe(1);
  });

  it.each([
    ['Siebenhain AG', 'Siebenhain GmbH'],
    ['Brigade Forty-Four', 'Brigade Forty-Five'],
    ['Heron Fund 555-1234', 'Heron Fund'],
  ])('%s is not %s', (one, other) => {
    expect(coreOf(one)).not.toBe(coreOf(other));
  });
});

describe('the names inside a name', () => {
  it.each([
    [
      'ACME INC DBA WIDGETS',
      [
        ['ACME INC', 'current'],
        ['WIDGETS', 'assumed'],
      ],
    ],
    [
      'ACME INC D/B/A WIDGETS',
      [
        ['ACME INC', 'current'],
        ['WIDGETS', 'assumed'],
      ],
    ],
    [
      'ACME INC F/K/A OLD ACME',
      [
        ['ACME INC', 'current'],
        ['OLD ACME', 'former'],
      ],
    ],
    ['JONES FAMILY TRUST C/O FIRST BANK', [['JONES FAMILY TRUST', 'current']]],
    ['JONES FAMILY TRUST % FIRST BANK', [['JONES FAMILY TRUST', 'current']]],
    ['Rocky Widgets LLC, Delinquent March 1, 2020', [['Rocky Widgets LLC', 'current']]],
    ['Rocky Widgets LLC, Colorado Authority Terminated August 1, 2002', [['Rocky Widgets LLC', 'current']]],
    ['ROCKY TRUST, DATED MARCH 1, 2020', [['ROCKY TRUST, DATED MARCH 1, 2020', 'current']]],
    ['NOBLE CORP / SWITZERLAND', [['NOBLE CORP / SWITZERLAND', 'current']]],
    ['ASPEN HOUSING COMPANY 176-HD-004', [['ASPEN HOUSING COMPANY', 'current']]],
    ['Aspen Homes, Inc 082-HD032', [['Aspen Homes, Inc', 'current']]],
    ['Aspen Homes (HUD Project No. 017-35305)', [['Aspen Homes', 'current']]],
    ['Aspen Homes - Project Number: 017-EH-123-NP-WAH', [['Aspen Homes', 'current']]],
    ['Aspen Clinic, Inc. & Subsidiary', [['Aspen Clinic, Inc.', 'current']]],
    ['Aspen Clinic and Its Affiliates', [['Aspen Clinic', 'current']]],
    ['LOCAL 300-3000', [['LOCAL 300-3000', 'current']]],
    ['PROJECT 180 INC', [['PROJECT 180 INC', 'current']]],
    ['AND AFFILIATES', [['AND AFFILIATES', 'current']]],
    ['AKA', [['AKA', 'current']]],
  ] as const)('%s', (text, expected) => {
    expect(nameParts(current(text)).map((part) => [part.text, part.kind])).toEqual(expected);
  });
});

describe('an address', () => {
  it.each([
    ['125 E 300 S STE 205', '125 300 SOUTH STE 205'],
    ['11211 Resource Parkway', '11211 RESOURCE PKWY'],
    ['P.O. Box 52', 'PO BOX 52'],
    ['103 3RD ST SW', '103 3rd Street'],
  ])('%s is %s', (ours, theirs) => {
    const doorOf = (street: string) =>
      normaliseAddress({ street, city: 'Provo', state: 'ut', zip: '84606-1234' }).door;
    expect(doorOf(ours)).toBe(doorOf(theirs));
    expect(doorOf(ours)).not.toBe('');
  });

  it('without house number or ZIP code names no door', () => {
    expect(normaliseAddress({ street: 'Merck Dr', city: '', state: '', zip: '07065' }).door).toBe('');
    expect(normaliseAddress({ street: '1 Merck Dr', city: '', state: '', zip: '' }).door).toBe('');
  });
});

describe('people', () => {
  it.each([
    ['PIUS KABIRITSI', 'Kabiritsi, Pius', 'same'],
    ['BOBBIE SHAW-HUNTER', 'Dr Bobbie Shaw-Hunter', 'same'],
    ['WILLIAM L MARTIN', 'Bill Martin', 'surname'],
    ['MARY JONES', 'MARY SMITH', 'other'],
    ["SEAN O'MALLEY", 'Sean O\u2019Malley', 'same'],
    ["SEAN O'MALLEY", 'Sean O`Malley', 'same'],
    ["SEAN O'MALLEY", 'Sean O\u02bcMalley', 'same'],
    ["SEAN O'MALLEY", 'Sean O\u00b4Malley', 'same'],
    ["SEAN O'MALLEY", 'Sean O\u2032Malley', 'same'],
    ["SEAN O'MALLEY", 'Sean O Malley', 'same'],
    ["SEAN O'MALLEY", 'Sean OMalley', 'same'],
    ["SEAN O'MALLEY", 'O\u2019MALLEY,  SEAN  P.', 'same'],
    ["SEAN O'MALLEY", 'Mary O Malley', 'surname'],
    ['ANA DE LA CRUZ', 'Ana Delacruz', 'same'],
    ['BOBBIE SHAW-HUNTER', 'Bobbie Shaw\u2010Hunter, Jr.', 'same'],
    ['José Núñez', 'JOSE NUNEZ', 'same'],
    ['MARY JONES', 'MA RY SMITH', 'other'],
  ])('%s | %s -> %s', (ours, theirs, likeness) => {
    const person = (raw: string) => normalisePerson(raw) ?? { raw, words: [] };
    expect(comparePeople(person(ours), person(theirs))).toBe(likeness);
  });

  it('a surname alone is nobody', () => {
    expect(normalisePerson('Smith')).toBeUndefined();
  });
});
