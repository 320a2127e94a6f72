import {
  ackOf,
  isMaintained,
  LONGEST_UNTIL_WELL_MS,
  readSilence,
  type Silence,
  type SilencedIncident,
  silenceOf,
  storedSilence,
} from '../../../../lambda/core/silences/silence';
import { LONGEST_SILENCE_MS } from '../../../../lambda/core/words/duration';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;

const DEPLOY: Silence = {
  id: '7f3k2a',
  services: ['payment-service'],
  from: NOON,
  until: NOON + 2 * HOUR,
  untilWell: false,
  reason: 'deploy 2.5.0',
  by: 'ana',
  planned: false,
};
const INCIDENT: SilencedIncident = { service: 'payment-service', openedAt: NOON + 60_000, isOver: false };

describe('isMaintained', () => {
  const planned = { ...DEPLOY, planned: true, by: null };
  it.each<[string, Silence, string, number, boolean]>([
    ['at its beginning', planned, 'payment-service', NOON, true],
    ['before its beginning', planned, 'payment-service', NOON - 1, false],
    ['at its end', planned, 'payment-service', NOON + 2 * HOUR, false],
    ['of another service', planned, 'user-service', NOON, false],
    ['of all services', { ...planned, services: null }, 'user-service', NOON, true],
    ['in a silence that somebody asked for', DEPLOY, 'payment-service', NOON, false],
  ])('%s', (_, silence, service, now, expected) => {
    expect(isMaintained([silence], service, now)).toBe(expected);
  });
});

describe('silenceOf', () => {
  it.each<[string, Partial<Silence>, Partial<SilencedIncident>, number, boolean]>([
    ['at its beginning', {}, {}, NOON, true],
    ['before its beginning', {}, {}, NOON - 1, false],
    ['just before its end', {}, {}, NOON + 2 * HOUR - 1, true],
    ['at its end', {}, {}, NOON + 2 * HOUR, false],
    ['of another service', {}, { service: 'user-service' }, NOON, false],
    ['of all services', { services: null }, { service: 'user-service' }, NOON, true],
    ['of an incident that began before it', {}, { openedAt: NOON - HOUR }, NOON, true],
    ['of an end', {}, { isOver: true }, NOON, true],
    ['until well, of an incident that began before it', { untilWell: true }, { openedAt: NOON }, NOON, true],
    ['until well, of one that began later', { untilWell: true }, { openedAt: NOON + 1 }, NOON + 1, false],
    ['until well, of an end', { untilWell: true }, { openedAt: NOON - 1, isOver: true }, NOON, false],
  ])('%s', (_, silence, incident, now, expected) => {
    const one = { ...DEPLOY, ...silence };
    expect(silenceOf([one], { ...INCIDENT, ...incident }, now)).toBe(expected ? one : null);
  });

  it('is the first of several', () => {
    const other = { ...DEPLOY, id: 'other' };
    expect(silenceOf([other, DEPLOY], INCIDENT, NOON)).toBe(other);
    expect(silenceOf([], INCIDENT, NOON)).toBeNull();
  });
});

describe('ackOf', () => {
  const ack: Silence = { ...DEPLOY, kind: 'ack', untilWell: true, reason: 'the database', until: NOON + HOUR };
  const open: SilencedIncident = { service: 'payment-service', openedAt: NOON - 60_000, isOver: false };

  it.each<[string, Partial<SilencedIncident>, number, boolean]>([
    ['at its beginning', {}, NOON, true],
    ['before its beginning', {}, NOON - 1, false],
    ['at its end', {}, NOON + HOUR, false],
    ['of another service', { service: 'user-service' }, NOON, false],
    ['of an incident that began later', { openedAt: NOON + 1 }, NOON + 1, false],
    ['of an incident that was noticed before', { noticedAt: NOON }, NOON, true],
    ['of an incident that had begun, and that nobody knew of', { noticedAt: NOON + 1 }, NOON + 1, false],
    ['of what is over', { isOver: true }, NOON, false],
  ])('%s', (_, incident, now, expected) => {
    expect(ackOf([DEPLOY, ack], { ...open, ...incident }, now)).toBe(expected ? ack : null);
  });

  it('is the newest of several', () => {
    const later = { ...ack, id: 'later', from: NOON + 1, by: 'ben' };
    expect(ackOf([later, ack], open, NOON + 1)).toBe(later);
    expect(ackOf([ack, later], open, NOON + 1)).toBe(later);
  });

  it('silences nobody, and no silence is one', () => {
    expect(silenceOf([ack], open, NOON)).toBeNull();
    expect(silenceOf([ack, DEPLOY], open, NOON)).toBe(DEPLOY);
    expect(ackOf([{ ...DEPLOY, untilWell: true }], open, NOON)).toBeNull();
  });
});

describe('readSilence', () => {
  it.each([DEPLOY, { ...DEPLOY, services: null, reason: null, by: null }])('reads what was stored: %j', (silence) => {
    expect(readSilence(JSON.parse(JSON.stringify(storedSilence(silence))))).toEqual(silence);
  });

  it('reads an acknowledgement, which always holds until well', () => {
    const ack: Silence = { ...DEPLOY, kind: 'ack', untilWell: true };
    expect(readSilence(JSON.parse(JSON.stringify(storedSilence(ack))))).toEqual(ack);
    expect(readSilence({ ...ack, untilWell: false, until: NOON + 400 * 24 * HOUR })).toEqual({
      ...ack,
      until: NOON + LONGEST_UNTIL_WELL_MS,
    });
  });

  it('never returns one of the config, or one longer than allowed', () => {
    const endless = { ...DEPLOY, until: NOON + 400 * 24 * HOUR, planned: true };
    expect(readSilence(endless)).toEqual({ ...DEPLOY, until: NOON + LONGEST_SILENCE_MS });
    expect(readSilence({ ...endless, untilWell: true })?.until).toBe(NOON + LONGEST_UNTIL_WELL_MS);
  });

  it('cleans its texts', () => {
    const read = readSilence({ ...DEPLOY, reason: ' a\u0000\nb ', by: 7 });
    expect(read).toMatchObject({ reason: 'a b', by: null });
  });

  it.each<[string, unknown]>([
    ['no object', 'x'],
    ['no id', { ...DEPLOY, id: 1 }],
    ['no beginning', { ...DEPLOY, from: 'noon' }],
    ['no end', { ...DEPLOY, until: undefined }],
    ['services that are no list', { ...DEPLOY, services: 'payment-service' }],
    ['no services, which must never become all', { ...DEPLOY, services: [] }],
    ['services without a valid id', { ...DEPLOY, services: ['../x', 7] }],
  ])('gives null for %s', (_, raw) => {
    expect(readSilence(raw)).toBeNull();
  });
});
