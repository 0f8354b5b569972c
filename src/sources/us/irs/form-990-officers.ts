import type { Officer } from '../../../domain/entity.js';
import { hasLeftOffice } from '../../../domain/people/ended-office.js';
import type { XmlElement } from '../../declare/index.js';

/**
 * The elements in which each form lists its officers. Schemas from 2013 on and those before; of the older 990EZ and 990PF no real
 * return was at hand.
 */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  IRS990: ['Form990PartVIISectionAGrp', 'Form990PartVIISectionA'],
  IRS990EZ: ['OfficerDirectorTrusteeEmplGrp', 'OfficerDirectorTrusteeKeyEmpl'],
  IRS990PF: [
    'OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp',
    'OfcrDirTrusteesKeyEmployeeInfo/OfcrDirTrusteesOrKeyEmployee',
  ],
};

export const OFFICER_PATHS: readonly string[] = Object.entries(FORMS).flatMap(([form, paths]) =>
  paths.map((path) => `/Return/ReturnData/${form}/${path}`),
);

/**
 * Returns the officers as listed without those who left by `asOf`, `YYYY-MM-DD`; if the form lists none, the one who signed.
 * Never addresses, phones or pay.
 */
export function officersOf(root: XmlElement, asOf: string): Officer[] {
  const listed = Object.entries(FORMS).flatMap(([form, paths]) =>
    paths.flatMap((path) => allAt(root, ['ReturnData', form, ...path.split('/')]).flatMap(officerOf)),
  );
  if (listed.length > 0) return listed.filter(({ name, title }) => !hasLeftOffice(name, title, asOf));
  const header = childOf(root, 'ReturnHeader');
  return allAt(header, ['BusinessOfficerGrp'])
    .concat(allAt(header, ['Officer']))
    .flatMap(officerOf);
}

/** The text of the first existing child, with spaces collapsed. */
export function textOf(element: XmlElement | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = childOf(element, name)?.text.trim().replace(/\s+/g, ' ').normalize();
    if (text) return text;
  }
  return undefined;
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** A name on two lines is one name. */
export function businessName(element: XmlElement | undefined): string | undefined {
  const lines = [
    textOf(element, 'BusinessNameLine1Txt', 'BusinessNameLine1'),
    textOf(element, 'BusinessNameLine2Txt', 'BusinessNameLine2'),
  ];
  return lines.filter((line) => line !== undefined).join(' ') || undefined;
}

/** An officer may be a company, such as a bank as trustee. `SEE STATEMENT 5` is nobody. */
function officerOf(element: XmlElement): Officer[] {
  const person = textOf(element, 'PersonNm', 'NamePerson', 'PersonName', 'Name');
  const name = person ?? businessName(childOf(element, 'BusinessName') ?? childOf(element, 'NameBusiness'));
  if (name === undefined || REFERENCE.test(name) || !holdsOffice(element)) return [];
  return [{ name, title: textOf(element, 'TitleTxt', 'Title', 'PersonTitleTxt') ?? null }];
}

/**
 * Part VII lists present and former officers and the highest-paid employees, each with a mark. If a person has
 * several marks, any of them makes an officer; the other forms have no marks.
 */
function holdsOffice(element: XmlElement): boolean {
  const isMarked = (marks: readonly string[]) =>
    marks.some((mark) => /^(?:x|1|true)$/i.test(textOf(element, mark) ?? ''));
  if (isMarked(FORMER)) return false;
  return isMarked(IN_OFFICE) || !isMarked(EMPLOYEES);
}

const FORMER = ['FormerOfcrDirectorTrusteeInd', 'FormerOfcrDirOrTrusteeInd', 'Former'];
const IN_OFFICE = [
  ...['IndividualTrusteeOrDirectorInd', 'InstitutionalTrusteeInd', 'OfficerInd', 'KeyEmployeeInd'],
  ...['IndividualTrusteeOrDirector', 'InstitutionalTrustee', 'Officer', 'KeyEmployee'],
];
const EMPLOYEES = ['HighestCompensatedEmployeeInd', 'HighestCompensatedEmployee'];

const REFERENCE = /^see (?:add|att|gen|list|part|sch|st(?:ate)?m|supp)/i;

/** Returns the elements at a path below an element. */
export function allAt(element: XmlElement | undefined, path: readonly string[]): XmlElement[] {
  const [name, ...rest] = path;
  if (element === undefined) return [];
  if (name === undefined) return [element];
  return element.children.filter((child) => child.name === name).flatMap((child) => allAt(child, rest));
}
