/** An incident's page: its story, its possible causes, and the notifications about it. */

import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { IncidentDetails } from '../../core/documents/incident-details';
import type { CausesDocument } from '../../core/documents/incident-story/incident-causes';
import type { IncidentPageDetails } from '../../core/documents/incident-story/incident-page';
import { longInstant, shortDay } from '../../core/documents/words/days';
import { iso, plural } from '../../core/documents/words/format';
import { titleParts } from '../../core/documents/words/incident-title';
import { recoveryWords } from '../../core/documents/words/incident-words';
import { findingInLine } from '../../core/reasons/reason-phrases';
import { capitalized } from '../../core/words/capitalized';
import { describeDuration } from '../../core/words/duration';
import type { MarkedIncident } from '../charts/chart-marks';
import { HistorySection } from '../charts/history';
import { actedOn } from '../controls/acted-on';
import { ActForm, Acts } from '../controls/acts';
import type { PageControls } from '../controls/page-controls';
import { Problems } from '../parts/problems';
import { StateIcon } from '../parts/state-marks';
import { IncidentFacts } from './incident-facts';
import { iconOf } from './incident-lines';
import { NotifiedTable } from './notified-table';
import { CopyStory, PasteStory } from './paste-story';
import { IncidentRail } from './rail';

interface IncidentPageProps {
  readonly deployment: DeploymentDocument;
  readonly shown: IncidentPageDetails;
  readonly address: Address;
  readonly controls: PageControls | null;
}

export function IncidentPage({ deployment, shown, address, controls }: IncidentPageProps) {
  const { incident, timeline, history, causes } = shown;
  const now = Date.parse(deployment.at);
  return (
    <>
      <IncidentCrumbs incident={incident} now={now} />
      <main id="content" class="incident">
        <IncidentHead incident={incident} now={now} />
        <Problems problems={deployment.problems} />
        <ActForm controls={controls} address={address} />
        <FirstLook shown={shown} controls={controls} address={address} now={now} />
        {causes !== null && <Causes causes={causes} />}
        {history !== null && (
          <HistorySection
            history={history}
            service={null}
            incidents={markedIn(shown)}
            now={now}
            note={countedText(shown)}
          />
        )}
        <div class="story-columns">
          <IncidentRail shown={shown} now={now} />
          <div class="beside-story">
            <NotifiedTable deployment={deployment} incident={incident} />
            <IncidentFacts shown={shown} now={now} />
          </div>
        </div>
        <PasteStory deployment={deployment} incident={incident} timeline={timeline} />
      </main>
    </>
  );
}

