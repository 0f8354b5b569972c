/**
 * Words for a trade, a place of business or a kind of organization that are almost never a given name or
 * surname; `church`, `glass` and `kitchen` are excluded. None is in a name labelled as an individual in the
 * training data, except for wrong labels. Rare words have little weight in the classifier.
 */
export const TRADE_WORDS: readonly string[] = (
  'academy accounting advisors advisory agency airlines airport apartments apparel appliance appliances association associates ' +
  'automotive aviation bakery bancorp barbershop bistro boutique brewery brewing builders cabinets cafe carpentry carpet ' +
  'carriers cartage catering cellular centers charities childcare circle cleaners cleaning clinic coalition computers ' +
  'concrete condominium construction consultants consulting contracting contractors daycare deli delivery dental ' +
  'distribution distributors drywall electric electrical electronics enterprise enterprises equipment excavating ' +
  'fabrication fencing financial fitness flooring florist foundation freight furniture grocery gym hardware haulers ' +
  'hauling healthcare heating holdings hospital hotel housing imports incorporated industries institute insurance ' +
  'international investments jewelers jewelry karaoke kennels landscaping laundromat laundry leasing library limousine ' +
  'liquor liquors locksmith logistics lounge machinery maintenance management manufacturing marine marketing masonry ' +
  'ministries mortgage motel motors movers museum nursery nursing organization outfitters packaging partnership ' +
  'pharmacy photography pizza pizzeria plastering plumbing preschool printing productions properties publishing realty ' +
  'recycling refrigeration remodeling rentals restaurant restoration roofing salon sanitation seafood services society ' +
  'software solutions storage studio studios supermarket supplies surveying systems tavern taxi technologies ' +
  'technology textiles theater theatre tires tobacco towing trading trailers transport transportation trucking ' +
  'university upholstery vending ventures veterinary wholesale winery wireless woodworking workshop yoga'
).split(' ');
