/** The open incidents, a line each: how they are now. A click or a key opens the rest; those that belong together are one line. */

import { cluesTo } from '../../core/clue/others-failing';
import type { Known } from '../../core/documents/facts/known';
import type { Story, Together } from '../../core/documents/facts/stories';
import { isAtOnce } from '../../core/documents/facts/stories';
import { noteOf, nowText, reasonsText, type StoryNow, storyNow, worstNow } from '../../core/documents/facts/story-now';
import { placeOf } from '../../core/documents/facts/told';
import { shownWord } from '../../core/documents/state';
import { plural } from '../../core/documents/words/format';
import { describeIncidentLength } from '../../core/incident/incident-length';
import { isHeldBackFromAll } from '../../core/notify/held-back';
import { cleanText } from '../../core/words/clean-text';
import { nameSome } from '../../core/words/shown-value';
import { ActButtons } from '../controls/acts';
import { type LinkTarget, ServiceLink } from '../controls/link-target';
import type { PageControls } from '../controls/service-controls';
import { Shape } from '../parts/state-marks';
import { Time } from '../parts/time';
import { Clues } from './clues';
import { AllIncidents, More } from './story';
import { Course, FirstLook, Notified } from './story-parts';

/** So many of a group are told in full: what is said of the others is much the same. */
const MOST_SHOWN = 3;
/** So many lines are listed. */
export const LINES = 12;
const NAMED_IN_LINE = 3;
const CLUE_SHOWN = 48;
/** Of a group so many are named at once besides. */
const NAMED = 12;

interface OpenProps {
  readonly known: Known;
  /** As `openTogether` sorts them. */
  readonly groups: readonly Together[];
  readonly target: LinkTarget;
  readonly controls: PageControls | null;
  /** The service whose incidents they are; `null` for all services. */
  readonly service?: string | null;
}

