/** The stored form of a state, and how it is read back. A field that does not fit has its initial value. */

import { storedFields, unfitFields } from '../fields/fields';
import { count, readStored } from '../fields/stored-value';
import { INCIDENT } from '../incident/incident';
import { NOTIFIED, notifiedOf } from '../notify/notified';
import { isJsonObject, type JsonObject, jsonObjectOf } from '../words/json';
import { type ServiceState, STATE } from './service-state';
import { withoutPruned } from './settle';
import type { StoredState } from './store';

/** The version of the stored form. A state of another version is replaced by a new one. */
export const SCHEMA = 1;

/** A state as it is stored: plain JSON, which `readState` reads. */
export function storedForm(state: ServiceState): JsonObject {
  return { schema: SCHEMA, ...storedFields(state, STATE) };
}

/** Reads a stored state; `null` if it is none, or of another schema. */
export function readState(raw: unknown): ServiceState | null {
  if (!isState(raw)) return null;
  const state = readStored(STATE.schema, raw);
  return state && withoutPruned(state);
}

/** The states of services, by their ids. */
export interface ReadableStates {
  readonly states: ReadonlyMap<string, ServiceState>;
  /** The services of which something is stored that is no state: for all that follows they have none. */
  readonly unreadable: readonly string[];
}

/** Reads what is stored of several services. */
export function statesIn(stored: readonly StoredState[]): ReadableStates {
  const states = new Map<string, ServiceState>();
  const unreadable: string[] = [];
  for (const { service, state: raw } of stored) {
    const state = readState(raw);
    if (state === null) unreadable.push(service);
    else states.set(service, state);
  }
  return { states, unreadable };
}

/** Returns the message for a stored state that can't be read. */
export function unreadableText(service: string): string {
  return `the stored state of ${service} is invalid`;
}

/** Whether `readState` reads a state from it, which takes far longer. */
export function isState(raw: unknown): raw is JsonObject {
  return isJsonObject(raw) && raw.schema === SCHEMA;
}

/** Whether a stored value is a state of another schema: it is replaced by a new state, and is not a fault. */
export function isOfAnotherSchema(raw: unknown): boolean {
  return isJsonObject(raw) && readStored(count, raw.schema) !== null && raw.schema !== SCHEMA;
}

/** The parts of a stored state that did not fit, and have their initial value: `latest`, `incidents.message`. Each name once. */
export function unfitParts(raw: JsonObject, state: ServiceState): readonly string[] {
  const incidents = Array.isArray(raw.incidents) ? raw.incidents.map(jsonObjectOf) : [];
  const ofIncidents = incidents.flatMap((stored) => {
    const incident = state.incidents.find(({ id }) => id === stored.id);
    return incident === undefined ? ['incidents'] : prefixed('incidents', unfitFields(stored, incident, INCIDENT));
  });
  const ofRecords = Object.entries(jsonObjectOf(raw.notified)).flatMap(([incident, records]) =>
    Object.entries(jsonObjectOf(records)).flatMap(([receiver, stored]) => {
      const record = notifiedOf(state, incident, receiver);
      return prefixed('notified', unfitFields(jsonObjectOf(stored), record, NOTIFIED));
    }),
  );
  return [...new Set([...unfitFields(raw, state, STATE), ...ofIncidents, ...ofRecords])];
}

function prefixed(name: string, fields: readonly string[]): readonly string[] {
  return fields.map((field) => `${name}.${field}`);
}
