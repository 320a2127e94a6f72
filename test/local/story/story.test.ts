/** Tests of the story that `explain` shows, as a document and as a text. */

import { incidentsOf } from '../../../lambda/core/documents/facts/stored-incidents';
import { leftService, type StoredService } from '../../../lambda/core/documents/service-document';
import { writeEndedHours } from '../../../lambda/core/history/past';
import type { ServiceState } from '../../../lambda/core/state/service-state';
import { UserError } from '../../../local/input/user-error';
import { type StoryDocument, type StoryOptions, storyOf } from '../../../local/story/story';
import { renderStory } from '../../../local/story/story-text';
import { behind } from '../../support/core/behind';
import { type Found, knownOf, often } from '../../support/core/deployment-facts';
import { memoryHistory } from '../../support/core/histories';
import { startProcess, storedState } from '../../support/core/keeping';
import { memoryOutputs } from '../../support/core/memory-outputs';
import { refusing } from '../../support/core/memory-receivers';
import { NOW } from '../../support/core/observations';
import { ackAt, silenceAt } from '../../support/core/silences';
import { createScreen } from '../../support/laptop/screen';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const POLICY = { failureThreshold: 1, remindEveryMs: null, successThreshold: 2 };

async function stateAfter(story: readonly Found[]): Promise<ServiceState> {
  const state = (await knownOf({ shop: story })).services[0]?.state;
  if (!state) throw new Error('it was never checked');
  return state;
}

function shopWith(state: ServiceState): StoredService {
  const { service } = leftService('shop', state);
  return { service: { ...service, alerts: POLICY }, state };
}

const optionsOf = (state: ServiceState, more: Partial<StoryOptions> = {}): StoryOptions => ({
  service: shopWith(state),
  services: [],
  isConfigured: true,
  isDeployed: false,
  wanted: null,
  since: null,
  intervalMs: MINUTE_MS,
  now: NOW,
  history: memoryHistory(),
  readSilences: async () => [],
  readReceivers: async () => [],
  ...more,
});

async function documentOf(options: StoryOptions): Promise<StoryDocument> {
  const story = await storyOf(options);
  if (!story) throw new Error('no such incident is kept');
  return story;
}

function textOf(story: StoryDocument, columns = Number.POSITIVE_INFINITY): string {
  const { stream } = createScreen(columns);
  return renderStory(story, { out: stream, color: false });
}

it('says from which regions the service is unreachable', async () => {
  const state = await stateAfter([...often('well', 3), ...often('503', 2)]);
  const regions = [
    { region: 'eu-central-1', vote: 'unreachable', text: 'connection refused' },
    { region: 'us-east-1', vote: 'reached', text: 'HTTP 503' },
    { region: 'sa-east-1', vote: null, text: 'throttled' },
  ] as const;
  const incidents = state.incidents.map((incident) => ({ ...incident, regions }));
  expect(textOf(await documentOf(optionsOf({ ...state, incidents })))).toContain(
    '\n  unreachable from 1 of 3 regions; reached from us-east-1 (HTTP 503); no vote from sa-east-1 (throttled)\n',
  );
});

it('shows the open outage, its alerts, and the present state', async () => {
  const state = await stateAfter([...often('well', 3), ...often('503', 2)]);
  expect(textOf(await documentOf(optionsOf(state)), 130)).toBe(
    [
      '  shop has been down for 1 min: HTTP 503: Database connection failed',
      `  incident ${state.incidents[0]?.id}, reason http_503`,
      '',
      '  2026-03-01 UTC',
      '  11:58  Last good check. Healthy in 15 ms; 2 checks before it were healthy too',
      '  11:59  Down: HTTP 503: Database connection failed. Answered in 15 ms',
      '  11:59  Shown by the watch, not sent',
      '  12:00  2 checks in a row failed the same way',
      '',
      '  Now: ✕ down since 11:59:00 UTC, checked at 12:00:00 UTC, 0 s ago: HTTP 503',
    ].join('\n'),
  );
});

