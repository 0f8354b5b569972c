import type { Command } from 'commander';
import { canonicalEntityId } from '../../domain/ids.js';
import type { EntityLink } from '../../store/store.js';
import { answer, type CliContext, CliError } from '../context.js';
import { type FolderOptions, withLook } from '../with-store.js';

export function explainCommand(program: Command, context: CliContext): void {
  program
    .command('explain <entity>')
    .action((id: string, options: FolderOptions) => explain(context, id, options));
}

async function explain(context: CliContext, id: string, options: FolderOptions): Promise<void> {
  const entity = canonicalEntityId(id);
  await withLook(context, options, async ({ catalog, links }) => {
    const stored = entity === undefined ? undefined : await catalog.entities.get(entity);
    if (!stored) throw new CliError(`No loaded source contains ${id}.`);
    const { name } = JSON.parse(stored.document) as { name: string };
    const found = await links.ofEntity(stored.id);
    const shown = found.map((link) => ({ ...link, evidence: JSON.parse(link.evidence) as Evidence[] }));
    const none = ['No data set is linked to it.'];
    const text = [`${stored.id}  ${name}`, ...(shown.length === 0 ? none : shown.flatMap(waterfall))];
    answer(context, options, { id: stored.id, name, links: shown }, text.join('\n'));
  });
}

interface Evidence {
  readonly field: string;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly weight: number;
  readonly text: string;
}

/** The weights one under the other, down to the score they add up to. */
function waterfall(
  link: Omit<EntityLink, 'evidence'> & { readonly evidence: readonly Evidence[] },
): string[] {
  const { dataset, party, outcome, tier, attached, probability, decidedBy, rivals, evidence } = link;
  const score = evidence.reduce((sum, { weight }) => sum + weight, 0);
  const verdict =
    outcome === 'ambiguous' ? 'ambiguous' : `${tier}, ${attached ? 'displayed' : 'not displayed'}`;
  return [
    '',
    `${dataset}  ${party}`,
    `  ${verdict}; by ${decidedBy}; probability ${probability.toFixed(3)}; ${rivals} ${rivals === 1 ? 'rival' : 'rivals'}`,
    ...evidence.map((line) => `  ${signed(line.weight)}  ${line.field}: ${line.text}${sides(line)}`),
    ...(evidence.length > 0 ? [`  ${signed(score)}  total`] : []),
  ];
}

function signed(weight: number): string {
  return `${weight < 0 ? '' : '+'}${weight.toFixed(2)}`.padStart(7);
}

function sides({ ours, theirs }: Evidence): string {
  return ours === null && theirs === null ? '' : ` (${ours ?? 'blank'} / ${theirs ?? 'blank'})`;
}
