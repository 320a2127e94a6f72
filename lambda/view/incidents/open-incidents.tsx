/** The open incidents as they are now, a line each. A click or a key opens the rest; incidents that belong together are one line. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { IncidentNow, OpenIncident } from '../../core/documents/incident-details';
import type { IncidentGroup, IncidentListDocument, IncidentMember } from '../../core/documents/incident-list';
import { shownWord } from '../../core/documents/state';
import { plural } from '../../core/documents/words/format';
import { cleanText } from '../../core/words/clean-text';
import { describeDuration } from '../../core/words/duration';
import { ActButtons } from '../controls/acts';
import { type LinkTarget, ServiceLink } from '../controls/link-target';
import type { PageControls } from '../controls/service-controls';
import { StateIcon } from '../parts/state-marks';
import { Time } from '../parts/time';
import { placeOf } from './shown-above';
import { AllIncidents, More, NOWHERE } from './story';
import { Clues, FirstLook, Notified, Steps } from './story-parts';

const NAMED_IN_LINE = 3;
const CLUE_SHOWN = 48;
/** The most further incidents of a group that are named at once. */
const NAMED = 12;

interface OpenProps {
  readonly list: IncidentListDocument<OpenIncident>;
  readonly deployment: DeploymentDocument;
  readonly target: LinkTarget;
  readonly controls: PageControls | null;
  /** The service whose incidents are listed; `null` for all services. */
  readonly service?: string | null;
}

/** Nothing if there is no open incident. */
export function OpenIncidents({ list, deployment, target, controls, service = null }: OpenProps) {
  const { count, groups, left } = list;
  if (count === 0) return null;
  // An objective that its service's outage has used up is no news beside that outage.
  const news = groups.filter(({ isNews }) => isNews);
  const isOnlyNews = (group: Group) => group === news[0] && news.length === 1 && group.count === 1 && left === 0;
  const first = firstOfEach(groups);
  return (
    <section class="stories" id="open-incidents" aria-labelledby="open-title">
      <h2 id="open-title">{plural(count, 'open incident')}</h2>
      <ul class="list">
        {groups.map((group) => (
          <Line
            group={group}
            deployment={deployment}
            target={target}
            controls={controls}
            first={first}
            isOpen={service !== null || isOnlyNews(group)}
          />
        ))}
      </ul>
      {left > 0 && (
        <p class="none">
          and {left} more
          <AllIncidents target={target} service={service} />
        </p>
      )}
    </section>
  );
}

type Group = IncidentGroup<OpenIncident>;

/** The names of each service's first incident: the rows of the services link to it. */
type First = ReadonlySet<string>;

function firstOfEach(groups: readonly Group[]): First {
  const first = new Map<string, string>();
  for (const member of groups.flatMap(({ members }) => members)) {
    if (!first.has(member.service)) first.set(member.service, nameOf(member));
  }
  return new Set(first.values());
}

function nameOf({ service, id }: IncidentMember): string {
  return `${service} ${id}`;
}

/** The id of the element that a service's row links to, for the first incident of that service. */
function placeIn(first: First, incident: IncidentMember): string | undefined {
  return first.has(nameOf(incident)) ? placeOf(incident.service) : undefined;
}

interface LineProps {
  readonly deployment: DeploymentDocument;
  readonly target: LinkTarget;
  readonly controls: PageControls | null;
  readonly group: Group;
  readonly first: First;
  readonly isOpen: boolean;
}

function Line({ group, deployment, target, controls, first, isOpen }: LineProps) {
  const { count, details, earliest, durationSeconds, note } = group;
  const now = group.now ?? 'degraded';
  return (
    <li class={`story ${now}`}>
      <details id={`incident-${earliest.service}-${earliest.id}`} open={isOpen}>
        <summary>
          <NowShape now={now} incident={details[0]} />
          <What group={group} />
          <Clue group={group} now={Date.parse(deployment.at)} />
          <span class="length">{describeDuration(durationSeconds * 1_000)}</span>
          <span class="note">{note}</span>
        </summary>
        {count === 1 ? (
          <Whole incident={details[0]} deployment={deployment} target={target} controls={controls} first={first} />
        ) : (
          <Members group={group} deployment={deployment} target={target} controls={controls} first={first} />
        )}
      </details>
    </li>
  );
}

