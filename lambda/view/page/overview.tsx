/** All services at a glance: one sentence that sums them up, each service, and what has happened. */

import type { LinkTarget } from '../controls/link-target';
import { ListingControls } from '../controls/listing-controls';
import { PastIncidents } from '../incidents/records';
import { OpenStories } from '../incidents/story';
import type { Known } from '../known/known';
import { byUrgency, type Listing } from '../known/listing';
import { lastKnown, type Span } from '../known/service-view';
import { beginningsText, newsIn, summaryClauses, wholeOf } from '../known/summary';
import { Problems } from '../parts/problems';
import { Shape } from '../parts/state-marks';
import { Time } from '../parts/time';
import { ServiceList, ServiceRows } from '../services/service-list';
import { SilenceRecords } from '../services/silences';
import { allKept, storiesOf } from '../story/stories';

const WIDGET_RECORDS = 3;

interface WidgetOverviewProps {
  readonly known: Known;
  readonly listing: Listing;
  readonly span: Span;
  readonly target: Extract<LinkTarget, { kind: 'widget' }>;
}

/** The overview without the parts that need addresses, of one page of the services. */
export function WidgetOverview({ known, listing, span, target }: WidgetOverviewProps) {
  const stories = storiesOf(allKept(known));
  return (
    <>
      <Summary known={known} isStored />
      <Problems known={known} />
      <OpenStories known={known} stories={stories} target={target} />
      <ListingControls known={known} listing={listing} target={target} />
      <ServiceList
        {...{ known, span, target, List: ServiceRows, folds: false }}
        services={byUrgency(known, listing.services)}
        isGrouped={listing.find === ''}
      />
      <Legend />
      <SilenceRecords silences={known.silences} known={known} />
      <div class="columns">
        <PastIncidents known={known} stories={stories} span={span} target={target} most={WIDGET_RECORDS} />
      </div>
    </>
  );
}

interface SummaryProps {
  readonly known: Known;
  /** Whether all that is known comes from a store: the services may have been checked since. */
  readonly isStored?: boolean;
}

export function Summary({ known, isStored = false }: SummaryProps) {
  const whole = wholeOf(known);
  const clauses = summaryClauses(known);
  const beginnings = beginningsText(known);
  const checkedAt = Math.max(0, ...known.services.map((service) => lastKnown(service)?.at ?? 0));
  return (
    <header class={`summary ${whole}`}>
      <h1>{known.deployment}</h1>
      <p class="sentence" data-summary={newsIn(clauses)}>
        <Shape state={whole === 'failing' ? 'unreachable' : whole} />{' '}
        {clauses.map(({ text, time }, index) => (
          <span>
            {index > 0 && ', '}
            {text}
            {time !== null && <> {time.replaceAll(' ', '\u00a0')}</>}
          </span>
        ))}
      </p>
      {beginnings !== null && <p class="beginnings">{beginnings}</p>}
      <p class="when">
        {checkedAt > 0 && (
          <>
            {isStored ? 'As of' : 'Last check'} <Time at={checkedAt} now={known.now} />
            {isStored ? ', the last check that is stored' : <span data-ago={checkedAt} />}
          </>
        )}
      </p>
    </header>
  );
}

export function Legend() {
  return (
    <p class="legend">
      Checks: a short bar is a healthy check, a tall one a failure, a low one planned maintenance, a dot none at all; ▲
      restarted, ◆ another version. Newest on the right. Degraded: answers healthy, but a condition holds.
    </p>
  );
}
