/** The open incidents, a line each, with the worst outage expanded. Related incidents share a line. */

import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { IncidentNow, KnowsDocument, OpenIncident } from '../../core/documents/incident-details';
import type { IncidentGroup, IncidentMember, OpenIncidentsDocument } from '../../core/documents/incident-list';
import { shownWord } from '../../core/documents/state';
import { plural } from '../../core/documents/words/format';
import { ackNote, ackWord } from '../../core/documents/words/hold-words';
import { incidentWords } from '../../core/documents/words/incident-words';
import { capitalized } from '../../core/words/capitalized';
import { cleanText } from '../../core/words/clean-text';
import { roughDuration } from '../../core/words/duration';
import { ActButtons } from '../controls/acts';
import { EndCommand } from '../controls/end-command';
import type { PageControls } from '../controls/service-controls';
import { ServiceLink } from '../controls/service-link';
import { StateIcon } from '../parts/state-marks';
import { Time } from '../parts/time';
import { furtherClues, OpenTags } from './open-tags';
import { Rail } from './rail';
import { placeOf } from './shown-above';

const NAMED_IN_LINE = 3;
const FOUND_SHOWN = 140;
/** The most further incidents of a group that are named at first. */
const NAMED = 12;

interface OpenProps {
  readonly list: OpenIncidentsDocument;
  readonly deployment: DeploymentDocument;
  readonly address: Address;
  readonly controls: PageControls | null;
  /** The service whose incidents are listed; `null` for all services. */
  readonly service?: string | null;
  readonly title?: string;
}

/** Draws the open incidents; nothing if there are none. */
export function OpenIncidents({
  list,
  deployment,
  address,
  controls,
  service = null,
  title = 'Open incidents',
}: OpenProps) {
  const { count, groups, left } = list;
  if (count === 0) return null;
  const worst = groups.find(({ now, details: [{ kind }] }) => kind === 'outage' && now !== 'minor');
  const name = title.toLowerCase().replace(' ', '-');
  const first = firstOfEach(groups);
  return (
    <section class="stories" id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>
        {title} <span class="count">{countWords(list)}</span>
      </h2>
      <ul class="list">
        {groups.map((group) => (
          <Line
            group={group}
            others={groups}
            deployment={deployment}
            address={address}
            controls={controls}
            first={first}
            isOpen={service !== null || group === worst}
          />
        ))}
      </ul>
      {left > 0 && (
        <p class="none">
          and {left} more: <a href={addressPath({ ...START, of: 'incidents', service })}>all incidents</a>
        </p>
      )}
    </section>
  );
}

/** Draws whether people know about an incident: `Notified 07:00`, `Silenced until 08:30`. */
export function Knows({ knows: { words, at }, now }: { readonly knows: KnowsDocument; readonly now: number }) {
  return (
    <span class="knows">
      {words}
      {at !== null && (
        <>
          {' '}
          <Time at={Date.parse(at)} now={now} />
        </>
      )}
    </span>
  );
}

/** Returns `7 outages · 3 warnings`; only the number if there is one kind. */
export function countWords({ outages, warnings }: OpenIncidentsDocument): string {
  if (outages === 0 || warnings === 0) return String(outages + warnings);
  return `${plural(outages, 'outage')} · ${plural(warnings, 'warning')}`;
}

type Group = IncidentGroup<OpenIncident>;

/** The names of each service's first incident: the rows of the services link to it. */
type First = ReadonlySet<string>;

function firstOfEach(groups: readonly Group[]): First {
  const first = new Map<string, string>();
  for (const member of groups.flatMap(({ members }) => members)) {
    if (!first.has(member.service)) first.set(member.service, memberName(member));
  }
  return new Set(first.values());
}

function memberName({ service, id }: IncidentMember): string {
  return `${service} ${id}`;
}

/** Returns the id of the element that a service's row links to, for the first incident of that service. */
function placeIn(first: First, incident: IncidentMember): string | undefined {
  return first.has(memberName(incident)) ? placeOf(incident.service) : undefined;
}

interface LineProps {
  readonly deployment: DeploymentDocument;
  readonly address: Address;
  readonly controls: PageControls | null;
  readonly group: Group;
  /** All listed groups. */
  readonly others: readonly Group[];
  readonly first: First;
  readonly isOpen: boolean;
}

function Line({ group, others, deployment, address, controls, first, isOpen }: LineProps) {
  const { count, details, earliest, durationSeconds, knows } = group;
  const nowIs = group.now ?? 'degraded';
  const now = Date.parse(deployment.at);
  const whole = { deployment, address, controls, first, others };
  return (
    <li class={`story ${nowIs}`}>
      <details id={`incident-${earliest.service}-${earliest.id}`} open={isOpen}>
        <summary>
          <NowShape now={nowIs} incident={details[0]} />
          <What group={group} />
          <OpenTags group={group} others={others} now={now} />
          <span class="length figure">{roughDuration(durationSeconds * 1_000)}</span>
          <Knows knows={knows} now={now} />
          <Arrow />
        </summary>
        {count === 1 ? <Whole incident={details[0]} {...whole} /> : <Members group={group} {...whole} />}
      </details>
    </li>
  );
}

