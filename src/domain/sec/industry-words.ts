/** Words for what a company makes or sells, and the beginnings of the SIC codes of such companies (https://www.sec.gov/search-filings/standard-industrial-classification-sic-code-list). */
const INDUSTRIES = `
airline airlines airways 451 452 | autos automobiles cars vehicles trucks 371 55 | bank banking 60 671 | beer brewery brewing 208 | biotech 283 873
books bookstore 27 594 | broker brokerage 62 | cable 484 | candy chocolate 206 | casino casinos 701 79 | cement 324 327 | cereal cereals 204
chemical chemicals 28 | chips semiconductor semiconductors 3674 | cigarettes tobacco 21 | clothes clothing apparel 23 56 | coal 12
coffee pizza burgers restaurant restaurants 581 | computer computers 357 | cosmetics makeup 284 | cruise cruises 44 | drugs drugmaker pharma 283 512
pharmaceutical pharmaceuticals medicines 283 512 | electronics 36 573 | engines 351 372 | equipment machinery tractors 352 353 | films movies studios 78
food foods snacks soup 20 51 | furniture 25 571 | gas oil petroleum 13 29 46 49 554 | gold mining mines 10 14 | grocery groceries supermarkets 541
guns firearms 348 | homes homebuilder homebuilders 152 153 | hospital hospitals 806 | hotel hotels resort resorts 701 | insurance insurer 63 64
jets planes aircraft aerospace 372 376 | motorcycles 375 | newspaper newspapers 271 | paint paints 285 52 | paper 26 | pharmacy drugstore drugstores 591
phone phones wireless telecom 366 48 | power electric utility 49 | railroad railway trains 40 | retail retailer shop shops store stores 52 53 54 55 56 57 59
shipping 42 44 45 47 | shoes sneakers footwear 302 314 566 | soap detergent 284 | soda drinks beverages 208 | software 737 | steel 331 332 339
tires 301 | toys 394 | trucking 42
`;

const CODES: ReadonlyMap<string, readonly string[]> = new Map(
  INDUSTRIES.trim()
    .split(/\s*[|\n]\s*/)
    .flatMap((line) => {
      const words = line.split(' ');
      const codes = words.filter((word) => /^\d/.test(word));
      return words.filter((word) => !/^\d/.test(word)).map((word) => [word, codes] as const);
    }),
);

/** Returns the beginnings of the SIC codes of the industry that a normalised word names; none if it names none. */
export function industryCodes(word: string): readonly string[] {
  return CODES.get(word) ?? [];
}
