/** The phases of a probe in their order, as bars on one scale of time. */

import type { ServiceDocument } from '../../core/documents/service-document';
import { describeMs } from '../../core/documents/words/format';
import { PHASES, type Phase } from '../../core/words/codes';

type Timings = NonNullable<ServiceDocument['timings']>;

const NAMES: Readonly<Record<Phase, string>> = {
  dns: 'name lookup',
  connect: 'connection',
  tls: 'TLS handshake',
  firstByte: 'waiting for the answer',
  download: 'reading the answer',
};

export function Waterfall({ timings }: { readonly timings: Timings }) {
  const phases = phasesOf(timings);
  if (phases.length === 0) return <p class="none">{unreached(timings)}</p>;
  const total = Math.max(timings.totalMs, ...phases.map(({ end }) => end)) || 1;
  const percent = (milliseconds: number) => `${Math.round((milliseconds / total) * 1_000) / 10}%`;
  return (
    <>
      {timings.blockedMs !== undefined && (
        <p class="none">
          The checker itself was blocked for {describeMs(timings.blockedMs)} of it: these times count nowhere.
        </p>
      )}
      {timings.tokenMs !== undefined && (
        <p class="none">
          Before it was sent, it waited {describeMs(timings.tokenMs)} for an access token, which counts nowhere.
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
          {phases.map(({ name, key, start, end }) => (
            <tr>
              <th scope="row">{name}</th>
              <td class="when">
                <svg width="100%" height="14" aria-hidden="true">
                  <rect class={`phase ${key}`} x={percent(start)} width={percent(end - start)} height="14" rx="2" />
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
  if (tokenMs === undefined) return 'No phase of it was reached.';
  return `It was not sent: it waited ${describeMs(tokenMs)} for an access token, and got none.`;
}

function phasesOf(timings: Timings) {
  let start = 0;
  return PHASES.flatMap((of) => {
    const key = `${of}Ms` as const;
    const milliseconds = timings[key];
    if (milliseconds === null) return [];
    const phase = { name: NAMES[of], key, start, end: start + milliseconds };
    start = phase.end;
    return [phase];
  });
}
