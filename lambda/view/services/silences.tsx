/** Silences on a page and in a widget: beside a state, and as a list. */

import type { Known } from '../../core/documents/facts/known';
import { idOf, silencedServices, silenceWords } from '../../core/documents/words/silence-words';
import type { Silence } from '../../core/silence/silence';
import { EndCommand } from '../controls/end-command';
import { EndSilence, type PageControls } from '../controls/service-controls';
import { Time } from '../parts/time';

interface SilencesProps {
  /** The one that ends last first. */
  readonly silences: Known['silences'];
}

/** For beside the state of a service; nothing if people are notified of it. */
export function SilenceRemark({ silences: [silence], now }: SilencesProps & Pick<Known, 'now'>) {
  if (!silence) return null;
  return (
    <p class="when">
      <Sentence silence={silence} now={now} />
    </p>
  );
}

function Sentence({ silence, now }: { readonly silence: Silence; readonly now: number }) {
  const { what, before, after } = silenceWords(silence);
  return (
    <>
      <span class="badge">{what}</span> {before}
      <Time at={silence.until} now={now} />
      {after}
    </>
  );
}

interface RecordsProps extends SilencesProps {
  readonly known: Known;
  readonly controls?: PageControls | null;
}

/** What each silences, and what ends it: a command, and a button if the page has any; nothing if there are none. */
export function SilenceRecords({ silences, known, controls = null }: RecordsProps) {
  const { now } = known;
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
                  <EndCommand id={id} known={known} />
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
