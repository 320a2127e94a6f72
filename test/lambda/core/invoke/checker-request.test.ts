/** Tests of parsing requests to the checker. */

import { readCheckerRequest } from '../../../../lambda/core/invoke/checker-request';
import { NOW } from '../../../support/core/observations';
import { configOf } from '../../../support/core/runs';

const CONFIG = configOf({ 'user-service': 'https://user.internal', 'payment-service': 'https://pay.internal' });
const [USER, PAYMENT] = CONFIG.services;
const SILENCE = {
  services: ['payment-service'],
  from: NOW,
  until: NOW + 7_200_000,
  untilWell: false,
  reason: null,
  by: null,
  planned: false,
};

const DAY = 86_400_000;
const UPDATE = { kind: 'update', service: 'payment-service', text: 'a', status: 'identified' };
const ANNOUNCEMENT = { kind: 'announcement', services: null, title: 'b', text: 'a', from: NOW, until: null };

/** A request for an announcement. */
const announced = (more: object) => ({ post: 'all', title: 'a', text: 'a', ...more });
const silenced = (more: object) => ({ kind: 'silence', asked: { ...SILENCE, ...more } });
const posted = (asked: object) => ({ kind: 'post', asked });

const read = (event: unknown) => readCheckerRequest(event, CONFIG, NOW);

describe('a request', () => {
  it.each([
    [{ drill: 'payment-service' }, { kind: 'drill', service: PAYMENT }],
    [{ config: true }, { kind: 'config' }],
    [{ silence: 'payment-service', for: '2h' }, silenced({})],
    [
      { silence: ['payment-service'], until: 'well', reason: 'known', by: 'ana' },
      silenced({ until: NOW + DAY, untilWell: true, reason: 'known', by: 'ana' }),
    ],
    [{ silence: 'all', for: '2h' }, silenced({ services: null })],
    [
      { ack: 'payment-service', for: '2h', note: 'known', by: 'ana' },
      { ...silenced({ kind: 'ack', untilWell: true, reason: 'known', by: 'ana' }), kind: 'ack' },
    ],
    [{ post: 'payment-service', text: 'a', status: 'identified' }, posted({ ...UPDATE, incident: null })],
    [
      { post: 'all', text: 'a', status: 'resolved', incident: 'k3x9a2' },
      posted({ ...UPDATE, service: null, status: 'resolved', incident: 'k3x9a2' }),
    ],
    [
      { post: ['payment-service'], text: 'a', title: 'b', from: '2026-03-02T12:00Z', for: '2h' },
      posted({ ...ANNOUNCEMENT, services: ['payment-service'], from: NOW + DAY, until: NOW + DAY + 7_200_000 }),
    ],
    [{ post: 'all', text: 'a', title: 'b' }, posted(ANNOUNCEMENT)],
    [{ post: 'payment-service', hide: true }, posted({ kind: 'hiding', service: 'payment-service', incident: null })],
    [{ post: 'k3x9a2', remove: true }, posted({ kind: 'removal', id: 'k3x9a2' })],
    [{ silences: true }, { kind: 'silences' }],
    [{ unsilence: 'k3x9a2' }, { kind: 'unsilence', id: 'k3x9a2' }],
    [{ ask: 'payment-service' }, { kind: 'ask', services: [PAYMENT], once: false }],
    [
      { ask: 'payment-service', once: true },
      { kind: 'ask', services: [PAYMENT], once: true },
    ],
    [{ ask: 'all' }, { kind: 'ask', services: [USER, PAYMENT], once: false }],
  ])('%j', (event, request) => {
    expect(read(event)).toEqual({ ...request, asLine: false });
    expect(read({ ...event, as: 'line' })).toEqual({ ...request, asLine: true });
  });
});

const NAMES = 'expected user-service, payment-service';
const ABOUT_SEVERAL = 'expected one service; only an announcement is about several, and needs a title';
const END = 'expected an end up to 30d after its beginning';
const KEYS = 'expected one of the keys drill, silence, ack, silences, unsilence, post, ask, config';

