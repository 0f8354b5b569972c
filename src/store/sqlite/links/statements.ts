import type { Correction, EntityLink, LinkChange, LinkState } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { EvidenceLines } from './evidence-lines.js';

interface LinkRow {
  readonly entity: string;
  readonly dataset: string;
  readonly party: string;
  readonly outcome: 'linked' | 'ambiguous' | null;
  readonly tier: EntityLink['tier'] | null;
  readonly attached: number | null;
  readonly contested: number | null;
  readonly probability: number | null;
  readonly decided_by: EntityLink['decidedBy'] | null;
  readonly rivals: number | null;
  readonly same_place: number | null;
  readonly evidence: string | null;
  readonly verdict: Correction['verdict'] | null;
}

/** Lists as JSON text. */
type LinkChangeRow = Omit<LinkChange, 'before' | 'after'> & {
  readonly before: string;
  readonly after: string;
};

/** Returns the function that makes links from rows. A correction overrides the model; a contest makes a link one of several. */
export function linkMaker(lines: EvidenceLines): (row: LinkRow) => EntityLink {
  return (row) => toLink(row, lines);
}

function toLink(row: LinkRow, lines: EvidenceLines): EntityLink {
  const { entity, dataset, party, verdict } = row;
  const contested = row.contested === 1 && verdict === null;
  return {
    entity,
    dataset,
    party,
    outcome: verdict === null ? (contested ? 'ambiguous' : (row.outcome ?? 'linked')) : 'linked',
    tier: verdict === null ? (contested ? 'possible' : (row.tier ?? 'possible')) : 'confirmed',
    attached: verdict === null ? row.attached === 1 && !contested : verdict === 'confirmed',
    probability: verdict === null ? (row.probability ?? 0) : verdict === 'confirmed' ? 1 : 0,
    decidedBy: verdict === null ? (row.decided_by ?? 'model') : 'correction',
    rivals: row.rivals ?? 0,
    samePlace: row.same_place === 1,
    // Lazy, because most readers do not need it.
    get evidence() {
      return lines.unpacked(row.evidence ?? '[]');
    },
  };
}

const JUDGED = 'SELECT links.*, verdict FROM links LEFT JOIN corrections USING (entity, dataset, party)';
/** A link made by a person alone has no row of the model's. */
const BY_HAND = `SELECT entity, dataset, party, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, verdict
  FROM corrections WHERE NOT EXISTS (SELECT 1 FROM links WHERE links.entity = corrections.entity
    AND links.dataset = corrections.dataset AND links.party = corrections.party)`;

/** Same rule as `toLink`. */
const IS_ATTACHED = `CASE WHEN verdict IS NULL THEN attached = 1 AND contested = 0 ELSE verdict = 'confirmed' END`;

interface LinkFilterRow {
  readonly entity: string | null;
  readonly dataset: string | null;
  readonly attached: 0 | 1 | null;
}

type AfterRow = LinkFilterRow & {
  readonly afterEntity: string;
  readonly afterDataset: string;
  readonly afterParty: string;
  readonly max: number;
};

/** Links in key order. A null in the filter matches all. */
export function exportStatements(database: Sqlite) {
  const among = (is: 'links' | 'corrections') => `
    (@entity IS NULL OR ${is}.entity = @entity) AND (@dataset IS NULL OR ${is}.dataset = @dataset)`;
  const ofModel = (more: string) =>
    `${JUDGED} WHERE ${among('links')} AND (@attached IS NULL OR (${IS_ATTACHED}) = @attached) ${more}`;
  const byHand = (more: string) =>
    `${BY_HAND} AND ${among('corrections')} AND (@attached IS NULL OR (verdict = 'confirmed') = @attached) ${more}`;
  const after = (is: string) =>
    `AND (${is}.entity, ${is}.dataset, ${is}.party) > (@afterEntity, @afterDataset, @afterParty)`;
  return {
    count: database
      .prepare<[LinkFilterRow], number>(
        `SELECT (SELECT count(*) FROM (${ofModel('')})) + (SELECT count(*) FROM (${byHand('')}))`,
      )
      .pluck(),
    after: database.prepare<[AfterRow], LinkRow>(
      `${ofModel(after('links'))} UNION ALL ${byHand(after('corrections'))} ORDER BY entity, dataset, party LIMIT @max`,
    ),
  };
}

