/** Silences on a page and in a widget: beside a state, and as a list. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { ServiceNow } from '../../core/documents/service-document';
import { idOf, silencedServices, silenceWords } from '../../core/documents/words/silence-words';
import { EndCommand } from '../controls/end-command';
import { EndSilence, type PageControls } from '../controls/service-controls';
import { Time } from '../parts/time';

/** The silence beside a service's state; nothing if there is none. */
export function SilenceRemark({ silence, now }: { readonly silence: ServiceNow['silence']; readonly now: number }) {
  if (silence === null) return null;
  return (
    <p class="when">
      <Sentence silence={silence} now={now} />
    </p>
  );
}

interface SentenceProps {
  readonly silence: DeploymentDocument['silences'][number];
  readonly now: number;
}

function Sentence({ silence, now }: SentenceProps) {
  const { what, before, after } = silenceWords(silence);
  return (
    <>
      <span class="badge">{what}</span> {before}
      <Time at={Date.parse(silence.until)} now={now} />
      {after}
    </>
  );
}

interface RecordsProps {
  readonly silences: DeploymentDocument['silences'];
  readonly deployment: DeploymentDocument;
  readonly controls?: PageControls | null;
}

/** The silences, each with the command that ends it, and a button if the page has any; nothing if there is no silence. */
export function SilenceRecords({ silences, deployment, controls = null }: RecordsProps) {
  const now = Date.parse(deployment.at);
  if (silences.length === 0) return null;
  return (
    <div class="columns">
      <section class="records" id="silences" aria-labelledby="silences-title">
        <h2 id="silences-title">Silences</h2>
        <ul>
          {silences.map((silence) => {
            const id = idOf(silence);
            return (
              <li>
                <p>{silencedServices(silence)}</p>
                <p class="when">
                  <Sentence silence={silence} now={now} />
                  <EndCommand id={id} deployment={deployment} />
                </p>
                {id !== null && <EndSilence id={id} controls={controls} />}
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}