/** Nothing if there are none. */
export function OpenIncidents({ known, groups, target, controls, service = null }: OpenProps) {
  if (groups.length === 0) return null;
  const count = groups.flat().length;
  const left = groups.slice(LINES).flat().length;
  const first = firstOfEach(groups.slice(0, LINES));
  // What its outage has cost is no news beside it.
  const news = groups.filter((stories) => stories.some(({ incident, state }) => !isHeldBackFromAll(incident, state)));
  return (
    <section class="stories" id="open-incidents" aria-labelledby="open-title">
      <h2 id="open-title">{plural(count, 'open incident')}</h2>
      <ul class="list">
        {groups.slice(0, LINES).map((stories) => (
          <OpenLine
            {...{ known, stories, target, controls, first }}
            isOpen={service !== null || (news.flat().length === 1 && stories === news[0])}
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

/** The first story of each service: the rows of the services point there. */
function firstOfEach(groups: readonly Together[]): ReadonlySet<Story> {
  const first = new Map<string, Story>();
  for (const story of groups.flat()) if (!first.has(story.id)) first.set(story.id, story);
  return new Set(first.values());
}

interface LineProps extends Pick<OpenProps, 'known' | 'target' | 'controls'> {
  readonly stories: Together;
  readonly first: ReadonlySet<Story>;
  readonly isOpen: boolean;
}

function OpenLine({ known, stories, target, controls, first, isOpen }: LineProps) {
  const now = worstNow(known, stories);
  // The earliest one stays in the group while others join it.
  const { id, incident } = stories.at(-1) ?? stories[0];
  return (
    <li class={`story ${now}`}>
      <details id={`incident-${id}-${incident.id}`} open={isOpen}>
        <summary>
          <NowShape now={now} stories={stories} />
          <What known={known} stories={stories} />
          <Clue known={known} stories={stories} />
          <span class="length">{longest(known, stories)}</span>
          <span class="note">{noteOf(known, stories)}</span>
        </summary>
        {stories.length === 1 ? (
          <Whole known={known} story={stories[0]} target={target} controls={controls} first={first} />
        ) : (
          <Members known={known} stories={stories} target={target} controls={controls} first={first} />
        )}
      </details>
    </li>
  );
}

function NowShape({ now, stories: [{ incident }] }: { readonly now: StoryNow; readonly stories: Together }) {
  const verdict = incident.verdict === 'healthy' ? 'degraded' : incident.verdict;
  const shown = now === 'down' || now === 'minor' ? verdict : now;
  return (
    <>
      <Shape state={shown} />
      <span class="hidden">{shownWord(shown)}: </span>
    </>
  );
}

function What({ known, stories }: Pick<LineProps, 'known' | 'stories'>) {
  const ids = [...new Set(stories.map(({ id }) => id))];
  return (
    <span class="what">
      <strong>{nameSome(ids, NAMED_IN_LINE)}</strong>{' '}
      {stories.length === 1 ? nowText(known, stories[0]) : reasonsText(stories)}
    </span>
  );
}

/** The strongest clue; of several incidents that they began at once, if that is known. */
function Clue({ known, stories }: Pick<LineProps, 'known' | 'stories'>) {
  if (stories.length > 1) {
    if (!isAtOnce(stories, known)) return null;
    return (
      <span class="clue">
        all at <Time at={Math.min(...stories.map(({ incident }) => incident.openedAt))} now={known.now} />
      </span>
    );
  }
  const [clue] = cluesTo(stories[0].incident);
  return clue === undefined ? null : <span class="clue">{cleanText(clue.message, CLUE_SHOWN)}</span>;
}

function longest(known: Known, stories: Together): string {
  const [first] = stories.toSorted((left, right) => left.incident.openedAt - right.incident.openedAt);
  return describeIncidentLength((first ?? stories[0]).incident, known.now);
}

interface WholeProps extends Omit<LineProps, 'stories' | 'isOpen'> {
  readonly story: Story;
  /** Whether another one above says already what to look at first. */
  readonly isSaid?: boolean;
}

/** All that helps at once; the incident's own page has the rest. */
function Whole({ known, story, target, controls, first, isSaid = false }: WholeProps) {
  const { incident, severity, known: service } = story;
  return (
    <div class="body" id={first.has(story) ? placeOf(story.id) : undefined}>
      {incident.kind === 'outage' && <Course known={known} story={story} />}
      <Clues incident={incident} />
      {!isSaid && <FirstLook story={story} />}
      <p class="when">
        since <Time at={incident.openedAt} now={known.now} />, severity {severity}
      </p>
      <Notified known={known} story={story} />
      <p class="actions">
        {service !== null && <ActButtons known={known} service={service} controls={controls} />}
        <More target={target} story={story} />
      </p>
    </div>
  );
}

/** One incident of each reason in full, before the others; the rest by their names. */
function Members({ known, stories, target, controls, first }: Omit<LineProps, 'isOpen'>) {
  const reasons = new Map<string, Story[]>();
  for (const story of stories) {
    const { reason } = story.incident;
    reasons.set(reason, [...(reasons.get(reason) ?? []), story]);
  }
  const inOrder = [
    ...[...reasons.values()].flatMap(([one = []]) => one),
    ...[...reasons.values()].flatMap(([, ...others]) => others),
  ];
  const [shown, rest] = [inOrder.slice(0, MOST_SHOWN), inOrder.slice(MOST_SHOWN)];
  return (
    <>
      {shown.map((story, index) => (
        <div class="member">
          <p class="head">
            <strong>
              <ServiceLink target={story.known === null ? NOWHERE : target} id={story.id}>
                {story.id}
              </ServiceLink>
            </strong>{' '}
            {nowText(known, story)}
          </p>
          <Whole
            {...{ known, story, target, controls, first }}
            isSaid={
              shown.slice(0, index).some((other) => other.incident.reason === story.incident.reason) &&
              story.known?.service.runbook == null
            }
          />
        </div>
      ))}
      {rest.length > 0 && (
        <div class="rest">
          <p>
            and <Names known={known} stories={rest.slice(0, NAMED)} target={target} first={first} />
          </p>
          {rest.length > NAMED && (
            <details id={`rest-${stories[0].id}-${stories[0].incident.id}`}>
              <summary>and {rest.length - NAMED} more</summary>
              <p>
                <Names known={known} stories={rest.slice(NAMED)} target={target} first={first} />
              </p>
            </details>
          )}
        </div>
      )}
    </>
  );
}

interface NamesProps extends Pick<LineProps, 'known' | 'target' | 'first'> {
  readonly stories: readonly Story[];
}

function Names({ known, stories, target, first }: NamesProps) {
  return (
    <>
      {stories.map((story, index) => (
        <>
          {index > 0 && ', '}
          <span id={first.has(story) ? placeOf(story.id) : undefined}>
            <ServiceLink target={story.known === null ? NOWHERE : target} id={story.id}>
              {story.id}
            </ServiceLink>
            {storyNow(known, story) === 'recovering' && ' (recovering)'}
          </span>
        </>
      ))}
    </>
  );
}

/** A service that was removed has no details. */
const NOWHERE: LinkTarget = { kind: 'nowhere' };