it('continues below the times on a narrow terminal, breaks no line before a unit, and has a line for each day', async () => {
  const state = await stateAfter([...often('503', 2), ...often('none', 16 * 60), ...often('503', 1)]);
  const text = textOf(await documentOf(optionsOf(state)), 40);
  const lines = text.split('\n');
  expect(lines.filter((line) => line.length > 40)).toEqual([]);
  expect(lines.filter((line) => /^ +(ms|s|min|h|d)\b/.test(line))).toEqual([]);
  expect(lines.filter((line) => / UTC$/.test(line) && line.length === 16)).toEqual([
    '  2026-02-28 UTC',
    '  2026-03-01 UTC',
  ]);
  expect(text).toMatch(/^ {2}\d\d:\d\d–03-01 12:00 +No checks for$/m);
});

it('has the silences and acknowledgements in force, unless the service has left the config', async () => {
  const state = await stateAfter([...often('well', 3), ...often('503', 2)]);
  const silences = [
    silenceAt(NOW, { services: ['shop', 'cart'] }),
    silenceAt(NOW, { id: 'other', services: ['cart'] }),
    silenceAt(NOW + MINUTE_MS, { id: 'later', services: ['shop'] }),
    ackAt(NOW, { services: ['shop'] }),
  ];
  const options = optionsOf(state, { readSilences: async () => silences });
  expect(await storyOf(options)).toMatchObject({
    silences: [{ id: 'k3v9x1', by: 'ana' }],
    acks: [{ id: 'a7c1d2', by: 'ana' }],
    now: { ack: { note: 'it is the database' } },
  });
  expect(await storyOf({ ...options, isConfigured: false })).toMatchObject({ silences: [], acks: [] });
});

it('shows the last 15 minutes without a recent incident, and the command for the last one', async () => {
  const well = await stateAfter(often('well', 40));
  const quiet = {
    incident: null,
    lastIncident: null,
    from: '2026-03-01T11:45:00.000Z',
    timeline: [{ text: 'Healthy, 16 checks, 15 ms' }],
  };
  expect(await storyOf(optionsOf(well))).toMatchObject(quiet);
  const recent = await stateAfter([...often('503', 3), ...often('well', 16)]);
  const outage = { kind: 'outage', open: false, durationSeconds: 180 };
  expect(await storyOf(optionsOf(recent))).toMatchObject({ incident: outage, lastIncident: null });
  const older = await stateAfter([...often('503', 3), ...often('well', 17)]);
  const [{ id } = { id: '' }] = incidentsOf(older);
  const lastIncident = { id, resolvedAt: '2026-03-01T11:44:00.000Z' };
  expect(await storyOf(optionsOf(older))).toMatchObject({
    ...quiet,
    lastIncident,
    timeline: [{ text: 'Healthy, 16 checks, 15 ms' }, { text: 'Shown by the watch, not sent' }],
  });
  // It is not checked any more: what it was when it was is its present.
  const now = NOW + 5 * HOUR_MS;
  expect(await storyOf(optionsOf(recent, { now }))).toMatchObject({ incident: outage });
  expect(await storyOf(optionsOf(well, { now }))).toMatchObject(quiet);
});

it('shows the last resolved incident, or a given one', async () => {
  const [first, last] = ['503', 'refused'] as const;
  const twice = await stateAfter([...often(first, 2), ...often('well', 50), last, ...often('well', 3)]);
  expect(await storyOf(optionsOf(twice))).toMatchObject({ incident: { verdict: 'unreachable', failedRuns: 1 } });
  const [before] = incidentsOf(twice).slice(-1);
  const wanted = await storyOf(optionsOf(twice, { wanted: before?.id ?? '' }));
  expect(wanted).toMatchObject({ incident: { id: before?.id, verdict: 'unhealthy' } });
  expect(await storyOf(optionsOf(twice, { wanted: 'none' }))).toBeNull();
});

it('shows the progress of a recovery after repeated failures', async () => {
  const state = await stateAfter(['503', 'well', '503', 'well', '503', ...often('well', 3)] as Found[]);
  const story = await documentOf(optionsOf(state));
  expect(story.incident).toMatchObject({ open: true, recovering: true, failedRuns: 3, reason: 'http_503' });
  const failingSince = '2026-03-01T11:53:00.000Z';
  expect(story.now?.recovery).toEqual({ runs: 3, of: 8, failures: 3, failingSince });
  const left = optionsOf(state, { isConfigured: false, service: leftService('shop', state) });
  expect((await documentOf(left)).now?.recovery).toBeNull();
});

