/** The past incidents, the newest first; and a list of incidents in which those that belong together are one line. */

import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { IncidentGroup, IncidentMember, PastIncidentsDocument } from '../../core/documents/incident-list';
import { plural } from '../../core/documents/words/format';
import { describeDuration } from '../../core/words/duration';
import type { LinkTarget } from '../controls/link-target';
import { Time } from '../parts/time';
import { AllIncidents, IncidentLine } from './story';
import { IncidentMark, Notified } from './story-parts';

interface PastProps {
  readonly list: PastIncidentsDocument;
  readonly deployment: DeploymentDocument;
  readonly target: LinkTarget;
  /** The service of the incidents; `null` for all services. */
  readonly service?: string | null;
}

export function PastIncidents({ list, deployment, target, service = null }: PastProps) {
  const { ever, groups, left } = list;
  return (
    <section class="records" id="incidents" aria-labelledby="incidents-title">
      <h2 id="incidents-title">Past incidents</h2>
      {ever === 0 && <p class="none">None yet. An incident is listed here once it is over.</p>}
      {ever > 0 && groups.length === 0 && (
        <p class="none">
          None in the time that is shown
          <AllIncidents target={target} service={service} />
        </p>
      )}
      <Records groups={groups} deployment={deployment} target={target} />
      {left > 0 && (
        <p class="none">
          and {left} before these
          <AllIncidents target={target} service={service} />
        </p>
      )}
    </section>
  );
}

interface RecordsProps {
  readonly deployment: DeploymentDocument;
  readonly target: LinkTarget;
  readonly groups: readonly IncidentGroup[];
}

export function Records({ groups, deployment, target }: RecordsProps) {
  return (
    <ol>
      {groups.map((group) =>
        group.count === 1 ? (
          <IncidentLine deployment={deployment} incident={group.details[0]} target={target} />
        ) : (
          <GroupLine deployment={deployment} group={group} target={target} />
        ),
      )}
    </ol>
  );
}

/** The most services that are named at once. */
const NAMED = 12;

interface GroupProps {
  readonly deployment: DeploymentDocument;
  readonly target: LinkTarget;
  readonly group: IncidentGroup;
}

/** Incidents that belong together as one entry, with their services. */
function GroupLine({ deployment, group, target }: GroupProps) {
  const { open, count, about, durationSeconds, members, openedAt, resolvedAt, failedRuns } = group;
  const now = Date.parse(deployment.at);
  const [first] = group.details;
  return (
    <li class={open ? 'open' : 'over'}>
      <p class="head">
        <span class="badge">{open ? 'open' : 'resolved'}</span> <strong>{plural(count, 'service')}</strong>{' '}
        {about.map((incident) => (
          <IncidentMark incident={incident} />
        ))}{' '}
        <strong class="length">{describeDuration(durationSeconds * 1_000)}</strong>
      </p>
      <Reasons group={group} />
      <Names members={members.slice(0, NAMED)} target={target} />
      {count > NAMED && (
        <details id={`with-${first.service}-${first.id}`}>
          <summary>and {count - NAMED} more</summary>
          <Names members={members.slice(NAMED)} target={target} />
          {count > members.length && <p class="none">and {count - members.length} more</p>}
        </details>
      )}
      <p class="when">
        <Time at={Date.parse(openedAt)} now={now} /> to{' '}
        {resolvedAt === null ? 'now' : <Time at={Date.parse(resolvedAt)} now={now} />}
        {failedRuns > 0 && `, ${plural(failedRuns, 'failed check')}`}
      </p>
      <Notified deployment={deployment} incident={first} />
    </li>
  );
}

/** The most reasons that are shown; the services are named with the rest. */
const REASONS = 4;

/** The reasons that were found, first the reason with the most services. */
function Reasons({ group: { reasons } }: { readonly group: IncidentGroup }) {
  return (
    <>
      {reasons.slice(0, REASONS).map(({ count, message }) => (
        <p class="reason">
          {reasons.length > 1 && <span class="when">{plural(count, 'service')}: </span>}
          {message}
        </p>
      ))}
      {reasons.length > REASONS && <p class="none">and {plural(reasons.length - REASONS, 'other reason')}</p>}
    </>
  );
}

interface NamesProps {
  readonly target: LinkTarget;
  readonly members: readonly IncidentMember[];
}

/** The names of services, each with the duration of its incident; on a page a name links to the incident. */
function Names({ members, target }: NamesProps) {
  return (
    <p class="rest">
      {members.map(({ service, id, durationSeconds }, index) => (
        <>
          {index > 0 && ', '}
          {target.kind === 'page' ? (
            <a href={addressPath({ ...START, of: 'incidents', service, incident: id })}>{service}</a>
          ) : (
            service
          )}{' '}
          <span class="when">{describeDuration(durationSeconds * 1_000)}</span>
        </>
      ))}
    </p>
  );
}
