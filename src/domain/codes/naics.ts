/**
 * Returns the title of the subsector of an industry code, which is its first three digits; undefined for an unknown one. Titles of
 * the 2022 edition, and of 2017 for subsectors that the newer edition does not have.
 */
export function naicsTitle(code: string | null): string | undefined {
  return code === null ? undefined : SUBSECTORS.get(code.slice(0, 3));
}

/** Source: US Census Bureau, North American Industry Classification System, 2022 and 2017. Not checked against its files. */
const SUBSECTORS: ReadonlyMap<string, string> = new Map(
  `111 Crop Production
112 Animal Production and Aquaculture
113 Forestry and Logging
114 Fishing, Hunting and Trapping
115 Support Activities for Agriculture and Forestry
211 Oil and Gas Extraction
212 Mining (except Oil and Gas)
213 Support Activities for Mining
221 Utilities
236 Construction of Buildings
237 Heavy and Civil Engineering Construction
238 Specialty Trade Contractors
311 Food Manufacturing
312 Beverage and Tobacco Product Manufacturing
313 Textile Mills
314 Textile Product Mills
315 Apparel Manufacturing
316 Leather and Allied Product Manufacturing
321 Wood Product Manufacturing
322 Paper Manufacturing
323 Printing and Related Support Activities
324 Petroleum and Coal Products Manufacturing
325 Chemical Manufacturing
326 Plastics and Rubber Products Manufacturing
327 Nonmetallic Mineral Product Manufacturing
331 Primary Metal Manufacturing
332 Fabricated Metal Product Manufacturing
333 Machinery Manufacturing
334 Computer and Electronic Product Manufacturing
335 Electrical Equipment, Appliance, and Component Manufacturing
336 Transportation Equipment Manufacturing
337 Furniture and Related Product Manufacturing
339 Miscellaneous Manufacturing
423 Merchant Wholesalers, Durable Goods
424 Merchant Wholesalers, Nondurable Goods
425 Wholesale Trade Agents and Brokers
441 Motor Vehicle and Parts Dealers
442 Furniture and Home Furnishings Stores
443 Electronics and Appliance Stores
444 Building Material and Garden Equipment and Supplies Dealers
445 Food and Beverage Retailers
446 Health and Personal Care Stores
447 Gasoline Stations
448 Clothing and Clothing Accessories Stores
449 Furniture, Home Furnishings, Electronics, and Appliance Retailers
451 Sporting Goods, Hobby, Musical Instrument, and Book Stores
452 General Merchandise Stores
453 Miscellaneous Store Retailers
454 Nonstore Retailers
455 General Merchandise Retailers
456 Health and Personal Care Retailers
457 Gasoline Stations and Fuel Dealers
458 Clothing, Clothing Accessories, Shoe, and Jewelry Retailers
459 Sporting Goods, Hobby, Musical Instrument, Book, and Miscellaneous Retailers
481 Air Transportation
482 Rail Transportation
483 Water Transportation
484 Truck Transportation
485 Transit and Ground Passenger Transportation
486 Pipeline Transportation
487 Scenic and Sightseeing Transportation
488 Support Activities for Transportation
491 Postal Service
492 Couriers and Messengers
493 Warehousing and Storage
511 Publishing Industries (except Internet)
512 Motion Picture and Sound Recording Industries
513 Publishing Industries
515 Broadcasting (except Internet)
516 Broadcasting and Content Providers
517 Telecommunications
518 Computing Infrastructure Providers, Data Processing, Web Hosting, and Related Services
519 Web Search Portals, Libraries, Archives, and Other Information Services
521 Monetary Authorities-Central Bank
522 Credit Intermediation and Related Activities
523 Securities, Commodity Contracts, and Other Financial Investments and Related Activities
524 Insurance Carriers and Related Activities
525 Funds, Trusts, and Other Financial Vehicles
531 Real Estate
532 Rental and Leasing Services
533 Lessors of Nonfinancial Intangible Assets (except Copyrighted Works)
541 Professional, Scientific, and Technical Services
551 Management of Companies and Enterprises
561 Administrative and Support Services
562 Waste Management and Remediation Services
611 Educational Services
621 Ambulatory Health Care Services
622 Hospitals
623 Nursing and Residential Care Facilities
624 Social Assistance
711 Performing Arts, Spectator Sports, and Related Industries
712 Museums, Historical Sites, and Similar Institutions
713 Amusement, Gambling, and Recreation Industries
721 Accommodation
722 Food Services and Drinking Places
811 Repair and Maintenance
812 Personal and Laundry Services
813 Religious, Grantmaking, Civic, Professional, and Similar Organizations
814 Private Households
921 Executive, Legislative, and Other General Government Support
922 Justice, Public Order, and Safety Activities
923 Administration of Human Resource Programs
924 Administration of Environmental Quality Programs
925 Administration of Housing Programs, Urban Planning, and Community Development
926 Administration of Economic Programs
927 Space Research and Technology
928 National Security and International Affairs`
    .split('\n')
    .map((line) => [line.slice(0, 3), line.slice(4)]),
);
