/** Incidents, announcements and maintenance on the public page. */

import { describeDuration } from '../../core/words/duration';
import type { PublicIncident, PublicMaintenance, PublicState, PublicStatus, PublicUpdate } from '../core/public-status';
import { Mark } from './public-marks';
import { STATUS_WORDS } from './public-words';
import { Day, Instant, Range } from './times';

const DAY_MS = 86_400_000;
/** How many days after its beginning an incident is listed at first, and how many it is listed at all. */
const LISTED_DAYS = 14;
const KEPT_DAYS = 30;

/** Returns the open incidents: the worst first, then the newest. */
export function openIncidents(incidents: readonly PublicIncident[]): readonly PublicIncident[] {
  const order: readonly PublicIncident['impact'][] = ['major', 'minor', 'none'];
  return incidents
    .filter(({ resolvedAt }) => resolvedAt === null)
    .toSorted(
      (left, right) => order.indexOf(left.impact) - order.indexOf(right.impact) || right.startedAt - left.startedAt,
    );
}

interface StatusProps {
  readonly status: PublicStatus;
}

export function OpenIncidents({ status: { incidents, madeAt } }: StatusProps) {
  const open = openIncidents(incidents);
  if (open.length === 0) return null;
  return (
    <section>
      <h2>Now</h2>
      {open.map((incident) => (
        <OpenIncident incident={incident} madeAt={madeAt} />
      ))}
    </section>
  );
}

function OpenIncident({ incident, madeAt }: { readonly incident: PublicIncident; readonly madeAt: number }) {
  const { id, sentence, startedAt, until, updates } = incident;
  return (
    <article class="card inc" id={id}>
      <h3>
        <Mark state={markOf(incident)} />
        <b>{sentence}</b>
        <span class="when">
          <Since from={startedAt} until={until} madeAt={madeAt} />
        </span>
      </h3>
      <ol class="ups">
        {updates.map((update) => (
          <Update update={update} base={madeAt} />
        ))}
      </ol>
    </article>
  );
}

interface SinceProps {
  readonly from: number;
  readonly until: number | null;
  readonly madeAt: number;
}

function Since({ from, until, madeAt }: SinceProps) {
  return (
    <>
      since <Instant time={from} base={madeAt} />
      {until !== null && (
        <>
          , until <Instant time={until} base={madeAt} />
        </>
      )}
    </>
  );
}

function markOf({ impact, status }: PublicIncident): PublicState {
  if (impact === 'none') return 'maintenance';
  return impact === 'major' && status !== 'monitoring' ? 'down' : 'degraded';
}

interface UpdateProps {
  readonly update: PublicUpdate;
  readonly base: number;
  readonly kind?: 'r' | undefined;
}

function Update({ update: { status, text, at }, base, kind }: UpdateProps) {
  return (
    <li>
      <b>{STATUS_WORDS[status]}</b>
      <span>{text}</span>
      <Instant time={at} base={base} kind={kind} />
    </li>
  );
}

/** Draws the maintenance that is not over. */
export function Planned({ status: { maintenances, madeAt } }: StatusProps) {
  const planned = maintenances.filter(({ status }) => status !== 'completed');
  if (planned.length === 0) return null;
  return (
    <section>
      <h2>Planned maintenance</h2>
      {planned.map((maintenance) => (
        <Maintenance maintenance={maintenance} madeAt={madeAt} />
      ))}
    </section>
  );
}

interface MaintenanceProps {
  readonly maintenance: PublicMaintenance;
  readonly madeAt: number;
}

function Maintenance({ maintenance, madeAt }: MaintenanceProps) {
  const { id, title, from, until, status, notes } = maintenance;
  return (
    <article class="card inc" id={id}>
      <h3>
        <Mark state="maintenance" />
        <b>{title}</b>
        <span class="when">
          {status === 'in_progress' ? (
            <Since from={from} until={until} madeAt={madeAt} />
          ) : (
            <Range from={from} until={until} isWhole />
          )}
        </span>
      </h3>
      {notes.map(({ text }) => (
        <p>{text}</p>
      ))}
    </article>
  );
}

export function Past({ status: { incidents, uptimes, madeAt } }: StatusProps) {
  const past = incidents.filter(({ resolvedAt }) => resolvedAt !== null);
  const isLate = ({ startedAt }: PublicIncident) => startedAt > madeAt - LISTED_DAYS * DAY_MS;
  const late = past.filter(isLate);
  const earlier = past.filter((incident) => !isLate(incident));
  return (
    <section>
      <h2>
        Past incidents<span class="quiet">{LISTED_DAYS} days</span>
      </h2>
      {late.length > 0 ? (
        <PastList incidents={late} />
      ) : (
        <p class="quiet">
          None in the last {LISTED_DAYS} days.
          {uptimes.some(({ share }) => share !== null && share < 1) &&
            ' Uptime also counts failures too short to be listed.'}
        </p>
      )}
      {earlier.length > 0 && (
        <details class="more">
          <summary>Show {KEPT_DAYS} days</summary>
          <PastList incidents={earlier} />
        </details>
      )}
    </section>
  );
}

function PastList({ incidents }: { readonly incidents: readonly PublicIncident[] }) {
  return (
    <ul class="card past">
      {incidents.map((incident, index) => (
        <PastIncident incident={incident} isSameDay={isSameDay(incident, incidents[index - 1])} />
      ))}
    </ul>
  );
}

function isSameDay({ startedAt }: PublicIncident, before: PublicIncident | undefined): boolean {
  return before !== undefined && Math.floor(startedAt / DAY_MS) === Math.floor(before.startedAt / DAY_MS);
}

interface PastProps {
  readonly incident: PublicIncident;
  readonly isSameDay: boolean;
}

function PastIncident({ incident, isSameDay: isSame }: PastProps) {
  const { id, sentence, startedAt, resolvedAt, downMs, updates } = incident;
  const written = updates.filter(({ isWritten }) => isWritten);
  return (
    <li class={isSame ? 'day same' : 'day'} id={id}>
      <Day time={startedAt} />
      <div>
        <b>{sentence}</b>
        <p>
          <Range from={startedAt} until={resolvedAt ?? startedAt} isWhole={false} />
          {downMs !== null && `, for ${describeDuration(downMs)}`}
        </p>
        {written.length > 0 && (
          <ol class="ups">
            {written.map((update) => (
              <Update update={update} base={startedAt} kind="r" />
            ))}
          </ol>
        )}
      </div>
    </li>
  );
}
