import type { Identifier } from '../../../domain/entity.js';
import { readNumber } from '../../../domain/numbers.js';
import type { PartyName } from '../../../domain/records/dataset.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { LEI } from '../keys.js';
import { GLEIF, goldenCopy } from './agency.js';
import { FDIC_REGISTER, registerState } from './registers.js';

const OTHER_NAMES = [1, 2, 3, 4, 5].map((at) => `Entity.OtherEntityNames.OtherEntityName.${at}` as const);

const COLUMNS = [
  'LEI',
  'Entity.LegalName',
  'Entity.LegalJurisdiction',
  'Entity.EntityStatus',
  'Entity.RegistrationAuthority.RegistrationAuthorityID',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  'Registration.RegistrationStatus',
] as const;
const OPTIONAL = [...OTHER_NAMES, 'Entity.EntityCategory', 'Entity.LegalAddress.Country'] as const;

type LeiRow = Row<(typeof COLUMNS)[number] | (typeof OPTIONAL)[number]>;

/** Legal entity identifiers of bodies under the law of the United States or with their legal address there. */
export const usGleifLeiRecords = defineDataset({
  id: 'us_gleif_lei_records',
  title: 'GLEIF Golden Copy, legal entity identifiers in the United States',
  agency: GLEIF,
  licence: 'CC0 1.0',
  every: 'week',
  fetch: goldenCopy('lei2'),
  layout: 'verified',
  coverage:
    'Identifiers and register numbers only. A lapsed registration says nothing about the body. Register numbers are read for the ' +
    'states whose register code is known and agrees with the jurisdiction.',
  delivery: 'snapshot',
  expect: { min: 200_000 },
  tables: {
    records: {
      format: { kind: 'portal' },
      columns: COLUMNS,
      optional: OPTIONAL,
      keys: { LEI },
      ignore: [
        'ConformityFlag',
        'Extension*',
        'Entity.LegalName.*',
        'Entity.OtherEntityNames.*',
        'Entity.Transliterated*',
        'Entity.LegalAddress.*',
        'Entity.HeadquartersAddress.*',
        'Entity.OtherAddresses.*',
        'Entity.RegistrationAuthority.OtherRegistrationAuthorityID',
        'Entity.EntitySubCategory',
        'Entity.LegalForm.*',
        'Entity.AssociatedEntity.*',
        'Entity.EntityCreationDate',
        'Entity.EntityExpiration*',
        'Entity.SuccessorEntity.*',
        'Entity.LegalEntityEvents.*',
        'Registration.*',
      ],
    },
  },
  record: (group) => {
    const row = group.one('records');
    if (row === undefined || !isAmerican(row)) return undefined;
    const status = row.take('Registration.RegistrationStatus') ?? null;
    // Issued in error, or for a body that has another.
    if (status === 'ANNULLED' || status === 'DUPLICATE') return undefined;
    const lei = row.need('LEI');
    const identifiers: Identifier[] = [{ scheme: 'lei', value: lei }, ...registerNumbers(row)];
    const names: PartyName[] = [
      { text: row.need('Entity.LegalName'), kind: 'current' },
      ...OTHER_NAMES.flatMap((column) => {
        const text = row.take(column);
        return text === undefined ? [] : [{ text, kind: 'former' } as const];
      }),
    ];
    return {
      key: lei,
      document: { lei, entityStatus: row.take('Entity.EntityStatus') ?? null, registrationStatus: status },
      parties: [{ key: `lei:${lei}`, names, identifiers }],
    };
  },
});

function isAmerican(row: LeiRow): boolean {
  const jurisdiction = row.take('Entity.LegalJurisdiction') ?? '';
  return /^US(?:-|$)/.test(jurisdiction) || row.take('Entity.LegalAddress.Country') === 'US';
}

/** The number of a branch is that of the body it belongs to. */
function registerNumbers(row: LeiRow): Identifier[] {
  const code = row.take('Entity.RegistrationAuthority.RegistrationAuthorityID');
  const number = row.take('Entity.RegistrationAuthority.RegistrationAuthorityEntityID');
  const jurisdiction = row.take('Entity.LegalJurisdiction');
  const category = row.take('Entity.EntityCategory');
  if (number === undefined || category === 'BRANCH') return [];
  if (code === FDIC_REGISTER) {
    const certificate = readNumber('fdic', number);
    return certificate ? [{ scheme: 'fdic_cert', value: certificate.value }] : [];
  }
  const state = registerState(code, jurisdiction);
  const registered = state && readNumber('state-number', `${state}:${number}`);
  return registered ? [{ scheme: 'state_number', value: registered.value }] : [];
}