function NowShape({ now, incident }: { readonly now: IncidentNow; readonly incident: OpenIncident }) {
  const worst = incident.verdict === 'healthy' ? 'degraded' : 'down';
  const shown = now === 'down' || now === 'minor' ? worst : now;
  return (
    <>
      <StateIcon state={shown} isQuiet={now === 'minor'} />
      <span class="hidden">{shownWord(shown)}: </span>
    </>
  );
}

function What({ group: { members, services, found } }: { readonly group: Group }) {
  const ids = [...new Set(members.map(({ service }) => service))].slice(0, NAMED_IN_LINE);
  const others = services - ids.length;
  return (
    <span class="what">
      <strong>
        {ids.join(', ')}
        {others > 0 && ` and ${others} more`}
      </strong>{' '}
      {found}
    </span>
  );
}

/** The strongest clue; for several incidents that they began at the same time, if they did. */
function Clue({ group, now }: { readonly group: Group; readonly now: number }) {
  if (group.count > 1) {
    if (!group.atOnce) return null;
    return (
      <span class="clue">
        all at <Time at={Date.parse(group.openedAt)} now={now} />
      </span>
    );
  }
  const [clue] = group.details[0].clues;
  return clue === undefined ? null : <span class="clue">{cleanText(clue.message, CLUE_SHOWN)}</span>;
}

interface WholeProps extends Omit<LineProps, 'group' | 'isOpen'> {
  readonly incident: OpenIncident;
  /** Whether another incident above has the same advice. */
  readonly isRepeated?: boolean;
}

/** All that helps at once; the incident's own page has the rest. */
function Whole({ incident, deployment, target, controls, first, isRepeated = false }: WholeProps) {
  const { openedAt, severity, steps, clues, of } = incident;
  const now = Date.parse(deployment.at);
  return (
    <div class="body" id={placeIn(first, incident)}>
      <Steps steps={steps} now={now} />
      <Clues clues={clues} />
      {!isRepeated && <FirstLook incident={incident} />}
      <p class="when">
        since <Time at={Date.parse(openedAt)} now={now} />, severity {severity}
      </p>
      <Notified deployment={deployment} incident={incident} />
      <p class="actions">
        {of !== null && <ActButtons service={of} controls={controls} />}
        <More target={target} incident={incident} />
      </p>
    </div>
  );
}

/** Some members in full, the others by their names. */
function Members({ group, deployment, target, controls, first }: Omit<LineProps, 'isOpen'>) {
  const { details, members, count, earliest } = group;
  const full = new Set(details.map(nameOf));
  const rest = members.filter((member) => !full.has(nameOf(member)));
  // A member in full may not be among the members that are named.
  const unnamed = count - details.length - rest.length;
  const more = rest.length - NAMED + unnamed;
  return (
    <>
      {details.map((incident, index) => (
        <div class="member">
          <p class="head">
            <strong>
              <ServiceLink target={incident.configured ? target : NOWHERE} id={incident.service}>
                {incident.service}
              </ServiceLink>
            </strong>{' '}
            {incident.found}
          </p>
          <Whole
            incident={incident}
            deployment={deployment}
            target={target}
            controls={controls}
            first={first}
            isRepeated={
              details.slice(0, index).some(({ reason }) => reason === incident.reason) && incident.runbook === null
            }
          />
        </div>
      ))}
      {rest.length > 0 && (
        <div class="rest">
          <p>
            and <Names members={rest.slice(0, NAMED)} target={target} first={first} />
          </p>
          {more > 0 && (
            <details id={`rest-${earliest.service}-${earliest.id}`}>
              <summary>and {more} more</summary>
              <p>
                <Names members={rest.slice(NAMED)} target={target} first={first} />
              </p>
              {unnamed > 0 && <p class="none">and {unnamed} more</p>}
            </details>
          )}
        </div>
      )}
    </>
  );
}

interface NamesProps {
  readonly target: LinkTarget;
  readonly first: First;
  readonly members: readonly IncidentMember[];
}

function Names({ members, target, first }: NamesProps) {
  return (
    <>
      {members.map((member, index) => (
        <>
          {index > 0 && ', '}
          <span id={placeIn(first, member)}>
            <ServiceLink target={member.configured ? target : NOWHERE} id={member.service}>
              {member.service}
            </ServiceLink>
            {member.recovering && ' (recovering)'}
          </span>
        </>
      ))}
    </>
  );
}
