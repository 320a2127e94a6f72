/** How open incidents are now, in a few words: never those of an alert that was sent. */

import { TOPIC } from '../../deliver/receiver';
import { isHeldBackFromAll } from '../../notify/held-back';
import { unsentAlerts } from '../../notify/owed';
import { ackOf, silenceOf } from '../../silence/silence';
import { nameSome } from '../../words/shown-value';
import { recoveryDocument } from '../recovery-document';
import { ackWord } from '../words/ack-words';
import { conditionWords, incidentWords, OUTAGE_NOTIFIED } from '../words/incident-words';
import { recoveryWords } from '../words/recovery-words';
import { silenceWord } from '../words/silence-words';
import type { Known } from './known';
import { type Story, type Together, togetherOf } from './stories';
import type { TimelineOptions } from './timeline';

/** `minor` is what people are only informed about. From the worst on. */
const NOWS = ['down', 'recovering', 'degraded', 'minor', 'silenced', 'maintenance'] as const;
export type StoryNow = (typeof NOWS)[number];

export function storyNow(known: Known, story: Story): StoryNow {
  const { incident, severity } = story;
  const silence = silenceOf(known.silences, openOf(story), known.now);
  if (silence !== null) return silence.planned ? 'maintenance' : 'silenced';
  if (severity === 'info' || isHeldBackFromAll(incident, story.state)) return 'minor';
  if (incident.kind !== 'outage') return 'degraded';
  return incident.recovery === null ? 'down' : 'recovering';
}

export function worstNow(known: Known, stories: Together): StoryNow {
  const found = new Set(stories.map((story) => storyNow(known, story)));
  return NOWS.find((now) => found.has(now)) ?? 'degraded';
}

/** The open incidents, those that belong together beside each other, the worst first. */
export function openTogether(known: Known, stories: readonly Story[]): readonly Together[] {
  const open = stories.filter(({ resolvedAt }) => resolvedAt === null);
  const ranked = togetherOf(open, known.intervalMs).map(
    (group) => [NOWS.indexOf(worstNow(known, group)), group] as const,
  );
  return ranked.sort(([left], [right]) => left - right).map(([, group]) => group);
}

/** Of a service that fails, what its last check found. */
export function nowText({ intervalMs, now }: Known, { incident, state, known: service }: Story): string {
  const { kind, reason, message } = incident;
  if (kind === 'condition') {
    const held = state.conditions.find(({ code }) => code === reason);
    return `${conditionWords(reason)}: ${held?.message ?? message}`;
  }
  if (kind === 'objective') return `${incidentWords(incident)}: ${message}`;
  const recovering = recoveryDocument(state, service?.service.alerts ?? null, { intervalMs, now });
  if (recovering !== null) return recoveryWords(recovering, now);
  return state.latest !== null && state.latest.kind !== 'healthy' ? state.latest.message : message;
}

const NAMED = 3;

/** `connection refused, 503; 2 of 3 recovering`: what several found last, the most frequent first. */
export function reasonsText(stories: Together): string {
  const counts = new Map<string, number>();
  for (const { incident, state } of stories) {
    const { latest } = state;
    const isFailing = incident.kind === 'outage' && latest !== null && latest.kind !== 'healthy';
    const words = reasonWords(isFailing ? latest.reason : incident.reason);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const reasons = [...counts].sort(([, left], [, right]) => right - left).map(([reason]) => reason);
  const recovering = stories.filter(({ incident }) => incident.recovery !== null).length;
  return `${nameSome(reasons, NAMED)}${recovering > 0 ? `; ${recovering} of ${stories.length} recovering` : ''}`;
}

/** `answered 503`, `connection refused`, `not JSON`. */
function reasonWords(reason: string): string {
  const words = conditionWords(reason.replace(/^http_(?=\d)/, 'answered '));
  return words.replace(/\b(?:json|dns|tls)\b/, (name) => name.toUpperCase());
}

/** Who is on it, or whether people were notified; `2 of 3 notified` if not of all. */
export function noteOf(known: Known, stories: Together): string {
  const notes = stories.map((story) => noteOfOne(known, story));
  const [first = ''] = notes;
  if (notes.every((note) => note === first)) return first;
  return `${notes.filter((note) => note === NOTIFIED).length} of ${notes.length} ${NOTIFIED}`;
}

const NOTIFIED = 'notified';

function noteOfOne(known: Known, story: Story): string {
  const { state, sent, incident } = story;
  const ack = ackOf(known.acks, openOf(story), known.now);
  if (ack !== null) return ackWord(ack);
  const silence = silenceOf(known.silences, openOf(story), known.now);
  if (silence !== null) return silenceWord(silence);
  if (sent.some(({ receiver }) => isSent(known, receiver))) return NOTIFIED;
  if (unsentAlerts(state, known.now).some((one) => one.incident === incident.id)) return 'not sent yet';
  if (isHeldBackFromAll(incident, state)) return OUTAGE_NOTIFIED;
  return sent.length > 0 ? 'not sent' : 'not yet';
}

/** A watch shows what a deployment sends to its topic. */
export function isSent({ isDeployed }: Pick<Known, 'isDeployed'>, receiver: string): boolean {
  return isDeployed || receiver !== TOPIC;
}

function openOf({ id, incident }: Story) {
  return { service: id, openedAt: incident.openedAt, isOver: false };
}

/** What the timeline of an incident is made of. */
export function timelineOptions({ intervalMs, now }: Known, { state, incident, known }: Story): TimelineOptions {
  return { state, incident, intervalMs, now, buckets: known?.buckets ?? [] };
}
