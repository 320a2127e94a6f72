/** What must be true of every history, once its faults are over and its services are well again. */

import { owedAlerts } from '../../../lambda/core/notify/owed';
import { readState } from '../../../lambda/core/state/stored-state';
import type { Delivery, World } from './model-world';

/** What arrived of one incident: the first arrival of each alert, in order. */
export interface Story {
  readonly incidentId: string;
  readonly service: string;
  readonly events: readonly string[];
}

/** The incidents of which anything arrived, in the order of their first alert. */
export function storiesOf({ deliveries }: { readonly deliveries: readonly Pick<Delivery, 'alert'>[] }): Story[] {
  const seen = new Set<string>();
  const stories = new Map<string, { incidentId: string; service: string; events: string[] }>();
  for (const { alert } of deliveries) {
    if (seen.has(alert.id)) continue;
    seen.add(alert.id);
    const { incidentId, service, event } = alert;
    const story = stories.get(incidentId) ?? { incidentId, service: service.id, events: [] };
    stories.set(incidentId, story);
    story.events.push(event);
  }
  return [...stories.values()];
}

/** Faults of what was sent, in words; none for a history that is as it must be, finished or not. */
export function faultsOfSending(world: World): string[] {
  const backwards = storiesOf(world)
    .filter(({ events }) => events[0] !== 'opened')
    .map(({ incidentId, events }) => `${incidentId} begins with ${events[0]}`);
  const unannounced = world.deliveries
    .filter(({ alert, owed }) => !owed && !alert.possiblyRepeated)
    .map(({ alert }) => `${alert.id} was sent before it was stored, and doesn't say that it may come again`);
  const calm = world.deliveries
    .filter(({ alert }) => alert.service.id === 'calm')
    .map(({ alert }) => `calm: ${alert.id}`);
  const negative = world.deliveries
    .filter(
      ({ alert }) => alert.durationSeconds < 0 || (alert.resolvedAt !== null && alert.resolvedAt < alert.openedAt),
    )
    .map(({ alert }) => `${alert.id} lasted less than nothing`);
  return [...backwards, ...unannounced, ...calm, ...negative, ...twoMeanings(world)];
}

/**
 * Incidents of which people miss the beginning or the end, or are notified more often. Of those about one outage, which two processes opened or one
 * that did not know of the other, people need to know one. Those that never reached the store count with `all` alone: when the process
 * that sent of one is gone, nobody knows of it any more.
 */
export function missedIncidents(world: World, all: 'all' | 'persisted'): string[] {
  const known = new Map(storiesOf(world).map(({ incidentId, events }) => [incidentId, events]));
  const ids = new Set([...world.persisted, ...(all === 'all' ? known.keys() : [])]);
  const realOf = (id: string) => world.duplicateOf.get(id) ?? id;
  const isCovered = (id: string) => !known.has(id) && [...known.keys()].some((other) => realOf(other) === realOf(id));
  return [...ids].flatMap((id) => {
    if (isCovered(id)) return [];
    const wrong = ['opened', 'resolved'].filter((event) => known.get(id)?.filter((one) => one === event).length !== 1);
    return wrong.map((event) => `nobody was notified that ${id} was ${event}`);
  });
}

/**
 * Of services that have been failing for long enough: those of which nobody knows. With `all`, an end counts however it
 * was sent; with `kept`, only where the store knew of it. When it didn't, and the process that sent it is gone, a new
 * failure looks like the old one to whoever comes next.
 */
export function silentFailures(world: World, services: readonly string[], ends: 'all' | 'kept'): string[] {
  const counting = world.deliveries.filter(({ alert, owed }) => alert.event !== 'resolved' || ends === 'all' || owed);
  return services.flatMap((service) => {
    const stories = storiesOf({ deliveries: counting }).filter((story) => story.service === service);
    const isKnown = stories.some(({ events }) => events.includes('opened') && !events.includes('resolved'));
    return isKnown ? [] : [`${service} fails, and nobody knows: ${JSON.stringify(stories)}`];
  });
}

/** What the store still owes. */
export function unsentAlerts({ stored }: World): string[] {
  return [...stored].flatMap(([service, { state }]) => {
    const read = readState(state);
    return read === null ? [] : owedAlerts(read).map(({ event, incident }) => `${event} of ${service} ${incident}`);
  });
}

/** An id stands for one event: whoever drops the second arrival loses nothing. */
function twoMeanings({ deliveries }: World): string[] {
  const first = new Map<string, string>();
  return deliveries.flatMap(({ alert }) => {
    const meaning = JSON.stringify([alert.event, alert.incidentId, alert.openedAt]);
    const known = first.get(alert.id) ?? meaning;
    first.set(alert.id, known);
    return known === meaning ? [] : [`${alert.id} means ${known} and ${meaning}`];
  });
}
