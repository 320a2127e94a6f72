/** The past incidents below all services, and below a single service; the newest first. */

import { addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { PastIncidentsDocument } from '../../core/documents/incident-list';
import { shortDay } from '../../core/documents/words/days';
import { capitalized } from '../../core/words/capitalized';
import { describeDuration, timeOfDay } from '../../core/words/duration';
import { IncidentLines, LineLink, whatIn, whoIn } from './incident-lines';

interface PastProps {
  readonly list: PastIncidentsDocument;
  readonly deployment: DeploymentDocument;
  /** The service of the incidents; `null` for all services. */
  readonly service?: string | null;
}

export function PastIncidents({ list, deployment, service = null }: PastProps) {
  const { ever, groups, left } = list;
  return (
    <section class="records" id="incidents" aria-labelledby="incidents-title">
      <div class="toolbar">
        <h2 id="incidents-title">Past incidents</h2>
        {ever > 0 && <a href={addressPath({ ...START, of: 'incidents', service })}>All incidents</a>}
      </div>
      {groups.length === 0 && <p class="none">{ever === 0 ? 'None yet' : 'None in this period'}</p>}
      {groups.length > 0 && service !== null && (
        <IncidentLines kind="of service" groups={groups} deployment={deployment} />
      )}
      {groups.length > 0 && service === null && <BriefLines groups={groups} now={Date.parse(deployment.at)} />}
      {left > 0 && service !== null && <p class="none">and {left} before these</p>}
    </section>
  );
}

interface BriefLinesProps {
  readonly groups: PastIncidentsDocument['groups'];
  readonly now: number;
}

/** Draws lines with the time, the service, the problem and the duration. */
function BriefLines({ groups, now }: BriefLinesProps) {
  return (
    <ol class="card entries brief">
      {groups.map((group) => {
        const at = Date.parse(group.openedAt);
        const what = capitalized(whatIn(group));
        return (
          <li class="day">
            <LineLink group={group}>
              <time datetime={group.openedAt} class="period">
                {shortDay(at, now)}, {timeOfDay(at)}
              </time>
              <strong class="who">{whoIn(group)}</strong>
              <span class="what" title={what}>
                {what}
              </span>
              <span class="figure">{describeDuration(group.durationSeconds * 1_000)}</span>
            </LineLink>
          </li>
        );
      })}
    </ol>
  );
}
