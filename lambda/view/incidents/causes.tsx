/** The possible causes of an incident: the strongest clue large, others beside it. */

import type { CausesDocument } from '../../core/documents/incident-story/incident-causes';

export function Causes({ causes: { main, isVersion, healed, others } }: { readonly causes: CausesDocument }) {
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
