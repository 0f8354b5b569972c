import type { Source } from './declare/index.js';
import { usAkCorporations } from './us/ak/corporations.js';
import { usCoBusinessEntities } from './us/co/business-entities.js';
import { usCoProfessionalLicenses } from './us/co/professional-licenses.js';
import { usCoTradeNames } from './us/co/trade-names.js';
import { usCtBusinessRegistry } from './us/ct/business-registry.js';
import { usCtLicenses } from './us/ct/licenses.js';
import { usDcCorporateRegistrations } from './us/dc/corporate-registrations.js';
import { usFdicInstitutions } from './us/fdic/institutions.js';
import { usFlCorporations } from './us/fl/corporations.js';
import { usFlFictitiousNames } from './us/fl/fictitious-names.js';
import { usFmcsaCarriers } from './us/fmcsa/carriers.js';
import { usIaBusinessEntities } from './us/ia/business-entities.js';
import { usIlChicagoBusinessLicenses } from './us/il/chicago-business-licenses.js';
import { usIlProfessionalLicenses } from './us/il/professional-licenses.js';
import { usIrsEoBmf } from './us/irs/eo-bmf.js';
import { usMdMbe } from './us/md/mbe.js';
import { usNyActiveCorporations } from './us/ny/active-corporations.js';
import { usNyDailyFilings } from './us/ny/daily-filings.js';
import { usNyIdaAwards } from './us/ny/ida-awards.js';
import { usNyNycAcrisUcc } from './us/ny/nyc-acris-ucc.js';
import { usNyNycMwbe } from './us/ny/nyc-mwbe.js';
import { usOrActiveBusinesses } from './us/or/active-businesses.js';
import { usPaRegisteredBusinesses } from './us/pa/registered-businesses.js';
import { usSamEntities } from './us/sam/entities.js';
import { usSecDailyIndex } from './us/sec/daily-index.js';
import { usSecFullIndex } from './us/sec/full-index.js';
import { usSecSubmissions } from './us/sec/submissions.js';
import { usSecTickers } from './us/sec/tickers.js';
import { usTxFranchiseTaxpayers } from './us/tx/franchise-taxpayers.js';
import { usTxTdlrLicenses } from './us/tx/tdlr-licenses.js';
import { usUsaspendingAssistance } from './us/usaspending/assistance.js';
import { usWaContractors } from './us/wa/contractors.js';
import { usWaWebsVendors } from './us/wa/webs-vendors.js';

/** All sources. A new source is a file and a line here. */
export const SOURCES: readonly Source[] = [
  usAkCorporations,
  usCoBusinessEntities,
  usCoProfessionalLicenses,
  usCoTradeNames,
  usCtBusinessRegistry,
  usCtLicenses,
  usDcCorporateRegistrations,
  usFdicInstitutions,
  usFlCorporations,
  usFlFictitiousNames,
  usFmcsaCarriers,
  usIaBusinessEntities,
  usIlChicagoBusinessLicenses,
  usIlProfessionalLicenses,
  usIrsEoBmf,
  usMdMbe,
  usNyActiveCorporations,
  usNyDailyFilings,
  usNyIdaAwards,
  usNyNycAcrisUcc,
  usNyNycMwbe,
  usOrActiveBusinesses,
  usPaRegisteredBusinesses,
  usSamEntities,
  usSecDailyIndex,
  usSecFullIndex,
  usSecSubmissions,
  usSecTickers,
  usTxFranchiseTaxpayers,
  usTxTdlrLicenses,
  usUsaspendingAssistance,
  usWaContractors,
  usWaWebsVendors,
];
