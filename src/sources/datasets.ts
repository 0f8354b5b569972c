import type { Dataset } from './declare/index.js';
import { usCoUcc } from './us/co/ucc.js';
import { usCtUcc } from './us/ct/ucc.js';
import { usFacAuditees } from './us/fac/auditees.js';
import { usIrsExemptOrganizations } from './us/irs/exempt-organizations.js';
import { usIrsForm990 } from './us/irs/form-990.js';
import { usLdaFilings } from './us/lda/filings.js';
import { usNyEntityFilings } from './us/ny/entity-filings.js';
import { usSamRegistrations } from './us/sam/registrations.js';
import { usSbaPpp } from './us/sba/ppp.js';
import { usUsaspendingContracts } from './us/usaspending/contracts.js';

/** The data sets that enrich entities. A new one is a file and a line here. */
export const DATASETS: readonly Dataset[] = [
  usCoUcc,
  usCtUcc,
  usFacAuditees,
  usIrsExemptOrganizations,
  usIrsForm990,
  usLdaFilings,
  usNyEntityFilings,
  usSamRegistrations,
  usSbaPpp,
  usUsaspendingContracts,
];
