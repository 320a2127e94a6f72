/** Incidents as lines in a list: related ones share a line, and the whole line is a link. */

import type { Child } from 'hono/jsx';
import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { IncidentDetails, KnowsDocument } from '../../core/documents/incident-details';
import type { IncidentGroup } from '../../core/documents/incident-list';
import { type SummaryState, shownWord } from '../../core/documents/state';
import { dayWords, lengthWords } from '../../core/documents/words/days';
import { findingInLine } from '../../core/reasons/reason-phrases';
import { capitalized } from '../../core/words/capitalized';
import { StateIcon } from '../parts/state-marks';
import { Time } from '../parts/time';

interface IncidentLinesProps<Group extends IncidentGroup> {
  /** Open incidents have no day and show notifications; a single service's incidents don't name it. */
  readonly kind: 'open' | 'past' | 'of service';
  readonly groups: readonly Group[];
  /** Draws the tags of an open incident. */
  readonly tagsOf?: (group: Group) => Child;
  readonly deployment: DeploymentDocument;
}

export function IncidentLines<Group extends IncidentGroup>(props: IncidentLinesProps<Group>) {
  const { kind, groups, deployment, tagsOf } = props;
  const now = Date.parse(deployment.at);
  return (
    <ol class={`card entries ${CLASSES[kind]}`}>
      {groups.map((group, index) => {
        const day = dayOf(group);
        const isFirstOfDay = groups[index - 1] === undefined || dayOf(groups[index - 1] as IncidentGroup) !== day;
        return (
          <li class={kind !== 'past' || isFirstOfDay ? 'day' : undefined}>
            <LineLink group={group}>
              {kind !== 'open' && (
                <span class="date">
                  {kind === 'of service' || isFirstOfDay ? dayWords(Date.parse(group.openedAt), now) : ''}
                </span>
              )}
              <Shape group={group} />
              {kind !== 'of service' && <strong class="who">{whoIn(group)}</strong>}
              <What text={capitalized(whatIn(group))} />
              {tagsOf === undefined ? <PastTags group={group} /> : tagsOf(group)}
              <Period group={group} now={now} />
              <span class="figure">{lengthWords(group.durationSeconds, group.open)}</span>
              {kind === 'open' && <Knows knows={group.knows} now={now} />}
            </LineLink>
          </li>
        );
      })}
    </ol>
  );
}

function PastTags({ group: { tags, details } }: { readonly group: IncidentGroup }) {
  return (
    <span class="tags">
      {tags.map(({ text, isVersion }) => (
        <>
          <span class={isVersion ? 'tag version' : 'tag'}>{text}</span>{' '}
        </>
      ))}
      {details[0].silenced?.notified === false && <span class="tag">silenced</span>}
    </span>
  );
}

const CLASSES = { open: 'open', past: 'past', 'of service': 'past of-one' } as const;

function dayOf({ openedAt }: IncidentGroup): string {
  return openedAt.slice(0, 10);
}

interface LineLinkProps {
  readonly group: IncidentGroup;
  readonly children: Child;
}

/** Draws a link. Several incidents link to the one that began first: its page has the others. */
function LineLink({ group: { earliest, count, details }, children }: LineLinkProps) {
  const { service, id } = count === 1 ? details[0] : earliest;
  return (
    <a class="entry" href={addressPath({ ...START, of: 'incidents', service, incident: id })}>
      {children}
    </a>
  );
}

/** Draws the icon of an incident; grey if it is over. */
export function Shape({ group: { open, now, details } }: { readonly group: IncidentGroup }) {
  const state = iconOf({ kind: details[0].kind, now });
  return (
    <>
      <StateIcon state={state} isQuiet={!open || now === 'minor'} />
      <span class="hidden">{capitalized(shownWord(state))}: </span>
    </>
  );
}

/** Returns the state whose icon an incident has: that of its alerts and recovery, or else how bad it is. */
export function iconOf({ kind, now }: Pick<IncidentDetails, 'kind' | 'now'>): SummaryState {
  if (now === 'silenced' || now === 'maintenance' || now === 'recovering') return now;
  return kind === 'outage' ? 'down' : 'degraded';
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

/** The most services that a line names. */
const NAMED = 3;

/** `cart, checkout and 12 more`. */
export function whoIn({ members, services }: IncidentGroup): string {
  const ids = [...new Set(members.map(({ service }) => service))].slice(0, NAMED);
  const others = services - ids.length;
  return `${ids.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** Returns what an open incident is now, or what a resolved incident was. */
function whatIn({ count, open, found, details: [first], reasons }: IncidentGroup): string {
  if (open || first.kind !== 'outage') return found;
  if (count === 1) return findingInLine(first);
  const isOne = reasons.length === 1;
  return reasons.map((each) => `${findingInLine(each)}${isOne ? '' : ` (${each.count})`}`).join('; ');
}

/** Draws a text that may be cut off in its line; its title has all of it. */
function What({ text }: { readonly text: string }) {
  return (
    <span class="what" title={text}>
      {text}
    </span>
  );
}

function Period({ group: { openedAt, resolvedAt }, now }: { readonly group: IncidentGroup; readonly now: number }) {
  const from = Date.parse(openedAt);
  return (
    <span class="period">
      <Time at={from} now={resolvedAt === null ? now : from} />
      {' – '}
      {resolvedAt === null ? 'now' : <Time at={Date.parse(resolvedAt)} now={from} />}
    </span>
  );
}