/** Draws the strongest clue large, and others beside it. */
function Causes({ causes: { main, isVersion, healed, others } }: { readonly causes: CausesDocument }) {
  return (
    <section class="card causes" aria-labelledby="causes-title">
      <div>
        <h2 id="causes-title">What may explain it</h2>
        <p class={isVersion ? 'main version' : 'main'}>{main}</p>
        {healed !== null && <p>{healed}</p>}
      </div>
      {others.length > 0 && (
        <ul>
          {others.map((text) => (
            <li>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function countedText({ incident: { failedRuns }, countedChecks }: IncidentPageDetails): string | null {
  if (countedChecks === 0) return null;
  return `Of ${failedRuns} failed checks, the first and the last are stored one by one; of the ${countedChecks} between, only the number.`;
}

/** The times in which the incident failed, and the incidents before and after it. */
function markedIn({ incident, periods, before, after }: IncidentPageDetails): readonly MarkedIncident[] {
  const own = periods.map(({ from, to }) => ({
    ...incident,
    openedAt: from,
    resolvedAt: to,
    durationSeconds: Math.floor((Date.parse(to) - Date.parse(from)) / 1_000),
  }));
  const others = [before, after].flatMap((other) => (other === null ? [] : [{ ...incident, ...other, isOther: true }]));
  return [...own, ...others];
}

interface OneProps {
  readonly incident: IncidentDetails;
  readonly now: number;
}

function IncidentCrumbs({ incident: { service, configured, openedAt }, now }: OneProps) {
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <a href={addressPath({ ...START, of: 'incidents' })}>Incidents</a> /{' '}
      {configured ? <a href={addressPath({ ...START, service })}>{service}</a> : service},{' '}
      {shortDay(Date.parse(openedAt), now)}
    </nav>
  );
}

function IncidentHead({ incident, now }: OneProps) {
  const { runbook, recovery, open } = incident;
  const state = open ? iconOf(incident) : 'healthy';
  const { text, length } = titleParts(incident);
  return (
    <header class={`incident-head ${state}`}>
      <div>
        <h1>
          <StateIcon state={state} />
          <span>
            {text} <span class="figure">{length}</span>
          </span>
        </h1>
        <p class="reason">
          {periodsText(incident)}
          {capitalized(open && recovery === null ? incident.found : findingInLine(incident))}
        </p>
        <Times incident={incident} now={now} />
      </div>
      <p class="buttons">
        {runbook !== null && (
          <a class="button" href={runbook}>
            <svg viewBox="0 0 14 14" aria-hidden="true">
              <path d="M3 12.5V2.5a1 1 0 0 1 1-1h7v11H4a1 1 0 0 1 0-2h7" />
            </svg>
            Runbook
          </a>
        )}
        <CopyStory />
      </p>
    </header>
  );
}

/** `In two periods, 25 min from first to last · `, if the service came back between. */
function periodsText({ relapses, openedAt, resolvedAt }: IncidentDetails): string {
  if (relapses.length === 0 || resolvedAt === null) return '';
  const lasted = describeDuration(Date.parse(resolvedAt) - Date.parse(openedAt));
  return `In ${relapses.length === 1 ? 'two' : relapses.length + 1} periods, ${lasted} from first to last · `;
}

function Times({ incident: { open, openedAt, resolvedAt, recovery, now: isNow, silence }, now }: OneProps) {
  const word = open ? 'Open since' : 'Resolved';
  return (
    <p class="times">
      <strong>{word}</strong> <LongTime at={Date.parse(openedAt)} />
      {resolvedAt !== null && (
        <>
          {' – '}
          {dayOf(resolvedAt) === dayOf(openedAt) ? (
            <time datetime={resolvedAt} class="exact">
              {resolvedAt.slice(11, 19)}
            </time>
          ) : (
            <LongTime at={Date.parse(resolvedAt)} />
          )}
        </>
      )}{' '}
      UTC
      {resolvedAt !== null && <span class="ago"> {agoText(now - Date.parse(resolvedAt))}</span>}
      {recovery !== null && ` · ${capitalized(recoveryWords(recovery, now))}`}
      {silence !== null && ` · ${isNow === 'maintenance' ? 'In maintenance' : 'Silenced'}`}
    </p>
  );
}

const DAY_MS = 86_400_000;

/** `4 days ago`; empty within a day. */
function agoText(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  return days < 1 ? '' : ` ${plural(days, 'day')} ago`;
}

function LongTime({ at }: { readonly at: number }) {
  return (
    <time datetime={iso(at)} class="exact">
      {longInstant(at)}
    </time>
  );
}

function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

interface FirstLookProps extends Pick<IncidentPageProps, 'shown' | 'controls' | 'address'> {
  readonly now: number;
}

/** Draws the first thing to check and the actions, while the incident is open. */
function FirstLook({ shown: { incident, of }, controls, address, now }: FirstLookProps) {
  if (!incident.open) return null;
  return (
    <section class="card first-look" aria-labelledby="look-title">
      <div>
        <h2 id="look-title">Check first</h2>
        <p>{incident.advice}</p>
      </div>
      {of !== null && controls !== null && (
        <Acts
          on={actedOn(of)}
          controls={controls}
          name={of.service}
          address={address}
          now={now}
          isMain={incident.now === 'down'}
          acked={of.ack}
        />
      )}
    </section>
  );
}
