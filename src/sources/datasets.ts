import type { Dataset } from './declare/index.js';
import { usCoUcc } from './us/co/ucc.js';
import { usCtUcc } from './us/ct/ucc.js';
import { usDolForm5500 } from './us/dol/form-5500.js';
import { usFacAuditees } from './us/fac/auditees.js';
import { usFdicFailedBanks } from './us/fdic/failed-banks.js';
import { usGleifLeiRecords } from './us/gleif/lei-records.js';
import { usGleifRelationships } from './us/gleif/relationships.js';
import { usGleifReportingExceptions } from './us/gleif/reporting-exceptions.js';
import { usHhsLeie } from './us/hhs/leie.js';
import { usIrsExemptOrganizations } from './us/irs/exempt-organizations.js';
import { usIrsForm990 } from './us/irs/form-990.js';
import { usItaScreeningList } from './us/ita/screening-list.js';
import { usLdaFilings } from './us/lda/filings.js';
import { usNyEntityFilings } from './us/ny/entity-filings.js';
import { usOfacConsolidated } from './us/ofac/consolidated.js';
import { usOfacSdn } from './us/ofac/sdn.js';
import { usSamExclusions } from './us/sam/exclusions.js';
import { usSamRegistrations } from './us/sam/registrations.js';
import { usSbaPpp } from './us/sba/ppp.js';
import { usSecCompanyFacts } from './us/sec/company-facts.js';
import { usSecFinancialFacts } from './us/sec/financial-facts.js';
import { usSecFinancialStatements } from './us/sec/financial-statements.js';
import { usSecInsiders } from './us/sec/insiders.js';
import { usUsaspendingContracts } from './us/usaspending/contracts.js';

/** The data sets that enrich entities. A new one is a file and a line here. */
export const DATASETS: readonly Dataset[] = [
  usCoUcc,
  usCtUcc,
  usDolForm5500,
  usFacAuditees,
  usFdicFailedBanks,
  usGleifLeiRecords,
  usGleifRelationships,
  usGleifReportingExceptions,
  usHhsLeie,
  usIrsExemptOrganizations,
  usIrsForm990,
  usItaScreeningList,
  usLdaFilings,
  usNyEntityFilings,
  usOfacConsolidated,
  usOfacSdn,
  usSamExclusions,
  usSamRegistrations,
  usSbaPpp,
  usSecCompanyFacts,
  usSecFinancialFacts,
  usSecFinancialStatements,
  usSecInsiders,
  usUsaspendingContracts,
];