it('shows a failing service that has no incident yet', async () => {
  const state = await stateAfter([...often('503', 1), ...often('well', 5)]);
  const pending = { ...state, pending: { since: NOW - 2 * MINUTE_MS, runs: 2 } };
  expect(await storyOf(optionsOf(pending))).toMatchObject({
    incident: null,
    from: '2026-03-01T11:43:00.000Z',
    now: { pending: { since: '2026-03-01T11:58:00.000Z', runs: 2 } },
  });
});

it("shows totals of older checks, or why they can't be read", async () => {
  const state = await stateAfter([...often('well', 40), ...often('503', 10), ...often('well', 5 * 60)]);
  const history = memoryHistory();
  const { failed } = await writeEndedHours(new Map([['shop', state.history]]), history);
  expect(failed.size).toBe(0);
  const kept = { ...state, history: { ...state.history, hours: state.history.hours.slice(-1) } };
  const since = NOW - 6 * HOUR_MS;
  const readable = await documentOf(optionsOf(kept, { history, since }));
  const totals = ({ timeline }: StoryDocument) =>
    timeline.flatMap(({ detail, text }) => (detail === 'Totals of 5 min' ? [text] : []));
  expect(totals(readable)).toContain('10 of 15 checks failed');
  expect(readable).toMatchObject({ problem: null, unknown: [{ what: 'checks' }, { what: 'single_checks' }] });
  history.failing.add('read');
  const blind = await documentOf(optionsOf(kept, { history, since }));
  expect(blind.problem).toBe("the history can't be read: read fails");
  expect(totals(blind)).toEqual([]);
});

it('shows the recorded data of a service that left the config', async () => {
  const state = await stateAfter(often('well', 2));
  expect(await storyOf(optionsOf(state, { isConfigured: false, now: NOW + 2 * HOUR_MS }))).toMatchObject({
    configured: false,
    now: { state: 'unknown', checkedAt: '2026-03-01T12:00:00.000Z', verdict: 'healthy' },
  });
});

it('names the service that holds the outage back, and the services that it needs', async () => {
  const at = NOW - MINUTE_MS;
  const story = ['well', '503', '503'] as const;
  const known = behind(await knownOf({ shop: story, gateway: story, mail: ['well'] }), 'shop', [
    { needed: 'mail', at: at - MINUTE_MS, until: at },
    { needed: 'gateway', at, until: NOW + HOUR_MS },
  ]);
  const [shop, gateway] = known.services;
  if (!shop?.state || !gateway?.state) throw new Error('they were checked');
  const { services } = known;
  expect(textOf(await documentOf(optionsOf(shop.state, { services })))).toContain(
    `  needs: gateway (✕ down), mail (✓ healthy)
  held back since 11:59:00 UTC: gateway is down`,
  );
  const ofGateway = { service: { service: gateway.service, state: gateway.state }, services };
  expect(textOf(await documentOf(optionsOf(gateway.state, ofGateway)))).toContain('\n  needed by: shop');
});

it("shows a silence until healthy, or why silences can't be read", async () => {
  const state = await stateAfter([...often('well', 3), ...often('503', 2)]);
  const untilWell = silenceAt(NOW, { services: ['shop'], untilWell: true });
  const covered = await storyOf(optionsOf(state, { readSilences: async () => [untilWell] }));
  expect(covered).toMatchObject({ silences: [{ id: 'k3v9x1', untilWell: true }], problem: null });
  const readSilences = () => Promise.reject(new Error("the silences in x can't be used"));
  const unread = await storyOf(optionsOf(state, { readSilences }));
  expect(unread).toMatchObject({ silences: [], problem: "the silences in x can't be used" });
});

