/** One Form 5500 or 5500-SF filing of an employee benefit plan, as stored. */
export interface PlanDocument {
  /** Of the sponsor, not of the administrator. */
  readonly ein: string;
  /** Three digits, unique for each sponsor. */
  readonly planNumber: string;
  readonly planName: string;
  readonly sponsorName: string;
  readonly form: '5500' | '5500-SF';
  readonly planType: 'single_employer' | 'multiemployer' | 'multiple_employer' | null;
  /** `YYYY-MM-DD`, like the following. */
  readonly yearStart: string | null;
  readonly yearEnd: string | null;
  readonly filed: string | null;
  readonly amended: boolean;
  /** The last filing of the plan. */
  readonly final: boolean;
  /** Retired and separated participants included. */
  readonly participantsAtStart: number | null;
  /** At the end of the plan year. */
  readonly activeParticipants: number | null;
}

export const PLANS = 'us_dol_form_5500';

/** Party key of the sponsor of a plan. */
export const sponsorOf = (ein: string) => `ein:${ein}`;
