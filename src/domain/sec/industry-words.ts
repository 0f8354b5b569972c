/**
 * Words for what a company makes, sells or does, and the SIC code prefixes of such companies
 * (https://www.sec.gov/search-filings/standard-industrial-classification-sic-code-list). A hyphen joins the words of a phrase.
 */
const INDUSTRIES = `
farm farms farming agriculture 01 02 07 | gold silver copper mining mines mine 10 14 333 | coal 12 | oil gas petroleum 13 29 46 49 51 554
drilling 13 | homes homebuilder homebuilders builder 152 153 | construction 15 16 17 | meat meats beef pork poultry chicken 201
dairy milk cheese ice-cream 202 | juice vegetables canned 203 | cereal cereals flour 204 | bread bakery cookies crackers 205
candy chocolate sugar gum 206 | food foods snacks snack 20 51 | soup jam ketchup 203 20 | peanut-butter 20 | beer wine liquor spirits whiskey brewery brewing 208
soda drinks beverages energy-drinks soft-drinks 208 | coffee tea 20 51 581 | cigarettes tobacco 21 | carpet carpets fabrics textiles 22
clothes clothing apparel jeans shirts uniforms underwear 22 23 31 56 | lumber wood timber 24 67 | furniture mattress mattresses 25 571
paper tissue tissues packaging boxes 24 26 | newspaper newspapers magazine magazines publisher publishing 27 | books bookstore 27 594
greeting-cards printing printer printers copiers 27 357 38 | biotech biotechnology 283 873 | drug drugs drugmaker pharma 283 512
pharmaceutical pharmaceuticals medicine medicines vaccine vaccines 283 512 | chemical chemicals plastics 28 30
soap detergent bleach shampoo cleaners 284 | cosmetics makeup perfume fragrance fragrances skincare 284 59 | paint paints 285 52
fertilizer seeds 287 01 07 | tires rubber 301 | shoes sneakers footwear boots 302 314 566 | handbags luggage leather 31 56 | glass 32
cement 324 327 | steel aluminum metals 33 34 | guns firearms ammunition 348 | tools hardware 34 35 52 | engines diesel 351 372
equipment machinery tractors elevators 35 | computer computers laptops servers storage-devices 357 737 | appliances 35 36
electronics 36 573 | batteries 369 | phone phones smartphones 357 366 48 | wireless telecom telephone cellular broadband internet 366 48 737
chips chip semiconductor semiconductors 3674 355 | autos automobiles cars vehicles trucks 371 55 | auto-parts 371 55 501
jets planes aircraft aerospace defense 36 37 38 | boats ships 373 | trains 374 40 | motorcycles bikes bicycles snowmobiles scooters 375 379 394 | rv rvs motorhomes campers trailers 371 379 55 | rockets 376
medical-devices medical-equipment pacemakers 38 5047 | instruments 38 | cameras 386 | glasses eyewear contact-lenses 385 59 | watches 387
jewelry jewelers diamonds 391 594 | toys games 394 737 | sporting-goods 394 594 | railroad railway rail 40 | buses 41
trucking freight logistics 40 42 44 45 47 | shipping delivery courier 42 44 45 47 | transportation 37 40 41 42 44 45 47
cruise cruises 44 | airline airlines airways 451 452 | travel 44 47 70 73 | pipeline pipelines 46 49 | cable tv television 48
radio broadcasting broadcaster satellite streaming 48 78 79 73 | power electric electricity utility utilities energy 49 | water 49
trash garbage waste recycling 49 50 | home-improvement 52 | department-store department-stores 53 56 | discount-stores 53
grocery groceries supermarket supermarkets 53 541 514 | convenience-stores gas-stations gas-station 13 29 54 55 | car-dealer car-dealers used-cars 55
retail retailer shop shops store stores 52 53 54 55 56 57 59 | restaurant restaurants fast-food pizza burgers hamburgers burritos tacos sandwiches doughnuts donuts 581 209
pharmacy drugstore drugstores 591 | pets pet-supplies pet-food 59 20 | e-commerce online-shopping marketplace 59 73
bank banking 60 671 | credit-card credit-cards payments 60 61 62 73 | loans lending lender mortgages student-loans 60 61 73
broker brokerage trading stock-trading 62 | asset-management asset-manager funds investments investing 60 62 67 | crypto bitcoin 61 62 60
insurance insurer 63 64 | health-insurance 63 80 | real-estate apartments malls 65 67 | reit storage self-storage 67
hotel hotels resort resorts motels 701 67 79 | casino casinos gaming gambling 701 79 | dry-cleaning funeral-homes 72
tax taxes tax-preparation weight-loss 72 | advertising marketing 731 737 | credit-bureau credit-reporting credit-scores 732 738
staffing temp-agency 736 | software app apps cloud database cybersecurity social-media search-engine video-games 737 357 36
consulting it-services 73 87 | payroll 73 | security alarms 73 | car-rental rental-car rental-cars 751 | parking 752
films movies studios 48 78 79 | cinemas movie-theaters 783 | theme-park theme-parks amusement-park amusement-parks 79 48 | gyms fitness gym 79 39 | skiing ski 79 70
hospital hospitals 806 80 | nursing-homes senior-living 805 836 65 67 | dialysis 809 | labs lab-tests 807 87 | clinics doctors 80
education school schools university colleges 82 | childcare 83 | engineering 87
`;

const CODES = new Map<string, string[]>();
for (const line of INDUSTRIES.trim().split(/\s*[|\n]\s*/)) {
  const words = line.split(' ');
  const codes = words.filter((word) => /^\d/.test(word));
  for (const word of words.slice(0, -codes.length)) {
    const phrase = word.replaceAll('-', ' ');
    CODES.set(phrase, [...(CODES.get(phrase) ?? []), ...codes]);
  }
}

/** A noun after the name of an industry: `cruise lines`. */
const OF_INDUSTRY =
  / (?:business|chain|chains|company|lines|maker|manufacturer|producer|products|provider|seller|services|stores)$/;

/** Returns the SIC code prefixes of the industry that a normalised text names; empty if it names none. */
export function industryCodes(text: string): readonly string[] {
  return CODES.get(text) ?? CODES.get(text.replace(OF_INDUSTRY, '')) ?? [];
}
