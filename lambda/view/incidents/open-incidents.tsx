/** The open incidents, a line each, with the worst outage expanded. Related incidents share a line. */

import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { OpenIncident } from '../../core/documents/incident-details';
import type { OpenGroup, OpenIncidentsDocument } from '../../core/documents/incident-list';
import { plural } from '../../core/documents/words/format';
import { ackNote, ackWord } from '../../core/documents/words/hold-words';
import { incidentWords } from '../../core/documents/words/incident-words';
import { capitalized } from '../../core/words/capitalized';
import { cleanText } from '../../core/words/clean-text';
import { roughDuration } from '../../core/words/duration';
import { Act, Acts, ackText } from '../controls/acts';
import type { PageControls } from '../controls/page-controls';
import { Time } from '../parts/time';
import { Knows, Shape, whoIn } from './incident-lines';
import { actedOnGroup, Members } from './open-members';
import { furtherClues, OpenTags } from './open-tags';
import { Rail } from './rail';
import { placeOf } from './shown-above';

const FOUND_SHOWN = 140;

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
  return (
    <section class="stories" id={name} aria-labelledby={`${name}-title`}>
      <div class="toolbar">
        <h2 id={`${name}-title`}>
          {title} <span class="count">{countWords(list)}</span>
        </h2>
        {controls?.canSilence && <AckAll groups={groups} deployment={deployment} />}
      </div>
      <ul class="list">
        {groups.map((group) => (
          <Line
            group={group}
            others={groups}
            deployment={deployment}
            address={address}
            controls={controls}
            isWorst={group === worst}
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

/** Draws the button for all outages that people are waited for, if they are in more than one line. */
function AckAll({ groups, deployment }: Pick<BodyProps, 'deployment'> & { readonly groups: readonly OpenGroup[] }) {
  const waiting = groups
    .filter(({ now }) => now === 'down' || now === 'recovering')
    .map((group) => actedOnGroup(group, deployment).unacknowledged)
    .filter(({ length }) => length > 0);
  if (waiting.length < 2) return null;
  const services = waiting.flat();
  return <Act to="/ack" on={services} text={ackText({ services, unacknowledged: services })} />;
}

/** Returns `7 outages · 3 warnings`; only the number if there is one kind. */
export function countWords({ outages, warnings }: OpenIncidentsDocument): string {
  if (outages === 0 || warnings === 0) return String(outages + warnings);
  return `${plural(outages, 'outage')} · ${plural(warnings, 'warning')}`;
}

interface BodyProps {
  readonly deployment: DeploymentDocument;
  readonly address: Address;
  readonly controls: PageControls | null;
  readonly group: OpenGroup;
  /** All listed groups. */
  readonly others: readonly OpenGroup[];
  /** Whether it is the first that people are waited for. */
  readonly isWorst: boolean;
}

interface LineProps extends BodyProps {
  readonly isOpen: boolean;
}

function Line({ isOpen, ...props }: LineProps) {
  const { group, others, deployment, address, controls } = props;
  const { count, earliest, durationSeconds, knows } = group;
  const now = Date.parse(deployment.at);
  return (
    <li class={`story ${group.now}`}>
      <details id={`incident-${earliest.service}-${earliest.id}`} open={isOpen}>
        <summary>
          <Shape group={group} />
          <What group={group} deployment={deployment} />
          <span class="meta">
            <OpenTags group={group} others={others} now={now} />
            <Knows knows={knows} now={now} />
          </span>
          <span class="length figure">{roughDuration(durationSeconds * 1_000)}</span>
          <Arrow />
        </summary>
        <div class="whole">
          <Body {...props} />
          {count > 1 && <Members group={group} deployment={deployment} address={address} controls={controls} />}
        </div>
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

function What({ group, deployment }: Pick<BodyProps, 'group' | 'deployment'>) {
  const { members, services, found, count, details } = group;
  // The figures of a budget are in a sentence of their own, among the steps.
  const budget = count === 1 && details[0].kind === 'objective' ? incidentWords(details[0]) : null;
  const ids = members.map(({ service }) => service);
  return (
    <span class="what">
      <strong class={services > 1 ? 'listed' : undefined}>{whoIn(group)}</strong>
      {services > 1 && (
        <strong class="brief" aria-hidden="true">
          {services} services{groupOf(ids, deployment)}
        </strong>
      )}{' '}
      {budget ?? cleanText(found, FOUND_SHOWN)}
    </span>
  );
}

/** ` in payments`, if all are in one group. */
function groupOf(ids: readonly string[], { services }: DeploymentDocument): string {
  const groups = new Set(services.filter(({ service }) => ids.includes(service)).map(({ group }) => group));
  const [group] = groups;
  return groups.size === 1 && group ? ` in ${group}` : '';
}

/** Draws the most useful facts about the first incident, and the actions on all; the incident's own page has the rest. */
function Body(props: BodyProps) {
  const { group, deployment, others } = props;
  const { count, details } = group;
  const [incident] = details;
  const clues = furtherClues(group, others.slice(others.indexOf(group) + 1));
  const { service } = incident;
  return (
    <div class="body" id={count === 1 ? placeOf(service) : undefined}>
      <Rail
        steps={incident.steps}
        now={Date.parse(deployment.at)}
        label={count === 1 ? 'What happened' : `What happened to ${service}`}
      />
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

function Actions({ group, controls, deployment, address, isWorst }: BodyProps) {
  const { count, details, earliest, members } = group;
  const [{ service, id, ack }] = details;
  const canSilence = controls?.canSilence === true;
  const on = actedOnGroup(group, deployment);
  const page = count === 1 ? addressPath({ ...START, of: 'incidents', service, incident: id }) : null;
  const isAcked = members.every((member) => member.ack !== null);
  return (
    <>
      {ack !== null && !canSilence && (
        <p>
          {capitalized(ackWord(ack))}
          {ackNote(ack)}
        </p>
      )}
      {controls !== null && on.services.length > 0 && (
        <Acts
          on={on}
          controls={controls}
          name={`${earliest.service}-${earliest.id}`}
          address={address}
          now={Date.parse(deployment.at)}
          isMain={isWorst && group.now === 'down'}
          acked={canSilence && isAcked ? ack : null}
          isListed
          details={page}
        />
      )}
      {controls === null && page !== null && (
        <p class="actions">
          <a class="button plain" href={page}>
            Details<span class="hidden"> of the incident of {service}</span>
          </a>
        </p>
      )}
    </>
  );
}
