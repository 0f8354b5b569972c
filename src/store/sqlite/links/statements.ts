import type { Correction, EntityLink, LinkState } from '../../store.js';
import type { Sqlite } from '../driver.js';

export interface LinkRow {
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

/** A correction outweighs the model; a contest makes a link one of several. */
export function toLink(row: LinkRow): EntityLink {
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
    evidence: row.evidence ?? '[]',
  };
}

const JUDGED = 'SELECT links.*, verdict FROM links LEFT JOIN corrections USING (entity, dataset, party)';
/** A link that only a person made has no row of the model's. */
const BY_HAND = `SELECT entity, dataset, party, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, verdict
  FROM corrections WHERE NOT EXISTS (SELECT 1 FROM links WHERE links.entity = corrections.entity
    AND links.dataset = corrections.dataset AND links.party = corrections.party)`;

/** What requests read. */
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
    countSharing: database
      .prepare<[string, string], number>('SELECT entities FROM shared_counts WHERE kind = ? AND key = ?')
      .pluck(),
    sharing: database
      .prepare<[string, string, number], string>(
        'SELECT entity FROM shared WHERE kind = ? AND key = ? ORDER BY entity LIMIT ?',
      )
      .pluck(),
  };
}

export const SETTLE_SHARED = `
DELETE FROM shared;
DELETE FROM shared_counts;
INSERT OR IGNORE INTO shared SELECT value ->> 'kind', value ->> 'key', entity FROM shared_entities, json_each(keys)
  ORDER BY 1, 2, 3;
INSERT INTO shared_counts SELECT kind, key, count(*) FROM shared GROUP BY kind, key;
`;

export function statements(database: Sqlite) {
  return {
    ofParty: database.prepare<[string, string], LinkRow>(
      `${JUDGED} WHERE party = ? UNION ALL ${BY_HAND} AND party = ? ORDER BY dataset, entity`,
    ),
    fingerprint: database
      .prepare<[string, string], string>('SELECT fingerprint FROM judgements WHERE dataset = ? AND party = ?')
      .pluck(),
    /** Gives the entities that were linked. */
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
    /** Writes only what is not so yet. */
    setContested: database.prepare<[{ dataset: string; entity: string; parties: string }]>(
      `UPDATE links SET contested = 1 - contested WHERE dataset = @dataset AND entity = @entity
         AND contested <> (party IN (SELECT value FROM json_each(@parties)))`,
    ),
    putRelinked: database.prepare('INSERT INTO relinked (entity) VALUES (?)'),
    relinked: database.prepare<[number], { number: number; entity: string }>(
      'SELECT number, entity FROM relinked ORDER BY number LIMIT ?',
    ),
    forgetRelinked: database.prepare('DELETE FROM relinked WHERE number <= ?'),
    setState: database.prepare('INSERT OR REPLACE INTO states VALUES (?, ?, ?, ?)'),
    uncorrect: database.prepare('DELETE FROM corrections WHERE entity = ? AND dataset = ? AND party = ?'),
    correct: database.prepare('INSERT OR REPLACE INTO corrections VALUES (?, ?, ?, ?, ?, ?)'),
    corrections: database.prepare<[], Correction>(
      'SELECT entity, dataset, party, verdict, note, at FROM corrections ORDER BY at, entity, dataset, party',
    ),
    putShared: database.prepare('INSERT OR IGNORE INTO shared VALUES (?, ?, ?)'),
    dropShared: database.prepare('DELETE FROM shared WHERE kind = ? AND key = ? AND entity = ?'),
    count: database.prepare(
      `INSERT INTO shared_counts VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET entities = entities + excluded.entities`,
    ),
    putSharedEntity: database.prepare('INSERT OR REPLACE INTO shared_entities VALUES (?, ?, ?)'),
    dropSharedEntity: database.prepare('DELETE FROM shared_entities WHERE entity = ?'),
    sharedKeys: database
      .prepare<[string], string>('SELECT keys FROM shared_entities WHERE entity = ?')
      .pluck(),
    sharedHash: database
      .prepare<[string], string>('SELECT hash FROM shared_entities WHERE entity = ?')
      .pluck(),
  };
}
