/** The records of what has happened: incidents, open and past, and the alerts that were sent for them. */

import { distinctIncidents, type Incident, type PastIncident } from '../core/incident/incident';
import { describeIncidentLength } from '../core/incident/incident-length';
import type { SentAlert } from '../core/message/sent-alert';
import type { ServiceState } from '../core/state/service-state';
import { Clues } from './clues';
import { plural } from './format';
import { IncidentMark } from './incident-mark';
import type { Known } from './known';
import { type LinkTarget, ServiceLink } from './link-target';
import { serviceOf } from './service-view';
import { type SilencedIncident, silencedIncident, silencedWords } from './silenced-incident';
import { Time } from './time';

/** A service and what is kept of it, whether or not it is still in the config. */
interface Kept {
  readonly id: string;
  readonly state: ServiceState;
}

/** All services, present and removed. */
export function allKept({ services, removed }: Known): readonly Kept[] {
  return [...services.flatMap(({ service: { id }, state }) => (state === null ? [] : [{ id, state }])), ...removed];
}

interface ListProps {
  readonly known: Known;
  readonly of: readonly Kept[];
  readonly target: LinkTarget;
  /** How many records are listed, the newest first. Open incidents are always listed. */
  readonly most: number;
}

interface ListedIncident extends Kept {
  readonly incident: Incident | PastIncident;
  readonly resolvedAt: number | null;
}

export function IncidentRecords({ known, of, target, most }: ListProps) {
  const all = of.flatMap((kept) => [
    ...distinctIncidents(kept.state.open).map((incident) => ({ ...kept, incident, resolvedAt: null })),
    ...kept.state.past.map((past) => ({ ...kept, incident: past, resolvedAt: past.resolvedAt })),
  ]);
  const open = all.filter(({ resolvedAt }) => resolvedAt === null).sort(byBeginning);
  const past = all.filter(({ resolvedAt }) => resolvedAt !== null).sort(byBeginning);
  return (
    <section class="records" id="incidents" aria-labelledby="incidents-title">
      <h2 id="incidents-title">Incidents</h2>
      {all.length === 0 && <p class="none">None known.</p>}
      <ol>
        {[...open, ...past.slice(0, most)].map((listed) => (
          <IncidentItem known={known} target={serviceOf(known, listed.id) ? target : NOWHERE} {...listed} />
        ))}
      </ol>
      {past.length > most && <p class="none">and {past.length - most} before these</p>}
    </section>
  );
}

/** A service that was removed has no details. */
const NOWHERE: LinkTarget = { kind: 'nowhere' };

function byBeginning(left: ListedIncident, right: ListedIncident): number {
  return right.incident.openedAt - left.incident.openedAt;
}

function IncidentItem({
  known: { now },
  target,
  id,
  state,
  incident,
  resolvedAt,
}: ListedIncident & Pick<ListProps, 'known' | 'target'>) {
  const { kind, openedAt, message, failedRuns } = incident;
  return (
    <li class={resolvedAt === null ? 'open' : 'over'}>
      <p class="head">
        <span class="badge">{resolvedAt === null ? 'open' : 'over'}</span>{' '}
        <ServiceLink target={target} id={id}>
          {id}
        </ServiceLink>{' '}
        <IncidentMark incident={incident} />{' '}
        <strong class="length">{describeIncidentLength(openedAt, resolvedAt ?? now)}</strong>
      </p>
      <p class="reason">{message}</p>
      <p class="when">
        <Time at={openedAt} now={now} /> to {resolvedAt === null ? 'now' : <Time at={resolvedAt} now={now} />}
        {kind === 'outage' && `, ${plural(failedRuns, 'failed check')}`}
      </p>
      <Clues state={state} incident={incident.id} />
      <SilencedLine silenced={silencedIncident(state, incident.id)} isOver={resolvedAt !== null} now={now} />
    </li>
  );
}

function SilencedLine({
  silenced,
  isOver,
  now,
}: {
  readonly silenced: SilencedIncident | null;
  readonly isOver: boolean;
  readonly now: number;
}) {
  if (silenced === null) return null;
  const { text, at } = silencedWords(silenced, isOver);
  return (
    <p class="when">
      {text}
      {at !== null && <Time at={at} now={now} />}
    </p>
  );
}

export function AlertRecords({ known, of, most }: Omit<ListProps, 'target'>) {
  const sent = sentTogether(of.flatMap(({ state }) => state.sent));
  return (
    <section class="records" id="alerts" aria-labelledby="alerts-title">
      <h2 id="alerts-title">Alerts sent</h2>
      {sent.length === 0 && <p class="none">None known.</p>}
      <ol>
        {sent.slice(0, most).map((alert) => (
          <AlertItem alert={alert} now={known.now} />
        ))}
      </ol>
      {sent.length > most && <p class="none">and {sent.length - most} before these</p>}
    </section>
  );
}

/**
 * What people were sent, the newest first. Alerts that went out together are one entry with what that notification said;
 * if only one of them is listed, it is listed as its own.
 */
function sentTogether(alerts: readonly SentAlert[]): readonly SentAlert[] {
  const groups = new Map<string, SentAlert>();
  const singles: SentAlert[] = [];
  for (const alert of alerts) {
    const { notification } = alert;
    if (notification === null) {
      singles.push(alert);
      continue;
    }
    const before = groups.get(notification.id);
    const first = before && before.at <= alert.at ? before : alert;
    groups.set(notification.id, before ? { ...first, ...notification } : alert);
  }
  return [...groups.values(), ...singles].sort((left, right) => right.sentAt - left.sentAt);
}

/** An alert that was sent later than this after its event was held up. */
const PROMPT_MS = 60_000;

function AlertItem({ alert, now }: { readonly alert: SentAlert; readonly now: number }) {
  const { event, summary, at, sentAt } = alert;
  return (
    <li>
      <p>
        <span class={`badge ${event}`}>{event}</span> {summary}
      </p>
      <p class="when">
        <Time at={at} now={now} />
        {sentAt - at > PROMPT_MS && (
          <>
            , sent <Time at={sentAt} now={now} />
          </>
        )}
      </p>
    </li>
  );
}
