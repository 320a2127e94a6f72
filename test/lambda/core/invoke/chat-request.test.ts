/** Tests of requests from a chat: the services of a notification, and who sent it. */

import { readChatRequest } from '../../../../lambda/core/invoke/chat-request';
import { MOST_ASKED } from '../../../../lambda/core/invoke/checker-request';
import { NOW } from '../../../support/core/observations';

const IDS = ['a', 'b', 'c', 'all', ...Array.from({ length: 80 }, (_, index) => `s${index}`)];
const ID = 'shop/a/20260301T120200.000Z-1/opened+2-1joohhm';
const MANY = 'shop/s0/20260301T120200.000Z-1/opened+79-1abc';
const RECORDS: Readonly<Record<string, readonly string[]>> = {
  [ID]: ['a', 'b', 'removed'],
  [MANY]: IDS.slice(4),
  'shop/gone': ['removed'],
};

const chat = { channelId: 'C07EZ1ABC23', readRecord: async (id: string) => RECORDS[id] ?? null };
const read = (event: unknown, from: typeof chat | null = chat) => readChatRequest(event, IDS, from, NOW);
const FROM_SLACK = { as: 'line', by: 'Slack channel C07EZ1ABC23' };

it.each([
  [
    { silence: ['a'], for: '1h' },
    { silence: ['a'], for: '1h', ...FROM_SLACK },
  ],
  [
    { silence: ['all'], until: 'well' },
    { silence: ['all'], until: 'well', ...FROM_SLACK },
  ],
  [
    { silence: [ID], for: '1h' },
    { silence: ['a', 'b'], for: '1h', ...FROM_SLACK },
  ],
  [{ ack: [ID] }, { ack: ['a', 'b'], ...FROM_SLACK }],
  [{ ask: [ID] }, { ask: ['a', 'b'], as: 'line' }],
  [{ silences: true }, { silences: true, as: 'line' }],
  [
    { silence: ['a', ID], for: '1h' },
    { silence: ['a', ID], for: '1h', ...FROM_SLACK },
  ],
  [
    { silence: [MANY], for: '1h' },
    { silence: RECORDS[MANY], for: '1h', ...FROM_SLACK },
  ],
])('%j is read as %j', async (event, expected) => {
  expect(await read(event)).toEqual({ event: expected, note: null });
});

it('is sent by the channel, whatever the event says', async () => {
  expect(await read({ silence: ['a'], for: '1h', by: 'the boss' })).toMatchObject({
    event: { by: 'Slack channel C07EZ1ABC23' },
  });
});

it('checks at most the services of one request, and says so', async () => {
  expect(await read({ ask: [MANY] })).toEqual({
    event: { ask: RECORDS[MANY]?.slice(0, MOST_ASKED), as: 'line' },
    note: 'the other 30 were not checked',
  });
});

it.each([
  [
    'shop/a/20250101T120200.000Z-1/opened+2-1',
    /^nothing was done: there is no record of "shop\/a.* 30 days; name the services instead$/,
  ],
  ['shop/gone', /^nothing was done: none of the services of "shop\/gone" is watched any more$/],
])('refuses %s', async (id, fault) => {
  expect(await read({ silence: [id], for: '1h' })).toEqual({ fault: expect.stringMatching(fault) });
});

it.each([undefined, null, 'chat'])('passes %j on, to be refused later', async (event) => {
  expect(await read(event)).toEqual({ event, note: null });
});

it('refuses everything without a chat with buttons', async () => {
  expect(await read({ ask: ['a'] }, null)).toEqual({ fault: 'no Slack channel of this deployment has buttons' });
});
