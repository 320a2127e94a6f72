/** Tests of parsing requests to the checker. */

import { aliasFault } from '../../../../lambda/core/invoke/alias-fault';
import { answerRequest } from '../../../../lambda/core/invoke/answer-request';
import { type Commands, readCheckerRequest } from '../../../../lambda/core/invoke/checker-request';
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

const silenced = (more: object) => ({ kind: 'silence', requested: { ...SILENCE, ...more } });

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
const KEYS = 'expected one of the keys drill, silence, ack, silences, unsilence, ask, config';

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

describe('a command of a feature', () => {
  const commands: Commands = {
    wave: {
      keys: ['to'],
      read: ({ to }, services) =>
        services.includes(String(to))
          ? { answer: async () => ({ kind: 'waved', text: `waved to ${to}` }) }
          : { faults: [`to "${to}": expected a service`] },
    },
  };
  const readWave = (event: object) => readCheckerRequest(event, CONFIG, NOW, commands);

  it('is read by its own parser, and answers itself', async () => {
    const request = readWave({ wave: true, to: 'user-service' });
    expect(request).toMatchObject({ kind: 'command', name: 'wave', asLine: false });
    expect(await answerRequest(request, {}, CONFIG, null)).toEqual({ kind: 'waved', text: 'waved to user-service' });
  });

  it.each([
    [{ wave: true, to: 'cart' }, 'to "cart": expected a service'],
    [{ wave: true, to: 'user-service', at: 1 }, '"at" is not known: expected wave, to, as'],
    [{ ware: true }, `the event {"ware":true}: ${KEYS}, wave`],
  ])('is refused with its faults: %j', (event, fault) => {
    expect(readWave(event)).toEqual({ kind: 'refused', faults: [fault], asLine: false });
  });

  it('is not allowed by any alias', () => {
    expect(aliasFault('page', readWave({ wave: true, to: 'user-service' }))).toBe('the page may not ask for "wave"');
  });
});

it('a request that this checker does not answer is refused', async () => {
  expect(await answerRequest(read({ drill: true }), {}, CONFIG, null)).toMatchObject({ kind: 'refused' });
});
