/** What people ask to be silent: every silence has an end, and all that is wrong is said at once. */

import { readSilence, storedSilence } from '../../../../lambda/core/silences/silence';
import {
  type RequestedSilence,
  readAckRequest,
  readSilenceRequest,
} from '../../../../lambda/core/silences/silence-request';
import type { JsonObject } from '../../../../lambda/core/words/json';

const NOON = Date.parse('2026-11-22T12:00:00.000Z');
const HOUR = 3_600_000;
const IDS = ['user-service', 'payment-service', 'invoice-service'];

const ask = (raw: JsonObject) => readSilenceRequest({ silence: 'payment-service', ...raw }, IDS, NOON);
const faultsOf = (raw: JsonObject) => {
  const read = ask(raw);
  return 'faults' in read ? read.faults : [];
};

const SILENCE: RequestedSilence = {
  services: ['payment-service'],
  from: NOON,
  until: NOON + 2 * HOUR,
  untilWell: false,
  reason: null,
  by: null,
  planned: false,
};

describe('a silence that is requested for', () => {
  it.each<[JsonObject, Partial<RequestedSilence>]>([
    [{ for: '2h' }, {}],
    [{ for: '30d' }, { until: NOON + 30 * 24 * HOUR }],
    [
      { for: '2h', reason: ' deploy\n2.5.0 ', by: 'ana' },
      { reason: 'deploy 2.5.0', by: 'ana' },
    ],
    [{ for: '2h', reason: '', by: null }, {}],
    [{ for: '2h', until: null }, {}],
    [{ until: 'well' }, { until: NOON + 24 * HOUR, untilWell: true }],
    [{ until: '2026-11-22T14:00:00Z' }, {}],
    [{ until: '2026-11-22T14:00Z' }, {}],
    [{ until: '2026-11-22T14:00:00.250Z' }, { until: NOON + 2 * HOUR + 250 }],
    [{ until: '2026-11-22T15:00:00+01:00' }, {}],
    [{ for: '2h', silence: 'all' }, { services: null }],
    [{ for: '2h', silence: ['payment-service', 'user-service', 'payment-service'] }, { services: IDS.slice(0, 2) }],
  ])('%j', (raw, expected) => {
    expect(ask(raw)).toEqual({ requested: { ...SILENCE, ...expected } });
  });

  it('is read back as it was stored, with its texts cut', () => {
    const read = ask({ for: '30d', reason: 'r'.repeat(1_000), by: 'b'.repeat(1_000) });
    if ('faults' in read) throw new Error(read.faults.join());
    expect([read.requested.reason?.length, read.requested.by?.length]).toEqual([200, 80]);
    const silence = { ...read.requested, id: 'k3x9a2' };
    expect(readSilence(storedSilence(silence))).toEqual(silence);
  });
});

const NO_END =
  'expected for a duration such as 30m, 1h30m or 3d, or until "well" or an instant such as 2026-11-22T10:00:00Z or 2026-11-22T11:00+01:00';

describe('what is refused, and what would be right:', () => {
  it.each<[JsonObject, string]>([
    [{}, `it must have an end: ${NO_END}`],
    [{ for: '2h', until: 'well' }, `for and until exclude each other: ${NO_END}`],
    [{ for: '2 h' }, 'for "2 h": expected a duration such as 30m, 1h30m or 3d'],
    [{ for: '0s' }, 'for "0s": expected a duration such as 30m, 1h30m or 3d'],
    [{ for: 2 }, 'for 2: expected a duration such as 30m, 1h30m or 3d'],
    [{ for: '31d' }, 'for "31d": a silence lasts 30d at most'],
    [{ for: `${'9'.repeat(400)}d` }, `for "${'9'.repeat(78)}…: a silence lasts 30d at most`],
    [{ until: '2026-12-23T12:00:00Z' }, 'until "2026-12-23T12:00:00Z": a silence lasts 30d at most'],
    [
      { until: '2026-11-22T12:00:00Z' },
      'until "2026-11-22T12:00:00Z": it has passed: it is 2026-11-22 12:00:00 UTC now',
    ],
    ...['2026-11-22 14:00', '2026-11-22T14:00', 'tomorrow', '2026-02-30T12:00Z', '2026-11-22T25:00Z', '', 7].map(
      (until): [JsonObject, string] => [
        { until },
        `until ${JSON.stringify(until)}: expected "well" or an instant such as 2026-11-22T10:00:00Z or 2026-11-22T11:00+01:00`,
      ],
    ),
    [{ for: '2h', reason: 7 }, 'reason 7: expected a text'],
    [{ for: '2h', by: ['ana'] }, 'by ["ana"]: expected a text'],
    [
      { for: '2h', silence: 'payments' },
      'there is no service "payments": expected user-service, payment-service, invoice-service',
    ],
  ])('%j', (raw, fault) => {
    expect(faultsOf(raw)).toEqual([fault]);
  });

  it('all at once', () => {
    expect(faultsOf({ silence: ['mail', 'payment-service', 'cart'], for: '45d', reason: 7, by: false })).toEqual([
      'there is no service "mail", "cart": expected user-service, payment-service, invoice-service',
      'for "45d": a silence lasts 30d at most',
      'reason 7: expected a text',
      'by false: expected a text',
    ]);
  });
});

describe('an acknowledgement that is requested for', () => {
  const askedAck = (raw: JsonObject) => readAckRequest({ ack: 'payment-service', ...raw }, IDS, NOON);
  const ACK: RequestedSilence = { ...SILENCE, kind: 'ack', until: NOON + 24 * HOUR, untilWell: true };

  it.each<[JsonObject, Partial<RequestedSilence>]>([
    [{}, {}],
    [{ for: '4h' }, { until: NOON + 4 * HOUR }],
    [
      { for: '1d', note: ' the\ndatabase ', by: 'ana' },
      { reason: 'the database', by: 'ana' },
    ],
    [{ ack: ['user-service', 'payment-service'] }, { services: IDS.slice(0, 2) }],
    [{ ack: 'all' }, { services: null }],
  ])('%j', (raw, expected) => {
    const read = askedAck(raw);
    expect(read).toEqual({ requested: { ...ACK, ...expected } });
    if ('faults' in read) throw new Error(read.faults.join());
    expect(readSilence(storedSilence({ ...read.requested, id: 'a7c1d2' }))).toEqual({
      ...read.requested,
      id: 'a7c1d2',
    });
  });

  it('is refused with all that is wrong', () => {
    expect(askedAck({ ack: 'payments', for: '2d', note: 7 })).toEqual({
      faults: [
        'there is no service "payments": expected user-service, payment-service, invoice-service',
        'for "2d": an acknowledgement lasts 1d at most',
        'note 7: expected a text',
      ],
    });
    expect(askedAck({ for: 'soon' })).toEqual({ faults: ['for "soon": expected a duration such as 30m, 1h30m or 3d'] });
    expect(askedAck({ for: '0h' })).toMatchObject({ faults: [expect.stringMatching(/^for "0h": expected /)] });
  });
});
