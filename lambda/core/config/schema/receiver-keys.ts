/** The keys of `alerts.receivers`: who is notified in addition to the topic. */

import * as z from 'zod';
import { RECEIVER_KINDS, type RECEIVERS, type ReceiverKind, receiverKeysOf } from '../../../receivers/kinds';
import { compared, repeated } from '../../keys/compared';
import { choice, duration, list, map, orNull, type Parsed, text } from '../../keys/values';
import { EVENTS, INCIDENT_KINDS, SEVERITIES } from '../../words/codes';
import { RECEIVER_ID, RECEIVER_ID_LIMIT } from '../../words/ids';
import { jsonObjectOf } from '../../words/json';

const MOST_RECEIVERS = 20;
/** The id of the topic in states. The names that each object of JavaScript has can't be keys of a record either. */
const isTaken = (id: string) => id === 'sns' || id in {};

type Keys = { [Kind in ReceiverKind]: z.ZodOptional<z.ZodObject<(typeof RECEIVERS)[Kind]['keys'], z.core.$strict>> };

const kinds = Object.fromEntries(
  RECEIVER_KINDS.map((kind) => {
    const { keys, expected, meaning, each, check } = receiverKeysOf(kind);
    const checked = compared(map(keys, expected), (entry, report, { given }) => {
      check?.(entry as never, report, given);
      if (each === undefined) return;
      for (const { index, first } of repeated([entry[each.key]].flat()))
        report([each.key, index], `expected another address: ${each.key}[${first}] is the same`);
    });
    return [kind, checked.describe(meaning).optional()];
  }),
) as Keys;

const receiver = compared(
  map(
    {
      id: text(RECEIVER_ID, `expected an id such as second-line: letters, digits, dashes, up to ${RECEIVER_ID_LIMIT}`)
        .refine((id) => !isTaken(id), { error: 'expected another id: this one is taken' })
        .describe('The name of the receiver. A new id is a new receiver, without previous alerts.'),
      ...kinds,
      services: orNull(list(z.string(), 'expected a list of ids')).describe(
        'Only these services, and those in groups. Default: all.',
      ),
      groups: orNull(list(z.string(), 'expected a list of groups')).describe('Only services in these groups.'),
      events: orNull(list(choice(EVENTS), 'expected a list of events')).describe('Only these events. Default: all.'),
      kinds: orNull(list(choice(INCIDENT_KINDS), 'expected a list of kinds')).describe(
        'Only these kinds of incident. Default: all.',
      ),
      severities: orNull(list(choice(SEVERITIES), 'expected a list of severities')).describe(
        'Only these severities. Default: all.',
      ),
      after: duration(60_000, 86_400_000, '15m')
        .optional()
        .describe('How long an incident must last before it is notified. Default: no wait.'),
    },
    `expected a map with an id and one of ${RECEIVER_KINDS.join(', ')}`,
  ),
  (_, report, { given, unknown }) => {
    const [first, ...others] = RECEIVER_KINDS.filter((kind) => given.includes(kind));
    // An unknown key may be its kind, misspelt.
    if (first === undefined && given.length > 0 && unknown.length === 0) {
      report([], `expected one of ${RECEIVER_KINDS.join(', ')} in it too`);
    }
    for (const kind of others) {
      report([kind], `is not allowed: a receiver can have only one kind; this one already has ${first}`, 'key');
    }
    const { allEvents } = first === undefined ? {} : receiverKeysOf(first);
    if (allEvents !== undefined && given.includes('events')) report(['events'], allEvents, 'key');
  },
);
export type ReceiverInput = Parsed<typeof receiver>;

/** Returns the addresses of an entry that are a receiver each; one that is `null` for a kind without such a list. */
export function addressesOf(kind: ReceiverKind, entry: unknown): readonly unknown[] {
  const { each } = receiverKeysOf(kind);
  return each === undefined ? [null] : [jsonObjectOf(entry)[each.key]].flat();
}

/** Returns the id of an address. The first has the id of its entry, so that one added behind it changes nothing for the others. */
export function receiverId(id: string, nth: number): string {
  return nth === 1 ? id : `${id}-${nth}`;
}

const EXPECTED = `expected at most ${MOST_RECEIVERS} receivers`;

/** Each receiver has a record under its id. */
export const receivers = compared(
  list(receiver, 'expected a list of receivers, each with an id').max(MOST_RECEIVERS, { error: EXPECTED }),
  (entries, report) => {
    const ids = entries.map((entry = {}) => {
      const kind = RECEIVER_KINDS.find((name) => entry[name] !== undefined);
      const addresses = kind === undefined ? [null] : addressesOf(kind, entry[kind]);
      return addresses.flatMap((_, at) => (entry.id === undefined ? [] : receiverId(entry.id, at + 1)));
    });
    const all = ids.flatMap((own, index) => own.map((id) => ({ id, index, isFirst: id === own[0] })));
    for (const { index: place, first } of repeated(ids.flat())) {
      const { id, index = 0, isFirst } = all[place] ?? {};
      const whose = `receivers[${all[first]?.index}] already has`;
      const other = `expected another id: ${whose} ${id}, which an address of this one has`;
      report([index, 'id'], isFirst ? `expected a unique id: ${whose} this one` : other);
    }
    for (const [index, own] of ids.entries()) {
      const [id = '', last = ''] = [own[0], own.at(-1)];
      const most = RECEIVER_ID_LIMIT - (last.length - id.length);
      if (last === id || last.length <= RECEIVER_ID_LIMIT) continue;
      report([index, 'id'], `expected an id of at most ${most} characters: its last address is ${last}`);
    }
    if (all.length > MOST_RECEIVERS)
      report([], `${EXPECTED}: with each address of an Alertmanager and of smtp they are ${all.length}`);
  },
).describe('The receivers in addition to the topic.');
