/** The keys of `alerts.receivers`: who is notified in addition to the topic. */

import * as z from 'zod';
import { RECEIVER_KINDS, type RECEIVERS, type ReceiverKind, receiverKeysOf } from '../../../receivers/kinds';
import { choice, duration, list, map, orNull, type Parsed, text } from '../../keys/values';
import { EVENTS, INCIDENT_KINDS, SEVERITIES } from '../../words/codes';
import { RECEIVER_ID, RECEIVER_ID_LIMIT } from '../../words/ids';

export const MOST_RECEIVERS = 20;
/** The id of the topic in states. The names that each object of JavaScript has can't be keys of a record either. */
const isTaken = (id: string) => id === 'sns' || id in {};

type Keys = { [Kind in ReceiverKind]: z.ZodOptional<z.ZodObject<(typeof RECEIVERS)[Kind]['keys'], z.core.$strict>> };

const kinds = Object.fromEntries(
  RECEIVER_KINDS.map((kind) => {
    const { keys, expected, meaning } = receiverKeysOf(kind);
    return [kind, z.strictObject(keys, { error: expected }).describe(meaning).optional()];
  }),
) as Keys;

const receiver = map(
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
);
export type ReceiverInput = Parsed<typeof receiver>;

export const receivers = list(receiver, 'expected a list of receivers, each with an id')
  .max(MOST_RECEIVERS, { error: `expected at most ${MOST_RECEIVERS} receivers` })
  .describe('The receivers in addition to the topic.');
