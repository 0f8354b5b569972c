import { readdirSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { takenBy } from '../../sources/taken-by.js';
import { realFile, withoutRealData } from '../../support/real-data.js';

const skip = withoutRealData('files that are of one source and no other');

/** What takes files in such a place; it may refuse some of them: layouts of the past, documents of no record. */
const TAKERS: Readonly<Record<string, readonly (readonly [path: RegExp, sources: readonly string[]])[]>> = {
  federal: [
    [/^csl\//, ['us_ita_screening_list']],
    [/^fac\//, ['us_fac_auditees']],
    [/^fdic_failed\//, ['us_fdic_failed_banks']],
    [/^fmcsa\//, ['us_fmcsa_carriers']],
    [/^gleif\/lei2-/, ['us_gleif_lei_records']],
    [/^gleif\/rr-golden/, ['us_gleif_relationships']],
    [/^irs_990(?:_more)?\//, ['us_irs_form_990']],
    [/^irs_bmf\//, ['us_irs_eo_bmf', 'us_irs_exempt_organizations']],
    [/^lda\//, ['us_lda_filings']],
    [/^leie\//, ['us_hhs_leie']],
    [/^ofac\//, ['us_ofac_sdn', 'us_ofac_consolidated']],
    [/^ppp\//, ['us_sba_ppp']],
    [/^sam\//, ['us_sam_entities', 'us_sam_registrations']],
    [/^sam_exclusions\//, ['us_sam_exclusions']],
    [/^sec_companyfacts\//, ['us_sec_company_facts']],
    [/^usaspending\/assistance_/, ['us_usaspending_assistance']],
    [/^usaspending\/contracts_/, ['us_usaspending_contracts']],
  ],
  sec: [
    [/^daily-index\//, ['us_sec_daily_index']],
    [/^fsds\//, ['us_sec_financial_statements', 'us_sec_financial_facts']],
    [/^full-index\//, ['us_sec_full_index']],
    [/^submissions\//, ['us_sec_submissions']],
    [/^tickers\//, ['us_sec_tickers']],
  ],
  state: [
    [/ak_corporations/, ['us_ak_corporations']],
    [/ct_business/, ['us_ct_business_registry']],
    [/ct_liens/, ['us_ct_ucc']],
    [/ngch-56tr/, ['us_ct_licenses']],
    [/il_licenses/, ['us_il_professional_licenses']],
    [/tx_licenses/, ['us_tx_tdlr_licenses']],
    [/r5kz-chrr|uupf-x98q/, ['us_il_chicago_business_licenses']],
    [/n9v6-gdp6/, ['us_ny_active_corporations']],
    [/ci93-uc8s/, ['us_ny_nyc_mwbe']],
    [/ez5t-3qay/, ['us_ia_business_entities']],
    [/20230929c-first1200/, ['us_fl_corporations']],
    [/viap-eh6m/, ['us_md_mbe']],
    [/rerf-sf77/, ['us_ny_ida_awards']],
    [/data\.oregon\.gov/, ['us_or_active_businesses']],
    [/3kwi-7zsj/, ['us_wa_webs_vendors']],
    [/m8qx-ubtq/, ['us_wa_contractors']],
  ],
};

describe.skipIf(skip)('real files', () => {
  test.each(Object.entries(TAKERS))(
    'of %s are taken by the source they are of, and by no other',
    async (folder, takers) => {
      const taken = new Set<string>();
      for (const path of readdirSync(realFile(folder), { recursive: true, encoding: 'utf8' })) {
        if (statSync(realFile(folder, path)).isDirectory()) continue;
        const own = takers.find(([pattern]) => pattern.test(path))?.[1] ?? [];
        for (const source of await takenBy(realFile(folder, path))) {
          taken.add(source);
          expect(own, `${path} is taken by ${source}`).toContain(source);
        }
      }
      expect([...taken].sort()).toEqual([...new Set(takers.flatMap(([, sources]) => sources))].sort());
    },
  );
});
