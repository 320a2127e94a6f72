/** The phases of a probe in their order, as bars on one scale of time. */

import type { ServiceDocument } from '../../core/documents/service-document';
import { describeMs } from '../../core/documents/words/format';
import { PHASES, type Phase } from '../../core/words/codes';
import { percent } from './scales';

type Timings = NonNullable<ServiceDocument['timings']>;

const NAMES: Readonly<Record<Phase, string>> = {
  dns: 'DNS',
  connect: 'Connect',
  tls: 'TLS',
  firstByte: 'Waiting',
  download: 'Reading',
};

export function Waterfall({ timings }: { readonly timings: Timings }) {
  const phases = phasesOf(timings);
  if (phases.length === 0) return <p class="none">{unreached(timings)}</p>;
  const top = Math.max(timings.totalMs, ...phases.map(({ end }) => end));
  const longest = Math.max(...phases.map(({ start, end }) => end - start));
  return (
    <>
      {timings.blockedMs !== undefined && (
        <p class="none">
          The checker itself was blocked for {describeMs(timings.blockedMs)}, so these times do not count.
        </p>
      )}
      {timings.tokenMs !== undefined && (
        <p class="none">
          The request waited {describeMs(timings.tokenMs)} for an access token first; this does not count.
        </p>
      )}
      <table class="waterfall">
        <caption class="hidden">Phases of the last probe</caption>
        <thead class="hidden">
          <tr>
            <th scope="col">Phase</th>
            <th scope="col">When</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {phases.map(({ name, start, end }) => (
            <tr>
              <th scope="row">{name}</th>
              <td class="track">
                <svg width="100%" height="32" aria-hidden="true">
                  <rect
                    class={end - start === longest ? 'phase longest' : 'phase'}
                    x={percent(start / top)}
                    y="10"
                    width={percent((end - start) / top)}
                    height="12"
                    rx="3"
                  />
                </svg>
              </td>
              <td class="time">{describeMs(end - start)}</td>
            </tr>
          ))}
          <tr class="total">
            <th scope="row">Total</th>
            <td />
            <td class="time">{describeMs(timings.totalMs)}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

function unreached({ tokenMs }: Timings): string {
  if (tokenMs === undefined) return 'The request did not get that far.';
  return `Not sent: no access token within ${describeMs(tokenMs)}.`;
}

function phasesOf(timings: Timings) {
  let start = 0;
  return PHASES.flatMap((of) => {
    const milliseconds = timings[`${of}Ms`];
    if (milliseconds === null) return [];
    const phase = { name: NAMES[of], start, end: start + milliseconds };
    start = phase.end;
    return [phase];
  });
}
