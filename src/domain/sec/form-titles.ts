import { canonicalForm } from './forms.js';

/** Returns the title of a form type, followed by `(amendment)` for amendments; `undefined` for a type that the list lacks. */
export function formTitle(form: string): string | undefined {
  const canonical = canonicalForm(form);
  const title = TITLES.get(canonical);
  if (title !== undefined || !canonical.endsWith('/A')) return title;
  const root = TITLES.get(canonical.slice(0, -2));
  return root === undefined ? undefined : `${root} (amendment)`;
}

/** Source: the SEC's index of forms and the form types of the EDGAR Filer Manual, shortened. Not checked against them. */
const TITLES: ReadonlyMap<string, string> = new Map(
  `1-A: Offering statement under Regulation A
1-K: Annual report under Regulation A
1-SA: Semiannual report under Regulation A
1-U: Current report under Regulation A
1-Z: Exit report under Regulation A
10-12B: Registration of securities on an exchange
10-12G: Registration of securities
10-D: Distribution report of an asset-backed issuer
10-K405: Annual report
10-K: Annual report
10-KSB: Annual report of a small business issuer
10-KT: Annual report for a transition period
10-Q: Quarterly report
10-QSB: Quarterly report of a small business issuer
10-QT: Quarterly report for a transition period
11-K: Annual report of an employee stock plan
12B-25: Notification of late filing
13F-HR: Holdings report of an institutional investment manager
13F-NT: Notice of an institutional investment manager
144: Notice of a proposed sale of securities
15-12B: Termination of registration
15-12G: Termination of registration
15-15D: Suspension of the duty to file reports
18-K: Annual report of a foreign government
19B-4E: Notice of a new derivative product by an exchange
20-F: Annual report of a foreign private issuer
20-FR: Registration of a foreign private issuer
24F-2NT: Annual notice of securities sold by a fund
25-NSE: Removal from listing by the exchange
253G1: Offering circular under Regulation A
253G2: Offering circular under Regulation A
25: Removal from listing by the issuer
305B2: Application to designate a trustee
3: Initial statement of beneficial ownership
40-17F2: Accountant’s certificate on custody by an investment company
40-17G: Fidelity bond of an investment company
40-24B2: Sales literature of an investment company
40-APP: Application under the Investment Company Act
40-F: Annual report of a Canadian issuer
424A: Prospectus
424B1: Prospectus
424B2: Prospectus
424B3: Prospectus
424B4: Prospectus
424B5: Prospectus
424B7: Prospectus
424B8: Prospectus
424H: Preliminary prospectus of an asset-backed issuer
425: Communication about a business combination
485APOS: Post-effective amendment of a fund’s registration
485BPOS: Post-effective amendment of a fund’s registration
485BXT: Amendment that sets a new effective date of a fund’s registration
487: Pre-effective amendment of a unit investment trust’s registration
497: Fund prospectus
497J: Certification of a fund prospectus
497K: Summary prospectus of a fund
4: Changes in beneficial ownership
5: Annual statement of beneficial ownership
6-K: Report of a foreign private issuer
8-A12B: Registration of a class of securities on an exchange
8-A12G: Registration of a class of securities
8-K12B: Current report of a successor issuer
8-K12G3: Current report of a successor issuer
8-K: Current report
ABS-15G: Report of an asset-backed securitizer
ABS-EE: Asset-level data of an asset-backed issuer
ADV: Registration of an investment adviser
ARS: Annual report to security holders
AW: Withdrawal of an amendment
C-AR: Annual report of a crowdfunding issuer
C-TR: Termination of reporting of a crowdfunding issuer
C-U: Progress update of a crowdfunding offering
C: Offering statement of a crowdfunding offering
CB: Tender or rights offer of a foreign issuer
CERT: Certification of listing by an exchange
CERTNAS: Certification of listing by Nasdaq
CERTNYS: Certification of listing by the New York Stock Exchange
CORRESP: Correspondence with the staff of the SEC
CT ORDER: Order on confidential treatment
D: Notice of an exempt offering
DEF 14A: Definitive proxy statement
DEF 14C: Definitive information statement
DEFA14A: Additional proxy material
DEFC14A: Definitive proxy statement of a contested solicitation
DEFM14A: Definitive proxy statement about a merger
DEFM14C: Definitive information statement about a merger
DEFR14A: Revised definitive proxy statement
DFAN14A: Additional proxy material of a person other than the company
DRS: Draft registration statement
DRSLTR: Correspondence about a draft registration statement
EFFECT: Notice of effectiveness
F-10: Registration of securities of a Canadian issuer
F-1: Registration of securities of a foreign private issuer
F-3: Registration of securities of a foreign private issuer
F-4: Registration of securities of a foreign private issuer in a business combination
F-6 POS: Post-effective amendment of a registration of depositary shares
F-6: Registration of depositary shares
F-6EF: Registration of depositary shares
F-X: Appointment of an agent for service of process
FWP: Free writing prospectus
IRANNOTICE: Notice of disclosure about Iran
MA-I: Information on a person associated with a municipal advisor
MA: Registration of a municipal advisor
N-14: Registration of securities of a fund in a business combination
N-1A: Registration of an open-end fund
N-2: Registration of a closed-end fund
N-30B-2: Periodic report of a fund
N-30D: Report of a fund to its shareholders
N-CEN: Annual report of a fund
N-CSR: Shareholder report of a fund
N-CSRS: Semiannual shareholder report of a fund
N-MFP1: Monthly holdings of a money market fund
N-MFP2: Monthly holdings of a money market fund
N-MFP3: Monthly holdings of a money market fund
N-MFP: Monthly holdings of a money market fund
N-PX: Proxy voting record of a fund
N-Q: Quarterly holdings of a fund
NPORT-EX: Exhibit to the holdings of a fund
NPORT-P: Monthly holdings of a fund
NSAR-A: Semiannual report of a fund
NSAR-B: Annual report of a fund
NSAR-U: Annual report of a unit investment trust
NT 10-K: Notification of a late annual report
NT 10-Q: Notification of a late quarterly report
NT 11-K: Notification of a late annual report of an employee stock plan
NT 20-F: Notification of a late annual report
NT NCSR: Notification of a late shareholder report
POS AM: Post-effective amendment of a registration
POS AMI: Post-effective amendment of a fund’s registration
POS EX: Post-effective amendment to add exhibits
POSASR: Post-effective amendment of an automatic shelf registration
PRE 14A: Preliminary proxy statement
PRE 14C: Preliminary information statement
PREC14A: Preliminary proxy statement of a contested solicitation
PREM14A: Preliminary proxy statement about a merger
PRER14A: Revised preliminary proxy statement
PRER14C: Revised preliminary information statement
PX14A6G: Notice of an exempt solicitation
QUALIF: Notice of qualification of a Regulation A offering
REVOKED: Order that revokes a registration
RW: Withdrawal of a registration
S-11: Registration of securities of a real estate company
S-1: Registration of securities
S-3: Registration of securities of a reporting issuer
S-3ASR: Automatic shelf registration
S-4: Registration of securities in a business combination
S-6: Registration of a unit investment trust
S-8 POS: Post-effective amendment of an employee benefit plan’s registration
S-8: Registration of securities of an employee benefit plan
SC 13D: Report of beneficial ownership above 5 %
SC 13E3: Going-private transaction
SC 13G: Passive report of beneficial ownership above 5 %
SC 14D9: Recommendation on a tender offer
SC 14F1: Change in a majority of directors
SC TO-C: Communication before a tender offer
SC TO-I: Tender offer by the issuer
SC TO-T: Tender offer by a third party
SC14D9C: Communication before a recommendation on a tender offer
SD: Specialized disclosure
SF-1: Registration of asset-backed securities
SF-3: Shelf registration of asset-backed securities
T-3: Qualification of a trust indenture
TA-1: Registration of a transfer agent
TA-2: Annual report of a transfer agent
UPLOAD: Letter of the staff of the SEC
X-17A-5: Annual report of a broker or dealer`
    .split('\n')
    .map((line) => {
      const end = line.indexOf(': ');
      return [canonicalForm(line.slice(0, end)), line.slice(end + 2)];
    }),
);
