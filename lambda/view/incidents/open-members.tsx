/** The members of a group of open incidents: a row for each, with its own action. */

import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { OpenGroup, OpenMember } from '../../core/documents/incident-list';
import { describeMs } from '../../core/documents/words/format';
import { covers } from '../../core/documents/words/silence-words';
import { capitalized } from '../../core/words/capitalized';
import { type ActedOn, removable } from '../controls/acted-on';
import { Act, ActMenu } from '../controls/acts';
import type { PageControls } from '../controls/page-controls';
import { Time } from '../parts/time';
import { placeOf } from './shown-above';

/** Up to so many members are all listed; of more, one less. */
const LISTED = 8;

interface MembersProps {
  readonly group: OpenGroup;
  readonly deployment: DeploymentDocument;
  readonly address: Address;
  readonly controls: PageControls | null;
}

export function Members({ group, ...props }: MembersProps) {
  const { count, earliest } = group;
  const all = group.members.toSorted((left, right) => left.openedAt.localeCompare(right.openedAt));
  const listed = all.length > LISTED ? all.slice(0, LISTED - 1) : all;
  const rest = all.slice(listed.length);
  const unnamed = count - all.length;
  const draw = (member: OpenMember) => <Member member={member} group={group} {...props} />;
  return (
    <div class="members">
      <ul>{listed.map(draw)}</ul>
      {rest.length > 0 && (
        <details id={`rest-${earliest.service}-${earliest.id}`}>
          <summary>{rest.length + unnamed} more</summary>
          <ul>{rest.map(draw)}</ul>
          {unnamed > 0 && <p class="none">and {unnamed} more</p>}
        </details>
      )}
    </div>
  );
}

interface MemberProps extends MembersProps {
  readonly member: OpenMember;
}

function Member({ member, group, deployment, controls }: MemberProps) {
  const { service, id, openedAt } = member;
  const { earliest, atOnce } = group;
  const now = Date.parse(deployment.at);
  const on = actedOnMembers([member], group, deployment);
  const isFirst = !atOnce && service === earliest.service && id === earliest.id;
  return (
    <li id={placeOf(service)}>
      <b>
        <a href={addressPath({ ...START, of: 'incidents', service, incident: id })}>{service}</a>
        {isFirst && <span>first</span>}
      </b>
      <span class="note">
        <MemberNote member={member} group={group} now={now} />
      </span>
      <Time at={Date.parse(openedAt)} now={now} exact />
      {controls?.canSilence && on.unacknowledged.length > 0 && (
        <Act to="/ack" on={[service]} text="Acknowledge" kind="plain" />
      )}
      {on.services.length > 0 && <ActMenu on={on} controls={controls} name={`${service}-${id}`} />}
    </li>
  );
}

/** Draws what is not the same for all members. */
function MemberNote({ member, group, now }: Pick<MemberProps, 'member' | 'group'> & { readonly now: number }) {
  const { kind, found, recovering, lastHealthy } = member;
  if (recovering) return <>Recovering</>;
  if (kind !== 'outage' || group.reasons.length > 1) return <>{capitalized(found)}</>;
  if (lastHealthy === null) return <>No good answer stored</>;
  const { at, ms, version } = lastHealthy;
  return (
    <>
      Last good answer <Time at={Date.parse(at)} now={now} exact />
      {ms !== null && ` in ${describeMs(ms)}`}
      {version !== null && `, version ${version}`}
    </>
  );
}

export function actedOnGroup(group: OpenGroup, deployment: DeploymentDocument): ActedOn {
  return actedOnMembers(group.members, group, deployment);
}

/** Incidents of the deployment itself, and of services that have left the config, have no actions. */
function actedOnMembers(members: readonly OpenMember[], { now }: OpenGroup, { silences }: DeploymentDocument): ActedOn {
  const configured = members.filter((member) => member.configured);
  const services = [...new Set(configured.map(({ service }) => service))];
  const isHeld = now === 'silenced' || now === 'maintenance';
  const waiting = isHeld ? [] : configured.filter(({ ack }) => ack === null).map(({ service }) => service);
  const covering = silences.filter((silence) => services.some((id) => covers(silence, id)));
  return {
    services,
    unacknowledged: [...new Set(waiting)],
    acks: removable(configured.flatMap(({ ack }) => (ack === null ? [] : [{ ...ack, planned: false }]))),
    silences: isHeld || members.length === 1 ? removable(covering) : [],
    hasIncident: true,
  };
}
