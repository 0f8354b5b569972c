/** Returns the name of a SAM business type; `undefined` for an unknown code. */
export function businessTypeTitle(code: string): string | undefined {
  return TITLES.get(code.toUpperCase());
}

/** Source: General Services Administration, SAM Functional Data Dictionary, business types. Not checked against its files. */
const TITLES: ReadonlyMap<string, string> = new Map(
  `05 Alaskan Native Corporation Owned Firm
12 U.S. Local Government
1A Minority Institution
1B Tribally Owned Firm
1D Small Agricultural Cooperative
1R Private University or College
20 Foreign Owned
23 Minority-Owned Business
27 Self-Certified Small Disadvantaged Business
2F U.S. State Government
2R U.S. Federal Government
2U Other Not For Profit Organization
2X For Profit Organization
3I Tribal Government
6D Domestic Shelter
80 Hospital
86 Interstate Entity
8B Housing Authorities Public/Tribal
8C Joint Venture Women-Owned Small Business
8D Economically Disadvantaged Joint Venture Women-Owned Small Business
8E Economically Disadvantaged Women-Owned Small Business
8U Native Hawaiian Organization Owned Firm
8W Woman-Owned Small Business
A2 Woman-Owned Business
A3 Labor Surplus Area Firm
A5 Veteran-Owned Business
A8 Nonprofit Organization
BZ Foundation
C6 Municipality
C7 County
C8 City
CY Foreign Government
F Business or Organization
FO Township
FR Asian-Pacific American Owned
FY Veterinary Hospital
G3 Alaskan Native Servicing Institution
G5 Native Hawaiian Servicing Institution
G6 1862 Land Grant College
G7 1890 Land Grant College
G8 1994 Land Grant College
GW Hispanic Servicing Institution
H2 Community Development Corporation
H6 School District
HB Historically Black College or University
HK Community Development Corporation Owned Firm
HQ DOT-Certified Disadvantaged Business Enterprise
HS Tribal College
JX Self-Certified HUBZone Joint Venture
KM Planning Commission
LJ Limited Liability Company
M8 Educational Institution
MF Manufacturer of Goods
MG Local Government Owned
NB Native American Owned
NG Federal Agency
OH State Controlled Institution of Higher Learning
OW American Indian Owned
OY Black American Owned
PI Hispanic American Owned
QF Service-Disabled Veteran-Owned Business
QU Veterinary College
QW Federally Funded Research and Development Center
QZ Subcontinent Asian (Asian-Indian) American Owned
T4 Port Authority
TR Airport Authority
TW Transit Authority
UD Council of Governments
XS Subchapter S Corporation
XY Indian Tribe (Federally Recognized)
ZR Inter-municipal
ZW School of Forestry`
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
);
