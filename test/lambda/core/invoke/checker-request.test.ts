/** The requests that the checker takes, and no others. */

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

const read = (event: unknown) => readCheckerRequest(event, CONFIG, NOW);

describe('a request', () => {
  it.each([
    [{ drill: 'payment-service' }, { kind: 'drill', service: PAYMENT }],
    [{ config: true }, { kind: 'config' }],
    [
      { silence: 'payment-service', for: '2h' },
      { kind: 'silence', asked: SILENCE },
    ],
    [
      { silence: ['payment-service'], until: 'well', reason: 'known', by: 'ana' },
      {
        kind: 'silence',
        asked: { ...SILENCE, until: NOW + 86_400_000, untilWell: true, reason: 'known', by: 'ana' },
      },
    ],
    [
      { silence: 'all', for: '2h' },
      { kind: 'silence', asked: { ...SILENCE, services: null } },
    ],
    [
      { ack: 'payment-service', for: '2h', note: 'known', by: 'ana' },
      { kind: 'ack', asked: { ...SILENCE, kind: 'ack', untilWell: true, reason: 'known', by: 'ana' } },
    ],
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
const KEYS = 'expected one of the keys drill, silence, ack, silences, unsilence, post, unpost, ask, config';

describe('what is refused, and what would be right:', () => {
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

  it('all at once, as a line if that is wanted', () => {
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

  it('what the console of Lambda offers as a test', () => {
    expect(read({ key1: 'value1', key2: 'value2', key3: 'value3' })).toMatchObject({ kind: 'refused' });
  });

  it('more services than can be asked at once', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`s${index}`, 'https://s.internal']));
    expect(readCheckerRequest({ ask: 'all' }, configOf(many), NOW)).toMatchObject({
      faults: ['ask "all": expected 50 services at most'],
    });
  });

  it('what is nested too deep to be shown', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    for (const event of [
      deep,
      { x: deep },
      { drill: deep },
      { ask: [deep] },
      { silences: deep },
      { ask: 'all', as: deep },
    ])
      expect(read(event)).toMatchObject({ kind: 'refused' });
    expect(read({ silence: 'all', for: deep })).toMatchObject({
      faults: [expect.stringMatching(/^for a list: expected a duration such as /)],
    });
  });

  it('shows no more of an event than a line holds', () => {
    const refused = read({ ['x'.repeat(10_000)]: 'y'.repeat(10_000) });
    expect(JSON.stringify(refused).length).toBeLessThan(300);
  });
});
