/** `statuswatch explain SERVICE`: the story of its last incident, or of a time. */

import { systemClock } from '../../lambda/adapters/system/system-clock';
import { incidentsOf } from '../../lambda/core/documents/facts/stored-incidents';
import { leftService } from '../../lambda/core/documents/service-document';
import type { Silence } from '../../lambda/core/silences/silence';
import type { SilenceDocument } from '../../lambda/core/silences/silence-document';
import { statesIn, unreadableText } from '../../lambda/core/state/stored-state';
import { DEPLOYMENT } from '../../lambda/core/words/ids';
import { nameSome } from '../../lambda/core/words/shown-value';
import { jsonText } from '../../lambda/core/words/without-commands';
import { storyMarkdown } from '../../lambda/view/incidents/story-markdown';
import { type ArchiveOptions, openArchive } from '../archive/open-archive';
import { sinceOption } from '../input/incident-filter';
import { serviceHint } from '../input/select-services';
import { UserError } from '../input/user-error';
import { request } from '../requests/request';
import type { Terminal } from '../terminal/terminal';
import { type StoryDocument, storyOf } from './story';
import { renderStory } from './story-text';

export interface ExplainOptions extends ArchiveOptions {
  /** The id of the incident; if missing, the last incident. */
  readonly incident?: string;
  /** The beginning of the story: a duration or an instant. */
  readonly since?: string;
  readonly json?: boolean;
  /** Whether to print Markdown, and whether addresses stay in it. */
  readonly markdown?: boolean;
  readonly withAddresses?: boolean;
}

/** Throws a `UserError` if the service or the incident is unknown, or if the options exclude each other. */
export async function explain(options: ExplainOptions, terminal: Terminal, [service = '']: readonly string[]) {
  const { deployed, incident: wanted = null } = options;
  const now = systemClock.now();
  const since = storyStart(options, now);
  checkForm(options);
  const { readConfig, readStates, readHistory, readReceivers } = await openArchive(options, terminal);
  const { services, intervalMs } = await readConfig();
  const configured = services.map(({ id }) => id);
  const isConfigured = service === DEPLOYMENT || configured.includes(service);
  const stored = await readStates([service]);
  const { states, unreadable } = statesIn(stored.states);
  const [fault] = [...stored.damaged, ...unreadable.map(unreadableText)];
  if (fault !== undefined) throw new UserError(fault);
  const state = states.get(service) ?? null;
  if (state === null && service === DEPLOYMENT) {
    throw new UserError('the deployment itself has no incident: every receiver accepts alerts');
  }
  if (state === null) {
    throw new UserError(
      isConfigured
        ? `${service} has not been checked yet: there is nothing to tell`
        : `there is no service "${service}": ${serviceHint(service, configured)}`,
    );
  }
  const of = services.find(({ id }) => id === service);
  const needed = statesIn((await readStates(of?.needs ?? [])).states).states;
  const story = await storyOf({
    service: of === undefined ? leftService(service, state) : { service: of, state },
    services: services.map((related) => ({
      service: related,
      state: related.id === service ? state : (needed.get(related.id) ?? null),
    })),
    isConfigured,
    intervalMs,
    now,
    wanted,
    since,
    history: { read: readHistory },
    isDeployed: deployed !== undefined,
    readReceivers,
    readSilences: async () => silencesOf(await request({ silences: true }, 'silences', options, terminal)),
  });
  if (story === null)
    throw new UserError(
      unknownIncident(
        service,
        wanted ?? '',
        incidentsOf(state).map(({ id }) => id),
      ),
    );
  terminal.out.write(`${textOf(story, options, terminal)}\n`);
  return 0;
}

function checkForm({ json, markdown, withAddresses }: ExplainOptions): void {
  if (json && markdown) throw new UserError('--json and --markdown exclude each other');
  if (withAddresses && !markdown)
    throw new UserError('--with-addresses needs --markdown: otherwise addresses are always shown');
}

function textOf(story: StoryDocument, { json, markdown, withAddresses = false }: ExplainOptions, terminal: Terminal) {
  if (markdown) return storyMarkdown(story, { withAddresses });
  return json ? jsonText(story, 2) : renderStory(story, terminal);
}

function storyStart({ since, incident }: ExplainOptions, now: number): number | null {
  if (since === undefined) return null;
  if (incident !== undefined) throw new UserError('--since and --incident exclude each other');
  const from = sinceOption(since, now);
  if (from > now) throw new UserError(`--since is "${since}", which is later than now`);
  return from;
}

function silencesOf({ silences }: { readonly silences: readonly SilenceDocument[] }): readonly Silence[] {
  return silences.map(({ from, until, ...rest }) => ({ ...rest, from: Date.parse(from), until: Date.parse(until) }));
}

function unknownIncident(service: string, wanted: string, ids: readonly string[]): string {
  const kept = ids.length === 0 ? 'none is recorded' : `recorded: ${nameSome(ids)}`;
  return `${service} has no incident "${wanted}": ${kept}`;
}
