/** The list of silences and planned maintenance. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { isFailing } from '../../core/documents/state';
import { idOf, silencedServices } from '../../core/documents/words/silence-words';
import { capitalized } from '../../core/words/capitalized';
import { describeDuration } from '../../core/words/duration';
import { Act } from '../controls/acts';
import type { PageControls } from '../controls/page-controls';
import { StateIcon } from '../parts/state-marks';
import { Time } from '../parts/time';

interface SentenceProps {
  readonly silence: DeploymentDocument['silences'][number];
  readonly now: number;
}

interface RecordsProps {
  readonly silences: DeploymentDocument['silences'];
  /** Planned maintenance. */
  readonly planned?: DeploymentDocument['planned'];
  readonly deployment: DeploymentDocument;
  readonly controls?: PageControls | null;
}

/** Draws the silences, each with a button that ends it, and the planned maintenance; nothing if there is neither. */
export function SilenceRecords({ silences, planned = [], deployment, controls = null }: RecordsProps) {
  const now = Date.parse(deployment.at);
  if (silences.length + planned.length === 0) return null;
  return (
    <section class="silences" id="silences" aria-labelledby="silences-title">
      <h2 id="silences-title">Silences and maintenance</h2>
      <ul class="card">
        {silences.map((silence) => (
          <Record silence={silence} deployment={deployment} controls={controls} now={now} />
        ))}
        {planned.map((silence) => (
          <Planned silence={silence} now={now} />
        ))}
      </ul>
    </section>
  );
}

interface RecordProps extends SentenceProps {
  readonly deployment: DeploymentDocument;
  readonly controls: PageControls | null;
}

function Record({ silence, deployment, controls, now }: RecordProps) {
  const { planned, untilWell, until } = silence;
  const id = idOf(silence);
  return (
    <li>
      <StateIcon state={planned ? 'maintenance' : 'silence'} isQuiet={!planned} />
      <Silenced silence={silence} deployment={deployment} />
      <span class="end">
        until {untilWell && 'healthy, or '}
        <Time at={Date.parse(until)} now={now} />
      </span>
      <p>{reasonOf(silence)}</p>
      {id !== null && controls?.canSilence && (
        <p class="buttons">
          <Act to="/end" ids={[id]} on={[silencedServices(silence)]} text="End it" label="End it, the silence" />
        </p>
      )}
    </li>
  );
}

/** The most services that a silence lists with their states. */
const LISTED = 5;

/** `payment down, invoice healthy`; only the names if there are many. */
function Silenced({ silence, deployment }: Pick<RecordProps, 'silence' | 'deployment'>) {
  const { services } = silence;
  if (services === null || services.length > LISTED) return <strong>{silencedServices(silence)}</strong>;
  return (
    <span>
      {services.map((id, index) => {
        const state = deployment.services.find(({ service }) => service === id)?.state ?? null;
        return (
          <>
            {index > 0 && ', '}
            <strong>{id}</strong>
            {state !== null && <span class="when"> {isFailing(state) ? 'down' : state}</span>}
          </>
        );
      })}
    </span>
  );
}

/** Draws a planned silence. */
function Planned({ silence, now }: SentenceProps) {
  const from = Date.parse(silence.from);
  return (
    <li>
      <StateIcon state="maintenance" />
      <strong>{silencedServices(silence)}</strong>
      <span class="end">
        <Time at={from} now={now} />
      </span>
      <p>
        {reasonOf(silence)} for {describeDuration(Date.parse(silence.until) - from)}
      </p>
    </li>
  );
}

/** `Reindexing, by ana`. */
function reasonOf({ planned, reason, by }: SentenceProps['silence']): string {
  const what = reason ?? (planned ? 'planned maintenance' : 'silenced');
  return capitalized(by === null ? what : `${what}, by ${by}`);
}