function Arrow() {
  return (
    <svg class="arrow" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4 6.2l4 4 4-4" />
    </svg>
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

function What({ group: { members, services, found, count, details } }: { readonly group: Group }) {
  // The figures of a budget are in a sentence of their own, among the steps.
  const budget = count === 1 && details[0].kind === 'objective' ? incidentWords(details[0]) : null;
  const ids = [...new Set(members.map(({ service }) => service))].slice(0, NAMED_IN_LINE);
  const more = services - ids.length;
  return (
    <span class="what">
      <strong>
        {ids.join(', ')}
        {more > 0 && ` and ${more} more`}
      </strong>{' '}
      {budget ?? cleanText(found, FOUND_SHOWN)}
    </span>
  );
}

interface WholeProps extends Omit<LineProps, 'group' | 'isOpen'> {
  readonly incident: OpenIncident;
}

/** Draws the most useful facts; the incident's own page has the rest. */
function Whole(props: WholeProps) {
  const { incident, deployment, others, first } = props;
  const later = others.slice(others.findIndex(({ details }) => details.includes(incident)) + 1);
  const clues = furtherClues(incident, later);
  return (
    <div class="body" id={placeIn(first, incident)}>
      <Rail steps={incident.steps} now={Date.parse(deployment.at)} label="What happened" />
      <div class="side">
        <FirstLook incident={incident} now={Date.parse(deployment.at)} />
        {clues.length > 0 && (
          <ul class="clues" aria-label="Clues">
            {clues.map(({ message }) => (
              <li>{message}</li>
            ))}
          </ul>
        )}
        <Actions {...props} />
      </div>
    </div>
  );
}

interface LookProps {
  readonly incident: OpenIncident;
  readonly now: number;
}

/** Draws the first thing to check, and the runbook; while nobody is notified, what happens at the end of that. */
function FirstLook({ incident: { advice, runbook, silence }, now }: LookProps) {
  return (
    <div class="look">
      {silence === null ? (
        <h3>Check first</h3>
      ) : (
        <h3>
          If it is still down at <Time at={Date.parse(silence.until)} now={now} />
        </h3>
      )}
      <p>
        {silence === null ? advice : 'People are notified then.'}
        {silence?.planned === true && ' Planned downtime does not count against uptime or error budget.'}
        {runbook !== null && (
          <>
            {' '}
            <a href={runbook}>Runbook</a>
          </>
        )}
      </p>
    </div>
  );
}

function Actions({ incident, controls, deployment }: WholeProps) {
  const { of, service, id, ack } = incident;
  const hasButtons = controls?.canSilence === true && of !== null;
  return (
    <p class="actions">
      {of !== null && <ActButtons service={of} controls={controls} />}
      {ack !== null && (
        <span>
          {capitalized(ackWord(ack))}
          {ackNote(ack)}
          {!hasButtons && <EndCommand id={ack.id} deployment={deployment} />}
        </span>
      )}
      <a class="button plain" href={addressPath({ ...START, of: 'incidents', service, incident: id })}>
        Details<span class="hidden"> of the incident of {service}</span>
      </a>
    </p>
  );
}

/** Draws the first member in full, some with their actions, and the others by name. */
function Members({ group, ...whole }: Omit<LineProps, 'isOpen'>) {
  const { details, members, count, earliest } = group;
  const { address, first } = whole;
  const full = new Set(details.map(memberName));
  const rest = members.filter((member) => !full.has(memberName(member)));
  // A member in full may not be among the members that are named.
  const unnamed = count - details.length - rest.length;
  const more = rest.length - NAMED + unnamed;
  return (
    <>
      {details.map((incident, index) => (
        <div class="member" id={index === 0 ? undefined : placeIn(first, incident)}>
          <p class="head">
            <strong>
              <ServiceLink address={incident.configured ? address : null} id={incident.service}>
                {incident.service}
              </ServiceLink>
            </strong>{' '}
            {incident.found}
          </p>
          {index === 0 ? <Whole incident={incident} {...whole} /> : <Actions incident={incident} {...whole} />}
        </div>
      ))}
      {rest.length > 0 && (
        <div class="rest">
          <p>
            and <Names members={rest.slice(0, NAMED)} address={address} first={first} />
          </p>
          {more > 0 && (
            <details id={`rest-${earliest.service}-${earliest.id}`}>
              <summary>and {more} more</summary>
              <p>
                <Names members={rest.slice(NAMED)} address={address} first={first} />
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
  readonly address: Address;
  readonly first: First;
  readonly members: readonly IncidentMember[];
}

function Names({ members, address, first }: NamesProps) {
  return (
    <>
      {members.map((member, index) => (
        <>
          {index > 0 && ', '}
          <span id={placeIn(first, member)}>
            <ServiceLink address={member.configured ? address : null} id={member.service}>
              {member.service}
            </ServiceLink>
            {member.recovering && ' (recovering)'}
          </span>
        </>
      ))}
    </>
  );
}
