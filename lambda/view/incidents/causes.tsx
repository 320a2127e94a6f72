/** The possible causes of an incident: the strongest clue large, others beside it. */

import type { CausesDocument } from '../../core/documents/incident-story/incident-causes';
import type { TogetherDocument } from '../../core/documents/incident-story/incident-together';

/** The code of the clue that other services failed. */
const OTHERS = 'others_failing';

interface CausesProps {
  readonly causes: CausesDocument;
  readonly together: TogetherDocument;
}

export function Causes({ causes: { main, isVersion, healed, others }, together }: CausesProps) {
  const lines = others.filter(({ code }) => together.text === null || code !== OTHERS).map(({ text }) => text);
  return (
    <section class="card causes" aria-labelledby="causes-title">
      <div>
        <h2 id="causes-title">What may explain it</h2>
        <p class={isVersion ? 'main version' : 'main'}>{main}</p>
        {healed !== null && <p>{healed}</p>}
      </div>
      {lines.length + together.count > 0 && (
        <ul>
          {[...lines, together.text]
            .filter((text) => text !== null)
            .map((text) => (
              <li>{text}</li>
            ))}
        </ul>
      )}
    </section>
  );
}
