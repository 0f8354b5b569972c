import type { Included } from '../../contract/records/enrichment.js';
import type { LobbyingItem } from '../../contract/records/lobbying.js';

/** The stored documents of the searchable data sets; enrichment reads the first members of each. */

export const CONTRACTS = 'us_usaspending_contracts';
export const LOBBYING = 'us_lda_filings';

type FederalItem<Part extends 'contracts' | 'lobbying'> = NonNullable<
  Included['federal'][Part]
>['items'][number];

export interface ContractDocument extends FederalItem<'contracts'> {
  readonly recipientName: string;
  readonly awardingSubAgency: string | null;
  readonly endDate: string | null;
  readonly awardType: string | null;
  readonly description: string | null;
  readonly naicsCode: string | null;
  readonly naicsDescription: string | null;
  readonly pscCode: string | null;
  /** The members below are missing in records stored by an earlier version. */
  readonly uniqueAwardKey?: string;
  readonly parentAwardId?: string | null;
  readonly recipientUei?: string | null;
}

export interface LobbyingDocument extends FederalItem<'lobbying'> {
  readonly filingId: string;
  readonly filingType: string | null;
  readonly filingYear: number | null;
  readonly filingPeriod: string | null;
  /** Missing in records stored by an earlier version. */
  readonly filingTypeDisplay?: string | null;
  readonly filingPeriodDisplay?: string | null;
  readonly registrantId: number | null;
  readonly clientId: number | null;
  readonly clientDescription: string | null;
  readonly income: number | null;
  readonly expenses: number | null;
  readonly activities: readonly LobbyingActivity[];
  readonly documentUrl: string | null;
}

export type LobbyingActivity = LobbyingItem['lobbyingActivities'][number];