describe('a receiver that refuses', () => {
  const asked: (readonly string[])[] = [];
  const readReceivers: StoryOptions['readReceivers'] = async (receivers) => {
    asked.push(receivers);
    return receivers.includes('pager') ? [refusing({ message: 'refused with 401: no' })] : [];
  };
  /** After an outage of which the pager was not notified, or was. */
  const stateWith = async (send: () => Promise<void>) => {
    const outputs = memoryOutputs();
    const process = startProcess(outputs, {
      more: [
        { id: 'pager', send },
        { id: 'phone', send: async () => undefined },
      ],
    });
    await process.run(0, { shop: 'http_503' });
    return storedState(outputs, 'shop');
  };
  const refuse = async () => Promise.reject(new Error('refused with 401: no'));

  it('is named with its answer, with those who were notified', async () => {
    const options = optionsOf(await stateWith(refuse), { readReceivers, now: NOW + HOUR_MS, isDeployed: true });
    const story = await storyOf(options);
    expect(story?.timeline.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Not sent to pager yet', 'Notified phone, the topic']),
    );
    expect(story?.refusals).toEqual([
      { receiver: 'pager', since: '2026-03-01T12:00:00.000Z', message: 'refused with 401: no' },
    ]);
  });

  it('is not read if no alert is pending', async () => {
    asked.length = 0;
    await storyOf(optionsOf(await stateWith(async () => undefined), { readReceivers }));
    expect(asked).toEqual([]);
  });

  it("is a problem if it can't be read, and nothing else is missing", async () => {
    const failing = async () => Promise.reject(new UserError('the table is away'));
    const story = await documentOf(optionsOf(await stateWith(refuse), { readReceivers: failing }));
    expect(story).toMatchObject({
      problem: "the record of failing receivers can't be read: the table is away",
      refusals: [],
    });
    expect(story.timeline.map(({ text }) => text)).toContain('Not sent to pager yet');
  });
});

describe('the text', () => {
  /** The lines of a story that differs in this from that of a service that is well. */
  async function linesWith(more: (story: StoryDocument) => Partial<StoryDocument>): Promise<string[]> {
    const story = await documentOf(optionsOf(await stateAfter(often('well', 40))));
    return textOf({ ...story, ...more(story) }).split('\n');
  }
  const nowWith = (more: Partial<StoryDocument['now']>) =>
    linesWith(({ now }) => ({ now: now && { ...now, ...more } }));
  const at = '2026-03-01T11:43:00.000Z';
  const silence = {
    id: 'k3v9x1',
    services: ['shop'],
    from: at,
    until: '2026-03-01T13:00:00.000Z',
    untilWell: false,
    reason: null,
    by: 'ana',
    planned: false,
  };

  it('begins with the time that it covers, and the command for the last incident', async () => {
    const time = await linesWith(() => ({}));
    expect(time[0]).toBe('  shop since 11:45:00 UTC; no incidents recorded');
    const lines = await linesWith(() => ({ lastIncident: { id: '9', resolvedAt: at }, configured: false }));
    expect(lines.slice(0, 3)).toEqual([
      '  shop since 11:45:00 UTC',
      '  its last incident ended at 11:43:00 UTC: --incident 9',
      '  It is no longer in the config; this is its recorded data.',
    ]);
  });

  it.each<[string, Partial<StoryDocument['now']>]>([
    ['  Now: ? unknown: it has never been checked.', { checkedAt: null }],
    ['  Now: ? unknown: not checked since 12:00:00 UTC; then it was healthy.', { state: 'unknown' }],
    [
      '  recovering: 3 of 8 healthy checks, failed 3 times in 17 min',
      { recovery: { runs: 3, of: 8, failures: 3, failingSince: at } },
    ],
    ['  It has failed for 17 min, in 2 runs: no incident is open yet.', { pending: { since: at, runs: 2, of: 3 } }],
  ])('of now has the line "%s"', async (line, now) => {
    expect(await nowWith(now)).toContain(line);
  });

  it.each<[string, Partial<StoryDocument>]>([
    ['  silence k3v9x1: shop until 13:00:00 UTC by ana', { silences: [silence] }],
    ['  problem: the disk is full', { problem: 'the disk is full' }],
    [
      '  Not notified: the log of alerts has not accepted alerts since 11:43:00 UTC (17 min): it is full',
      { refusals: [{ receiver: 'sns', since: at, message: 'it is full' }] },
    ],
    [
      '  Not notified: pager has not accepted alerts since 11:43:00 UTC (17 min): refused with 401',
      { refusals: [{ receiver: 'pager', since: at, message: 'refused with 401' }] },
    ],
  ])('has the line "%s"', async (line, more) => {
    expect(await linesWith(() => more)).toContain(line);
  });
});