describe('a refused request, with its fault:', () => {
  it.each([
    ['tick', 'the event "tick": expected an object'],
    [7, 'the event 7: expected an object'],
    [['payment-service'], 'the event ["payment-service"]: expected an object'],
    [{ silense: 'payment-service' }, `the event {"silense":"payment-service"}: ${KEYS}`],
    [{ time: '2026-03-01T12:00:00Z' }, `the event {"time":"2026-03-01T12:00:00Z"}: ${KEYS}`],
    [{ toString: 1 }, `the event {"toString":1}: ${KEYS}`],
    [{ as: 'line' }, `the event {"as":"line"}: ${KEYS}`],
    [{ drill: 'payment-service', silences: true }, `the event {"drill":"payment-service","silences":true}: ${KEYS}`],
    [{ drill: 'payments' }, `there is no service "payments": ${NAMES}`],
    [{ drill: ['payment-service'] }, `there is no service ["payment-service"]: ${NAMES}`],
    [{ drill: null }, `there is no service null: ${NAMES}`],
    [{ drill: 'all' }, `there is no service "all": ${NAMES}`],
    [{ silences: 1 }, 'silences 1: expected true'],
    [{ config: 'all' }, 'config "all": expected true'],
    [{ unsilence: 7 }, 'unsilence 7: expected an id'],
    [
      { post: 'payment-service', text: 'a', status: 'resolved' },
      'status "resolved": expected investigating, identified or monitoring',
    ],
    [{ post: 'payment-service', text: 'a', for: '2h' }, 'for "2h": only an announcement has it, which needs a title'],
    [
      { post: ['user-service', 'payment-service'], text: 'a' },
      `post ["user-service","payment-service"]: ${ABOUT_SEVERAL}`,
    ],
    [{ post: 'all', text: 'a' }, `post "all": ${ABOUT_SEVERAL}`],
    [{ post: 'all', title: ' ', text: 'a' }, 'title " ": expected a few words such as "Planned work on the database"'],
    [{ post: 'all', title: 'a'.repeat(121), text: 'a' }, 'title has 121 characters: expected 120 at most'],
    [announced({ from: '2026-03-02T12:00Z' }), 'planned work must have an end: expected for, or until'],
    [announced({ from: 'noon' }), 'from "noon": expected a time with its zone, such as 2026-12-06T04:00:00Z'],
    [
      announced({ from: '2027-03-02T12:00Z', for: '1h' }),
      'from "2027-03-02T12:00Z": expected a time between 30d before now and 90d from now',
    ],
    [announced({ for: 'long' }), 'for "long": expected a duration such as 2h'],
    [announced({ for: '31d' }), `for "31d": ${END}`],
    [announced({ until: '2026-03-01T11:00Z' }), `until "2026-03-01T11:00Z": ${END}`],
    [announced({ for: '1h', until: '2026-03-01T13:00Z' }), 'for and until exclude each other: expected one of them'],
    [announced({ incident: 'x' }), 'incident "x": a new announcement has none; leave out the title to write about one'],
    [{ post: 'payments', hide: true }, `there is no service "payments": ${NAMES}`],
    [{ post: 'payment-service', hide: true, incident: 7 }, 'incident 7: expected an id'],
    [{ post: 'payment-service', hide: 'yes' }, 'hide "yes": expected true'],
    [{ post: 'payment-service', hide: true, text: 'a' }, 'text "a": an incident that is hidden has none'],
    [{ post: 7, remove: true }, 'post 7: expected the id of a post'],
    [{ post: 'k3x9a2', remove: true, title: 'a' }, 'title "a": a post that is undone has none'],
    [{ ask: 'payments' }, `there is no service "payments": ${NAMES}`],
    [{ ask: 'payment-service', once: 'yes' }, 'once "yes": expected true or false'],
    [{ silences: true, as: 'text' }, 'as "text": expected "line"'],
    [
      { silence: 'payment-service', For: '2h', until: 'well' },
      '"For" is not known: expected silence, for, until, reason, by, as',
    ],
    [{ ack: 'payment-service', until: 'well' }, '"until" is not known: expected ack, for, note, by, as'],
    [{ drill: 'payment-service', shard: 0 }, '"shard" is not known: expected drill, as'],
  ])('%j', (event, fault) => {
    const asLine = typeof event === 'object' && 'as' in event && event.as === 'line';
    expect(read(event)).toEqual({ kind: 'refused', faults: [fault], asLine });
  });

  it('lists all faults, also as a line', () => {
    expect(read({ silence: 'payments', For: '2h', until: 'noon', as: 'line' })).toEqual({
      kind: 'refused',
      asLine: true,
      faults: [
        '"For" is not known: expected silence, for, until, reason, by, as',
        `there is no service "payments": ${NAMES}`,
        expect.stringMatching(/^until "noon": expected "well" or an instant such as /),
      ],
    });
  });

  it('is the test event of the Lambda console', () => {
    expect(read({ key1: 'value1', key2: 'value2', key3: 'value3' })).toMatchObject({ kind: 'refused' });
  });

  it('has more services than one request can check', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`s${index}`, 'https://s.internal']));
    expect(readCheckerRequest({ ask: 'all' }, configOf(many), NOW)).toMatchObject({
      faults: ['ask "all": expected 50 services at most'],
    });
  });

  it('is nested too deep to be shown', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const below = [{ silences: deep }, { ask: 'all', as: deep }];
    for (const event of [deep, { x: deep }, { drill: deep }, { ask: [deep] }, ...below])
      expect(read(event)).toMatchObject({ kind: 'refused' });
    expect(read({ silence: 'all', for: deep })).toMatchObject({
      faults: [expect.stringMatching(/^for a list: expected a duration such as /)],
    });
  });

  it('is shown cut to a line', () => {
    const refused = read({ ['x'.repeat(10_000)]: 'y'.repeat(10_000) });
    expect(JSON.stringify(refused).length).toBeLessThan(300);
  });
});