/** Reads for requests. */
export function servedStatements(database: Sqlite) {
  return {
    ofEntity: database.prepare<[string, string], LinkRow>(
      `${JUDGED} WHERE entity = ? UNION ALL ${BY_HAND} AND entity = ? ORDER BY dataset, party`,
    ),
    ofParties: database.prepare<[string, string, string, string], LinkRow>(
      `${JUDGED} WHERE dataset = ? AND party IN (SELECT value FROM json_each(?))
       UNION ALL ${BY_HAND} AND dataset = ? AND party IN (SELECT value FROM json_each(?)) ORDER BY party, entity`,
    ),
    any: database
      .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM links) OR EXISTS (SELECT 1 FROM corrections)')
      .pluck(),
    linkedAmong: database
      .prepare<[{ entities: string; datasets: string }], string>(
        ['links', 'corrections']
          .map(
            (table) => `SELECT entity FROM ${table} WHERE entity IN (SELECT value FROM json_each(@entities))
              AND dataset IN (SELECT value FROM json_each(@datasets))`,
          )
          .join(' UNION '),
      )
      .pluck(),
    state: database.prepare<[string], LinkState>('SELECT run, at, weights FROM states WHERE dataset = ?'),
  };
}

export type LinkStatements = ReturnType<typeof statements>;

export function statements(database: Sqlite) {
  return {
    ofParty: database.prepare<[string, string], LinkRow>(
      `${JUDGED} WHERE party = ? UNION ALL ${BY_HAND} AND party = ? ORDER BY dataset, entity`,
    ),
    countParties: database
      .prepare<[string], number>('SELECT count(*) FROM judgements WHERE dataset = ?')
      .pluck(),
    knownParties: database
      .prepare<[string, string, number], string>(
        'SELECT party FROM judgements WHERE dataset = ? AND party > ? ORDER BY party LIMIT ?',
      )
      .pluck(),
    fingerprint: database
      .prepare<[string, string], string>('SELECT fingerprint FROM judgements WHERE dataset = ? AND party = ?')
      .pluck(),
    /** Returns the entities that were linked. */
    dropLinks: database
      .prepare<[string, string], string>('DELETE FROM links WHERE party = ? AND dataset = ? RETURNING entity')
      .pluck(),
    claimedBy: database
      .prepare<[string, string], string>('SELECT entity FROM links WHERE party = ? AND dataset = ?')
      .pluck(),
    putJudgement: database.prepare('INSERT OR REPLACE INTO judgements VALUES (?, ?, ?)'),
    dropJudgement: database.prepare('DELETE FROM judgements WHERE dataset = ? AND party = ?'),
    putLink: database.prepare(
      `INSERT OR REPLACE INTO links (entity, dataset, party, outcome, tier, attached, probability, decided_by,
         rivals, same_place, evidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    claimed: database
      .prepare<[string, string, number], string>(
        'SELECT DISTINCT entity FROM links WHERE dataset = ? AND entity > ? ORDER BY entity LIMIT ?',
      )
      .pluck(),
    claims: database.prepare<[string, string, string], LinkRow>(
      `SELECT links.*, 0 AS contested, NULL AS verdict FROM links
       WHERE dataset = ? AND entity > ? AND entity <= ? ORDER BY entity, party`,
    ),
    claimsOn: database.prepare<[string, string], LinkRow>(
      'SELECT links.*, 0 AS contested, NULL AS verdict FROM links WHERE dataset = ? AND entity = ?',
    ),
    /** Writes changed rows only. */
    setContested: database.prepare<[{ dataset: string; entity: string; parties: string }]>(
      `UPDATE links SET contested = 1 - contested WHERE dataset = @dataset AND entity = @entity
         AND contested <> (party IN (SELECT value FROM json_each(@parties)))`,
    ),
    putRelinked: database.prepare('INSERT INTO relinked (entity, is_first) VALUES (?, ?)'),
    relinked: database.prepare<[number], { number: number; entity: string; is_first: number }>(
      'SELECT number, entity, is_first FROM relinked ORDER BY number LIMIT ?',
    ),
    isMade: database.prepare<[string], number>('SELECT 1 FROM states WHERE dataset = ?').pluck(),
    attachable: database.prepare<[string, string, string, string], LinkRow>(
      `${JUDGED} WHERE entity = ? AND dataset = ? UNION ALL ${BY_HAND} AND entity = ? AND dataset = ? ORDER BY party`,
    ),
    putLinkChange: database.prepare(
      'INSERT INTO link_changes (entity, dataset, before, after) VALUES (?, ?, ?, ?)',
    ),
    linkChanges: database.prepare<[number], LinkChangeRow>(
      'SELECT number, token, entity, dataset, before, after FROM link_changes ORDER BY number LIMIT ?',
    ),
    forgetLinkChanges: database.prepare('DELETE FROM link_changes WHERE number <= ?'),
    forgetRelinked: database.prepare('DELETE FROM relinked WHERE number <= ?'),
    setState: database.prepare('INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?)'),
    uncorrect: database.prepare('DELETE FROM corrections WHERE entity = ? AND dataset = ? AND party = ?'),
    correct: database.prepare('INSERT OR REPLACE INTO corrections VALUES (?, ?, ?, ?, ?, ?)'),
    corrections: database.prepare<[], Correction>(
      'SELECT entity, dataset, party, verdict, note, at FROM corrections ORDER BY at, entity, dataset, party',
    ),
  };
}
