import { describe, expect, test } from 'vitest';
import { readKey } from '../../src/domain/key-format.js';
import * as keys from '../../src/sources/us/keys.js';

describe('what a spreadsheet did to a key is undone if one key can be meant', () => {
  test.each([
    [keys.EIN, '10000001', '010000001'],
    [keys.EIN, '4101', '000004101'],
    [keys.EIN, '="042000009"', '042000009'],
    [keys.EIN, "'042000008", '042000008'],
    [keys.EIN, '10000001.0', '010000001'],
    [keys.EIN, '10,000,001', '010000001'],
    [keys.EIN, '04-2000007', '042000007'],
    [keys.EIN, '04\u20132000007', '042000007'],
    [keys.PA_FILING, '7380992', '0007380992'],
    [keys.TX_FILE, '805503141', '0805503141'],
    [keys.CT_UCC_FILING, '3388083', '0003388083'],
    [keys.IA_CORPORATION, '87557', '087557'],
    [keys.CAGE, '1234', '01234'],
    [keys.NAME, '="Acme, Inc."', 'Acme, Inc.'],
    [keys.CO_ENTITY, "'20201234567", '20201234567'],
  ])('%o of %s', (format, text, key) => {
    expect(readKey(format, text)).toEqual({ key, isRestored: true });
  });
});

describe('a key in its publisher’s form is kept', () => {
  test.each([
    [keys.EIN, '010000001'],
    [keys.UEI, 'UE9QJD4KK1L6'],
    [keys.WA_CONTRACTOR, '1*2CACH865BC'],
    [keys.AK_ENTITY, '72D'],
    [keys.ACRIS_DOCUMENT, 'FT_1580006658858'],
    [keys.FL_DOCUMENT, 'P24000000001'],
    [keys.MD_CERTIFICATION, '07-362'],
    [keys.CONTRACT_AWARD, 'CONT_AWD_73351023P0025_7300_-NONE-_-NONE-'],
    [keys.NAME, "'47 Group"],
    [keys.NAME, 'M & G DuraVent, Inc. (#1)'],
  ])('%o of %s', (format, key) => {
    expect(readKey(format, key)).toEqual({ key, isRestored: false });
  });
});

describe('any other text is no key', () => {
  test.each([
    [keys.EIN, '4.2E+07'],
    [keys.EIN, '1234567890'],
    [keys.EIN, '123'],
    [keys.EIN, '04200000X'],
    [keys.UEI, 'TOOSHORT'],
    [keys.PPP_LOAN, '9.0E+09'],
    [keys.PPP_LOAN, '900000001'],
    [keys.CO_ENTITY, '2.02E+10'],
    [keys.FDIC_CERTIFICATE, '628.5'],
    [keys.ACRIS_DOCUMENT, '2.00609E+15'],
    [keys.MD_CERTIFICATION, 'Jul-62'],
    [keys.NAME, '#REF!'],
    [keys.NAME, '1.2E+10'],
    [keys.UNVERIFIED_NUMBER, '#N/A'],
    [keys.UNVERIFIED_NUMBER, '9.9E+11'],
  ])('%o of %s', (format, text) => {
    expect(readKey(format, text)).toBeUndefined();
  });
});
