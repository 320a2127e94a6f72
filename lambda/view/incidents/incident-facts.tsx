/** The facts about an incident, a line each. */

import { addressPath, START } from '../../core/documents/address';
import type { IncidentPageDetails, NeighborDocument } from '../../core/documents/incident-story/incident-page';
import { dayWords } from '../../core/documents/words/days';
import { plural } from '../../core/documents/words/format';
import { describeDuration, timeOfDay } from '../../core/words/duration';
import { describeViews } from '../../core/words/regions/region-views';
import { Fact } from '../parts/fact';
import { Time } from '../parts/time';

interface IncidentFactsProps {
  readonly shown: IncidentPageDetails;
  readonly now: number;
}

export function IncidentFacts({ shown, now }: IncidentFactsProps) {
  const { incident, checks, budget, before, after, together } = shown;
  const { kind, severity, environment, failedRuns, url, configured, subject, relapses, regions } = incident;
  const isOutage = kind === 'outage';
  return (
    <section aria-labelledby="facts-title">
      <h2 id="facts-title">Facts</h2>
      <dl class="card fact-list">
        {isOutage && (
          <Fact name="Failed checks">{checks === null ? String(failedRuns) : `${failedRuns} of ${checks}`}</Fact>
        )}
        {regions.length > 0 && <Fact name="Regions">{describeViews(regions)}</Fact>}
        {relapses.length > 0 && (
          <Fact name="Failed again">
            {relapses.length > 1 && `${plural(relapses.length, 'time')}, last `}
            <Time at={Date.parse(relapses.at(-1) ?? '')} now={Date.parse(incident.openedAt)} exact />
          </Fact>
        )}
        {budget !== null && (
          <Fact name="Error budget used">
            {describeDuration(budget.usedSeconds * 1_000)} of {describeDuration(budget.ofSeconds * 1_000)}
          </Fact>
        )}
        <Fact name="Severity">{severity}</Fact>
        {environment !== null && <Fact name="Environment">{environment}</Fact>}
        {url !== null && (
          <Fact name="Address">
            <code>{url.replace(/^https:\/\//, '')}</code>
          </Fact>
        )}
        {!configured && subject === null && <Fact name="Service">has left the config</Fact>}
        {together.count > 0 && (
          <Fact name="Down with it">
            <Together together={together} />
          </Fact>
        )}
        {before !== null && (
          <Fact name="Incident before">
            <Neighbor service={incident.service} neighbor={before} now={now} />
          </Fact>
        )}
        {after !== null && (
          <Fact name="Incident after">
            <Neighbor service={incident.service} neighbor={after} now={now} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

interface NeighborProps {
  readonly service: string;
  readonly neighbor: NeighborDocument;
  readonly now: number;
}

/** `today, 03:07, 8 min`. */
function Neighbor({ service, neighbor: { id, openedAt, durationSeconds }, now }: NeighborProps) {
  const at = Date.parse(openedAt);
  const day = dayWords(at, now).replace(/^(Today|Yesterday)$/, (word) => word.toLowerCase());
  return (
    <a href={addressPath({ ...START, of: 'incidents', service, incident: id })}>
      {day}, {timeOfDay(at)}, {describeDuration(durationSeconds * 1_000)}
    </a>
  );
}

function Together({ together: { count, members } }: Pick<IncidentPageDetails, 'together'>) {
  return (
    <>
      {members.map(({ service, id }, index) => (
        <>
          {index > 0 && ', '}
          <a href={addressPath({ ...START, of: 'incidents', service, incident: id })}>{service}</a>
        </>
      ))}
      {count > members.length && ` and ${count - members.length} more`}
    </>
  );
}
